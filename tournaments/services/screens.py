"""The screens of the hall: made, told what to show, given another link, taken away.

What a screen shows is steered without a trace in the journal: it is no act on the tournament, and going back to a copy
of it has nothing to say about it. Screens made and taken away, and their links, leave one. A link is good for as long
as photographs of sheets are kept (``keeping``).
"""

import datetime as dt
import uuid
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils import timezone

from core import audit, links
from core.actors import Actor
from core.models import AccessLink
from core.text import one_line
from tournaments.models import HallScreen, Tournament
from tournaments.services import contests, keeping
from tournaments.services.errors import Conflict, TournamentError

#: What a screen can show: who sits where by name (all, or one half of the alphabet) and by table, the round being
#: played, the standings and those of the categories, the final ceremony, the sponsors' slides.
VIEWS = ("names", "names-1", "names-2", "tables", "round", "standings", "categories", "ceremony", "slides")
#: What a new screen shows, in turn; what has nothing to show is passed over.
_AT_FIRST = (("names", 10), ("round", 20), ("standings", 12))
LEAST_SECONDS, MOST_SECONDS = 3, 600
MOST_VIEWS, MOST_SCREENS = 8, 12
#: When a screen last asked is written down so often at most.
SEEN_EVERY = dt.timedelta(seconds=20)


@dataclass(frozen=True, slots=True)
class Show:
    """A view, and for how many seconds each page of it stands."""

    view: str
    seconds: int


def make(tournament_id: uuid.UUID, name: str, actor: Actor) -> HallScreen:
    """A new screen with its link. TournamentError ``screen-name`` (none), ``screen-many`` (most); Conflict
    ``screen-known`` where one is called so."""
    called = _called(name)
    shows = [{"view": view, "seconds": seconds} for view, seconds in _AT_FIRST]
    try:
        with transaction.atomic():
            tournament = contests.lock(tournament_id)
            if tournament.screens.count() >= MOST_SCREENS:
                raise TournamentError("screen-many", most=MOST_SCREENS)
            made = HallScreen.objects.create(tournament=tournament, name=called, shows=shows)
            links.issue(AccessLink.Purpose.SCREEN, made.pk, closes_at=keeping.until(tournament))
            audit.record(actor, "screen.made", made, club_id=tournament.club_id)
    except IntegrityError:
        raise Conflict("screen-known", "name") from None
    return made


def _called(name: str) -> str:
    called = one_line(name, 40)
    if not called:
        raise TournamentError("screen-name", "name")
    return called


def rename(screen_id: uuid.UUID, name: str) -> None:
    """Call a screen otherwise. What ``make`` refuses of a name."""
    called = _called(name)
    try:
        with transaction.atomic():
            HallScreen.objects.filter(pk=screen_id).update(name=called, revision=F("revision") + 1)
    except IntegrityError:
        raise Conflict("screen-known", "name") from None


def steer(screens: Sequence[uuid.UUID], shows: Sequence[Show]) -> None:
    """Let these screens show this in turn from now on. TournamentError ``screen-nothing``, ``screen-view``,
    ``screen-seconds`` (least, most)."""
    if not shows:
        raise TournamentError("screen-nothing")
    if len(shows) > MOST_VIEWS or any(one.view not in VIEWS for one in shows):
        raise TournamentError("screen-view")
    if not all(LEAST_SECONDS <= one.seconds <= MOST_SECONDS for one in shows):
        raise TournamentError("screen-seconds", least=LEAST_SECONDS, most=MOST_SECONDS)
    HallScreen.objects.filter(pk__in=screens).update(shows=[asdict(one) for one in shows], revision=F("revision") + 1)


@transaction.atomic
def new_link(screen_id: uuid.UUID, actor: Actor) -> AccessLink:
    """Another link for a screen: what was opened by the one before shows nothing any more."""
    screen = HallScreen.objects.select_related("tournament").get(pk=screen_id)
    link = links.renew(link_of(screen).pk)
    link.used_at, link.closes_at = None, keeping.until(screen.tournament)
    link.save(update_fields=["used_at", "closes_at"])
    audit.record(actor, "screen.link", screen, club_id=screen.tournament.club_id)
    return link


@transaction.atomic
def remove(screen_id: uuid.UUID, actor: Actor) -> None:
    """Take a screen away: its link opens nothing any more."""
    screen = HallScreen.objects.select_related("tournament").filter(pk=screen_id).first()
    if screen is None:
        return
    _revoke([screen.pk])
    audit.record(actor, "screen.removed", screen, club_id=screen.tournament.club_id)
    screen.delete()


def _revoke(screens: Sequence[uuid.UUID]) -> None:
    of_them = AccessLink.objects.filter(purpose=AccessLink.Purpose.SCREEN, target__in=screens, revoked_at__isnull=True)
    of_them.update(revoked_at=timezone.now())


def forget_links(tournament: Tournament) -> None:
    """Delete the links of the screens of a tournament that is being erased."""
    mine = list(tournament.screens.values_list("pk", flat=True))
    AccessLink.objects.filter(purpose=AccessLink.Purpose.SCREEN, target__in=mine).delete()


# The screen's own side


def link_of(screen: HallScreen) -> AccessLink:
    """The link of a screen."""
    return AccessLink.objects.get(purpose=AccessLink.Purpose.SCREEN, target=screen.pk)


def by_token(token: str) -> AccessLink | None:
    """The link of this token, or None where it opens no screen now."""
    return links.find(AccessLink.Purpose.SCREEN, token)


def by_short_code(code: str) -> AccessLink | None:
    """The link of this short code (``core.shortcodes.read``), or None."""
    return links.find_short(AccessLink.Purpose.SCREEN, code)


def opened(link: AccessLink) -> None:
    """A device has opened the link: from now on it is shown to nobody."""
    AccessLink.objects.filter(pk=link.pk, used_at__isnull=True).update(used_at=timezone.now())


def by_id(link_id: uuid.UUID, generation: int) -> HallScreen | None:
    """The screen of who opened this generation of its link before; None once it is revoked, renewed or over."""
    link = AccessLink.objects.filter(
        pk=link_id, purpose=AccessLink.Purpose.SCREEN, generation=generation, revoked_at__isnull=True
    ).first()
    if link is None or link.target is None or not links.is_open(link):
        return None
    return HallScreen.objects.select_related("tournament__club").filter(pk=link.target).first()


def seen(screen: HallScreen) -> None:
    """Write down that a screen asks; seldom, for it asks all the time."""
    now = timezone.now()
    if screen.seen_at is None or now - screen.seen_at >= SEEN_EVERY:
        is_old = Q(seen_at__isnull=True) | Q(seen_at__lte=now - SEEN_EVERY)
        HallScreen.objects.filter(is_old, pk=screen.pk).update(seen_at=now)
