"""Results held back, and let go all at once: so that nobody can reckon before the last round what would do."""

import uuid

from django.db import transaction

from core import audit
from core.actors import Actor
from tournaments.models import Publication, Round
from tournaments.services import contests, publishing, showing
from tournaments.services.errors import Conflict
from tournaments.services.results import standings_figures


def held_rounds(tournament_id: uuid.UUID) -> list[Round]:
    """The closed rounds whose results are not public, or were taken back, by number."""
    closed = Round.objects.filter(stage__tournament=tournament_id, state=Round.State.CLOSED).select_related("stage")
    rows = Publication.objects.filter(tournament=tournament_id, what=Publication.What.STANDINGS)
    newest = {row.round_id: row for row in rows.select_related("withdrawal").order_by("version").defer("figures")}
    shown = {round_id for round_id, row in newest.items() if not hasattr(row, "withdrawal")}
    return [one for one in closed.order_by("number") if one.pk not in shown]


@transaction.atomic
def let_go(tournament_id: uuid.UUID, seen_revision: int, actor: Actor, *, findings: int = 0) -> list[Round]:
    """Hold nothing back any more: all closed rounds that are not public are published at once, in one transaction, with
    the standings after each. The rounds that were let go, by number; none where nothing was waiting.

    Conflict("not-held"), and as ``publishing.publish``; ``seen_revision`` counts where no round is being played: the
    standings on the page are then those that everybody will see.
    """
    tournament = contests.lock(tournament_id)
    if not showing.is_held(tournament):
        raise Conflict("not-held")
    showing.put(tournament, held=False)
    waiting = held_rounds(tournament_id)
    audit.record(
        actor,
        "results.let-go",
        tournament,
        club_id=tournament.club_id,
        after={"rounds": [one.number for one in waiting]},
    )
    if not waiting:
        return []
    begun = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT)
    closed = list(begun.filter(state=Round.State.CLOSED))
    publishing.check_tables(tournament, closed)
    last = max(closed, key=lambda one: one.number)
    upto = last.number if begun.filter(state=Round.State.PLAYING).exists() else None
    if upto is not None:
        figures = standings_figures(tournament, upto=upto)
    else:
        figures = publishing.standing_seen(tournament, seen_revision).figures
    publishing.make_public(tournament, last, figures, actor, findings, taken_back=True, upto=upto)
    return waiting
