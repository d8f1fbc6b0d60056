"""The draws after the cheapest one, in the order of their cost; and any other draw in the same costs."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence

from tournaments.draws.costs import Costs
from tournaments.draws.field import Field, Pair, pair
from tournaments.draws.nearest import Line, Matched, Search
from tournaments.draws.seeds import Chance

MOST_ENTRIES = 40
"""In larger lines the next cheapest draws differ too little from the cheapest to be worth their time."""


def next_best(field: Field, costs: Costs, line: Line, noise: Chance, count: int) -> Iterator[Matched]:
    """The second cheapest complete draw, the third, … at most `count` of them.

    After Murty: the draws but the cheapest fall into those without its first pair, those with the first but without the
    second, and so on; the cheapest of each part is found, the cheapest of all taken, and its part divided again.
    """
    search = Search(field, costs, line)
    if search.size > MOST_ENTRIES:
        return
    values = search.values(search.within(search.size), noise)
    found = 0
    parts: list[tuple[tuple[int, ...], tuple[Pair, ...], int, frozenset[Pair]]] = []

    def enter(kept: tuple[Pair, ...], without: frozenset[Pair]) -> None:
        nonlocal found
        pairs = search.best_of(values, kept, without)
        if pairs is not None:
            whole = (*kept, *sorted(pairs))
            total = tuple(sum(column) for column in zip(*(values[one] for one in whole), strict=True))
            heapq.heappush(parts, (total, whole, len(kept), without))

    enter((), frozenset())
    while parts:
        _, whole, fixed, without = heapq.heappop(parts)
        if found:
            yield search.told(whole)
        found += 1
        if found > count:
            return
        for place in range(fixed, len(whole)):
            enter(whole[:place], without | {whole[place]})


def from_pairs(field: Field, costs: Costs, line: Line, pairs: Sequence[Pair]) -> Matched:
    """A draw found elsewhere, with what it costs in this line."""
    search = Search(field, costs, line)
    place = {entry: at for at, entry in enumerate((*line.order, field.bye))}
    return search.told([pair(place[one], place[other]) for one, other in pairs])
