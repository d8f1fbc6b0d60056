"""What any draw of a request costs, table by table, and which exchange would make it cheaper.

The levels are those by which the engine draws (docs/draw-systems.md), heaviest first, so that a draw made by hand and
the engine's are measured alike. Before them stands `wrong_table`, who is not at the table it needs, after them
`repeated_tables`, seats at a table sat at before; of the system's own costs the places of a lot are left out, which say
nothing. Whoever is nowhere yet costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from tournaments.draws.byhand import Hall, Hand, Spot, Table, exchange
from tournaments.draws.costs import BYE_LEVELS, BYE_PLACE, BYE_REFUSED, Costs
from tournaments.draws.engine import MELEE, PLANNED, system_of
from tournaments.draws.field import Field, pair, prepare
from tournaments.draws.judge import FIXED_TABLE, breaches
from tournaments.draws.melee_costs import Terms
from tournaments.draws.model import NEW_TABLE, PARTNER_AGAIN, Breach, DrawError, DrawRequest
from tournaments.draws.pairing import Placed
from tournaments.draws.score_based import SYSTEMS as BY_RESULTS
from tournaments.draws.score_based import line_of

WRONG_TABLE = "wrong_table"
REPEATED_TABLES = "repeated_tables"
LOT = "displacement"

Cost = tuple[int, ...]


def weighed_field(request: DrawRequest) -> tuple[DrawRequest, Field]:
    """The request as its system reads it, and the field of who plays; nothing is fixed in it, all are weighed alike."""
    plain = replace(request, system=system_of(request), locked=())
    return plain, prepare(plain, least=0)


class Scales:
    """One request's costs. `names`: the levels, heaviest first; a cost has a figure for each."""

    def __init__(self, request: DrawRequest) -> None:
        self.request, self.field = weighed_field(request)
        self.index = {entry.id: place for place, entry in enumerate(self.field.entries)}
        self.names, self._meeting, self._rest = self._levels()
        self._new_tables = any(rule.name == NEW_TABLE for rule in (*self.request.musts, *self.request.wishes))

    def table(self, table: Table) -> Cost:
        """What a table costs; a side may have free chairs."""
        ns, ew = ([self.index[entry] for entry in side] for side in (table.ns, table.ew))
        wrong = again = 0
        for one in (*ns, *ew):
            needs = self.field.entries[one].fixed_table
            wrong += needs is not None and needs != table.table
            again += self._new_tables and needs is None and table.table in self.field.tables[one]
        return (wrong, *self._meeting(ns, ew), again)

    def bye(self, entry: str) -> Cost:
        """What it costs that an entry rests."""
        return (0, *self._rest(self.index[entry]), 0)

    def total(self, hand: Hand) -> Cost:
        """All tables and rests of a draw."""
        rows = [self.table(table) for table in hand.tables] + [self.bye(entry) for entry in hand.byes]
        return _sum(rows) if rows else (0,) * len(self.names)

    def _levels(
        self,
    ) -> tuple[tuple[str, ...], Callable[[Sequence[int], Sequence[int]], Cost], Callable[[int], Cost]]:
        names, meeting, rest = (_melee if self.request.system == MELEE else _of_two)(self.request, self.field)
        return (WRONG_TABLE, *names, REPEATED_TABLES), meeting, rest


def _sum(rows: Sequence[Cost]) -> Cost:
    return tuple(sum(column) for column in zip(*rows, strict=True))


Levels = tuple[tuple[str, ...], Callable[[Sequence[int], Sequence[int]], Cost], Callable[[int], Cost]]


def _of_two(request: DrawRequest, field: Field) -> Levels:
    """One a side: the levels of the rules, and the system's own where it draws by results."""
    lined = line_of(request, field) if request.system in BY_RESULTS else None
    costs = Costs(field, request) if lined is None else lined.costs
    # Of a plan it is not for anybody to choose who rests, but for who may not.
    spread = request.system not in PLANNED
    told = {name for name in costs.names if spread or name not in BYE_LEVELS or name == BYE_REFUSED}
    kept = [level for level, name in enumerate(costs.names) if name in told]
    nothing = (0,) * len(costs.names)
    place = {entry: at for at, entry in enumerate(lined.line.order)} if lined is not None else {}
    own_names = lined.line.names if lined is not None else ()
    shown = [level for level, name in enumerate(own_names) if name != LOT]

    def meeting(ns: Sequence[int], ew: Sequence[int]) -> Cost:
        if not ns or not ew:
            return (0,) * (len(kept) + len(shown))
        row = costs.row(*pair(ns[0], ew[0])) or nothing
        own = lined.line.own(*pair(place[ns[0]], place[ew[0]])) if lined is not None else ()
        return (*(row[level] for level in kept), *(own[level] for level in shown))

    def rest(one: int) -> Cost:
        row = costs.row(one, field.bye) or nothing
        return (*(row[level] for level in kept), *(0 for _ in shown))

    names = (*(costs.names[level] for level in kept), *(own_names[level] for level in shown))
    return names, meeting, rest


def _melee(request: DrawRequest, field: Field) -> Levels:
    """Two a side: partners, then rests, then the levels of any two at a table, of this round alone."""
    terms = Terms(request, field, 1)
    prices = terms.prices()
    costs = Costs(field, request)
    byes = [level for level, name in enumerate(costs.names) if name in BYE_LEVELS and name != BYE_PLACE]
    nothing = (0,) * len(costs.names)
    first = terms.names.index(PARTNER_AGAIN) + 1

    def meeting(ns: Sequence[int], ew: Sequence[int]) -> Cost:
        total = 0
        two = [(*pair(*both), True) for side in (ns, ew) for both in combinations(side, 2)]
        two += [(*pair(*both), False) for both in product(ns, ew)]
        for one, other, are_partners in two:
            partners = len(field.partnered.get((one, other), ()))
            opponents = len(field.met.get((one, other), ()))
            now = prices[partners + are_partners][opponents + (not are_partners)]
            total += now - prices[partners][opponents] + terms.apart[0].get((one, other), 0)
        split = terms.split(total)
        return (*split[:first], *(0 for _ in byes), *split[first:])

    def rest(one: int) -> Cost:
        row = costs.row(one, field.bye) or nothing
        return (*(0 for _ in range(first)), *(row[level] for level in byes), *(0 for _ in terms.names[first:]))

    return (*terms.names[:first], *(costs.names[level] for level in byes), *terms.names[first:]), meeting, rest


# What is not kept


def judged(hall: Hall, hand: Hand) -> tuple[Breach, ...]:
    """Every must and wish that a draw made by hand does not keep, as the engine tells its own: musts first."""
    request, field = weighed_field(hall.request)
    index = {entry.id: place for place, entry in enumerate(field.entries)}
    tables = [
        Placed(tuple(index[one] for one in table.ns), tuple(index[one] for one in table.ew), table.table)
        for table in hand.tables
    ]
    byes = [index[one] for one in hand.byes]
    if hall.is_planned:
        byes = [one for one in byes if not field.entries[one].may_rest]
        if request.system in ("even-odd", "mitchell") or any(table.bracket.startswith("pool") for table in hand.tables):
            request = replace(request, wishes=tuple(rule for rule in request.wishes if rule.name != NEW_TABLE))
    return breaches(field, request, tables, byes)


# Which exchange would be better


@dataclass(frozen=True, slots=True)
class Proposal:
    """What to exchange, the draw after it, and what it would cost more or less on each level."""

    one: Spot
    other: Spot
    hand: Hand
    change: tuple[tuple[str, int], ...]


def best_exchange(hall: Hall, hand: Hand, entries: Sequence[str], scales: Scales | None = None) -> Proposal | None:
    """The exchange of one of `entries` with anybody else by which the draw costs least; None where none is better.

    Who is at the wrong table may also take his whole table along.
    """
    scales = scales or Scales(hall.request)
    nothing = (0,) * len(scales.names)
    found = sorted(_exchanges(hall, hand, scales, entries), key=lambda row: row[:2])
    for change, _, one, other in found:
        if change >= nothing:
            return None
        try:
            after = exchange(hall, hand, one, other)
        except DrawError:
            continue
        return Proposal(one, other, after, tuple(zip(scales.names, change, strict=True)))
    return None


def _exchanges(
    hall: Hall, hand: Hand, scales: Scales, entries: Iterable[str]
) -> Iterator[tuple[Cost, tuple[int, ...], Spot, Spot]]:
    """Each exchange with what it changes, and an order for those that change the same."""
    number = {entry.id: entry.number for entry in hall.request.entries}
    loose = [table for table in hand.tables if table.table not in hall.fixed and table.people]
    at = {one: table for table in loose for one in table.people}
    resting = dict.fromkeys(hand.byes)
    cost = {table.table: scales.table(table) for table in loose}
    for one in (entry for entry in entries if entry in at or entry in resting):
        for other in (*at, *resting):
            here, there = at.get(one), at.get(other)
            if one == other or (here is None and there is None):
                continue
            change = _change(scales, cost, (one, here), (other, there))
            yield change, (number[one], number[other]), Spot(entry=one), Spot(entry=other)
        here, needs = at.get(one), next(e.fixed_table for e in hall.request.entries if e.id == one)
        if here is not None and needs is not None and needs != here.table and needs not in hall.fixed:
            there = hand.at(needs)
            change = scales.table(replace(here, table=needs))
            if there is not None:
                change = _sum([change, scales.table(replace(there, table=here.table)), _less(scales.table(there))])
            yield _sum([change, _less(cost[here.table])]), (0,), Spot(table=here.table), Spot(table=needs)


def _change(
    scales: Scales, cost: dict[int, Cost], one: tuple[str, Table | None], other: tuple[str, Table | None]
) -> Cost:
    """What the exchange of two entries changes: at their tables, or as to who rests."""
    rows = []
    for (mine, here), (theirs, there) in ((one, other), (other, one)):
        if here is None:
            rows += [_less(scales.bye(mine)), scales.bye(theirs)]
        elif here != there or mine < theirs:
            names = {mine: theirs, theirs: mine}
            ns, ew = (tuple(names.get(who, who) for who in side) for side in (here.ns, here.ew))
            rows += [_less(cost[here.table]), scales.table(replace(here, ns=ns, ew=ew))]
    return _sum(rows)


def _less(cost: Cost) -> Cost:
    return tuple(-value for value in cost)


__all__ = ["FIXED_TABLE", "Proposal", "Scales", "best_exchange", "judged", "weighed_field"]
