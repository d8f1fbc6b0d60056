"""Perfect matchings by ranked levels: the least sum on the first level, among these the least on the second, and so on.

The matching library knows one whole number a pair. So the levels are packed: one point of a level weighs more than all
lower levels can add up to in one draw. Where that does not fit the library's integers, the levels are ranked rather
than multiplied: the first ones are solved alone, and what they then are known to add up to takes the place of what
they could, which is nothing at all for every level that can be kept.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.draws.field import Pair
from tournaments.draws.matching import costs_fit, perfect_matching
from tournaments.draws.model import DrawError

Weighed = tuple[int, int, tuple[int, ...]]
"""Two vertices and what matching them costs on each level, 0 or more, heaviest level first."""


def least(vertices: Sequence[int], edges: Sequence[Weighed]) -> list[Pair] | None:
    """The perfect matching with the lexicographically least sums, pairs ascending; None when there is none.

    Every edge has the same number of levels. DrawError `too_many_costs` when not even ranked levels fit.
    """
    if not edges:
        return None if vertices else []
    depth = len(edges[0][2])
    bounds = _bounds(vertices, edges, depth)
    known: list[int] = []
    while True:
        reach = next(
            (upto for upto in range(depth, len(known), -1) if _fits(vertices, edges, _units(bounds, known, upto))), None
        )
        if reach is None:
            raise DrawError("too_many_costs", bits=_highest(edges, _units(bounds, known, depth)).bit_length())
        units = _units(bounds, known, reach)
        pairs = perfect_matching(vertices, [(one, other, _price(values, units)) for one, other, values in edges])
        if pairs is None or reach == depth:
            return pairs
        values_of = {(one, other) if one < other else (other, one): values for one, other, values in edges}
        known = [sum(values_of[pair][level] for pair in pairs) for level in range(reach)]


def _bounds(vertices: Sequence[int], edges: Sequence[Weighed], depth: int) -> list[int]:
    """What each level can add up to at most: a pair costs no more than the mean of what its two cost at worst."""
    worst = {vertex: [0] * depth for vertex in vertices}
    for one, other, values in edges:
        mine, theirs = worst[one], worst[other]
        for level, value in enumerate(values):
            if value:
                mine[level] = max(mine[level], value)
                theirs[level] = max(theirs[level], value)
    return [sum(row[level] for row in worst.values()) // 2 for level in range(depth)]


def _units(bounds: Sequence[int], known: Sequence[int], upto: int) -> list[int]:
    """What a point of each of the first `upto` levels weighs.

    A draw that is worse on one level is dearer by that level's unit, less than which a draw that is best on the levels
    of `known` has on all lower levels together; for the other levels the bounds say so of any draw.
    """
    units = [0] * upto
    lower = 0
    for level in reversed(range(upto)):
        units[level] = 1 + lower
        lower += units[level] * (known[level] if level < len(known) else bounds[level])
    return units


def _price(values: Sequence[int], units: Sequence[int]) -> int:
    return sum(value * unit for value, unit in zip(values, units, strict=False) if value)


def _highest(edges: Sequence[Weighed], units: Sequence[int]) -> int:
    return max(_price(values, units) for _, _, values in edges)


def _fits(vertices: Sequence[int], edges: Sequence[Weighed], units: Sequence[int]) -> bool:
    return costs_fit(_highest(edges, units), len(vertices))
