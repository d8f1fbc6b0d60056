"""Why these two meet: for each side of a table the partner that would have cost the system less, and what it costs.

Codes, each with its parameters (`entry`: the side that is spoken of; `other`: the nearer one):

- `nearest` (entry): nobody costs the system less.
- `forbidden` (entry, other, rule, must, rounds): the two must not meet, or it is wished that they do not; `rounds` are
  those in which they have met, where that is the cause.
- `worse` (entry, other, then, cost, by, rule, must, rounds): the two could meet, but those left, `then` (one where one
  would rest), would cost more: `by` on the level `cost`, which is of `rule`, or of the system where that is empty.
- `lot` (entry, other, then): the exchange costs the same, and the seed chose.
- `ahead` (entry, other, then): the exchange costs less, but after it fewer of the announced rounds could be drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tournaments.draws.costs import Costs
from tournaments.draws.field import Field, Pair, pair
from tournaments.draws.model import DrawRequest, Reason
from tournaments.draws.nearest import Line, Search


def explained(
    request: DrawRequest, field: Field, costs: Costs, line: Line, pairs: Sequence[Pair]
) -> dict[Pair, tuple[Reason, ...]]:
    """The reasons of each table of a draw, its higher place in the line first; none for locked tables and the bye."""
    told = _Told(request, field, costs, line, pairs)
    return {
        one: tuple(told.side(entry) for entry in sorted(one, key=told.place.__getitem__))
        for one in pairs
        if one[1] != field.bye and one[0] in told.place
    }


class _Told:
    def __init__(self, request: DrawRequest, field: Field, costs: Costs, line: Line, pairs: Sequence[Pair]) -> None:
        self.request, self.field, self.costs = request, field, costs
        self.search = Search(field, costs, line)
        self.order = (*line.order, field.bye)
        self.place = {entry: place for place, entry in enumerate(line.order)}
        places = {**self.place, field.bye: len(line.order)}
        self.partner: dict[int, int] = {}
        for one, other in pairs:
            if one in self.place:
                self.partner[places[one]] = places[other]
                self.partner[places[other]] = places[one]

    def side(self, entry: int) -> Reason:
        """Why the entry meets its opponent and nobody nearer."""
        one = self.place[entry]
        mine = self.own(one, self.partner[one])
        nearer = min(self.nearer(one, mine), default=None)
        if nearer is None:
            return Reason("nearest", {"entry": self.id(one)})
        other = nearer[1]
        both = {"entry": self.id(one), "other": self.id(other)}
        level = self.first_more(self.row(one, other), self.row(one, self.partner[one]))
        if level is not None:
            return Reason("forbidden", {**both, **self.rule(self.costs.names[level], one, other)})
        return self.exchange(one, other, both)

    def nearer(self, one: int, mine: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
        """The places that cost less than `mine`, with what they cost; nobody further off than the first that, by the
        costs that grow with the distance alone, does not."""
        for step in (-1, 1):
            other = one + step
            while 0 <= other < self.search.size:
                own = self.own(one, other)
                if other != self.partner[one] and own < mine:
                    yield own, other
                if self.search.grown(own) >= mine:
                    break
                other += step

    def exchange(self, one: int, other: int, both: dict[str, Any]) -> Reason:
        """What it would cost if the two met, and those they meet now met each other."""
        left, right = self.partner[one], self.partner[other]
        now = self.total((one, left), (other, right))
        then = self.total((one, other), (left, right))
        who = {**both, "then": [self.id(place) for place in (left, right) if place < self.search.size]}
        level = self.first_more(then, now)
        if level is None:
            return Reason("lot" if then == now else "ahead", who)
        names = (*self.costs.names, *self.search.line.names)
        cost = {"cost": names[level], "by": then[level] - now[level]}
        return Reason("worse", {**who, **cost, **self.rule(names[level], left, right)})

    @staticmethod
    def first_more(one: Sequence[int], other: Sequence[int]) -> int | None:
        """The first level on which the two differ, where the first costs more there; None where it costs less or all
        is the same."""
        for level, (value, than) in enumerate(zip(one, other, strict=True)):
            if value != than:
                return level if value > than else None
        return None

    def rule(self, level: str, one: int, other: int) -> dict[str, Any]:
        """The rule a level comes from, and the rounds in which the two have met where it is about that."""
        rule = self.costs.rules.get(level)
        entries = sorted((self.order[one], self.order[other]))
        met = self.field.met.get((entries[0], entries[1]), ()) if level.startswith("re") else ()
        return {
            "rule": "" if rule is None else rule.name,
            "must": rule in self.request.musts,
            "rounds": list(met),
        }

    def own(self, one: int, other: int) -> tuple[int, ...]:
        return self.search.own(*pair(one, other))

    def row(self, one: int, other: int) -> tuple[int, ...]:
        return self.search.row(*pair(one, other))

    def total(self, *pairs: Pair) -> tuple[int, ...]:
        return self.search.total([pair(*one) for one in pairs])

    def id(self, place: int) -> str:
        return self.field.entries[self.order[place]].id
