"""Mates kept apart: members of a club, or of a pool, put as far from each other as a bracket or pools allow.

In a bracket the two halves are balanced first: of every group half (or one more or less) in each, as far as the seeds'
bands allow; then the quarters of each half, and so on down. Balanced halves all the way down are also what keeps the
first rounds free of mates, since in a block of 2**j slots no more mates are left than 2**j divide.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence

from tournaments.draws.plans.brackets import slot_order, slots_for


def in_bracket(bands: Sequence[int], groups: Sequence[str]) -> list[int]:
    """Which entrant (0 … n-1, the best first) takes each place of a knockout of n, mates as far apart as can be.

    `bands`: how many entrants, from the best on, are of equal rank among themselves: only they exchange places.
    `groups`: each entrant's group, empty for none. Entrants stay where they are unless mates have to be parted.
    """
    size = len(groups)
    held = list(range(size))
    band = [number for number, length in enumerate(bands) for _ in range(length)]
    slots = [place if place < size else None for place in slot_order(slots_for(size))]
    width = len(slots)
    while width >= 4:
        for start in range(0, len(slots), width):
            left = [place for place in slots[start : start + width // 2] if place is not None]
            right = [place for place in slots[start + width // 2 : start + width] if place is not None]
            _balance(held, left, right, band, groups)
        width //= 2
    return held


def _balance(held: list[int], left: list[int], right: list[int], band: Sequence[int], groups: Sequence[str]) -> None:
    """Exchange entrants of the same band between both sides until no exchange, nor chain of them, parts more mates.

    With d = members on the left less members on the right, the number of mates on the same side falls when a group with
    a larger d gives one to the right and, at the end of a chain through other groups, one with a d smaller by three or
    more gives one to the left. Of this convex cost a least one is reached when no such chain is left.
    """
    while True:
        surplus: Counter[str] = Counter()
        for side, step in ((left, 1), (right, -1)):
            for place in side:
                if groups[held[place]]:
                    surplus[groups[held[place]]] += step
        chain = _chain(held, left, right, band, groups, surplus)
        if not chain:
            return
        for one, other in chain:
            held[one], held[other] = held[other], held[one]


def _chain(
    held: list[int],
    left: list[int],
    right: list[int],
    band: Sequence[int],
    groups: Sequence[str],
    surplus: Counter[str],
) -> list[tuple[int, int]]:
    """The exchanges (place on the left, place on the right) of a chain that parts more mates; empty if there is none.

    Who has no group is a group of its own that may have any number on a side.
    """
    by_band: dict[int, dict[str, int]] = {}
    for place in right:
        by_band.setdefault(band[place], {}).setdefault(groups[held[place]], place)
    gives: dict[str, dict[int, int]] = {}
    for place in left:
        gives.setdefault(groups[held[place]], {}).setdefault(band[place], place)
    most = max((_gain(group, surplus, -1) for found in by_band.values() for group in found), default=0)
    for start in sorted(gives, key=lambda group: (-surplus[group], group)):
        if _gain(start, surplus) + most <= 0:
            continue
        came: dict[str, tuple[str, int, int]] = {}
        queue = deque([start])
        while queue:
            group = queue.popleft()
            for number, here in gives.get(group, {}).items():
                for other, there in by_band.get(number, {}).items():
                    if other == start or other in came:
                        continue
                    came[other] = (group, here, there)
                    if _gain(start, surplus) + _gain(other, surplus, -1) > 0:
                        return _steps(came, start, other)
                    queue.append(other)
    return []


def _gain(group: str, surplus: Counter[str], sign: int = 1) -> int:
    """How many pairs of mates on the same side one member fewer on the heavy side saves (`sign` -1: on the right)."""
    return sign * surplus[group] - 1 if group else 0


def _steps(came: dict[str, tuple[str, int, int]], start: str, end: str) -> list[tuple[int, int]]:
    steps = []
    while end != start:
        end, here, there = came[end]
        steps.append((here, there))
    return steps


def in_pools(pools: Sequence[Sequence[int]], groups: Sequence[str]) -> list[list[int]]:
    """Pools in which fewer mates are together: entrants of the same row (position in the pool) change pools.

    Exchanges of two are made as long as one of them parts more mates than it joins.
    """
    dealt = [list(pool) for pool in pools]
    inside = [Counter(groups[entrant] for entrant in pool if groups[entrant]) for pool in dealt]
    changed = True
    while changed:
        changed = False
        for one, pool in enumerate(dealt):
            for row in range(len(pool)):
                if inside[one][groups[pool[row]]] < 2:
                    continue
                other = _best_exchange(dealt, inside, groups, one, row)
                if other is not None:
                    _exchange(dealt, inside, groups, row, one, other)
                    changed = True
    return dealt


def _best_exchange(
    dealt: list[list[int]], inside: list[Counter[str]], groups: Sequence[str], one: int, row: int
) -> int | None:
    mine = groups[dealt[one][row]]
    best, found = 0, None
    for other, pool in enumerate(dealt):
        if other == one or row >= len(pool) or groups[pool[row]] == mine:
            continue
        theirs = groups[pool[row]]
        change = inside[other][mine] - (inside[one][mine] - 1)
        if theirs:
            change += inside[one][theirs] - (inside[other][theirs] - 1)
        if change < best:
            best, found = change, other
    return found


def _exchange(
    dealt: list[list[int]], inside: list[Counter[str]], groups: Sequence[str], row: int, one: int, other: int
) -> None:
    for here, there in ((one, other), (other, one)):
        group = groups[dealt[here][row]]
        if group:
            inside[here][group] -= 1
            inside[there][group] += 1
    dealt[one][row], dealt[other][row] = dealt[other][row], dealt[one][row]
