"""The cheapest complete draw when everybody stands in a line and the near should meet: exact, without all pairs.

Each system puts the entries in a line and says what two places cost. Few of all pairs can be in the best draw, and
which they are can be proved. Any draw pays at least the step between two neighbouring places wherever an odd number of
those who play stands before it, since then a table must reach across. A draw that breaks as little as can be, found
among near neighbours, costs so much more than the sum of these steps, and not more, than the best draw may: a pair that
alone would cost more than that is in no best draw. The pairs that are left are weighed again, with the seed's noise,
which chooses among the equally cheap. Where a rule must be broken, all pairs are weighed; in fields too large for
that, neighbours are added until they change nothing, and the draw says that it is not proved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournaments.draws.costs import NOISE_BITS, Costs, groups_of
from tournaments.draws.field import Field, Pair, pair
from tournaments.draws.lexicographic import Weighed, least
from tournaments.draws.model import KEEP_APART, NOT_SAME_CLUB, DrawBug, DrawError
from tournaments.draws.seeds import Chance
from tournaments.draws.steps import Steps

WINDOW = 5
"""How many neighbours on each side are weighed in the first attempt; widened until the answer is proved."""

ALL_PAIRS = 130_000
"""So many pairs at most are all weighed where nothing is proved: those of about 500 entries, some seconds."""

MOST_PAIRS = 1_000_000
"""More pairs than this are never weighed: the organiser is told to ask for less."""

_DIGIT = 64
"""Own costs of several levels are compared as one number with so many bits a level."""


@dataclass(frozen=True, slots=True)
class Line:
    """The entries to pair in the order of the line, and the system's own costs.

    `own(a, b)`: what a table of the places a < b costs on each level of `names`, 0 or more, at most 2**40.
    `step(a)`: what any pair costs at least for reaching from place a or before to place a + 1 or after, so that a
    pair costs at least the sum of the steps between its two places. `steady`: which levels grow with the distance, a
    place further costing at least its step more; a level that does not has no steps.
    """

    order: tuple[int, ...]
    names: tuple[str, ...]
    own: Callable[[int, int], tuple[int, ...]]
    step: Callable[[int], tuple[int, ...]]
    steady: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Matched:
    """A complete draw of those in the line: its pairs, the sums of the system's own costs, how widely was looked.

    `lower_bound`: what the first of the own costs adds up to at least in any complete draw.
    """

    pairs: tuple[Pair, ...]
    own_names: tuple[str, ...]
    own: tuple[int, ...]
    lower_bound: int
    window: int
    complete: bool
    proved: bool


def loose(field: Field) -> list[int]:
    """The entries whose meeting is not locked, by number."""
    locked = {entry for lock in field.locked for entry in (*lock.ns, *lock.ew)}
    return [entry for entry in range(field.size) if entry not in locked]


def nearest(field: Field, costs: Costs, line: Line, noise: Chance, *, window: int = WINDOW) -> Matched:
    """The cheapest complete draw of the line: the levels of `costs`, then the own costs, then `noise`.

    With a `window` as wide as the line all pairs are weighed at once. DrawError `too_much_work` (entries).
    """
    search = _Search(field, costs, line)
    size = len(line.order)
    widest = max(size - 1, 1)
    all_pairs = size * (size - 1) // 2
    before: tuple[int, ...] | None = None
    while window < widest:
        pairs = search.best(search.within(window))
        if search.breaks_least(pairs):
            return search.matched(search.not_dearer(pairs), noise, proved=True)
        if all_pairs <= ALL_PAIRS and window >= 4 * WINDOW:
            break
        if all_pairs > ALL_PAIRS:
            total = search.total(pairs)
            if total == before:
                return search.matched(search.within(window), noise, proved=False)
            if 2 * window * size > MOST_PAIRS:
                raise DrawError("too_much_work", entries=size)
            before = total
        window *= 2
    return search.matched(search.within(widest), noise, proved=True)


class _Search:
    """One line with its costs. Pairs are of places, lower first; the bye stands at the place after the last."""

    def __init__(self, field: Field, costs: Costs, line: Line) -> None:
        self.field, self.costs, self.line = field, costs, line
        self.size = len(line.order)
        self.nothing = (0,) * len(costs.names)
        self.vertices = range(self.size + self.size % 2)
        self.byes = [self.row(place, self.size) for place in range(self.size)] if self.size % 2 else []
        self.majority = self._majority()
        packed = [_packed(line.step(place)) for place in range(self.size - 1)]
        cheapest = min(self.byes, default=None)
        resting = [place for place, row in enumerate(self.byes) if row == cheapest]
        self.steps = Steps(packed, resting)

    def row(self, one: int, other: int) -> tuple[int, ...]:
        order = self.line.order
        if other == self.size:
            return self.costs.row(order[one], self.field.bye) or self.nothing
        return self.costs.row(*pair(order[one], order[other])) or self.nothing

    def own(self, one: int, other: int) -> tuple[int, ...]:
        return (0,) * len(self.line.names) if other == self.size else self.line.own(one, other)

    def total(self, pairs: Sequence[Pair]) -> tuple[int, ...]:
        """The sums of all levels and own costs over pairs of places."""
        rows = [self.row(*one) + self.own(*one) for one in pairs]
        return tuple(sum(column) for column in zip(*rows, strict=True))

    def within(self, window: int) -> list[Pair]:
        return [(one, other) for one in range(self.size) for other in range(one + 1, min(one + window + 1, self.size))]

    def best(self, allowed: Sequence[Pair], noise: Chance | None = None) -> list[Pair]:
        """The cheapest complete draw whose tables are all `allowed`, which is in ascending order; any bye may be."""
        words = _words(noise, allowed, self.size)
        edges: list[Weighed] = [
            (one, other, (*self.row(one, other), *self.line.own(one, other), words(one, other)))
            for one, other in allowed
        ]
        edges += [
            (place, self.size, (*row, *self.own(place, self.size), words(self.size, self.size + 1 + place)))
            for place, row in enumerate(self.byes)
        ]
        pairs = least(self.vertices, edges)
        if pairs is None:
            raise DrawBug("no complete draw where there must be one")
        return pairs

    def breaks_least(self, pairs: Sequence[Pair]) -> bool:
        """Whether the levels add up to no more than any complete draw must pay.

        That is a bye for one of those to whom it costs least, and one pair of a club for every two of its people that
        are more than half of all.
        """
        floor = list(min(self.byes, default=self.nothing))
        for level, members in self.majority.items():
            floor[level] += len(members) - len(self.vertices) // 2
        return self.total(pairs)[: len(floor)] == tuple(floor)

    def _majority(self) -> dict[int, frozenset[int]]:
        """For each level of a rule on groups of which one holds more than half of the line: the places it holds."""
        found = {}
        for level, name in enumerate(self.costs.names):
            rule = self.costs.rules.get(name)
            if rule is not None and rule.name in (NOT_SAME_CLUB, KEEP_APART):
                masks = groups_of(self.field, rule)
                mine = [masks[entry] for entry in self.line.order]
                for bit in range(max(mine, default=0).bit_length()):
                    members = frozenset(place for place, mask in enumerate(mine) if mask >> bit & 1)
                    if 2 * len(members) > len(self.vertices):
                        found[level] = members
        return found

    def not_dearer(self, pairs: Sequence[Pair]) -> list[Pair]:
        """All pairs that could be in a draw as cheap as `pairs`, which breaks as little as can be."""
        most = _packed(self.total(pairs)[len(self.nothing) :])
        found = []
        for one in range(self.size - 1):
            beyond = 0
            for other, bound in self.steps.outward(one):
                own = self.line.own(one, other)
                if bound + _packed(own) <= most and self._is_needed(one, other):
                    found.append((one, other))
                steady = [value if grows else 0 for value, grows in zip(own, self.line.steady, strict=True)]
                beyond = beyond + 1 if bound + _packed(steady) > most else 0
                # The one nearest place may be too dear only because it is the one that should rest.
                if beyond == 2:
                    break
        return found

    def _is_needed(self, one: int, other: int) -> bool:
        """Whether the pair breaks nothing but what must be broken by whoever holds a majority."""
        row = self.row(one, other)
        for level, value in enumerate(row):
            members = self.majority.get(level)
            must = 0 if members is None else (one in members) + (other in members) - 1
            if value != must:
                return False
        return True

    def matched(self, allowed: Sequence[Pair], noise: Chance, *, proved: bool) -> Matched:
        """The draw among `allowed` that the noise chooses."""
        pairs = self.best(allowed, noise)
        order = (*self.line.order, self.field.bye)
        levels = len(self.nothing)
        return Matched(
            pairs=tuple(sorted(pair(order[one], order[other]) for one, other in pairs)),
            own_names=self.line.names,
            own=self.total(pairs)[levels:] if pairs else (0,) * len(self.line.names),
            lower_bound=self.steps.lower_bound() >> _DIGIT * (len(self.line.names) - 1),
            window=max((other - one for one, other in allowed), default=0),
            complete=len(allowed) == self.size * (self.size - 1) // 2,
            proved=proved,
        )


def _packed(own: Sequence[int]) -> int:
    number = 0
    for value in own:
        number = (number << _DIGIT) + value
    return number


def _words(noise: Chance | None, allowed: Sequence[Pair], size: int) -> Callable[[int, int], int]:
    """The noise of a pair of places. Block p of `noise` holds that of place p with the places after it, nearest first;
    the block after the last place that of the byes. So a pair's noise does not depend on what else is weighed."""
    if noise is None:
        return lambda one, other: 0
    reach = dict(allowed)  # ascending, so the furthest of each place is what remains
    reach[size] = 2 * size
    blocks = {place: noise.block(place, furthest - place) for place, furthest in reach.items()}
    shift = 64 - NOISE_BITS
    return lambda one, other: blocks[one][other - one - 1] >> shift
