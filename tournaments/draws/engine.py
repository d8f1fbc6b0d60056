"""The one door to the draws: `draw(request)`. A system is a function over a field, entered in one table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from tournaments.draws.field import Field, prepare
from tournaments.draws.judge import breaches, two_at
from tournaments.draws.knockout import by_knockout
from tournaments.draws.mechanical import even_odd, mitchell, round_robin
from tournaments.draws.melee import by_melee
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
    Rule,
    TableDraw,
)
from tournaments.draws.pairing import Pairing, Placed, Placement
from tournaments.draws.pools_knockout import by_pools_and_knockout
from tournaments.draws.random_each_round import pair_at_random
from tournaments.draws.score_based import pair_danish, pair_equal_wins, pair_swiss, pair_winners_losers
from tournaments.draws.seating import seated
from tournaments.draws.settings import choice

SYSTEMS: dict[str, Callable[[DrawRequest, Field], Pairing | Placement]] = {
    "random": pair_at_random,
    "swiss": pair_swiss,
    "danish": pair_danish,
    "equal-wins": pair_equal_wins,
    "winners-losers": pair_winners_losers,
    "even-odd": even_odd,
    "knockout": by_knockout,
    "melee": by_melee,
    "mitchell": mitchell,
    "pools-knockout": by_pools_and_knockout,
    "round-robin": round_robin,
}

PLANNED = frozenset({"even-odd", "knockout", "mitchell", "pools-knockout", "round-robin"})
"""The systems that follow a plan: they place whoever is there, be it one pair alone."""

MELEE = "melee"
"""The system whose entries are single players, two a side; it says itself how few are too few."""

TEAMS = "teams"
"""Teams of several pairs: a match is one table, and the setting `teams_by` names the system, usually `swiss`, by which
the teams are drawn. Which pairs meet inside a match is `plans.teams.inner_plan`."""

NAMES = (*SYSTEMS, TEAMS)
"""What `DrawRequest.system` may be."""


def usual_musts(system: str) -> tuple[Rule, ...]:
    """The musts a tournament starts with: `danish` lets two meet again."""
    everywhere = (Rule(ONE_BYE), Rule(NO_REMATCH))
    return everywhere[:1] if system == "danish" else everywhere


def system_of(request: DrawRequest) -> str:
    """The system that draws: for teams the one by which they are drawn. DrawError `bad_setting`."""
    if request.system != TEAMS:
        return request.system
    return choice(request, "teams_by", ("swiss", *(system for system in SYSTEMS if system != MELEE)))


def draw(request: DrawRequest) -> DrawResult:
    """Draw one round. The same request gives the same answer on any machine; the order of its parts does not matter.

    Raises DrawError for what the organiser can mend (see there for the codes) and DrawBug for a fault of the engine.
    """
    name = system_of(request)
    if name not in SYSTEMS:
        raise DrawError("unknown_system", system=name)
    field = prepare(request, least=0 if name in PLANNED or name == MELEE else 2)
    answer = SYSTEMS[name](replace(request, system=name), field)
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
    broken = _told(field, request, placement, tables)
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
        plan=placement.plan,
    )


def _told(field: Field, request: DrawRequest, placement: Placement, tables: Sequence[Placed]) -> tuple[Breach, ...]:
    """What is not kept; of a plan neither who rests is worth a word, but for who may not, nor who keeps his table."""
    if placement.plan is None or placement.tells_rests:
        return breaches(field, request, tables, placement.byes)
    byes = [one for one in placement.byes if not field.entries[one].may_rest]
    stays = any(placed.table is not None for placed in placement.tables)
    wishes = tuple(rule for rule in request.wishes if not (stays and rule.name == NEW_TABLE))
    return breaches(field, replace(request, wishes=wishes), tables, byes)


def _check_complete(field: Field, placement: Placement) -> None:
    tables = [one for placed in placement.tables for one in (*placed.ns, *placed.ew)]
    if sorted((*tables, *placement.byes, *placement.out)) != list(range(field.size)):
        raise DrawBug("a draw must place every entry exactly once")


def _tables(field: Field, tables: Sequence[Placed]) -> tuple[TableDraw, ...]:
    locked = {frozenset((*lock.ns, *lock.ew)) for lock in field.locked}
    rows = []
    for placed in tables:
        met = sorted({number for both in two_at(placed) for number in field.together(both)})
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
