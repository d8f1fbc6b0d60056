"""What an organiser settles about the public pages: whether results are held back, whether the tournament is announced
before its first draw, and its programme.

It stands with the first stage (``public`` in its settings) and holds for all of them, as it travels in the file.
"""

import uuid
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from core import audit
from core.actors import Actor
from core.text import several_lines
from tournaments.models import Stage, Tournament
from tournaments.services import contests
from tournaments.services.errors import Conflict

NAME = "public"
MOST_PROGRAMME = 1000
#: What is settled of the provisional list: the round whose list everybody sees.
PROVISIONAL = "provisional"


def known(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Those that everybody may know of: whose first draw is published, or that were announced before it."""
    announced = Stage.objects.filter(tournament=OuterRef("pk"), position=1, settings__public__announced=True)
    return tournaments.filter(~Q(state=Tournament.State.SETUP) | Exists(announced))


def of_tournament(tournament: Tournament) -> dict[str, Any]:
    """What is settled: ``held``, ``announced``, ``programme``, as far as it was said."""
    found = Stage.objects.filter(tournament=tournament, position=1).values_list("settings", flat=True).first() or {}
    told: dict[str, Any] = found.get(NAME, {})
    return told


def is_held(tournament: Tournament) -> bool:
    """Whether results are held back: then nothing of a round that is not public yet is shown to anybody outside the
    club, be it closed or being played."""
    return bool(of_tournament(tournament).get("held"))


def is_announced(tournament: Tournament) -> bool:
    """Whether the public page is there before the first draw."""
    return bool(of_tournament(tournament).get("announced"))


def programme_of(tournament: Tournament) -> str:
    """What the organiser has written about the course of the day, line by line; often nothing."""
    return str(of_tournament(tournament).get("programme", ""))


@transaction.atomic
def hold(tournament_id: uuid.UUID, actor: Actor) -> None:
    """Hold results back from now on; what is public stays public. Conflict("results-held") where they are already."""
    tournament = contests.lock(tournament_id)
    if is_held(tournament):
        raise Conflict("results-held")
    put(tournament, held=True)
    audit.record(actor, "results.held", tournament, club_id=tournament.club_id)


@transaction.atomic
def change(tournament_id: uuid.UUID, actor: Actor, *, announced: bool, programme: str) -> None:
    """Announce the tournament or no longer, and write its programme: up to 1,000 characters, cut behind them."""
    tournament = contests.lock(tournament_id)
    before = of_tournament(tournament)
    text = several_lines(programme, MOST_PROGRAMME)
    same = (bool(before.get("announced")), before.get("programme", "")) == (announced, text)
    if same:
        return
    put(tournament, announced=announced, programme=text)
    told = {"announced": bool(before.get("announced"))}
    audit.record(
        actor,
        "tournament.shown",
        tournament,
        club_id=tournament.club_id,
        before=told,
        after={"announced": announced, "programme": text != before.get("programme", "")},
    )


def put(tournament: Tournament, **settled: Any) -> None:
    """Write what is settled, unrecorded; the tournament's row is locked by the caller."""
    stage = contests.only_stage(tournament)
    stage.settings = {**stage.settings, NAME: {**stage.settings.get(NAME, {}), **settled}}
    stage.save(update_fields=["settings"])
