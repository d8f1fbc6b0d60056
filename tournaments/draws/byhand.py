"""A draw changed by hand: seats, tables and rests that are exchanged; what the engine drew stays as it was.

A draw by hand may be unfinished: chairs may be free, and whoever plays may be nowhere yet. `Hall` says whose draw it
is, `Hand` who sits where. Every change gives a new hand, or a DrawError that says why it cannot be:

`hand_same` (nothing would change), `hand_mixed` (a seat and a table cannot change places), `hand_fixed` (table: fixed,
so nothing of it is exchanged), `hand_unknown` (entry: no part of this draw), `hand_no_table` (table: there is none of
this number), `hand_taken` (table: no chair is free on this side), `hand_placed` (entry, table: it sits already, 0 where
it rests), `hand_count` (wanted: how many make a table), `hand_table_range` (most), `hand_bracket` (who meets whom
follows from the rounds before), `hand_pool` (two of different pools), `hand_whole` (by its plan two can only change
places), `hand_half` (table: not everybody has come to it, so it cannot be fixed).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from tournaments.draws.engine import MELEE, system_of
from tournaments.draws.model import DrawError, DrawRequest, LockedTable, Plan
from tournaments.draws.record import byes_of, plan_of, tables_of

NS, EW = "ns", "ew"
SIDES = (NS, EW)
MOST_TABLE = 999
"""The highest table number that can be given by hand: three figures fit on a sheet."""

POOL = "pool"


@dataclass(frozen=True, slots=True)
class Table:
    """A table and who has come to it; a side may have free chairs. `bracket`: the part of the stage it is of."""

    table: int
    ns: tuple[str, ...] = ()
    ew: tuple[str, ...] = ()
    bracket: str = ""

    def side(self, name: str) -> tuple[str, ...]:
        return self.ns if name == NS else self.ew

    def seated(self, name: str, who: tuple[str, ...]) -> Table:
        return replace(self, ns=who) if name == NS else replace(self, ew=who)

    @property
    def people(self) -> tuple[str, ...]:
        return (*self.ns, *self.ew)


@dataclass(frozen=True, slots=True)
class Hand:
    """Tables by number, who rests, and the plan where an exchange has changed places in it (None: the engine's)."""

    tables: tuple[Table, ...]
    byes: tuple[str, ...] = ()
    plan: Plan | None = None

    def at(self, number: int) -> Table | None:
        return next((table for table in self.tables if table.table == number), None)

    def where(self, entry: str) -> Table | None:
        """The table of an entry; None where it rests or is nowhere."""
        return next((table for table in self.tables if entry in table.people), None)


@dataclass(frozen=True, slots=True)
class Spot:
    """What can be chosen: the place of an `entry`; a whole table (`table` alone, also a number that is free); a free
    chair (`table` and `side`); to `rest`; or nowhere at all, which is what an empty spot says."""

    entry: str = ""
    table: int = 0
    side: str = ""
    rest: bool = False


@dataclass(frozen=True, slots=True)
class Hall:
    """Whose draw it is: the request, the engine's plan if its system follows one, who is out, what is fixed."""

    request: DrawRequest
    plan: Plan | None = None
    out: frozenset[str] = frozenset()
    fixed: frozenset[int] = frozenset()
    locked: tuple[LockedTable, ...] = field(default=())

    @property
    def seats(self) -> int:
        """How many sit on a side."""
        return 2 if system_of(self.request) == MELEE else 1

    @property
    def playing(self) -> tuple[str, ...]:
        """Whom the draw has to place, by number."""
        entries = sorted(self.request.entries, key=lambda entry: entry.number)
        return tuple(entry.id for entry in entries if entry.plays and entry.id not in self.out)

    @property
    def is_planned(self) -> bool:
        """Whether the system follows a plan that says who meets whom; that of a mêlée is made anew when it must be."""
        return self.plan is not None and system_of(self.request) != MELEE

    @property
    def in_bracket(self) -> bool:
        """Whether this is a round of a knockout."""
        if self.plan is None or not self.is_planned:
            return False
        return bool(self.plan.bracket) or system_of(self.request) == "knockout"

    @property
    def begins(self) -> bool:
        """Whether the places of the plan are settled in this very round, and so may still be exchanged."""
        if self.plan is None:
            return False
        since = self.plan.bracket_since if self.plan.bracket else self.plan.since
        return since == self.request.round

    @property
    def keeps_whole(self) -> bool:
        """Whether two can only change places: nobody gets up from a plan that others follow."""
        pools = self.plan is not None and bool(self.plan.groups)
        return self.is_planned and (self.begins or self.in_bracket or pools)


def hall_of(request: DrawRequest, result: Mapping[str, Any], locked: Iterable[LockedTable] = ()) -> Hall:
    """The hall of a stored draw. `locked`: the tables that are fixed for this round now."""
    tables = tuple(locked)
    return Hall(
        request,
        plan_of(result),
        frozenset(result.get("out", ())),
        frozenset(lock.table for lock in tables if lock.table is not None),
        tables,
    )


def hand_of(data: Mapping[str, Any]) -> Hand:
    """The tables and rests of a stored draw: the engine's result, or what somebody made of it."""
    tables = (
        Table(row["table"], tuple(row["ns"]), tuple(row["ew"]), row.get("bracket", "")) for row in tables_of(data)
    )
    return Hand(tuple(sorted(tables, key=lambda one: one.table)), byes_of(data), plan_of(data))


def data_of(hand: Hand) -> dict[str, Any]:
    """The hand as it is kept, `hand_of`'s other way round."""
    kept: dict[str, Any] = {"tables": [asdict(table) for table in hand.tables], "byes": list(hand.byes)}
    return kept if hand.plan is None else {**kept, "plan": asdict(hand.plan)}


def digest(hand: Hand) -> str:
    """What a page has shown, in 32 digits: a change is refused where the draw is another by now."""
    rows = [(table.table, table.ns, table.ew) for table in hand.tables]
    return hashlib.sha256(json.dumps([rows, hand.byes]).encode()).hexdigest()[:32]


def same(one: Hand, other: Hand) -> bool:
    """Whether both seat the same people at the same tables and sides, and let the same rest."""

    def told(hand: Hand) -> tuple[Any, ...]:
        rows = [(table.table, table.ns, table.ew) for table in hand.tables if table.people]
        return rows, sorted(hand.byes)

    return told(one) == told(other)


def differing(one: Hand, other: Hand) -> list[int]:
    """The numbers of the tables at which not the same people sit on the same sides."""
    numbers = sorted({table.table for hand in (one, other) for table in hand.tables})
    nobody = Table(0)
    pairs = ((number, one.at(number) or nobody, other.at(number) or nobody) for number in numbers)
    return [number for number, here, there in pairs if (here.ns, here.ew) != (there.ns, there.ew)]


# What is not done yet


def unplaced(hall: Hall, hand: Hand) -> list[str]:
    """Who neither sits nor rests, by number."""
    placed = {*hand.byes, *(one for table in hand.tables for one in table.people)}
    return [one for one in hall.playing if one not in placed]


def free_chairs(hall: Hall, hand: Hand) -> list[Spot]:
    """A chair for each that is free at a table to which somebody has come."""
    return [
        Spot(table=table.table, side=side)
        for table in hand.tables
        if table.people
        for side in SIDES
        for _ in range(hall.seats - len(table.side(side)))
    ]


def finished(hand: Hand) -> Hand:
    """The hand without the tables to which nobody has come."""
    return replace(hand, tables=tuple(table for table in hand.tables if table.people))


# Changes


def exchange(hall: Hall, hand: Hand, one: Spot, other: Spot) -> Hand:
    """What is on the two spots changes places; see the module for what is refused."""
    if one == other:
        raise DrawError("hand_same")
    if _is_table(one) or _is_table(other):
        if not (_is_table(one) and _is_table(other)):
            raise DrawError("hand_mixed")
        return _renumbered(hall, hand, one.table, other.table)
    if not one.entry:
        one, other = other, one
    if not one.entry:
        raise DrawError("hand_same")
    for spot in (one, other):
        _check_spot(hall, hand, spot)
    if not other.entry:
        return _moved(hall, hand, one.entry, other)
    return _exchanged(hall, hand, one.entry, other.entry)


def _is_table(spot: Spot) -> bool:
    return bool(spot.table) and not spot.side


def _check_spot(hall: Hall, hand: Hand, spot: Spot) -> None:
    if spot.entry and spot.entry not in hall.playing:
        raise DrawError("hand_unknown", entry=spot.entry)
    table = hand.where(spot.entry) if spot.entry else hand.at(spot.table)
    if spot.table and table is None:
        raise DrawError("hand_no_table", table=spot.table)
    if table is not None and table.table in hall.fixed:
        raise DrawError("hand_fixed", table=table.table)


def _renumbered(hall: Hall, hand: Hand, one: int, other: int) -> Hand:
    """Two tables change their numbers, or one gets a number that is free."""
    for number in (one, other):
        if not 1 <= number <= MOST_TABLE:
            raise DrawError("hand_table_range", most=MOST_TABLE)
        if number in hall.fixed:
            raise DrawError("hand_fixed", table=number)
    if hand.at(one) is None and hand.at(other) is None:
        raise DrawError("hand_no_table", table=one)
    numbers = {one: other, other: one}
    return _with(hand, (replace(table, table=numbers.get(table.table, table.table)) for table in hand.tables))


def _exchanged(hall: Hall, hand: Hand, one: str, other: str) -> Hand:
    here, there = hand.where(one), hand.where(other)
    partners = here is not None and any({one, other} <= set(here.side(side)) for side in SIDES)
    idle = here is None and there is None and (one in hand.byes) == (other in hand.byes)
    if partners or idle:
        raise DrawError("hand_same")
    plan = hand.plan if here is not None and here == there else _places(hall, hand, one, other)
    names = {one: other, other: one}

    def turned(who: Iterable[str]) -> tuple[str, ...]:
        return tuple(names.get(entry, entry) for entry in who)

    tables = (replace(table, ns=turned(table.ns), ew=turned(table.ew)) for table in hand.tables)
    return replace(_with(hand, tables), byes=turned(hand.byes), plan=plan)


def _places(hall: Hall, hand: Hand, one: str, other: str) -> Plan | None:
    """The plan after an exchange: where its places are settled in this round they are exchanged too, so that the rounds
    to come follow; later a bracket stays as it is, and a pool among itself."""
    if not hall.is_planned or hall.plan is None:
        return hand.plan
    tables = [hand.where(one), hand.where(other)]
    if hall.begins:
        plan = hand.plan or hall.plan
        names = {one: other, other: one}
        if hall.plan.bracket:
            return replace(plan, bracket=tuple(names.get(entry, entry) for entry in plan.bracket))
        return replace(plan, places=tuple(names.get(entry, entry) for entry in plan.places))
    if hall.in_bracket:
        raise DrawError("hand_bracket")
    pools = {table.bracket for table in tables if table is not None}
    if any(pool.startswith(POOL) for pool in pools) and (len(pools) > 1 or None in tables):
        raise DrawError("hand_pool")
    return hand.plan


def _moved(hall: Hall, hand: Hand, entry: str, to: Spot) -> Hand:
    """An entry to a free chair, to rest, or away from its place."""
    if hall.keeps_whole:
        raise DrawError("hand_whole")
    if (to.rest and entry in hand.byes) or (to == Spot() and entry in unplaced(hall, hand)):
        raise DrawError("hand_same")
    table = hand.at(to.table)
    if table is not None:
        stays = [one for one in table.side(to.side) if one != entry]
        if len(stays) >= hall.seats:
            raise DrawError("hand_taken", table=to.table)
        if entry in table.side(to.side):
            raise DrawError("hand_same")
    found = _without(hand, entry)
    if to.rest:
        return replace(found, byes=(*found.byes, entry))
    if not to.table:
        return found
    return _with(
        found,
        (one.seated(to.side, (*one.side(to.side), entry)) if one.table == to.table else one for one in found.tables),
    )


def _without(hand: Hand, entry: str) -> Hand:
    def left(who: Iterable[str]) -> tuple[str, ...]:
        return tuple(one for one in who if one != entry)

    tables = (replace(table, ns=left(table.ns), ew=left(table.ew)) for table in hand.tables)
    return replace(_with(hand, tables), byes=left(hand.byes))


def _with(hand: Hand, tables: Iterable[Table]) -> Hand:
    return replace(hand, tables=tuple(sorted(tables, key=lambda table: table.table)))


def seat_together(hall: Hall, hand: Hand, entries: Sequence[str], table: int = 0) -> Hand:
    """Those named come to a table, the first half north-south: to `table`, or with 0 to the first where nobody sits
    (a new one where there is none). One alone rests."""
    for entry in entries:
        if entry not in hall.playing:
            raise DrawError("hand_unknown", entry=entry)
        here = hand.where(entry)
        if here is not None or entry in hand.byes:
            raise DrawError("hand_placed", entry=entry, table=0 if here is None else here.table)
    if len(set(entries)) < len(entries):
        raise DrawError("hand_same")
    if len(entries) == 1 and not table:
        return _moved(hall, hand, entries[0], Spot(rest=True))
    if len(entries) != 2 * hall.seats:
        raise DrawError("hand_count", wanted=2 * hall.seats)
    if hall.keeps_whole:
        raise DrawError("hand_whole")
    if not 0 <= table <= MOST_TABLE:
        raise DrawError("hand_table_range", most=MOST_TABLE)
    number = table or next(_empty_numbers(hand))
    there = hand.at(number)
    if there is not None and there.people:
        raise DrawError("hand_taken", table=number)
    new = Table(number, tuple(entries[: hall.seats]), tuple(entries[hall.seats :]))
    return _with(hand, (*(one for one in hand.tables if one.table != number), new))


def _empty_numbers(hand: Hand) -> Iterator[int]:
    """Table numbers at which nobody sits, the lowest first."""
    taken = {table.table for table in hand.tables if table.people}
    return (number for number in range(1, MOST_TABLE + 1) if number not in taken)


def locked_table(hall: Hall, hand: Hand, number: int) -> LockedTable:
    """A table as it is fixed for the draws of the round."""
    table = hand.at(number)
    if table is None:
        raise DrawError("hand_no_table", table=number)
    if len(table.ns) != hall.seats or len(table.ew) != hall.seats:
        raise DrawError("hand_half", table=number)
    return LockedTable(table.ns, table.ew, number)


# How a draw by hand begins


def empty(hall: Hall) -> Hand:
    """As many tables as are needed and nobody at them, but for those that are fixed."""
    return _around(hall, (), ())


def by_entry(hall: Hall) -> Hand:
    """In the order of entry: the first meets the second, and so on; who is left over rests."""
    locked = {one for lock in hall.locked for one in (*lock.ns, *lock.ew)}
    free = [one for one in hall.playing if one not in locked]
    whole = len(free) - len(free) % (2 * hall.seats)
    sittings = [free[first : first + 2 * hall.seats] for first in range(0, whole, 2 * hall.seats)]
    return _around(hall, sittings, free[whole:])


def kept(hall: Hall, before: Hand) -> Hand:
    """As it stood: whoever is still there stays where he was; the others' chairs are free."""
    here = set(hall.playing)

    def left(who: Iterable[str]) -> tuple[str, ...]:
        return tuple(one for one in who if one in here)

    found = _with(empty(hall), (replace(table, ns=left(table.ns), ew=left(table.ew)) for table in before.tables))
    numbers = {table.table for table in found.tables}
    more = (table for table in empty(hall).tables if table.table not in numbers)
    return replace(_with(found, (*found.tables, *more)), byes=left(before.byes))


def _around(hall: Hall, sittings: Sequence[Sequence[str]], byes: Sequence[str]) -> Hand:
    """Fixed tables at their numbers, the sittings at the others in order, empty tables for the rest."""
    tables = {lock.table: Table(lock.table, lock.ns, lock.ew) for lock in hall.locked if lock.table is not None}
    rest = [(*lock.ns, *lock.ew) for lock in hall.locked if lock.table is None] + [tuple(one) for one in sittings]
    needed = len(hall.playing) // (2 * hall.seats)
    numbers = (number for number in range(1, MOST_TABLE + 1) if number not in tables)
    while len(tables) < max(needed, len(hall.locked)):
        number, who = next(numbers), rest.pop(0) if rest else ()
        tables[number] = Table(number, tuple(who[: hall.seats]), tuple(who[hall.seats :]))
    return Hand(tuple(tables[number] for number in sorted(tables)), tuple(byes))


# One step back


def step(before: Hand, after: Hand) -> dict[str, Any]:
    """What `undone` needs to come from `after` to `before`, as data."""
    changed = differing(before, after)
    numbers = {*changed, *({table.table for table in before.tables} ^ {table.table for table in after.tables})}
    tables = {str(number): None if (row := before.at(number)) is None else asdict(row) for number in sorted(numbers)}
    plan = None if before.plan is None else asdict(before.plan)
    return {"tables": tables, "byes": list(before.byes), "plan": plan}


def undone(hand: Hand, back: Mapping[str, Any]) -> Hand:
    """The hand as it was before the change whose `step` is given."""
    rows: dict[int, Table] = {table.table: table for table in hand.tables}
    for number, row in back["tables"].items():
        rows.pop(int(number), None)
        if row is not None:
            rows[int(number)] = Table(row["table"], tuple(row["ns"]), tuple(row["ew"]), row.get("bracket", ""))
    tables = tuple(rows[number] for number in sorted(rows))
    return Hand(tables, tuple(back["byes"]), plan_of(back))
