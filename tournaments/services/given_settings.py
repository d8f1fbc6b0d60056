"""Settling what is marked by who does not play; later changes hold from the next round on, or where it is wished at once."""

import uuid
from typing import Any

from django.db import transaction

from core import audit
from core.actors import Actor
from tournaments.models import Round, Stage
from tournaments.services import contests, giving, resting
from tournaments.services.errors import TournamentError
from tournaments.standings.policies import GivenRules, PolicyError


@transaction.atomic
def change(stage_id: uuid.UUID, rules: GivenRules, actor: Actor, *, from_start: bool = False) -> Stage:
    """Settle what who does not play marks from the next published draw on; ``from_start``: in the rounds before too,
    whose figures follow at once. The same rules again change nothing.

    Raises TournamentError ``given-rules`` with the key as its field and the pure core's ``refusal``.
    """
    rounds = list(Round.objects.select_for_update().filter(stage=stage_id).order_by("pk")) if from_start else []
    stage = Stage.objects.select_related("tournament").get(pk=stage_id)
    contests.lock(stage.tournament_id)
    stage.refresh_from_db(fields=["settings"])
    wanted = checked(rules.to_settings()).to_settings()
    before = giving.rules_of_stage(stage).to_settings()
    told = [one for one in rounds if one.state != Round.State.DRAFT and (one.given or before) != wanted]
    if before == wanted and not told:
        return stage
    stage.settings = {**stage.settings, **wanted}
    stage.save(update_fields=["settings"])
    if told:
        Round.objects.filter(pk__in=[one.pk for one in told]).update(given=wanted)
        resting.score_given(stage)
        contests.touch(stage.tournament_id)
    audit.record(
        actor,
        "stage.given-changed",
        stage,
        club_id=stage.tournament.club_id,
        before=before,
        after={**wanted, "rounds": [one.number for one in told]},
    )
    return stage


def checked(settings: dict[str, Any]) -> GivenRules:
    """The rules in a stage's settings. TournamentError ``given-rules`` for what cannot be."""
    try:
        return GivenRules.from_settings(settings)
    except PolicyError as error:
        raise TournamentError("given-rules", error.key, refusal=error) from None
