"""The sponsors' slides: pictures that the screens of the hall show in turn, made anew before they are kept."""

import uuid

from django.db import IntegrityError, transaction
from django.db.models import Max

from core import audit, files
from core.actors import Actor
from core.text import one_line
from tournaments.models import SponsorSlide, Tournament
from tournaments.photograph import PhotoError, made_anew
from tournaments.services import contests
from tournaments.services.errors import Conflict, TournamentError
from tournaments.services.screens import LEAST_SECONDS, MOST_SECONDS

KIND = "slide"
MOST = 30
#: The longer side of what is kept, in dots: that of most projectors.
LONGEST = 1920


def add(tournament_id: uuid.UUID, content: bytes, name: str, seconds: int, actor: Actor) -> SponsorSlide:
    """Keep a slide after those that are there. TournamentError ``slide-many`` (most), ``screen-seconds`` (least, most)
    and, of the picture, ``photo-large``, ``photo-kind``, ``photo-broken``, ``photo-dots``."""
    _must_last(seconds)
    if SponsorSlide.objects.filter(tournament=tournament_id).count() >= MOST:
        raise TournamentError("slide-many", "picture", most=MOST)
    try:
        anew = made_anew(content, longest=LONGEST)  # takes a while: nothing is locked meanwhile
    except PhotoError as error:
        raise TournamentError(error.code, "picture") from None
    return _keep(tournament_id, anew, one_line(name, 80), seconds, actor)


def _must_last(seconds: int) -> None:
    if not LEAST_SECONDS <= seconds <= MOST_SECONDS:
        raise TournamentError("screen-seconds", "seconds", least=LEAST_SECONDS, most=MOST_SECONDS)


@transaction.atomic
def _keep(tournament_id: uuid.UUID, anew: bytes, name: str, seconds: int, actor: Actor) -> SponsorSlide:
    tournament = contests.lock(tournament_id)
    mine = SponsorSlide.objects.filter(tournament=tournament)
    if mine.count() >= MOST:
        raise TournamentError("slide-many", "picture", most=MOST)
    stored = files.store(anew, kind=KIND, name="slide.jpg", content_type="image/jpeg", owner=tournament.pk)
    last = mine.aggregate(last=Max("position"))["last"] or 0
    made = SponsorSlide.objects.create(
        tournament=tournament, file=stored, name=name, seconds=seconds, position=last + 1
    )
    _record(tournament, "slide.added", made, actor)
    return made


@transaction.atomic
def remove(slide_id: uuid.UUID, actor: Actor) -> None:
    """Take a slide away, and its file."""
    slide = SponsorSlide.objects.select_related("tournament").filter(pk=slide_id).first()
    if slide is not None:
        _record(slide.tournament, "slide.removed", slide, actor)
        slide.delete()


@transaction.atomic
def last(slide_id: uuid.UUID, seconds: int, actor: Actor) -> None:
    """Let a slide stand for so many seconds. TournamentError ``screen-seconds``."""
    _must_last(seconds)
    slide = SponsorSlide.objects.select_related("tournament").select_for_update(of=("self",)).get(pk=slide_id)
    slide.seconds = seconds
    slide.save(update_fields=["seconds"])
    _record(slide.tournament, "slide.changed", slide, actor)


@transaction.atomic
def move_up(slide_id: uuid.UUID, actor: Actor) -> None:
    """Show a slide before the one that it follows; of two who move at once one may be told ``slide-moved``."""
    slide = SponsorSlide.objects.select_related("tournament").get(pk=slide_id)
    tournament = contests.lock(slide.tournament_id)
    slide.refresh_from_db(fields=["position"])
    before = SponsorSlide.objects.filter(tournament=tournament, position__lt=slide.position).order_by("-position")
    other = before.first()
    if other is None:
        return
    mine, its = slide.position, other.position
    try:
        with transaction.atomic():
            # By way of a place that nobody has: a slide is the only one at its place at every moment.
            for row, place in ((slide, 0), (other, mine), (slide, its)):
                SponsorSlide.objects.filter(pk=row.pk).update(position=place)
    except IntegrityError:
        raise Conflict("slide-moved") from None
    _record(tournament, "slide.changed", slide, actor)


def _record(tournament: Tournament, verb: str, slide: SponsorSlide, actor: Actor) -> None:
    audit.record(actor, verb, slide, club_id=tournament.club_id)
