"""What the rules can refuse: a rule-set file, or a deal. Both are for people to mend, so both say where."""

from scoring.rules.words import DEFAULT, Value, words


class Inner(str):
    """A value that is a message of its own: its id (without "file."), said in the language of the text around it."""

    __slots__ = ()


class RulesError(Exception):
    """A refusal with words for the person who can mend it."""


class RuleSetError(RulesError):
    """A rule-set file that cannot be used; the text exists in every language of the words.

    ``code`` is the id of the message (without "file."), ``values`` what goes into it; ``key`` is the dotted key
    ("score.made.declarer", "penalty[2].amount"), "" for the file as a whole; ``line`` counts from 1, None where it was
    not found; ``file`` is the file's name where it came from one.
    """

    def __init__(self, code: str, key: str = "", line: int | None = None, file: str = "", **values: Value) -> None:
        self.code = code
        self.key = key
        self.line = line
        self.file = file
        self.values = values
        super().__init__(code)

    @property
    def message(self) -> str:
        """The refusal in English, without its place."""
        return self.text(DEFAULT)

    def text(self, language: str) -> str:
        """The refusal in ``language`` (English where there is no such language), without its place."""
        said = words(language)
        values = {name: said.say(f"file.{v}") if isinstance(v, Inner) else v for name, v in self.values.items()}
        return said.say(f"file.{self.code}", **values)

    def in_file(self, file: str) -> "RuleSetError":
        """The same refusal, said of the file of that name."""
        return RuleSetError(self.code, self.key, self.line, file, **self.values)

    def __str__(self) -> str:
        place = (f"{self.file}: " if self.file else "") + (f"line {self.line}: " if self.line else "")
        return f"{place}{self.key}: {self.message}" if self.key else f"{place}{self.message}"


class DealError(RulesError):
    """A deal that cannot be. ``field`` is the deal's own field name; the text exists in every language of the words.

    ``code`` is the id of the message (without "deal."), ``values`` what goes into it.
    """

    def __init__(self, field: str, code: str, **values: Value) -> None:
        self.field = field
        self.code = code
        self.values = values
        super().__init__(field, code)

    @property
    def message(self) -> str:
        """The refusal in English."""
        return self.text("en")

    def text(self, language: str) -> str:
        """The refusal in ``language`` (a code such as "fr" or "fr-FR"; English where there is no such language)."""
        return words(language).say(f"deal.{self.code}", **self.values)

    def __str__(self) -> str:
        return f"{self.field}: {self.message}"
