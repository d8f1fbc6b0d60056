"""Settling what is marked by who does not play; a later change holds from the next draw on or, if wished, at once."""

import uuid
from typing import Any

from django.db import transaction

from core import audit
from core.actors import Actor
from tournaments.models import Round
from tournaments.services import contests, giving, resting, windows
from tournaments.services.errors import TournamentError
from tournaments.standings.policies import GivenRules, PolicyError


@transaction.atomic
def change(tournament_id: uuid.UUID, rules: GivenRules, actor: Actor, *, from_start: bool = False) -> None:
    """Settle what who does not play marks in all parts of a tournament, from the next published draw on;
    ``from_start``: in the rounds before too, whose figures follow at once. The same rules again change nothing.

    Raises TournamentError ``given-rules`` with the key as its field and the pure core's ``refusal``.
    """
    wanted = checked(rules.to_settings()).to_settings()
    begun = Round.objects.filter(stage__tournament=tournament_id).exclude(state=Round.State.DRAFT)
    rounds = list(begun.select_for_update(of=("self",)).order_by("pk")) if from_start else []
    tournament = contests.lock(tournament_id)
    before: dict[str, dict[str, Any]] = {}
    told: list[int] = []
    for stage in tournament.stages.order_by("position"):
        now = giving.rules_of_stage(stage).to_settings()
        others = [one for one in rounds if one.stage_id == stage.pk and (one.given or now) != wanted]
        if now == wanted and not others:
            continue
        before = before or now
        told += [one.number for one in others]
        stage.settings = {**stage.settings, **wanted}
        stage.save(update_fields=["settings"])
        Round.objects.filter(pk__in=[one.pk for one in others]).update(given=wanted)
        if others:
            resting.score_given(stage)
    if not before:
        return
    if told:
        windows.must_allow_all(tournament, actor)
        contests.touch(tournament.pk)
    after = {**wanted, "rounds": sorted(told)}
    audit.record(actor, "tournament.given-changed", tournament, club_id=tournament.club_id, before=before, after=after)


def checked(settings: dict[str, Any]) -> GivenRules:
    """The rules in a stage's settings, read. TournamentError ``given-rules`` for what cannot be."""
    try:
        return GivenRules.from_settings(settings)
    except PolicyError as error:
        raise TournamentError("given-rules", error.key, refusal=error) from None
