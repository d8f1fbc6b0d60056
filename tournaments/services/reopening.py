"""A round that was closed too early, opened again."""

import uuid

from django.db import transaction

from core import audit
from core.actors import Actor
from core.models import AccessLink
from core.text import one_line
from tournaments.models import Draw, Round, Tournament
from tournaments.services import clocks, contests, resting, showing, windows
from tournaments.services.errors import Conflict, TournamentError
from tournaments.signals import tournament_changed


@transaction.atomic
def reopen_round(round_id: uuid.UUID, actor: Actor, *, reason: str) -> Round:
    """Open the last closed round again, for a reason: its tables write again once their sheets are opened, and what was
    given to those who did not play is given anew when it is closed. A draft of the next round is discarded and stays
    counted.

    TournamentError ``reason-missing``, ``round-not-last-closed`` (a later round has tables); Conflict
    ``round-not-closed``.
    """
    said = one_line(reason, 300)
    if not said:
        raise TournamentError("reason-missing", "reason")
    round_ = Round.objects.select_for_update(of=("self",)).select_related("stage__tournament").get(pk=round_id)
    tournament = contests.lock(round_.stage.tournament_id)
    if round_.state != Round.State.CLOSED:
        raise Conflict("round-not-closed", round=round_.number)
    later = Round.objects.filter(stage__tournament=tournament, number__gt=round_.number)
    if later.exclude(state=Round.State.DRAFT).exists():
        raise TournamentError("round-not-last-closed", round=round_.number)
    windows.must_allow(round_, actor)
    Draw.objects.filter(round__in=later, state=Draw.State.DRAFT).update(state=Draw.State.DISCARDED, reason=said)
    clocks.stand_since(round_, round_.closed_at, actor)
    round_.state, round_.closed_at = Round.State.PLAYING, None
    round_.save(update_fields=["state", "closed_at"])
    matches = round_.matches.values("pk")
    links = AccessLink.objects.filter(purpose=AccessLink.Purpose.TABLE, target__in=matches, revoked_at__isnull=True)
    links.update(closes_at=None)
    resting.score_given(round_.stage)
    was_over = tournament.state == Tournament.State.FINISHED
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.RUNNING)
    if showing.of_tournament(tournament).get(showing.PROVISIONAL) == round_.number:  # its list ended when it was closed
        showing.put(tournament, **{showing.PROVISIONAL: None})
    after = {"round": round_.number}
    audit.record(actor, "round.reopened", round_, club_id=tournament.club_id, after=after, reason=said)
    contests.touch(tournament.pk)
    if was_over:
        day = tournament.local_date
        tournament_changed.send(sender=Tournament, tournament_id=tournament.pk, day_before=day)
    return round_
