"""The system `pools-knockout`: round robins in pools, all at once, then a knockout of the best.

The pools are settled in the first round, the knockout in the first round after the pools. Of Q entrants for g pools the
best Q // g of each pool qualify and the best of the others fill up, as the standing of the stage ranks them (where it
gives no figures, by games won, a lot between equals). Who is not there when the knockout is drawn is passed over for
the next one. The first of their pools get the best seeds, then the second ones; pool mates meet as late as these seeds
allow. What is not said here is as in the systems round robin (`plans.pools`) and `knockout`.

Settings: `pool_size`: 3 to 6, or 0 for what makes the number of rounds come out, about 4 if it can; `qualified`: how
many play the knockout, or 0 for what the rounds allow; `pools`: `drawn` (usual), or `rating`, `standing`, `number` for
a snake in that order; `clubs_apart`, on unless turned off; those of the knockout but for its seeding.

Reason of a table: `pool` (pool: its number), and in the knockout as there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from tournaments.draws.field import Field
from tournaments.draws.knockout import MOST_PLACES, bracket_of, exchanged, matches_of
from tournaments.draws.model import DrawEntry, DrawError, DrawRequest, Plan, Reason
from tournaments.draws.pairing import Placed, Placement
from tournaments.draws.planned import (
    DRAWN,
    ORDERS,
    comers,
    in_order,
    last_round,
    settled,
    with_newcomers,
)
from tournaments.draws.plans.apart import in_bracket
from tournaments.draws.plans.brackets import slots_for
from tournaments.draws.plans.movements import even
from tournaments.draws.plans.pools import LARGEST, LEAST_ENTRIES, SMALLEST, Pools, drawn, pool_rounds, pool_sizes, snake
from tournaments.draws.seeds import Chance
from tournaments.draws.settings import choice, flag, whole


@dataclass(frozen=True, slots=True)
class Shape:
    """Pools of `sizes`, of whom `qualified` play the knockout; `rounds` of both together."""

    sizes: tuple[int, ...]
    qualified: int
    rounds: int


def by_pools_and_knockout(request: DrawRequest, field: Field) -> Placement:
    """The round of the pools, or of the knockout after them; see the module for its settings."""
    plan = settled(request) or _settle(request)
    if not plan.bracket:
        if request.round - plan.since < pool_rounds(plan.groups):
            return _pool_round(request, field, with_newcomers(request, field, plan))
        plan = replace(
            plan, bracket=exchanged(request, field, _qualified(request, field, plan)), bracket_since=request.round
        )
    return matches_of(request, field, plan, plan.bracket, plan.bracket_since)


def shapes(request: DrawRequest, entries: int) -> Iterator[Shape]:
    """What pools and knockout there can be for so many entries under the settings, the most usual first."""
    size = whole(request, "pool_size", 0, (0, *range(SMALLEST, LARGEST + 1)))
    qualified = whole(request, "qualified", 0, range(MOST_PLACES))
    for aim in (size,) if size else (4, 3, 5, 6):
        sizes = pool_sizes(entries, aim)
        least, most = max(2, len(sizes)), entries - 1
        powers = [power for power in (1 << exponent for exponent in range(1, 17)) if least <= power <= most]
        for many in (qualified,) if qualified else sorted(powers, key=lambda power: abs(power - 2 * len(sizes))):
            if sizes and least <= many <= most:
                yield Shape(sizes, many, pool_rounds(sizes) + bracket_of(request, many).rounds)


def _settle(request: DrawRequest) -> Plan:
    entries = comers(request)
    if len(entries) < LEAST_ENTRIES:
        raise DrawError("too_few_for_pools", entries=len(entries), least=LEAST_ENTRIES)
    found = list(shapes(request, len(entries)))
    if not found:
        raise DrawError("bad_cut", entries=len(entries), qualified=whole(request, "qualified", 0, range(MOST_PLACES)))
    rounds = last_round(request) - request.round + 1
    shape = next((one for one in found if one.rounds == rounds), None)
    if shape is None:
        longer = [one.rounds for one in found if one.rounds > rounds]
        if longer:
            raise DrawError("too_few_rounds", rounds=rounds, least=min(longer))
        raise DrawError("too_many_rounds", rounds=rounds, most=max(one.rounds for one in found))
    order = choice(request, "pools", ORDERS)
    placed = in_order(request, entries, order)
    apart = flag(request, "clubs_apart", usual=True)
    clubs = [(entry.club or "") if apart else "" for entry in placed]
    pools = (drawn if order == DRAWN else snake)(range(len(placed)), shape.sizes, clubs)
    laid = Pools(shape.sizes).laid(pools)
    places = tuple("" if one is None else placed[one].id for one in laid)
    return Plan(request.system, request.round, places, groups=shape.sizes, cut=shape.qualified)


def _pool_round(request: DrawRequest, field: Field, plan: Plan) -> Placement:
    index = {entry.id: position for position, entry in enumerate(field.entries)}
    holder = [index.get(entry) for entry in plan.places]
    pool_of = _pools(plan)
    number = request.round - plan.since + 1
    # Where somebody needs a certain table, the engine gives all of them; else a pool keeps its own.
    free = any(entry.fixed_table for entry in field.entries) or bool(field.locked)
    tables = []
    for one in Pools(plan.groups).round(number):
        ns, ew = holder[one.ns], holder[one.ew]
        if ns is not None and ew is not None:
            pool = pool_of[one.ns] + 1
            table = None if free else one.table
            why = (Reason("pool", {"pool": pool}),)
            tables.append(Placed((ns,), (ew,), table, bracket=f"pool {pool}", reasons=why))
    meetings = {frozenset((*placed.ns, *placed.ew)) for placed in tables}
    for here, there, _ in field.locked_pairs():
        if frozenset((here, there)) not in meetings:
            raise DrawError("locked_outside_plan", entry=field.entries[here].id)
    seated = {one for placed in tables for one in (*placed.ns, *placed.ew)}
    placed_here = {one for one in holder if one is not None}
    byes = tuple(one for one in sorted(placed_here) if one not in seated)
    out = tuple(one for one in range(field.size) if one not in placed_here)
    return Placement(tuple(tables), byes, out, planned_rounds=last_round(request) - request.round, plan=plan)


def _pools(plan: Plan) -> list[int]:
    """The pool of each place."""
    return [pool for pool, size in enumerate(plan.groups) for _ in range(even(size))]


def _qualified(request: DrawRequest, field: Field, plan: Plan) -> tuple[str, ...]:
    """The entrants of the knockout by seed, places for whom nobody is there left empty."""
    pool_of = dict(zip(plan.places, _pools(plan), strict=True))
    here = [entry for entry in field.entries if entry.id in pool_of]
    ranked = _ranked(request, here, plan)
    rows: dict[int, int] = {}
    row_of = {}
    for entry in ranked:
        pool = pool_of[entry.id]
        row_of[entry.id] = rows[pool] = rows.get(pool, -1) + 1
    direct = plan.cut // len(plan.groups)
    first = sorted((entry for entry in ranked if row_of[entry.id] < direct), key=lambda entry: row_of[entry.id])
    others = [entry for entry in ranked if row_of[entry.id] >= direct]
    seeds = [*first, *others][: plan.cut]
    missing = plan.cut - len(seeds)
    kinds = [min(row_of[entry.id], direct) for entry in seeds] + [direct + 1] * missing
    held = in_bracket(bands_of(kinds), [str(pool_of[entry.id]) for entry in seeds] + [""] * missing)
    return tuple(seeds[one].id if one < len(seeds) else "" for one in held)


def bands_of(kinds: list[int]) -> list[int]:
    """Seeds that may exchange places: of the same place in their pools, both with a first bye or both without, and
    among the first of their pools 1, 1, 2, 4, …"""
    byes = slots_for(len(kinds)) - len(kinds)
    ends = {place + 1 for place in range(len(kinds) - 1) if kinds[place] != kinds[place + 1]}
    ends |= {1 << power for power in range(kinds.count(0).bit_length())} | {byes, len(kinds)}
    marks = [0, *sorted(end for end in ends if 0 < end <= len(kinds))]
    return [end - start for start, end in pairwise(marks)]


def _ranked(request: DrawRequest, entries: list[DrawEntry], plan: Plan) -> list[DrawEntry]:
    """By standing, the best first; by games won in the pools where there are no figures; by lot between equals."""
    wins = dict.fromkeys((entry.id for entry in entries), 0)
    for played in request.played:
        for meeting in played.meetings if played.number >= plan.since else ():
            for entry in {"ns": meeting.ns, "ew": meeting.ew}.get(meeting.won, ()):
                if entry in wins:
                    wins[entry] += 1
    order = list(entries)
    Chance(request.seed, "cut").shuffle(order)
    figures = any(entry.standing for entry in entries)
    return sorted(order, key=lambda entry: entry.standing if figures else (wins[entry.id],), reverse=True)
