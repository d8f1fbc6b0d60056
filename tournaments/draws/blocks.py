"""Stretches of a line in which the cheapest draw pays more than its steps, and what any draw must pay there.

Two neighbours who have met, far from everybody else, cost much more than the steps between them. Seen over the whole
line that excess would make room for dear pairs anywhere; so it is counted where it arises. Whatever is drawn, everybody
of a stretch meets somebody of it or somebody outside, and then pays at least the way to its end. The cheapest such
cover, found by a matching of the stretch with a copy of itself, is paid by every complete draw.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tournaments.draws.field import Pair
from tournaments.draws.lexicographic import Weighed, least

MARGIN = 8
"""Places added on each side, so that the way out is dear for those in trouble."""

LONGEST = 128
"""Longer stretches cost too much time: what they pay beyond their steps is not counted."""

Own = Callable[[int, int], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Block:
    """The places `start` … `end` - 1; `least` what any draw pays there; `exits[place]` the way out of each."""

    start: int
    end: int
    least: tuple[int, ...]
    exits: dict[int, tuple[int, ...]]


def blocks(
    pairs: Sequence[Pair],
    size: int,
    excess: Callable[[Pair], bool],
    own: Own,
    steady: Own,
    allowed: Callable[[int, int], bool],
) -> list[Block]:
    """The stretches of `size` places around the pairs of a draw that pay more than their steps (`excess`).

    `own`: what a pair of places costs; `steady`: what of it at least is the sum of its parts; `allowed`: who may meet
    in a draw that breaks as little as can be. No pair of the draw reaches over the end of a stretch.
    """
    ends = _clean(pairs, size)
    dear = {one[0] for one in pairs if excess(one)}
    found: list[list[int]] = []
    for start, end in pairwise(ends):
        if not dear.isdisjoint(range(start, end)):
            first = max(cut for cut in ends if cut <= max(0, start - MARGIN))
            last = min(cut for cut in ends if cut >= min(size, end + MARGIN))
            if found and first < found[-1][1]:
                found[-1][1] = last
            else:
                found.append([first, last])
    return [_block(start, end, size, own, steady, allowed) for start, end in found if end - start <= LONGEST]


def _clean(pairs: Sequence[Pair], size: int) -> list[int]:
    """The places before which no pair reaches across, 0 and `size` too."""
    ends, reach = [0], 0
    for one, other in sorted(pairs):
        if one >= reach and one > ends[-1]:
            ends.append(one)
        reach = max(reach, other + 1)
    return [*ends, size]


def _block(start: int, end: int, size: int, own: Own, steady: Own, allowed: Callable[[int, int], bool]) -> Block:
    # Beyond the ends of the line there is nobody to meet.
    ends = ([start] if start > 0 else []) + ([end - 1] if end < size else [])
    exits = {place: min(steady(min(place, at), max(place, at)) for at in ends) for place in range(start, end) if ends}
    length = end - start
    edges: list[Weighed] = [
        (place, place + length, tuple(2 * value for value in cost)) for place, cost in exits.items()
    ]
    for one in range(start, end):
        for other in range(one + 1, end):
            if allowed(one, other):
                cost = own(one, other)
                edges += [(one, other, cost), (one + length, other + length, cost)]
    chosen = {(one, other): cost for one, other, cost in edges}
    pairs = least(range(start, end + length), edges) or []
    sums = [sum(column) // 2 for column in zip(*(chosen[one] for one in pairs), strict=True)]
    return Block(start, end, tuple(sums), exits)
