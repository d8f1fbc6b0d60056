"""A stage that follows another: added, and who of the one goes on into the other.

A later stage is drawn once its cut is made, that is, once it is settled who plays it.
"""

import secrets
import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from core import audit
from core.actors import Actor
from core.text import one_line
from tournaments.draws.model import DrawError
from tournaments.draws.options import OPTIONS
from tournaments.draws.plans.cuts import Cut, Ranked, cut
from tournaments.draws.seeds import commitment
from tournaments.models import Entry, Round, Stage, StageEntry, Tournament
from tournaments.services import contests, stages
from tournaments.services.drawsetup import DrawSetup, kept
from tournaments.services.errors import Conflict, TournamentError
from tournaments.services.ranking import ranked

MOST_STAGES = 4


# Adding one


@dataclass(frozen=True, slots=True)
class NewStage:
    """A stage that follows: its ``name``, how it is drawn, its ``rounds`` (1 to 30), how many qualify (``places``, 2 or
    more), whether what was marked before counts on (``carry``), and the settings of its draw."""

    name: str
    draw_system: str
    rounds: int
    places: int
    carry: bool = False
    settings: dict[str, Any] = field(default_factory=dict)


@transaction.atomic
def add(tournament_id: uuid.UUID, new: NewStage, actor: Actor) -> Stage:
    """Add a stage after the last one, by its rules and game format.

    TournamentError with the field to mend: ``stage-name``, ``draw-system``, ``draw-setting``, ``rounds-range``,
    ``places-range``, ``too-many-stages``.
    """
    tournament = contests.lock(tournament_id)
    last = tournament.stages.order_by("-position").first()
    assert last is not None  # every tournament is made with one
    _check(new)
    settings = {**_by_standing(new.draw_system), **new.settings}
    system, draw = kept(DrawSetup(tournament.entry_kind, new.draw_system, settings))
    if last.position >= MOST_STAGES:
        raise TournamentError("too-many-stages", most=MOST_STAGES)
    seed = secrets.token_hex(32)
    stage = Stage.objects.create(
        tournament=tournament,
        position=last.position + 1,
        name=one_line(new.name, 60),
        draw_system=system,
        rounds_planned=new.rounds,
        ruleset_version=last.ruleset_version,
        game_format=last.game_format,
        settings={
            **_kept(last),
            "draw": draw,
            "cut": {"places": new.places, "carry": new.carry},
        },
        sealed_seed=seed,
        commitment=commitment(seed),
    )
    if tournament.state == Tournament.State.FINISHED:
        Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.RUNNING)
    after = {"position": stage.position, "system": new.draw_system, "places": new.places}
    audit.record(actor, "stage.added", stage, club_id=tournament.club_id, after=after)
    contests.touch(tournament.pk)
    return stage


def _check(new: NewStage) -> None:
    if not one_line(new.name):
        raise TournamentError("stage-name", "name")
    if not 1 <= new.rounds <= contests.MOST_ROUNDS:
        raise TournamentError("rounds-range", "rounds", most=contests.MOST_ROUNDS)
    if new.places < 2:
        raise TournamentError("places-range", "places")


def _by_standing(system: str) -> dict[str, Any]:
    """The settings a later stage starts with: the best are seeded by what they have shown."""
    orders = ("seeding", "order", "pools")
    return {option.name: "standing" for option in OPTIONS.get(system, ()) if option.name in orders}


def _kept(stage: Stage) -> dict[str, Any]:
    """What a stage takes over from the one before: how rests and absences are marked, and what ranks."""
    return {name: value for name, value in stage.settings.items() if name not in {"draw", "musts", "wishes", "cut"}}


@transaction.atomic
def remove(stage_id: uuid.UUID, actor: Actor) -> None:
    """Take away the last stage while nothing of it is drawn. Conflict ``stage-drawn``; TournamentError ``stage-first``,
    ``stage-not-last``."""
    stage = Stage.objects.select_related("tournament").get(pk=stage_id)
    tournament = contests.lock(stage.tournament_id)
    if stage.position == 1:
        raise TournamentError("stage-first")
    if tournament.stages.filter(position__gt=stage.position).exists():
        raise TournamentError("stage-not-last")
    if stage.rounds.exists():
        raise Conflict("stage-drawn", name=stage.name)
    audit.record(actor, "stage.removed", stage, club_id=tournament.club_id, before={"name": stage.name})
    stage.attendances.all().delete()
    stage.check_ins.all().delete()
    stage.qualified.all().delete()
    stage.delete()
    before = tournament.stages.order_by("-position").first()
    if before is not None and stages.is_over(before):
        Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.FINISHED)
    contests.touch(tournament.pk)


# The cut


def ranking_before(stage: Stage) -> list[Ranked]:
    """The ranking that the cut of a stage is made from: the standings before it, of who may still play."""
    gone = {Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED}
    left = set(stage.tournament.entries.filter(status__in=gone).values_list("pk", flat=True))
    return [
        Ranked(row.entry, row.rank)
        for row in ranked(stage.tournament, before=stage.position)
        if row.rank is not None and uuid.UUID(row.entry) not in left
    ]


def cut_as_it_stands(stage: Stage) -> Cut:
    """Who would qualify now, who must play off or draw lots for a place, and the reserves."""
    told = stage.settings.get("cut", {})
    ranking = ranking_before(stage)
    known = {one.entry for one in ranking}
    return cut(
        ranking,
        told.get("places", len(ranking)),
        declined=[entry for entry in told.get("declined", ()) if entry in known],
        settled=[entry for entry in told.get("settled", ()) if entry in known],
    )


@transaction.atomic
def decline(stage_id: uuid.UUID, entry_ids: Collection[uuid.UUID], actor: Actor, *, back: bool = False) -> Stage:
    """Note who does not come to a stage though qualified, or (``back``) comes after all; the next ones move up.

    Once the cut is made, the first reserve takes the place that was left. Conflict ``stage-drawn``.
    """
    stage, tournament = _open(stage_id)
    told = stage.settings.get("cut", {})
    names = {str(entry) for entry in entry_ids}
    declined = set(told.get("declined", ()))
    after = sorted(declined - names if back else declined | names)
    _keep(stage, {**told, "declined": after})
    if stage.qualified.exists():
        _place(stage)
    audit.record(
        actor,
        "stage.declined",
        stage,
        club_id=tournament.club_id,
        before={"declined": sorted(declined)},
        after={"declined": after},
    )
    return stage


@transaction.atomic
def settle(stage_id: uuid.UUID, order: Sequence[uuid.UUID], actor: Actor, *, reason: str = "") -> Stage:
    """Give the order of equals on the line, best first, as their play-off or a lot has put them.

    TournamentError ``settle-who`` where they are not those who have to play off; Conflict ``stage-drawn``.
    """
    stage, tournament = _open(stage_id)
    play_off = cut_as_it_stands(stage).play_off
    names = [str(entry) for entry in order]
    if play_off is None or sorted(names) != sorted(play_off.entries):
        raise TournamentError("settle-who")
    told = stage.settings.get("cut", {})
    _keep(stage, {**told, "settled": [*told.get("settled", ()), *names]})
    audit.record(
        actor, "stage.settled", stage, club_id=tournament.club_id, after={"order": names}, reason=one_line(reason, 300)
    )
    return stage


@transaction.atomic
def make_cut(stage_id: uuid.UUID, actor: Actor) -> list[StageEntry]:
    """Settle who plays a stage, from the standings as they are; made again it follows a correction.

    TournamentError ``stage-before-open`` while a round before is not closed, ``play-off`` (count, seats) while equals
    stand on the line, ``too-few-qualified``; Conflict ``stage-drawn``.
    """
    stage, tournament = _open(stage_id)
    if stage.position == 1:
        raise TournamentError("stage-first")
    for before in tournament.stages.filter(position__lt=stage.position):
        if not stages.is_over(before):
            raise TournamentError("stage-before-open")
    made = _place(stage)
    audit.record(
        actor,
        "stage.cut",
        stage,
        club_id=tournament.club_id,
        after={"qualified": [str(row.entry_id) for row in made if row.state == StageEntry.State.QUALIFIED]},
    )
    contests.touch(tournament.pk)
    return made


@transaction.atomic
def undo_cut(stage_id: uuid.UUID, actor: Actor) -> None:
    """Take the cut back while nothing of the stage is drawn. Conflict ``stage-drawn``."""
    stage, tournament = _open(stage_id)
    stage.qualified.all().delete()
    audit.record(actor, "stage.cut-undone", stage, club_id=tournament.club_id)
    contests.touch(tournament.pk)


def _open(stage_id: uuid.UUID) -> tuple[Stage, Tournament]:
    """The stage, its tournament locked; Conflict where a draw of the stage has been published."""
    stage = Stage.objects.select_related("tournament").get(pk=stage_id)
    tournament = contests.lock(stage.tournament_id)
    stage.refresh_from_db(fields=["settings"])
    if stage.rounds.exclude(state=Round.State.DRAFT).exists():
        raise Conflict("stage-drawn", name=stage.name)
    return stage, tournament


def _keep(stage: Stage, told: dict[str, Any]) -> None:
    stage.settings = {**stage.settings, "cut": told}
    stage.save(update_fields=["settings"])


def _place(stage: Stage) -> list[StageEntry]:
    """Write who has qualified, in order, who waits as a reserve and who has declined."""
    try:
        found = cut_as_it_stands(stage)
    except DrawError:
        raise TournamentError("places-range", "places") from None
    if found.play_off is not None:
        raise TournamentError("play-off", count=len(found.play_off.entries), seats=found.play_off.seats)
    if len(found.qualified) < 2:
        raise TournamentError("too-few-qualified", count=len(found.qualified))
    state = StageEntry.State
    declined = [one.entry for one in ranking_before(stage) if one.entry in stage.settings["cut"].get("declined", ())]
    rows = [
        *((entry, state.QUALIFIED) for entry in found.qualified),
        *((entry, state.RESERVE) for entry in found.reserves),
        *((entry, state.DECLINED) for entry in declined),
    ]
    stage.qualified.all().delete()
    return StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entry_id=uuid.UUID(entry), seed=seed, state=kind)
        for seed, (entry, kind) in enumerate(rows, 1)
    )
