"""A line taken over from a paper as it is marked there: the score of a deal, or the totals of a whole game, by side.

How a score came about is not known, so nothing is counted: the figures are written down. What beside them can be read
on the paper (belotes, all tricks of one side, trump) serves the control of ``control_pack`` alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.rules.answer import Answer
from scoring.rules.cards import SIDES
from scoring.rules.deal import as_whole, told
from scoring.rules.errors import DealError
from scoring.rules.explain import total_line
from scoring.rules.ruleset import RuleSet
from scoring.rules.source import is_whole

MAX_MARK = 100_000
MOST_DEALS = 200
#: The name under which a line of a sheet holds its figures; a deal has none of that name.
NAME = "marked"


@dataclass(frozen=True, slots=True)
class Marked:
    """``ns`` and ``ew`` as they are marked, from 0 to 100,000. ``deals``: how many deals they are the sum of;
    ``whole``: with them the game is over, however many they are. ``belotes`` and ``sweeps`` count those of both sides
    together; ``trump`` is that of a single deal, "" where it is not told."""

    ns: int
    ew: int
    deals: int = 1
    whole: bool = False
    belotes: int = 0
    sweeps: int = 0
    trump: str = ""

    def as_data(self) -> dict[str, Any]:
        """As a line of a sheet keeps it; ``parse_marked`` reads it back."""
        told_more = {"deals": self.deals, "belotes": self.belotes, "sweeps": self.sweeps, "trump": self.trump}
        plain = {"deals": 1, "belotes": 0, "sweeps": 0, "trump": ""}
        more = {name: value for name, value in told_more.items() if value != plain[name]}
        return {NAME: {"NS": self.ns, "EW": self.ew}, **more, **({"whole": True} if self.whole else {})}


def is_marked(data: Mapping[str, Any]) -> bool:
    """Whether a line of a sheet is one of these, and no deal."""
    return NAME in data


def parse_marked(data: Mapping[str, Any]) -> Marked:
    """The line that ``data`` holds. Raises DealError, its field being "marked" or what stands beside it."""
    given = data.get(NAME)
    if not isinstance(given, Mapping) or {*given} != {*SIDES}:
        raise DealError(NAME, "no_totals")
    ns, ew = (_whole(given[side], NAME, 0, MAX_MARK) for side in SIDES)
    deals = _whole(data.get("deals", 1), "deals", 1, MOST_DEALS)
    belotes = _whole(data.get("belotes", 0), "belotes", 0, 2 * deals)
    sweeps = _whole(data.get("sweeps", 0), "sweeps", 0, deals)
    trump = data.get("trump", "")
    if trump not in {"", "S", "H", "D", "C", "SA", "TA"}:
        raise DealError("trump", "no_totals")
    return Marked(ns, ew, deals, data.get("whole") is True, belotes, sweeps, trump)


def _whole(value: Any, field: str, low: int, high: int) -> int:
    number = as_whole(value)
    if not is_whole(number):
        raise DealError(field, "no_number", given=told(value))
    if not low <= number <= high:
        raise DealError(field, "out_of_range", low=low, high=high)
    return int(number)


def answer_marked(ruleset: RuleSet, marked: Marked, *, language: str = "en") -> Answer:
    """The answer that repeats the figures: result "total", made None. Raises DealError where the rule set counts no
    deals of two sides."""
    if ruleset.totals is not None:
        raise DealError(NAME, "no_totals")
    lines = tuple(total_line(side, n, language) for side, n in zip(SIDES, (marked.ns, marked.ew), strict=True))
    return Answer(None, marked.ns, marked.ew, "total", None, 0, lines, (), language)
