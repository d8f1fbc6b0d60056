"""The final ceremony, steered from the desk: begun, a place more, a place back, ended. It changes nothing but what the
screens show."""

import uuid

from django.db import transaction
from django.utils import timezone

from tournaments.models import Ceremony, Publication, Tournament
from tournaments.services import contests, prizes, publishing
from tournaments.services.errors import Conflict, TournamentError

MOST_RANK = 999


def current(tournament: Tournament) -> Ceremony | None:
    """The ceremony that is on; None for one of standings that are the public final ones no more."""
    row = Ceremony.objects.filter(tournament=tournament).first()
    publication = publishing.final_standings(tournament) if row is not None else None
    return row if row is not None and publication is not None and publication.pk == row.publication else None


@transaction.atomic
def begin(tournament_id: uuid.UUID, first_rank: int) -> Ceremony:
    """Begin at place ``first_rank``, or with the prizes (0), with nothing shown.

    TournamentError ``ceremony-early`` (the final standings are not published), ``ceremony-rank`` (most),
    ``ceremony-prizes`` (there are none).
    """
    if not 0 <= first_rank <= MOST_RANK:
        raise TournamentError("ceremony-rank", "first_rank", most=MOST_RANK)
    tournament = contests.lock(tournament_id)
    publication: Publication | None = publishing.final_standings(tournament)
    if publication is None:
        raise TournamentError("ceremony-early")
    if not first_rank and not prizes.ceremony(tournament):
        raise TournamentError("ceremony-prizes")
    fresh = {"publication": publication.pk, "first_rank": first_rank, "shown": 0, "at": timezone.now()}
    return Ceremony.objects.update_or_create(tournament=tournament, defaults=fresh)[0]


def go(tournament_id: uuid.UUID, seen: int, to: int) -> None:
    """From ``seen`` places shown to ``to``. Conflict ``ceremony-moved`` where somebody else was faster."""
    mine = Ceremony.objects.filter(tournament=tournament_id, shown=seen)
    if not mine.update(shown=max(0, to), at=timezone.now()):
        raise Conflict("ceremony-moved")


def end(tournament_id: uuid.UUID) -> None:
    """Show nothing of it any more."""
    Ceremony.objects.filter(tournament=tournament_id).delete()
