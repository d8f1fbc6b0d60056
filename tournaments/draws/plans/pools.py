"""Pools: how many of which size, who is in which, and their round robins side by side.

Places are numbered pool by pool: the first pool holds the places 0 … p-1. A pool of an odd size has one more place,
which stays vacant, as in `movements`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.draws.plans.apart import in_pools
from tournaments.draws.plans.movements import RoundRobin, Sitting, even

SMALLEST = 3
LARGEST = 6
LEAST_ENTRIES = 2 * SMALLEST
"""Two pools at least: one pool alone is a round robin."""


def pool_sizes(entries: int, aim: int) -> tuple[int, ...]:
    """The sizes (3 to 6, larger ones first, differing by one at most) of pools of about `aim` (3 to 6) for `entries`.

    An aim of 3 or 4 gives pools of 3 and 4, which need three rounds alike; 5 and 6 give pools of 5 and 6, which need
    five, but where the number admits none. Empty for fewer than 6 entries.
    """
    if entries < LEAST_ENTRIES:
        return ()
    pools = entries // aim if aim % 2 else -(-entries // aim)
    pools = min(max(pools, 2, -(-entries // LARGEST)), entries // SMALLEST)
    small, larger = divmod(entries, pools)
    return (small + 1,) * larger + (small,) * (pools - larger)


def pool_rounds(sizes: Sequence[int]) -> int:
    """How many rounds the round robins of pools of these sizes take, all pools playing at once."""
    return max(even(size) for size in sizes) - 1


def snake(order: Sequence[int], sizes: Sequence[int], groups: Sequence[str]) -> list[list[int]]:
    """The pools of `order` (best first) dealt there and back: first row from the first pool to the last, second back.

    Members of a group change pools within their row so that fewer are together; the rows stay as strong.
    """
    pools: list[list[int]] = [[] for _ in sizes]
    rest = iter(order)
    for row in range(max(sizes)):
        turn = [pool for pool, size in enumerate(sizes) if size > row]
        for pool in turn if row % 2 == 0 else reversed(turn):
            pools[pool].append(next(rest))
    return in_pools(pools, groups)


def drawn(order: Sequence[int], sizes: Sequence[int], groups: Sequence[str]) -> list[list[int]]:
    """The pools of `order` (in the order of a lot) with every group spread evenly: no fewer mates can be together.

    Group by group, in the order of the lot, the entrants go to the pools in turn, so that of a group any two pools
    have equally many, or one of them one more.
    """
    first: dict[str, int] = {}
    for position, entrant in enumerate(order):
        first.setdefault(groups[entrant] or f"\0{entrant}", position)
    ordered = sorted(order, key=lambda entrant: first[groups[entrant] or f"\0{entrant}"])
    pools: list[list[int]] = [[] for _ in sizes]
    for turn, entrant in enumerate(ordered):
        pools[turn % len(sizes)].append(entrant)
    return pools


@dataclass(frozen=True, slots=True)
class Pools:
    """The round robins of pools of `sizes`, as one movement; a pool that is through before the others rests."""

    sizes: tuple[int, ...]

    @property
    def places(self) -> int:
        return sum(even(size) for size in self.sizes)

    @property
    def most(self) -> int:
        return pool_rounds(self.sizes)

    def round(self, number: int) -> tuple[Sitting, ...]:
        """The meetings of round `number` (1 … `most`), tables numbered through from the first pool to the last."""
        sittings: list[Sitting] = []
        start = 0
        for size in self.sizes:
            circle, before = RoundRobin(even(size)), len(sittings)
            if number <= circle.most:
                sittings += [
                    Sitting(before + one.table, start + one.ns, start + one.ew) for one in circle.round(number)
                ]
            start += even(size)
        return tuple(sittings)

    def laid(self, pools: Sequence[Sequence[int]]) -> list[int | None]:
        """The entrant of each place, None for the vacant ones."""
        places: list[int | None] = []
        for pool in pools:
            places += [*pool, *[None] * (len(pool) % 2)]
        return places
