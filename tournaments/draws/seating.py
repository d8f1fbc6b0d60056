"""Where the drawn pairs sit: table numbers at random, new for both if possible, and sides that even out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tournaments.draws.field import Field
from tournaments.draws.model import BALANCED_SIDES, NEW_TABLE, DrawRequest
from tournaments.draws.pairing import Placed
from tournaments.draws.seeds import Chance


def seated(field: Field, request: DrawRequest, tables: Sequence[Placed]) -> list[Placed]:
    """The tables with their numbers and sides, in the order given."""
    turned = _sides(field, request, tables)
    numbers = _table_numbers(field, request, turned)
    return [replace(placed, table=number, sides=True) for placed, number in zip(turned, numbers, strict=True)]


def _sides(field: Field, request: DrawRequest, tables: Sequence[Placed]) -> list[Placed]:
    """Who sits north-south where the system leaves it open. A locked meeting keeps the sides it was locked with.

    With the wish `balanced_sides`, who has sat north-south less often, east-west sittings subtracted, sits there now;
    the seed decides between equals, and always without the wish.
    """
    chance = Chance(request.seed, "sides")
    coins = [chance.below(2) for _ in tables]
    balanced = any(rule.name == BALANCED_SIDES for rule in request.wishes)
    locked = {frozenset((*lock.ns, *lock.ew)): lock for lock in field.locked}
    found = []
    for placed, coin in zip(tables, coins, strict=True):
        ns, ew = placed.ns, placed.ew
        lock = locked.get(frozenset((*ns, *ew)))
        if lock is not None:
            ns, ew = lock.ns, lock.ew
        elif not placed.sides:
            north = sum(field.sides[one] for one in ns) - sum(field.sides[one] for one in ew)
            if north > 0 if balanced and north else coin == 1:
                ns, ew = ew, ns
        found.append(replace(placed, ns=ns, ew=ew))
    return found


def _table_numbers(field: Field, request: DrawRequest, tables: Sequence[Placed]) -> list[int]:
    """A table number for each: those the system, the lock or somebody's need fixes, the others the lowest numbers free,
    dealt at random.

    With the wish `new_table`, as many tables as possible are new for all who sit there: where the random deal fails,
    tables are exchanged along the shortest chain that mends it (a bipartite matching by augmenting paths).
    """
    fixed = _fixed(field, tables)
    taken = set(fixed.values())
    loose = [place for place in range(len(tables)) if place not in fixed]
    numbers = [number for number in range(1, len(tables) + len(taken) + 1) if number not in taken][: len(loose)]
    Chance(request.seed, "tables").shuffle(numbers)
    if any(rule.name == NEW_TABLE for rule in request.wishes):
        people = [(*tables[place].ns, *tables[place].ew) for place in loose]
        seen = [set().union(*(field.tables[one] for one in sitting)) for sitting in people]
        numbers = _fresh(numbers, seen)
    dealt = dict(zip(loose, numbers, strict=True))
    return [fixed[place] if place in fixed else dealt[place] for place in range(len(tables))]


def _fixed(field: Field, tables: Sequence[Placed]) -> dict[int, int]:
    """The tables that have their number, by their place in the list: the system's and the locked ones, then those of
    entries that need a certain table, lower entry numbers first where two need the same."""
    locked = {frozenset((*lock.ns, *lock.ew)): lock.table for lock in field.locked}
    fixed = {}
    for place, placed in enumerate(tables):
        number = locked.get(frozenset((*placed.ns, *placed.ew))) or placed.table
        if number is not None:
            fixed[place] = number
    at = {one: place for place, placed in enumerate(tables) for one in (*placed.ns, *placed.ew)}
    for one, entry in enumerate(field.entries):
        needs = entry.fixed_table
        if needs is not None and one in at and at[one] not in fixed and needs not in fixed.values():
            fixed[at[one]] = needs
    return fixed


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
