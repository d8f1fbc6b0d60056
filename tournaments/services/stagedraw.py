"""How a later part of a tournament is drawn, and in how many rounds: changed as long as it is to come, and then for the
draws to come, as the settings do it for the first part."""

import uuid
from dataclasses import replace
from typing import Any

from django.db import transaction

from core import audit
from core.actors import Actor
from tournaments.models import Round, Stage, Tournament
from tournaments.services import contests, drawsetup, stages
from tournaments.services.drawsetup import DrawSetup
from tournaments.services.errors import TournamentError
from tournaments.signals import tournament_changed

#: The verb of the trail.
CHANGED = "stage.changed"


@transaction.atomic
def change(stage_id: uuid.UUID, asked: DrawSetup, rounds: int, actor: Actor) -> bool:
    """Draw a later part by another system, otherwise told, or in so many ``rounds`` (1 to 30); False where it is so
    already. Who plays and what ranks is the whole tournament's: of ``asked`` only system and settings count.

    TournamentError naming the field: ``stage-first``, ``draw-system``, ``draw-setting``, ``draw-planned``,
    ``rounds-range``, ``rounds-played``, ``rounds-followed``, ``seed-opened``.
    """
    stage = Stage.objects.select_related("tournament").get(pk=stage_id)
    if stage.position == 1:
        raise TournamentError("stage-first")
    contests.lock_drafts(stage.tournament_id)
    tournament = contests.lock(stage.tournament_id)
    stage.refresh_from_db(fields=["settings", "draw_system", "rounds_planned", "seed_opened_at"])
    _check_rounds(stage, rounds)
    before, state_before = _told(stage), tournament.state
    now = drawsetup.setup_of(tournament, stage)
    drawsetup.change(stage, replace(now, system=asked.system, settings=asked.settings))
    stage.rounds_planned = rounds
    if _told(stage) == before:
        return False
    stage.save(update_fields=["draw_system", "settings", "rounds_planned"])
    contests.discard_drafts(stage, stages.last_number(stage))
    tournament.state = contests.state_now(tournament)
    tournament.save(update_fields=["state"])
    audit.record(actor, CHANGED, stage, club_id=tournament.club_id, before=before, after=_told(stage))
    if tournament.state != state_before:
        day = tournament.local_date
        tournament_changed.send(sender=Tournament, tournament_id=tournament.pk, day_before=day)
    return True


def _check_rounds(stage: Stage, rounds: int) -> None:
    if not 1 <= rounds <= contests.MOST_ROUNDS:
        raise TournamentError("rounds-range", "rounds", most=contests.MOST_ROUNDS)
    played = stage.rounds.exclude(state=Round.State.DRAFT).count()
    if rounds < played:
        raise TournamentError("rounds-played", "rounds", played=played)
    # Rounds are numbered through: those of a later part keep their numbers.
    later = Round.objects.filter(stage__tournament=stage.tournament_id, stage__position__gt=stage.position)
    if rounds != stage.rounds_planned and later.exists():
        raise TournamentError("rounds-followed", "rounds")
    if stage.seed_opened_at is not None and rounds > played:
        raise TournamentError("seed-opened", "rounds")


def _told(stage: Stage) -> dict[str, Any]:
    """What the trail keeps of it."""
    return {"position": stage.position, "rounds": stage.rounds_planned, "draw": drawsetup.told(stage)}
