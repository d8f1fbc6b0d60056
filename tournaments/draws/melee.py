"""The system `melee`: every round another partner and other opponents; tables of four, two players a side.

All announced rounds are planned when the first is drawn, and the plan is kept with every draw. A later round follows it
as long as the people and the rules are those it was made for and what was played is what it said; otherwise the rounds
to come are planned again, around what was played. This round is planned for who is there now, the later ones for
everybody who comes: who is late or misses a round does not upset the rounds after.

What counts, heaviest first: nobody has a partner twice; rests are fair, one to three people resting where the field is
no multiple of four; then the levels of `melee_costs`, by which the musts and wishes are of any two at a table, partners
too; last table numbers and sides.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.draws.field import Field, prepare
from tournaments.draws.melee_costs import Terms
from tournaments.draws.melee_told import costs_of, fresh_rounds, reasons_of
from tournaments.draws.model import BALANCED_SIDES, DrawError, DrawRequest, LockedTable, Meeting, Plan
from tournaments.draws.pairing import Placed, Placement
from tournaments.draws.planned import last_round, settled
from tournaments.draws.plans.designs import never_twice, whist
from tournaments.draws.plans.evening import Dice, Evening, better, settle
from tournaments.draws.seeds import Chance

LEAST = 8
"""Fewer players are no mêlée."""

LEAST_LATER = 4
"""When people leave, one table can go on."""

EFFORT = 2_000
WORK = 300_000
"""Tables weighed in planning: so many for each seat of each round, and no more than that, which takes one or two
seconds. After a fifth of them without a better evening another one is begun."""

Tables = Sequence[Sequence[int]]
"""The tables of a round by index: two partners and the two they play."""


def by_melee(request: DrawRequest, field: Field) -> Placement:
    """Draw the round of `request`; the plan of the whole evening comes with it.

    DrawError `too_few_for_melee` (entries, least): 8 have to come before the first round, and 4 be there in any;
    `locked_seats` (entry) where a fixed table has not two a side.
    """
    coming = sum(entry.plays or entry.comes for entry in request.entries)
    if not request.played and coming < LEAST:
        raise DrawError("too_few_for_melee", entries=coming, least=LEAST)
    if field.size < LEAST_LATER:
        raise DrawError("too_few_for_melee", entries=field.size, least=LEAST_LATER)
    for lock in field.locked:
        if not len(lock.ns) == len(lock.ew) == 2:
            raise DrawError("locked_seats", entry=field.entries[(*lock.ns, *lock.ew)[0]].id)
    hall = _Hall.of(request, field)
    plan = _followed(hall)
    if plan is None:
        plan = _written(hall, _planned(hall))
    return _placed(hall, plan)


@dataclass(frozen=True, slots=True)
class _Hall:
    """Everybody who comes, as a field of its own, in which `index` gives the place of an id; `here`: who plays now."""

    request: DrawRequest
    field: Field
    everyone: Field
    terms: Terms

    @classmethod
    def of(cls, request: DrawRequest, field: Field) -> _Hall:
        entries = tuple(replace(entry, plays=entry.plays or entry.comes) for entry in request.entries)
        everyone = prepare(replace(request, entries=entries))
        return cls(request, field, everyone, Terms(request, everyone, last_round(request) - request.round + 1))

    @property
    def index(self) -> dict[str, int]:
        return {entry.id: place for place, entry in enumerate(self.everyone.entries)}

    @property
    def here(self) -> list[int]:
        """Who plays now, by their places among everybody."""
        index = self.index
        return [index[entry.id] for entry in self.field.entries]

    @property
    def rounds(self) -> int:
        """How many are to be planned, this one included."""
        return len(self.terms.apart)

    def basis(self) -> str:
        """What a plan depends on besides the history, in short: people by number, what they need, who is kept apart."""
        people = [(one.number, one.may_rest, one.stand_in, one.fixed_table) for one in self.everyone.entries]
        rules = [
            (level.name, level.rule and (level.rule.until, level.rule.times), sorted(level.apart))
            for level in self.terms.levels
        ]
        return hashlib.sha256(repr((people, rules)).encode()).hexdigest()


def _followed(hall: _Hall) -> Plan | None:
    """The plan the last round was drawn by, if it still says what to do with who is there now."""
    request = hall.request
    plan = settled(request)
    if plan is None or plan.basis != hall.basis() or not plan.since <= request.round:
        return None
    to_come = plan.rounds[request.round - plan.since :]
    planned = {one for table in to_come[0] for one in table} if to_come else set()
    here = set(hall.field.ids)
    as_said = all(
        _seatings(plan.rounds[played.number - plan.since]) == {_seating(one) for one in played.meetings}
        for played in request.played
        if played.number >= plan.since
    )
    locked = {_seating(lock) for lock in request.locked}
    fits = len(to_come) >= hall.rounds and planned <= here and len(here) - len(planned) == len(here) % 4
    return plan if fits and as_said and locked <= _seatings(to_come[0]) else None


def _seating(one: Meeting | LockedTable) -> frozenset[frozenset[str]]:
    return frozenset((frozenset(one.ns), frozenset(one.ew)))


def _seatings(tables: Sequence[Sequence[str]]) -> set[frozenset[frozenset[str]]]:
    return {frozenset((frozenset(table[:2]), frozenset(table[2:]))) for table in tables}


def _written(hall: _Hall, rounds: Sequence[Tables]) -> Plan:
    ids = hall.everyone.ids
    written = tuple(tuple(tuple(ids[one] for one in table) for table in tables) for tables in rounds)
    return Plan(hall.request.system, hall.request.round, (), rounds=written, basis=hall.basis())


def _planned(hall: _Hall) -> list[list[list[int]]]:
    """The best rounds found from this one to the last announced."""
    seed = hall.request.seed
    resting = rests(hall, Dice(Chance(seed, "rests")))
    evening = _empty(hall)
    seated = [0] * hall.everyone.size
    playing = []
    for number, rest in enumerate(resting):
        people = hall.here if number == 0 else range(hall.everyone.size)
        playing.append([one for one in people if one not in rest])
        for one in playing[-1]:
            seated[one] += 1
    least = hall.terms.least(hall.everyone, seated)
    locked = [[*lock.ns, *lock.ew] for lock in hall.everyone.locked]
    work = min(WORK, EFFORT * sum(seated))
    best: list[list[list[int]]] = []
    cost = weighed = attempt = 0
    while not best or (cost > least and weighed < work):
        dice = Dice(Chance(seed, f"evening/{attempt}"))
        known = _known(hall, playing, dice) if attempt == 0 else []
        for number, people in enumerate(playing):
            evening.clear(number)
            if number < len(known):
                evening.seat(number, known[number])
            else:
                _seat_at_random(evening, number, people, locked if number == 0 else [], dice)
        weighed += better(evening, dice, work - weighed, work // 5, least)
        attempt += 1
        if not best or evening.cost < cost:
            # With nobody at a table at a price nothing that is left to plan costs anything.
            least = max(least, 0 if evening.all_at_a_price() else evening.cost)
            best, cost = [[list(table) for table in tables] for tables in evening.tables], evening.cost
    evening.restore(best)
    settle(evening, work)
    _take_sides(hall, evening.tables, Dice(Chance(seed, "sides")))
    return evening.tables


def _take_sides(hall: _Hall, rounds: Sequence[list[list[int]]], dice: Dice) -> None:
    """Which two of each table sit north-south: by lot, and if it is wished turned as long as that evens out for all.

    The measure is the sum of the squares of what each has sat north-south more than east-west at the end.
    """
    balance = list(hall.everyone.sides)
    for table in (table for tables in rounds for table in tables):
        if dice.below(2):
            table[:] = table[2:] + table[:2]
        for one, step in zip(table, (1, 1, -1, -1), strict=True):
            balance[one] += step
    turned = any(rule.name == BALANCED_SIDES for rule in hall.request.wishes)
    while turned:
        turned = False
        for table in (table for tables in rounds for table in tables):
            north, mate, east, west = table
            # Turned, the sum of the squares changes by four times 4 less this.
            if balance[north] + balance[mate] - balance[east] - balance[west] > 4:
                table[:] = [east, west, north, mate]
                for one, step in zip(table, (2, 2, -2, -2), strict=True):
                    balance[one] += step
                turned = True


def _known(hall: _Hall, playing: Sequence[Sequence[int]], dice: Dice) -> list[list[list[int]]]:
    """Rounds from a known construction, people and rounds in random order, for a whole evening of the same people."""
    everyone = hall.everyone
    size = everyone.size
    if size % 4 or everyone.last_round or everyone.locked or any(len(people) < size for people in playing):
        return []
    rounds = never_twice(size) or whist(size)
    people, order = dice.shuffled(size), dice.shuffled(len(rounds))
    return [[[people[place] for place in table] for table in rounds[number]] for number in order[: hall.rounds]]


def _empty(hall: _Hall) -> Evening:
    """The evening without the rounds to plan, but with what was played."""
    everyone = hall.everyone
    past = {
        both: (len(everyone.partnered.get(both, ())), len(everyone.met.get(both, ())))
        for both in {**everyone.partnered, **everyone.met}
    }
    return Evening(everyone.size, hall.terms.prices(), past, hall.terms.apart)


def _seat_at_random(
    evening: Evening, number: int, people: Sequence[int], locked: Sequence[Sequence[int]], dice: Dice
) -> None:
    free = sorted(set(people) - {one for table in locked for one in table})
    free = [free[place] for place in dice.shuffled(len(free))]
    tables = [*locked, *(free[first : first + 4] for first in range(0, len(free), 4))]
    evening.seat(number, tables, fixed=len(locked))


def rests(hall: _Hall, dice: Dice) -> list[set[int]]:
    """Who rests in each round to plan.

    First a stand-in, as often as need be; then nobody twice running, and of the others who has rested least, the seed
    between equals. Who may not rest does so only where there is nobody else, whom the organiser has seated never.
    """
    everyone = hall.everyone
    counts = [len(rounds) for rounds in everyone.rested]
    last = {one for one, rounds in enumerate(everyone.rested) if everyone.last_round in rounds}
    locked = {one for lock in everyone.locked for one in (*lock.ns, *lock.ew)}
    found = []
    for number in range(hall.rounds):
        people = [one for one in hall.here if one not in locked] if number == 0 else list(range(everyone.size))
        lots = dice.shuffled(everyone.size)
        order = sorted(
            (not entry.may_rest, not entry.stand_in, one in last, counts[one], lots[one], one)
            for one, entry in ((one, everyone.entries[one]) for one in people)
        )
        last = {row[-1] for row in order[: len(people) % 4]}
        for one in last:
            counts[one] += 1
        found.append(last)
    return found


def _placed(hall: _Hall, plan: Plan) -> Placement:
    """This round of the plan, with what it costs and why."""
    request, everyone, index = hall.request, hall.everyone, hall.index
    to_come = plan.rounds[request.round - plan.since :][: hall.rounds]
    rounds = [[[index[one] for one in table] for table in tables] for tables in to_come]
    locked = [{*lock.ns, *lock.ew} for lock in everyone.locked]
    rounds[0].sort(key=lambda table: set(table) not in locked)
    evening = _empty(hall)
    for number, tables in enumerate(rounds):
        evening.seat(number, tables, fixed=len(locked) if number == 0 else 0)
    here = {one: place for place, one in enumerate(hall.here)}
    reasons = reasons_of(request, everyone, hall.terms, evening)
    placed = tuple(
        Placed((here[a], here[b]), (here[c], here[d]), reasons=why)
        for (a, b, c, d), why in zip(rounds[0], reasons, strict=True)
    )
    seated = {one for table in rounds[0] for one in table}
    return Placement(
        placed,
        byes=tuple(place for one, place in here.items() if one not in seated),
        costs=costs_of(hall.terms, everyone, rounds[0]),
        planned_rounds=max(fresh_rounds(everyone, rounds) - 1, 0),
        plan=plan,
        tells_rests=True,
    )
