"""Kind ``totals``: any other game. Nothing is counted here; the table's totals are typed and given back.

The keys of such a file, all optional: ``totals.sides`` 2 (NS, EW) or 3 (players A, B, C), where one of them only may
be entered; ``totals.control``, the sum that all totals of a table must make, 0 where there is none; ``totals.lowest``,
the lowest total, below 0 where a game counts minus points.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.rules.answer import Answer
from scoring.rules.cards import SIDES
from scoring.rules.deal import Deal, as_whole, shown, told
from scoring.rules.errors import DealError
from scoring.rules.explain import Line, total_line
from scoring.rules.plausible import passed_notes
from scoring.rules.ruleset import PLAYERS, RuleSet, TotalsRules
from scoring.rules.source import Reader, is_whole

MAX_TOTAL = 100_000
FIELDS = ("id", "totals")


@dataclass(frozen=True, slots=True)
class Totals:
    """What each side, or each of three players, has at the end, in the order NS, EW or A, B, C."""

    totals: tuple[tuple[str, int], ...]
    id: str | None = None
    unknown: tuple[str, ...] = ()


def parse_totals(obj: Mapping[str, Any], lowest: int = 0) -> Totals:
    """The totals in ``obj``: NS and EW, or A, B and C, each from ``lowest`` to 100,000. Raises DealError."""
    id_, given = obj.get("id"), obj.get("totals")
    if id_ is not None and not isinstance(id_, str):
        raise DealError("id", "no_text")
    if given is None:
        raise DealError("totals", "missing")
    names = next((group for group in (SIDES, PLAYERS) if isinstance(given, Mapping) and {*given} == {*group}), None)
    if names is None:
        raise DealError("totals", "no_totals")
    found: list[tuple[str, int]] = []
    for name in names:
        number = as_whole(given[name])
        if not is_whole(number):
            raise DealError("totals", "no_number", given=told(given[name]))
        if not lowest <= number <= MAX_TOTAL:
            raise DealError("totals", "out_of_range", low=lowest, high=MAX_TOTAL)
        found.append((name, number))
    unknown = tuple(shown(name) for name in obj if name not in FIELDS)
    return Totals(tuple(found), id_, unknown)


def score_totals(ruleset: RuleSet, totals: Totals | Mapping[str, Any], *, language: str = "en") -> Answer:
    """The answer that repeats the totals under their names: result "total", made None. Raises DealError where the rule
    set keeps no totals, other sides, or a control total that they do not make."""
    rules = ruleset.totals
    if rules is None:
        raise DealError("totals", "totals_not_kept")
    if not isinstance(totals, Totals):
        totals = parse_totals(totals, rules.lowest)
    names = [name for name, _ in totals.totals]
    if rules.sides and rules.sides != len(names):
        raise DealError("totals", "other_totals", allowed=", ".join(SIDES if rules.sides == 2 else PLAYERS))
    made = sum(number for _, number in totals.totals)
    if rules.control and made != rules.control:
        raise DealError("totals", "totals_sum", sum=made, total=rules.control)
    lines: tuple[Line, ...] = tuple(total_line(name, number, language) for name, number in totals.totals)
    found = passed_notes(Deal(unknown=totals.unknown))
    if names == [*SIDES]:
        (_, ns), (_, ew) = totals.totals
        return Answer(totals.id, ns, ew, "total", None, 0, lines, found, language)
    return Answer(totals.id, 0, 0, "total", None, 0, lines, found, language, players=totals.totals)


def read_totals(reader: Reader, kind: str) -> TotalsRules | None:
    """The ``[totals]`` table of a file; None for another kind of game, where there must be none."""
    if kind != "totals":
        return None
    return TotalsRules(
        sides=reader.one_of("totals.sides", (0, 2, 3)),
        control=reader.whole("totals.control", 0, 0, MAX_TOTAL),
        lowest=reader.whole("totals.lowest", 0, -MAX_TOTAL, 0),
    )
