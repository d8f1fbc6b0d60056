"""The one door to the draws: `draw(request)`. A system is a function over a field, entered in one table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product

from tournaments.draws.field import Field, pair, prepare
from tournaments.draws.judge import breaches
from tournaments.draws.model import (
    ENGINE_VERSION,
    NEW_TABLE,
    DrawBug,
    DrawError,
    DrawRequest,
    DrawResult,
    TableDraw,
)
from tournaments.draws.pairing import Pairing, Placed, Placement
from tournaments.draws.random_each_round import pair_at_random
from tournaments.draws.seating import seated

SYSTEMS: dict[str, Callable[[DrawRequest, Field], Pairing | Placement]] = {
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
    answer = system(request, field)
    if isinstance(answer, Pairing):
        return _of_pairing(request, field, answer)
    return _of_placement(request, field, answer)


def _of_pairing(request: DrawRequest, field: Field, pairing: Pairing) -> DrawResult:
    tables = [
        Placed((one,), (other,), sides=False, reasons=pairing.reasons.get((one, other), ()))
        for one, other in pairing.pairs
        if other != field.bye
    ]
    byes = tuple(one for one, other in pairing.pairs if other == field.bye)
    result = _of_placement(request, field, Placement(tuple(tables), byes, planned_rounds=pairing.planned_rounds))
    return replace(
        result,
        cost=(*pairing.costs.sums(pairing.pairs), *pairing.own_costs, *result.cost),
        lower_bound=pairing.lower_bound,
        window=pairing.window,
        complete=pairing.complete,
        proved=pairing.proved,
    )


def _of_placement(request: DrawRequest, field: Field, placement: Placement) -> DrawResult:
    _check_complete(field, placement)
    tables = seated(field, request, placement.tables)
    broken = breaches(field, request, tables, placement.byes)
    repeats = sum(breach.rule == NEW_TABLE for breach in broken)
    return DrawResult(
        system=request.system,
        engine_version=ENGINE_VERSION,
        round=request.round,
        seed=request.seed,
        tables=_tables(field, tables),
        byes=tuple(field.entries[one].id for one in sorted(placement.byes)),
        breaches=broken,
        cost=(*placement.costs, ("repeated_tables", repeats)),
        lower_bound=0,
        planned_rounds=placement.planned_rounds,
        window=0,
        complete=False,
        proved=False,
        out=tuple(field.entries[one].id for one in sorted(placement.out)),
    )


def _check_complete(field: Field, placement: Placement) -> None:
    tables = [one for placed in placement.tables for one in (*placed.ns, *placed.ew)]
    if sorted((*tables, *placement.byes, *placement.out)) != list(range(field.size)):
        raise DrawBug("a draw must place every entry exactly once")


def _tables(field: Field, tables: Sequence[Placed]) -> tuple[TableDraw, ...]:
    locked = {frozenset((*lock.ns, *lock.ew)) for lock in field.locked}
    rows = []
    for placed in tables:
        met = sorted({number for both in product(placed.ns, placed.ew) for number in field.met.get(pair(*both), ())})
        is_locked = frozenset((*placed.ns, *placed.ew)) in locked
        rows.append(
            TableDraw(
                table=placed.table or 0,
                ns=tuple(field.entries[one].id for one in placed.ns),
                ew=tuple(field.entries[one].id for one in placed.ew),
                reason="locked" if is_locked else "rematch" if met else "first_meeting",
                met_in=tuple(met),
                reasons=placed.reasons,
                bracket=placed.bracket,
            )
        )
    return tuple(sorted(rows, key=lambda row: row.table))
