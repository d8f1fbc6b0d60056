"""The systems that follow a movement: `round-robin`, `even-odd`, `mitchell`.

The movement says who meets whom (see `plans.movements` for each, and for why nobody meets twice); the entries are put
on its places once, in the first round. In each round:

- who is there and whose opponent is there, plays;
- of the others two play each other if they have not met since it began and the plan does not bring them together in a
  round still to come: so that as few rest as possible, and of them those who have rested least. In a round robin, where
  everybody meets everybody, nobody is left for that but who came later than the plan;
- who is left rests; but who would rest again although others, who are there, have rested less, takes the seat of one
  of them, who rests instead: against somebody it has not met, and that the plan does not bring it together with, if
  there is one.

Where that is not enough, other meetings are changed too, and last (if the musts put fair rests first) two meet again.
But for that nobody meets twice as long as no more rounds are played than the movement has. More are refused before the
first round, unless repeats are allowed: then the movement begins again.

Settings: `order`, how entries come to places: `number` (usual for even-odd, where it decides who is odd), `drawn`
(usual otherwise), `rating`, `standing`; `repeats`, whether the movement may begin again; for a round robin `legs`, 1 or
2; for a Mitchell `movement` (`plain`, `skip`, `relay`, or empty for the one that loses no round) and `rankings`, 1 or
2: with two, pairs of the same line never meet, even if they rest.

Reasons of a table: `planned` (round: of the movement), `both_free` (neither has an opponent by the plan), `rested_less`
(takes, for: the seat of the second, who rests, went to the first, who would have rested again), `rearranged` (other
meetings than the plan's, because one exchange was not enough for that).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from tournaments.draws.costs import NOISE_BITS
from tournaments.draws.field import Field, pair
from tournaments.draws.matching import perfect_matching
from tournaments.draws.model import NO_REMATCH, ONE_BYE, DrawError, DrawRequest, Plan, Reason
from tournaments.draws.pairing import Placed, Placement
from tournaments.draws.planned import (
    DRAWN,
    NUMBER,
    ORDERS,
    check_rounds,
    comers,
    in_order,
    last_round,
    settled,
    with_newcomers,
)
from tournaments.draws.plans.movements import (
    MITCHELL_STYLES,
    PLAIN,
    Card,
    EvenOdd,
    Mitchell,
    Movement,
    RoundRobin,
    Sitting,
    cards,
    mitchell_style,
)
from tournaments.draws.seeds import Chance
from tournaments.draws.settings import choice, flag, whole

NOISE = 1 << NOISE_BITS
#: In larger fields one exchange has always been enough.
REARRANGED_UP_TO = 200


def round_robin(request: DrawRequest, field: Field) -> Placement:
    """Everybody meets everybody once (`legs` 1) or twice (2), on balanced sides, at tables new to both if possible."""
    return _follow(request, field, DRAWN, at_tables=False, times=whole(request, "legs", 1, (1, 2)))


def even_odd(request: DrawRequest, field: Field) -> Placement:
    """Odd numbers keep their table, even numbers move one up each round; half as many rounds as there are pairs."""
    return _follow(request, field, NUMBER)


def mitchell(request: DrawRequest, field: Field) -> Placement:
    """North-south keeps its table, east-west moves one up each round; half as many rounds as there are pairs."""
    return _follow(request, field, DRAWN, two_lines=whole(request, "rankings", 1, (1, 2)) == 2)


def movement_of(request: DrawRequest, places: int) -> Movement:
    """The movement of the request's system over so many places (an even number), under its settings.

    DrawError `bad_movement` (movement, tables) for a skip or relay with an odd number of tables, which needs neither.
    """
    if request.system == "round-robin":
        return RoundRobin(places, whole(request, "legs", 1, (1, 2)))
    if request.system == "even-odd":
        return EvenOdd(places)
    style = choice(request, "movement", ("", *MITCHELL_STYLES))
    if style not in ("", PLAIN) and places // 2 % 2:
        raise DrawError("bad_movement", movement=style, tables=places // 2)
    return Mitchell(places, style or mitchell_style(places))


def movement_cards(request: DrawRequest, plan: Plan) -> dict[str, Card]:
    """The movement card of each entry (by id) of a plan that `request` was drawn by, for all rounds announced.

    Numbers on a card are places + 1: number k is the entry `plan.places[k - 1]`. Round 1 of a card is round `since` of
    the plan. Where the system gives no tables (a round robin) those of the card are the engine's to change.
    """
    movement = movement_of(replace(request, system=plan.system), len(plan.places))
    held = sum(1 for holder in plan.places if holder)
    found = cards(movement, held, last_round(request) - plan.since + 1)
    return {plan.places[card.pair - 1]: card for card in found}


def _follow(
    request: DrawRequest,
    field: Field,
    order: str,
    at_tables: bool = True,
    times: int = 1,
    two_lines: bool = False,
) -> Placement:
    """The round by the movement: `at_tables` if it says where, `times` how often it brings the same two together."""
    repeats = flag(request, "repeats", usual=False)
    order = choice(request, "order", (order, *ORDERS))
    plan = with_newcomers(request, field, settled(request) or _settle(request, order, at_tables))
    movement = movement_of(request, len(plan.places))
    check_rounds(request, plan.since, 1, last_round(request) if repeats else movement.most)
    number = request.round - plan.since + 1
    index = {entry.id: position for position, entry in enumerate(field.entries)}
    holder = [index.get(entry) for entry in plan.places]
    tables = [Placed((ns,), (ew,), table) for ns, ew, table in field.locked_pairs()]
    seated = {one for placed in tables for one in (*placed.ns, *placed.ew)}
    taken = {placed.table for placed in tables if placed.table}

    def met(one: int, other: int) -> int:
        """How often two have met since the movement began: a final brings together who met on the way to it."""
        return sum(when >= plan.since for when in field.met.get(pair(one, other), ()))

    for sitting, ns, ew in _meetings(movement, holder, number):
        # They may have met outside the plan, by the organiser's hand: once more would be once too often.
        if not {ns, ew} & seated and (repeats or met(ns, ew) < times):
            table = sitting.table if at_tables and sitting.table not in taken else None
            tables.append(Placed((ns,), (ew,), table, reasons=(Reason("planned", {"round": number}),)))
            seated |= {ns, ew}
    idle = [one for one in range(field.size) if one not in seated]
    later = range(number + 1, last_round(request) - plan.since + 2) if idle else range(0)
    to_come = {pair(ns, ew) for ahead in later for _, ns, ew in _meetings(movement, holder, ahead)}
    line = {one: place < movement.places // 2 for place, one in enumerate(holder) if one is not None}

    def across(one: int, other: int) -> bool:
        return not (two_lines and one in line and other in line and line[one] == line[other])

    def strangers(one: int, other: int) -> bool:
        return not met(one, other) and across(one, other)

    def may_meet(one: int, other: int) -> bool:
        return strangers(one, other) and pair(one, other) not in to_come

    extra, byes = _fill(request, field, idle, may_meet)
    free = (Reason("both_free"),)
    tables += [Placed((one,), (other,), sides=False, reasons=free) for one, other in extra]
    for may in (may_meet, strangers):
        byes = _spared(field, tables, byes, may)
    for may in (strangers, across) if _rests_outrank_meetings(request) else (strangers,):
        if field.size <= REARRANGED_UP_TO and _rests_too_often(field, byes):
            tables, byes = _rearranged(request, field, tables, byes, may)
    ahead = min(last_round(request) - request.round, max(movement.most - number, 0))
    return Placement(tuple(tables), byes, planned_rounds=ahead, plan=plan)


def _spared(
    field: Field, tables: list[Placed], byes: tuple[int, ...], may_meet: Callable[[int, int], bool]
) -> tuple[int, ...]:
    """Who rests once nobody does again who can take the seat of one that has rested less; `tables` are changed.

    Who has rested least gives up the seat, of equals the one with the lowest number, so that no lot is drawn for it.
    """
    kept = []
    for one in byes:
        exchanges = sorted(
            (len(field.rested[giver]), field.entries[giver].number, place, giver)
            for place, placed in enumerate(tables)
            if placed.reasons and placed.reasons[0].code != "rested_less"
            for giver, stays in ((placed.ns[0], placed.ew[0]), (placed.ew[0], placed.ns[0]))
            if len(field.rested[giver]) < len(field.rested[one])
            and field.entries[giver].may_rest
            and may_meet(one, stays)
        )
        if not exchanges:
            kept.append(one)
            continue
        _, _, place, giver = exchanges[0]
        before = tables[place]
        told = Reason("rested_less", {"takes": field.entries[one].id, "for": field.entries[giver].id})
        ns, ew = (tuple(one if seat == giver else seat for seat in side) for side in (before.ns, before.ew))
        tables[place] = replace(before, ns=ns, ew=ew, reasons=(told,))
        kept.append(giver)
    return tuple(kept)


def _rests_too_often(field: Field, byes: Sequence[int]) -> bool:
    """Whether somebody rests that has rested more often than another who is there and may rest."""
    rests = [len(rounds) for rounds in field.rested]
    least = min((rests[one] for one in range(field.size) if field.entries[one].may_rest), default=0)
    return any(rests[one] > least for one in byes)


def _rests_outrank_meetings(request: DrawRequest) -> bool:
    """Whether the musts put fair rests before never meeting twice, as they usually do."""
    ranked = [rule.name for rule in request.musts if rule.name in (ONE_BYE, NO_REMATCH)]
    return ranked[:1] == [ONE_BYE]


def _rearranged(
    request: DrawRequest,
    field: Field,
    tables: list[Placed],
    byes: tuple[int, ...],
    may: Callable[[int, int], bool],
) -> tuple[list[Placed], tuple[int, ...]]:
    """The round with other meetings where one exchange is not enough for who has rested least to rest: of those who
    `may` meet. As many tables as can be stay as they are; all of them where nothing better is found."""
    fixed = [placed for placed in tables if not placed.reasons]
    held = {one for placed in fixed for one in (*placed.ns, *placed.ew)}
    free = [one for one in range(field.size) if one not in held]
    now = {pair(placed.ns[0], placed.ew[0]): placed for placed in tables if placed.reasons}
    # A rest outweighs all that follows; then how often who rests has rested; then the meetings that are changed.
    weigh, rest = 4 * NOISE * len(free), 4 * NOISE * len(free) ** 2
    rest *= 1 + sum(len(rounds) for rounds in field.rested)
    chance = Chance(request.seed, "rearranged")
    edges = []
    for place, one in enumerate(free):
        for other in free[place + 1 :]:
            if pair(one, other) in now:
                edges.append((one, other, 0))
            elif may(one, other):
                edges.append((one, other, 2 * NOISE + chance.below(NOISE)))
    copies = [(one + field.size, other + field.size, 0) for one, other, _ in edges]
    for one in free:
        often = len(field.rested[one]) if field.entries[one].may_rest else len(free)
        edges.append((one, one + field.size, rest + weigh * often + chance.below(NOISE)))
    pairs = perfect_matching([*free, *(one + field.size for one in free)], [*edges, *copies]) or []
    resting = tuple(one for one, other in pairs if other == one + field.size)
    if not pairs or sum(len(field.rested[one]) for one in resting) >= sum(len(field.rested[one]) for one in byes):
        return tables, byes
    met = [pair(one, other) for one, other in pairs if other < field.size]
    told = (Reason("rearranged"),)
    new = [now.get(both) or Placed((both[0],), (both[1],), sides=False, reasons=told) for both in met]
    return [*fixed, *new], resting


def _meetings(movement: Movement, holder: Sequence[int | None], number: int) -> Iterator[tuple[Sitting, int, int]]:
    """The sittings of a round at which both sides are there, with who they are."""
    for sitting in movement.round(number):
        ns, ew = holder[sitting.ns], holder[sitting.ew]
        if ns is not None and ew is not None:
            yield sitting, ns, ew


def _settle(request: DrawRequest, order: str, at_tables: bool) -> Plan:
    entries = in_order(request, comers(request), order)
    places = [entry.id for entry in entries] + [""] * (len(entries) % 2)
    if at_tables:
        _give_fixed_tables(request, places)
    return Plan(request.system, request.round, tuple(places))


def _give_fixed_tables(request: DrawRequest, places: list[str]) -> None:
    """Who needs a certain table gets the place that stays there, exchanging with its holder; lower numbers first."""
    staying = range(0, len(places), 2) if request.system == "even-odd" else range(len(places) // 2)
    stays = dict(enumerate(staying, 1))
    for entry in sorted(request.entries, key=lambda entry: entry.number):
        here = stays.pop(entry.fixed_table, None) if entry.fixed_table is not None and entry.id in places else None
        if here is not None:
            there = places.index(entry.id)
            places[here], places[there] = places[there], places[here]


def _fill(
    request: DrawRequest, field: Field, idle: list[int], may_meet: Callable[[int, int], bool]
) -> tuple[list[tuple[int, int]], tuple[int, ...]]:
    """As many meetings of two of `idle` as there can be, and who rests: those who have rested least, the seed between
    equals.

    A matching of this graph and its copy, each entry joined to its own copy by the cost of its rest, is complete
    whoever rests; the cheapest has the fewest rests, since one costs more than all differences together.
    """
    open_pairs = [(one, other) for place, one in enumerate(idle) for other in idle[place + 1 :] if may_meet(one, other)]
    if not open_pairs:
        return [], tuple(idle)
    unit = 4 * NOISE * len(idle)
    most = len(idle) * (1 + max(len(field.rested[one]) for one in idle))
    edges = []
    chance = Chance(request.seed, "idle")
    noise = [word % NOISE for word in chance.words(len(open_pairs) + len(idle))]
    for (one, other), word in zip(open_pairs, noise, strict=False):
        edges += [(one, other, word), (one + field.size, other + field.size, word)]
    for one, word in zip(idle, noise[len(open_pairs) :], strict=True):
        edges.append((one, one + field.size, unit * (most + len(field.rested[one])) + word))
    pairs = perfect_matching([*idle, *(one + field.size for one in idle)], edges)
    met = [(one, other) for one, other in pairs or [] if other < field.size]
    playing = {one for both in met for one in both}
    return met, tuple(one for one in idle if one not in playing)
