"""Mates kept apart: members of a club, or of a pool, put as far from each other as a bracket or pools allow.

In a bracket the two halves are balanced first: of every group half (or one more or less) in each, as far as the seeds'
bands allow; then the quarters of each half, and so on down. In a block of 2**j slots no more of a group are left then
than its share, which is what keeps the first rounds free of mates; where the bands have not let that come out, single
exchanges over the whole bracket put off the earliest meetings.
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
    _put_off(held, slots, band, groups)
    return held


def _put_off(held: list[int], slots: Sequence[int | None], band: Sequence[int], groups: Sequence[str]) -> None:
    """Exchange two of a band, as long as that puts off the earliest meetings of mates who could be parted more.

    One meeting a round earlier weighs more than all the later ones together.
    """
    size, rounds = len(held), len(slots).bit_length() - 1
    weight = [0, *((size * size) ** (rounds - number) for number in range(1, rounds + 1))]
    slot = {place: number for number, place in enumerate(slots) if place is not None}
    at = {entrant: place for place, entrant in enumerate(held)}
    mates: dict[str, list[int]] = {}
    for entrant, group in enumerate(groups):
        if group:
            mates.setdefault(group, []).append(entrant)

    def loss(entrant: int, place: int) -> int:
        here = slot[place]
        found = mates.get(groups[entrant], ())
        return sum(weight[(here ^ slot[at[mate]]).bit_length()] for mate in found if mate != entrant)

    def gain(one: int, other: int) -> int:
        now = loss(one, at[one]) + loss(other, at[other])
        return now - loss(one, at[other]) - loss(other, at[one])

    changed = True
    while changed:
        changed = False
        for group, members in mates.items():
            # A group of c can be parted so that nobody meets a mate before this round.
            first = rounds - (len(members) - 1).bit_length() + 1
            for one in members:
                if first < 2 or loss(one, at[one]) < weight[first - 1]:
                    continue
                others = (held[place] for place in range(size) if band[place] == band[at[one]])
                best = max(
                    (other for other in others if groups[other] != group),
                    key=lambda other: gain(one, other),
                    default=one,
                )
                if best != one and gain(one, best) > 0:
                    held[at[one]], held[at[best]] = best, one
                    at[one], at[best] = at[best], at[one]
                    changed = True


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
