"""Where the drawn pairs sit: table numbers at random, new for both if possible, and sides that even out."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.draws.field import Field, Pair, pair
from tournaments.draws.model import BALANCED_SIDES, NEW_TABLE, DrawRequest
from tournaments.draws.seeds import Chance


def sides(field: Field, request: DrawRequest, pairs: Sequence[Pair]) -> list[Pair]:
    """(north-south, east-west) for each pair. A locked pair keeps the sides it was locked with.

    With the wish `balanced_sides`, who has sat north-south less often, east-west sittings subtracted, sits there now;
    the seed decides between equals, and always without the wish.
    """
    chance = Chance(request.seed, "sides")
    coins = [chance.below(2) for _ in pairs]
    locked = {pair(lock.ns, lock.ew): (lock.ns, lock.ew) for lock in field.locked}
    seated = []
    for (one, other), coin in zip(pairs, coins, strict=True):
        turn = coin == 1
        if BALANCED_SIDES in request.wishes and field.sides[one] != field.sides[other]:
            turn = field.sides[one] > field.sides[other]
        seated.append(locked.get((one, other), (other, one) if turn else (one, other)))
    return seated


def table_numbers(field: Field, request: DrawRequest, pairs: Sequence[Pair]) -> list[int]:
    """A table number for each pair: the locked ones as asked, the others the lowest numbers free, dealt at random.

    With the wish `new_table`, as many pairs as possible get a table at which neither has sat: where the random deal
    fails, tables are exchanged along the shortest chain that mends it (a bipartite matching by augmenting paths).
    """
    fixed = {pair(lock.ns, lock.ew): lock.table for lock in field.locked if lock.table is not None}
    taken = set(fixed.values())
    loose = [one for one in pairs if one not in fixed]
    numbers = [number for number in range(1, len(pairs) + len(taken) + 1) if number not in taken][: len(loose)]
    Chance(request.seed, "tables").shuffle(numbers)
    if NEW_TABLE in request.wishes:
        seen = [field.tables[one].keys() | field.tables[other].keys() for one, other in loose]
        numbers = _fresh(numbers, seen)
    dealt = dict(zip(loose, numbers, strict=True))
    return [fixed[one] if one in fixed else dealt[one] for one in pairs]


def _fresh(numbers: list[int], seen: Sequence[set[int]]) -> list[int]:
    """`numbers` exchanged so that as few as possible are in the `seen` of their place."""
    holder = {number: place for place, number in enumerate(numbers) if number not in seen[place]}
    placed = {place: number for number, place in holder.items()}
    for place in range(len(numbers)):
        if place not in placed:
            _augment(place, numbers, seen, holder, placed)
    spare = [number for number in numbers if number not in holder]
    return [placed[place] if place in placed else spare.pop(0) for place in range(len(numbers))]


def _augment(
    start: int, numbers: list[int], seen: Sequence[set[int]], holder: dict[int, int], placed: dict[int, int]
) -> None:
    """Give place `start` a table it has not seen, moving others along the shortest chain; nothing if there is none."""
    came_from: dict[int, int] = {}
    queue = [start]
    for place in queue:
        for step in range(1, len(numbers) + 1):
            number = numbers[(place + step) % len(numbers)]
            if number in came_from or number in seen[place]:
                continue
            came_from[number] = place
            if number in holder:
                queue.append(holder[number])
                continue
            mover: int | None = place
            while mover is not None:
                left = placed.get(mover)
                holder[number], placed[mover] = mover, number
                if left is None:
                    return
                number, mover = left, came_from.get(left)
            return
