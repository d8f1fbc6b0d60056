"""How large a formula can become: what a rule set says must be counted exactly everywhere.

A browser counts whole numbers exactly to 2^53 only. So the most that every name of a formula can stand for is worked
out once, and a formula that could pass the limit is refused when its file is read, not when some deal reaches it. The
same bounds are in static/js/rules/ruleset.js.
"""

from collections.abc import Mapping, Sequence
from math import prod

from scoring.rules.deal import MAX_ANNOUNCE, MAX_ANNOUNCES, MAX_NUMBER
from scoring.rules.formula import Formula
from scoring.rules.ruleset import Cards

#: What the terms of a formula may come to together; below 2^53 by more than what is carried and rounded.
MOST = 9_000_000_000_000_000
_ROUNDED = 10


class Bounds:
    """The most that each name can stand for, above or below nothing. ``belotes`` are the points of all belotes of a
    deal, ``factor`` is the greatest that ``m`` can be, ``own`` the own names with their values by trump."""

    def __init__(
        self,
        cards: Cards,
        sweep: Formula,
        own: tuple[Sequence[str], Mapping[str, Sequence[int]]],
        *,
        belotes: int,
        factor: int,
    ) -> None:
        total = max(*cards.totals.values(), *(conversion.to for conversion in cards.convert.values()))
        names, by_trump = own
        self._most = {"total": total, "bid": MAX_NUMBER, "alone": 1, "m": factor}
        self._most |= dict.fromkeys(("sweep", "their_sweep"), 1)
        # Both sides' together: so many count for a penalty.
        self._most |= dict.fromkeys(("announces", "their_announces"), 2 * MAX_ANNOUNCES * MAX_ANNOUNCE)
        self._most |= dict.fromkeys(("belote", "their_belote"), belotes)
        self._most |= {name: max(abs(values[at]) for values in by_trump.values()) for at, name in enumerate(names)}
        self._most |= dict.fromkeys(("points", "their_points"), max(total, self.of(sweep)) + _ROUNDED)

    def of(self, formula: Formula) -> int:
        """The most that the formula can come to, above or below nothing."""
        return sum(abs(term.coefficient) * prod(self._most[name] for name in term.names) for term in formula.terms)
