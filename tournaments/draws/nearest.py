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

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from tournaments.draws.blocks import Block, blocks
from tournaments.draws.costs import NOISE_BITS, Costs, groups_of
from tournaments.draws.field import Field, Pair, pair
from tournaments.draws.lexicographic import Weighed, least
from tournaments.draws.model import KEEP_APART, NOT_SAME_CLUB, DrawBug, DrawError
from tournaments.draws.seeds import Chance
from tournaments.draws.steps import Steps

WINDOW = 5
"""How many neighbours on each side are weighed in the first attempt; widened until the answer is proved."""

ALL_PAIRS = 131_000
"""So many pairs at most are all weighed where nothing is proved: those of 512 entries, some seconds."""

PROOF_PAIRS = 60_000
"""Where more pairs than this could be in the best draw, they are not all weighed for the proof: some seconds too."""

MOST_PAIRS = 1_000_000
"""More pairs than this are never weighed: the organiser is told to ask for less."""

_DIGIT = 64
"""Own costs of several levels are compared as one number with so many bits a level."""


@dataclass(frozen=True, slots=True)
class Line:
    """The entries to pair in the order of the line, and the system's own costs.

    `own(a, b)`: what a table of the places a < b costs on each level of `names`, 0 or more, at most 2**40. `steady`:
    which levels grow with the distance: what two cost is never less than the sum of what they cost up to a place
    between them, and from it.
    """

    order: tuple[int, ...]
    names: tuple[str, ...]
    own: Callable[[int, int], tuple[int, ...]]
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
    search = Search(field, costs, line)
    size = len(line.order)
    widest = max(size - 1, 1)
    all_pairs = size * (size - 1) // 2
    before: tuple[int, ...] | None = None
    while window < widest:
        pairs = search.best(search.within(window))
        total = search.total(pairs)
        kept = search.breaks_least(pairs)
        if kept and (possible := search.not_dearer(pairs, PROOF_PAIRS)):
            return search.matched(possible, noise, proved=True)
        if not kept and all_pairs <= ALL_PAIRS and window >= 4 * WINDOW:
            break
        if total == before:
            if all_pairs <= ALL_PAIRS:
                break
            return search.matched(search.within(window), noise, proved=False)
        if window * size > MOST_PAIRS:
            raise DrawError("too_much_work", entries=size)
        before = total
        window *= 2
    return search.matched(search.within(widest), noise, proved=True)


class Search:
    """One line with its costs. Pairs are of places, lower first; the bye stands at the place after the last."""

    def __init__(self, field: Field, costs: Costs, line: Line) -> None:
        self.field, self.costs, self.line = field, costs, line
        self.size = len(line.order)
        self.nothing = (0,) * len(costs.names)
        self.vertices = range(self.size + self.size % 2)
        self.byes = [self.row(place, self.size) for place in range(self.size)] if self.size % 2 else []
        self.majority = self._majority()
        cheapest = min(self.byes, default=None)
        self.resting = [place for place, row in enumerate(self.byes) if row == cheapest]
        # Who alone may rest in a draw that breaks as little as can be is nobody's neighbour.
        alone = self.resting if len(self.resting) == 1 else []
        self.live = [place for place in range(self.size) if place not in alone]
        self.paces = [_packed(self.steady(place, place + 1)) for place in range(len(self.live) - 1)]
        self.steps = Steps(self.paces, [] if alone else self.resting)

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

    def values(self, allowed: Sequence[Pair], noise: Chance | None) -> dict[Pair, tuple[int, ...]]:
        """All that each of the pairs `allowed`, which are in ascending order, and each bye costs."""
        words = _words(noise, allowed, self.size)
        found = {
            (one, other): (*self.row(one, other), *self.line.own(one, other), words(one, other))
            for one, other in allowed
        }
        for place, row in enumerate(self.byes):
            own = self.own(place, self.size)
            found[place, self.size] = (*row, *own, words(self.size, self.size + 1 + place))
        return found

    def best_of(
        self,
        values: Mapping[Pair, tuple[int, ...]],
        kept: Sequence[Pair] = (),
        without: Set[Pair] = frozenset(),
    ) -> list[Pair] | None:
        """The cheapest pairs for all who are not in `kept`, none of them in `without`."""
        seated = {place for one in kept for place in one}
        edges: list[Weighed] = [
            (*one, costs)
            for one, costs in values.items()
            if one not in without and one[0] not in seated and one[1] not in seated
        ]
        return least([place for place in self.vertices if place not in seated], edges)

    def best(self, allowed: Sequence[Pair], noise: Chance | None = None) -> list[Pair]:
        """The cheapest complete draw whose tables are all `allowed`, which is in ascending order; any bye may be."""
        pairs = self.best_of(self.values(allowed, noise))
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

    def steady(self, one: int, other: int) -> tuple[int, ...]:
        """What two of those who may have to play cost at least, by their places among them: never less than the sum of
        its parts."""
        if one == other:
            return (0,) * len(self.line.names)
        return self.grown(self.line.own(self.live[one], self.live[other]))

    def grown(self, own: Sequence[int]) -> tuple[int, ...]:
        """Of own costs those that grow with the distance."""
        return tuple(value if grows else 0 for value, grows in zip(own, self.line.steady, strict=True))

    def not_dearer(self, pairs: Sequence[Pair], most_pairs: int) -> list[Pair] | None:
        """All pairs that could be in a draw as cheap as `pairs`, which breaks as little as can be; None where they are
        more than `most_pairs`."""
        live, found = self.live, []
        dear = self._blocks(pairs)
        within = {place: block for block in dear for place in range(block.start, block.end)}
        exits = {place: _packed(cost) for block in dear for place, cost in block.exits.items()}
        paces = list(self.paces)
        for block in dear:
            paces[block.start : block.end - 1] = [0] * (block.end - 1 - block.start)
        steps = Steps(paces, [] if len(self.live) < self.size else self.resting)
        most = _packed(self.total(pairs)[len(self.nothing) :]) - sum(_packed(block.least) for block in dear)
        for one in range(len(live) - 1):
            beyond, mine = 0, most + exits.get(one, 0)
            for other, bound in steps.outward(one):
                room = mine + exits.get(other, 0) - bound
                same = one in within and within[one] is within.get(other)
                near = same or _packed(self.line.own(live[one], live[other])) <= room
                if near and self._is_needed(live[one], live[other]):
                    found.append((live[one], live[other]))
                    if len(found) > most_pairs:
                        return None
                beyond = beyond + 1 if not same and _packed(self.steady(one, other)) > room else 0
                # The nearest place may be too dear only because it is the one that should rest; and from within a
                # block the way out is counted.
                if beyond >= 2 and not exits.get(other, 0):
                    break
        return found

    def _blocks(self, pairs: Sequence[Pair]) -> list[Block]:
        if len(self.live) % 2:
            return []
        at = {place: position for position, place in enumerate(self.live)}
        tables = [(at[one], at[other]) for one, other in pairs if other != self.size and one in at and other in at]

        def own(one: int, other: int) -> tuple[int, ...]:
            return self.line.own(self.live[one], self.live[other])

        def excess(one: Pair) -> bool:
            return _packed(own(*one)) > self.steps.paid(*one)

        def allowed(one: int, other: int) -> bool:
            return self._is_needed(self.live[one], self.live[other])

        return blocks(tables, len(self.live), excess, own, self.steady, allowed)

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
        found = self.told(self.best(allowed, noise))
        return replace(
            found,
            window=max((other - one for one, other in allowed), default=0),
            complete=len(allowed) == self.size * (self.size - 1) // 2,
            proved=proved,
        )

    def told(self, pairs: Sequence[Pair]) -> Matched:
        """A complete draw of pairs of places, by entries; nothing is said of how it was found."""
        order = (*self.line.order, self.field.bye)
        return Matched(
            pairs=tuple(sorted(pair(order[one], order[other]) for one, other in pairs)),
            own_names=self.line.names,
            own=self.total(pairs)[len(self.nothing) :] if pairs else (0,) * len(self.line.names),
            lower_bound=self.steps.lower_bound() >> _DIGIT * (len(self.line.names) - 1),
            window=0,
            complete=False,
            proved=False,
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
