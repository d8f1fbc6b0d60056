"""What the rules can refuse: a rule-set file, or a deal. Both are for people to mend, so both say where."""

from scoring.rules.words import Value, words


class RulesError(Exception):
    """A refusal with words for the person who can mend it."""


class RuleSetError(RulesError):
    """A rule-set file that cannot be used.

    ``key`` is the dotted key ("score.made.declarer", "penalty[2].amount"), "" for the file as a whole; ``line`` counts
    from 1, None where it was not found; ``file`` is the file's name where it came from one.
    """

    def __init__(self, message: str, key: str = "", line: int | None = None, file: str = "") -> None:
        self.message = message
        self.key = key
        self.line = line
        self.file = file
        place = (f"{file}: " if file else "") + (f"line {line}: " if line else "")
        super().__init__(f"{place}{key}: {message}" if key else f"{place}{message}")


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
