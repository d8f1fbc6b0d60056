"""What a question about a club's rules is: its answer's kind and bounds, when it is asked at all, and its words.

Answers are JSON-able: a text, a whole number, true or false, a list, a table by name, or a list of penalty rows.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from scoring.rules.words import words

Kind = Literal["choice", "set", "number", "flag", "numbers", "table", "ladder"]
Answers = Mapping[str, Any]


class Condition(NamedTuple):
    """True where the answer to ``key`` is one of ``values`` (or, for a list, holds one of them)."""

    key: str
    values: tuple[str | bool, ...]

    def holds(self, answers: Answers) -> bool:
        answer = answers.get(self.key)
        return any(value in self.values for value in (answer if isinstance(answer, list) else [answer]))


When = tuple[tuple[Condition, ...], ...]


@dataclass(frozen=True, slots=True)
class Question:
    """One question of the page.

    ``kind``: "choice" (one of ``options``), "set" (a list of some of them), "number" (``low`` to ``high``), "flag",
    "numbers" (a rising list of numbers), "table" (a number for each of ``options``), "ladder" (penalty rows, see
    ``penalties``). ``when`` is any of several lists of conditions that hold together; empty: always asked.
    """

    key: str
    kind: Kind
    default: Any
    options: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    when: When = ()
    group: str = ""

    def label(self, language: str) -> str:
        """The question in words."""
        return words(language).say(f"ask.{self.key}")

    def help(self, language: str) -> str:
        """A sentence more, "" where the question needs none."""
        said, key = words(language), f"ask.{self.key}.help"
        return said.say(key) if said.knows(key) else ""

    def option(self, option: str, language: str) -> str:
        """One of the options in words: trumps, cards and announces by their names."""
        said = words(language)
        answers = (f"answer.{key}.{option}" for key in (self.key, _FAMILIES.get(self.key)))
        places = (*answers, f"announce.{option}")
        return next((said.say(place) for place in places if said.knows(place)), option)

    def as_dict(self, language: str) -> dict[str, Any]:
        """Everything a page needs to ask it, ready for JSON."""
        return {
            "key": self.key,
            "group": self.group,
            "kind": self.kind,
            "default": self.default,
            "label": self.label(language),
            "help": self.help(language),
            "options": {option: self.option(option, language) for option in self.options},
            "low": self.low,
            "high": self.high,
            "when": [
                [{"key": condition.key, "values": list(condition.values)} for condition in together]
                for together in self.when
            ],
        }


# Questions that share the words of their options.
_FAMILIES: Mapping[str, str] = {
    **dict.fromkeys(("last_trick", "pack_totals", "highest", "failed_amounts"), "mode"),
    "trump_factors": "trump",
    "all_trump_cards": "card",
    **dict.fromkeys(("made_writes", "failed_writes", "doubled_made", "doubled_failed"), "writes"),
    **dict.fromkeys(("made_multiplied", "failed_multiplied"), "multiplied"),
    **dict.fromkeys(("capot_made", "capot_failed"), "capot_writes"),
    "tie_last_deal": "tie",
}
