"""Where everybody goes by the plan of a stage: for each entry and round the table, the side and whom it meets.

Rounds whose draw is published are as they were drawn; those to come are as planned, which holds as long as nobody comes
or leaves.
"""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scoring.models import SheetSide
from tournaments.draws.mechanical import movement_cards
from tournaments.draws.model import DrawRequest, Plan
from tournaments.draws.record import plan_of, request_from
from tournaments.models import Draw, Entry, Round, RoundStatus, Stage
from tournaments.services import seating, stages

EVEN_ODD, MITCHELL, ROUND_ROBIN, MELEE = "even-odd", "mitchell", "round-robin", "melee"
SYSTEMS = (EVEN_ODD, MITCHELL, ROUND_ROBIN, MELEE)
"""The systems whose plan says for every round, and from the start, who meets whom."""

AT_TABLES = (EVEN_ODD, MITCHELL)
"""Those of them that say at which table, too: the others give tables as each round is drawn."""

_SIDES = {SheetSide.Side.A: "ns", SheetSide.Side.B: "ew"}


@dataclass(frozen=True, slots=True)
class Stop:
    """Where an entry is in a round. ``table`` 0: not known yet; of who rests, where its place is. ``side``: ns or ew.

    ``mates`` its partner in a mêlée, ``meets`` whom it plays (nobody: it rests, or ``is_away``). ``deals``: the set of
    prepared deals on the table, 0 where there are none. ``is_drawn``: published, no mere plan.
    """

    round: int
    table: int = 0
    side: str = ""
    mates: tuple[uuid.UUID, ...] = ()
    meets: tuple[uuid.UUID, ...] = ()
    deals: int = 0
    is_drawn: bool = False
    is_away: bool = False


@dataclass(frozen=True, slots=True)
class Moves:
    """The plan of a stage: its rounds from the first it settles to the last announced, and each entry's stop in each.

    ``tables``: how many the movement has, 0 for a mêlée. ``style``: of a Mitchell, as the settings name it.
    """

    system: str
    rounds: tuple[int, ...]
    stops: Mapping[uuid.UUID, tuple[Stop, ...]]
    tables: int
    style: str

    def at(self, entry: uuid.UUID, number: int) -> Stop | None:
        """The entry's stop in a round, None where the plan has none."""
        return next((stop for stop in self.stops.get(entry, ()) if stop.round == number), None)


def may_have(stage: Stage) -> bool:
    """Whether a stage of this system has such a plan once its first draw is published."""
    return stage.draw_system in SYSTEMS


def of_stage(stage: Stage) -> Moves | None:
    """The moves of a stage whose first draw is published; None before that, and for systems without such a plan."""
    published = Draw.objects.filter(round__stage=stage, state=Draw.State.PUBLISHED).order_by("-round__number")
    draw = published.select_related("round").first()
    plan = None if draw is None else plan_of(seating.standing(draw))
    if draw is None or plan is None or plan.system not in SYSTEMS or draw.inputs["system"] != plan.system:
        return None
    last = max(stages.last_number(stage), draw.round.number)
    request = replace(request_from(draw.inputs), announced_rounds=last)
    rounds = tuple(range(plan.since, last + 1))
    planned = _by_evening(plan, rounds) if plan.system == MELEE else _by_movement(request, plan)
    active = stage.tournament.entries.filter(status=Entry.Status.ACTIVE).values_list("pk", flat=True)
    drawn = _drawn(stage)
    return Moves(
        system=plan.system,
        rounds=rounds,
        stops=_together(rounds, planned, drawn, frozenset(active)),
        tables=0 if plan.system == MELEE else len(plan.places) // 2,
        style=str(request.settings.get("movement", "")) if plan.system == MITCHELL else "",
    )


Stops = Mapping[tuple[uuid.UUID, int], Stop]


def _together(rounds: Iterable[int], planned: Stops, drawn: Stops, active: frozenset[uuid.UUID]) -> dict[Any, Any]:
    """The drawn rounds as drawn, then the plan; who meets somebody who has left rests, in its place."""
    known = {number for _, number in drawn}
    found: dict[uuid.UUID, list[Stop]] = defaultdict(list)
    everybody = sorted({who for who, _ in (*planned, *drawn)})
    for number in rounds:
        for who in everybody:
            plan = planned.get((who, number), Stop(number))
            if number in known:
                stop = drawn.get((who, number), Stop(number, is_drawn=True, is_away=True))
                if stop.table == plan.table:
                    stop = replace(stop, deals=plan.deals)
                elif not (stop.meets or stop.is_away):
                    stop = replace(stop, table=plan.table, side=plan.side)
                found[who].append(stop)
            elif who in active:
                there = active.issuperset((*plan.mates, *plan.meets))
                found[who].append(plan if there else replace(plan, mates=(), meets=(), deals=0))
    return {who: tuple(stops) for who, stops in found.items()}


def _by_movement(request: DrawRequest, plan: Plan) -> Stops:
    """The stops of a movement. Tables and sets of deals are told where the system keeps to them."""
    fixed, sets = plan.system in AT_TABLES, bool(request.settings.get("movement"))
    found = {}
    for who, card in movement_cards(request, plan).items():
        for stop in card.stops:
            meets = plan.places[stop.meets - 1] if stop.meets is not None else ""
            number = plan.since + stop.round - 1
            found[uuid.UUID(who), number] = Stop(
                number,
                table=stop.table if fixed else 0,
                side=stop.side if fixed or meets else "",
                meets=(uuid.UUID(meets),) if meets else (),
                deals=stop.deals if sets and meets else 0,
            )
    return found


def _by_evening(plan: Plan, rounds: Iterable[int]) -> Stops:
    """The stops of a mêlée, without tables."""
    found = {}
    for number, tables in zip(rounds, plan.rounds, strict=False):
        for table in tables:
            four = [uuid.UUID(one) for one in table]
            for side, us, them in (("ns", four[:2], four[2:]), ("ew", four[2:], four[:2])):
                for who, mate in (us, us[::-1]):
                    found[who, number] = Stop(number, side=side, mates=(mate,), meets=tuple(them))
    return found


def _drawn(stage: Stage) -> Stops:
    """The stops of the rounds whose tables are set."""
    found: dict[tuple[uuid.UUID, int], Stop] = {}
    rounds = stage.rounds.exclude(state=Round.State.DRAFT)
    for round_ in rounds.prefetch_related("matches__seats", "statuses", "matches__games"):
        for match in round_.matches.all():
            sides: dict[str, list[uuid.UUID]] = {"ns": [], "ew": []}
            for seat in sorted(match.seats.all(), key=lambda one: one.slot):
                sides[_SIDES[SheetSide.Side(seat.side)]].append(seat.participant_id)
            table = next((game.table_no for game in match.games.all()), match.board)
            for side, other in (("ns", "ew"), ("ew", "ns")):
                for who in sides[side]:
                    mates = tuple(one for one in sides[side] if one != who)
                    found[who, round_.number] = Stop(
                        round_.number, table, side, mates, tuple(sides[other]), is_drawn=True
                    )
        for status in round_.statuses.all():
            if status.status == RoundStatus.Status.BYE:
                found[status.entry_id, round_.number] = Stop(round_.number, is_drawn=True)
    return found
