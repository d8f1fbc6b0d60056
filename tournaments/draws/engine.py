"""The one door to the draws: `draw(request)`. A system is a function that pairs a field, entered in one table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tournaments.draws.field import Field, Pair, pair, prepare
from tournaments.draws.model import (
    ENGINE_VERSION,
    NEW_TABLE,
    NO_REMATCH,
    ONE_BYE,
    Breach,
    DrawBug,
    DrawError,
    DrawRequest,
    DrawResult,
    TableDraw,
)
from tournaments.draws.pairing import Pairing
from tournaments.draws.random_each_round import pair_at_random
from tournaments.draws.seating import sides, table_numbers

SYSTEMS: dict[str, Callable[[DrawRequest, Field], Pairing]] = {
    "random": pair_at_random,
}


def draw(request: DrawRequest) -> DrawResult:
    """Draw one round. The same request gives the same answer on any machine; the order of its parts does not matter.

    Raises DrawError for what the organiser can mend (see there for the codes) and DrawBug for a fault of the engine.
    """
    system = SYSTEMS.get(request.system)
    if system is None:
        raise DrawError("unknown_system", system=request.system)
    field = prepare(request)
    pairing = system(request, field)
    _check_complete(field, pairing)
    tables = [one for one in pairing.pairs if one[1] != field.bye]
    bye = next((one for one, other in pairing.pairs if other == field.bye), None)
    numbers = table_numbers(field, request, tables)
    seated = sides(field, request, tables)
    breaches = (
        *_bye_breaches(field, request, pairing, bye),
        *_rematch_breaches(field, request, tables),
        *_table_breaches(field, request, tables, numbers),
    )
    repeats = sum(breach.rule == NEW_TABLE for breach in breaches)
    return DrawResult(
        system=request.system,
        engine_version=ENGINE_VERSION,
        round=request.round,
        seed=request.seed,
        tables=_tables(field, seated, numbers),
        bye=None if bye is None else field.ids[bye],
        breaches=breaches,
        cost=(*pairing.costs.sums(pairing.pairs), pairing.own_cost, ("repeated_tables", repeats)),
        lower_bound=pairing.lower_bound,
        planned_rounds=pairing.planned_rounds,
        window=pairing.window,
        complete=pairing.complete,
    )


def _check_complete(field: Field, pairing: Pairing) -> None:
    everybody = sorted(index for one in pairing.pairs for index in one)
    if everybody != list(range(field.size + field.size % 2)):
        raise DrawBug("a draw must place every entry exactly once")


def _tables(field: Field, seated: Sequence[Pair], numbers: Sequence[int]) -> tuple[TableDraw, ...]:
    locked = {pair(lock.ns, lock.ew) for lock in field.locked}
    rows = []
    for (ns, ew), number in zip(seated, numbers, strict=True):
        met = field.met.get(pair(ns, ew), ())
        reason = "locked" if pair(ns, ew) in locked else "rematch" if met else "first_meeting"
        rows.append(TableDraw(number, field.ids[ns], field.ids[ew], reason, met))
    return tuple(sorted(rows, key=lambda row: row.table))


def _bye_breaches(field: Field, request: DrawRequest, pairing: Pairing, bye: int | None) -> list[Breach]:
    if bye is None:
        return []
    # Whoever may not rest outweighs every must, and is told even where byes need not be spread.
    broken = not field.may_rest[bye] or (ONE_BYE in request.musts and (bye, field.bye) in pairing.costs.values)
    return [Breach(ONE_BYE, True, (field.ids[bye],), field.rested[bye])] if broken else []


def _rematch_breaches(field: Field, request: DrawRequest, tables: Sequence[Pair]) -> list[Breach]:
    if NO_REMATCH not in request.musts:
        return []
    return [
        Breach(NO_REMATCH, True, (field.ids[one], field.ids[other]), field.met[one, other])
        for one, other in tables
        if (one, other) in field.met
    ]


def _table_breaches(field: Field, request: DrawRequest, tables: Sequence[Pair], numbers: Sequence[int]) -> list[Breach]:
    if NEW_TABLE not in request.wishes:
        return []
    return [
        Breach(NEW_TABLE, False, (field.ids[entry],), field.tables[entry][number])
        for pair_at_table, number in zip(tables, numbers, strict=True)
        for entry in pair_at_table
        if number in field.tables[entry]
    ]
