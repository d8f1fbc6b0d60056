"""The file by which anybody checks the draws of a stage: its seed, opened, and every draw made with it."""

import uuid
from typing import Any

from django.db import transaction
from django.utils import timezone

from core import audit
from core.actors import Actor
from tournaments.draws.verify import FORMAT, VERSION
from tournaments.models import Draw, Round, Stage
from tournaments.services import contests
from tournaments.services.errors import TournamentError


@transaction.atomic
def open_draws(tournament_id: uuid.UUID, actor: Actor) -> dict[str, Any]:
    """Open the seed, if it is still sealed, and give the file (see docs/draw-file.md) as data.

    TournamentError ``seed-sealed`` (rounds) before the last round is closed: until then the seed could still draw. From
    the first opening on it draws nothing any more.
    """
    tournament = contests.lock(tournament_id)
    stage = contests.only_stage(tournament)
    if not _is_over(stage):
        raise TournamentError("seed-sealed", rounds=stage.rounds_planned)
    if stage.seed_opened_at is None:
        stage.seed_opened_at = timezone.now()
        stage.save(update_fields=["seed_opened_at"])
        audit.record(actor, "seed.opened", stage, club_id=tournament.club_id)
    draws = Draw.objects.filter(round__stage=stage).select_related("round").order_by("round__number", "attempt")
    return {
        "format": FORMAT,
        "version": VERSION,
        "tournament": str(tournament.pk),
        "stage": stage.position,
        "commitment": stage.commitment,
        "seed": stage.sealed_seed,
        "draws": [_draw(one) for one in draws],
    }


def _is_over(stage: Stage) -> bool:
    """Whether every round announced is closed: a closed round is not drawn again."""
    last = stage.rounds.order_by("-number").first()
    return last is not None and last.state == Round.State.CLOSED and last.number >= stage.rounds_planned


def _draw(one: Draw) -> dict[str, Any]:
    return {
        "round": one.round.number,
        "attempt": one.attempt,
        "state": one.state,
        "made_at": one.made_at.isoformat(),
        "reason": one.reason,
        "engine_version": one.engine_version,
        "request": one.inputs,
        "result": one.result,
        **({} if one.hand is None else {"hand": {name: one.hand[name] for name in ("tables", "byes")}}),
    }
