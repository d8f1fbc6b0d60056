"""Feeds for who follows a tournament or a club from outside: what was made public, and when. No names of people."""

import datetime as dt
import hashlib
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.access import public
from clubs.models import Club
from core.templatetags.look import day as day_of
from tournaments import ical, publicwords
from tournaments.models import Draw, Publication, Tournament
from tournaments.services import publishing

#: So many entries a feed has at most, the newest.
MOST = 40
#: The calendar keeps tournaments for so many days after they were played.
KEPT_DAYS = 90


@dataclass(frozen=True, slots=True)
class News:
    """Something that became public: its ``id`` never changes and is that of nothing else."""

    id: uuid.UUID
    title: str
    text: str
    url: str
    at: dt.datetime


if TYPE_CHECKING:
    _Feed = Feed[News, Any]
else:
    _Feed = Feed


class _Atom(_Feed):
    """What both feeds share."""

    feed_type = Atom1Feed

    def item_title(self, item: News) -> str:
        return item.title

    def item_description(self, item: News) -> str:
        return escape(item.text)

    def item_link(self, item: News) -> str:
        return item.url

    def item_guid(self, item: News) -> str:
        return f"urn:uuid:{item.id}"

    def item_pubdate(self, item: News) -> dt.datetime:
        return item.at

    def item_updateddate(self, item: News) -> dt.datetime:
        return item.at


class _OfTournament(_Atom):
    """The draws and results of one tournament."""

    def get_object(self, request: HttpRequest, club: str, slug: str) -> Tournament:
        shown = publishing.shown_tournaments(get_object_or_404(Club, slug=club)).select_related("club")
        return get_object_or_404(shown, slug=slug)

    def title(self, obj: Tournament) -> str:
        return f"{obj.name} – {obj.club.name}"

    def link(self, obj: Tournament) -> str:
        return reverse("public-tournament", args=[obj.club.slug, obj.slug])

    def feed_guid(self, obj: Tournament) -> str:
        return f"urn:uuid:{obj.pk}"

    def author_name(self, obj: Tournament) -> str:
        return obj.club.name

    def items(self, obj: Tournament) -> list[News]:
        return sorted([*_draws(obj), *_results(obj)], key=lambda one: one.at, reverse=True)[:MOST]


def _draws(tournament: Tournament) -> list[News]:
    rows = Draw.objects.filter(round__stage__tournament=tournament, state=Draw.State.PUBLISHED)
    return [
        News(
            pk,
            _("Round %(number)d: who sits where") % {"number": number},
            _("The draw of round %(number)d is published.") % {"number": number},
            reverse("public-round", args=[tournament.club.slug, tournament.slug, number]),
            at,
        )
        for pk, number, at in rows.values_list("pk", "round__number", "published_at")
        if at is not None
    ]


def _results(tournament: Tournament) -> list[News]:
    """What was published and not taken back: the standings each time, and corrected results of earlier rounds."""
    rows = Publication.objects.filter(tournament=tournament, withdrawal__isnull=True, round__isnull=False)
    told = list(rows.order_by("at").values_list("pk", "what", "round__number", "version", "revision", "at"))
    home = reverse("public-tournament", args=[tournament.club.slug, tournament.slug])
    with_standings = {(row[2], row[4]) for row in told if row[1] == Publication.What.STANDINGS}
    found = []
    for pk, what, number, version, revision, at in told:
        if what == Publication.What.STANDINGS:
            title = _("Results and standings after round %(number)d") % {"number": number}
            url = home
        elif what == Publication.What.ROUND and version > 1 and (number, revision) not in with_standings:
            title = _("Results of round %(number)d") % {"number": number}
            url = f"{home}#round-{number}"
        else:
            continue
        text = _("Published.")
        if version > 1:
            title = _("%(title)s, corrected (version %(version)d)") % {"title": title, "version": version}
            text = _("A correction of what was public before.")
        found.append(News(pk, title, text, url, at))
    return found


class _OfClub(_Atom):
    """The tournaments of a club: announced or drawn, and their newest standings."""

    def get_object(self, request: HttpRequest, club: str) -> Club:
        return get_object_or_404(Club, slug=club)

    def title(self, obj: Club) -> str:
        return obj.name

    def link(self, obj: Club) -> str:
        return reverse("public-club", args=[obj.slug])

    def feed_guid(self, obj: Club) -> str:
        return f"urn:uuid:{obj.pk}"

    def author_name(self, obj: Club) -> str:
        return obj.name

    def items(self, obj: Club) -> list[News]:
        tournaments = list(publishing.shown_tournaments(obj)[:MOST])
        news = [News(one.pk, one.name, _when(one), _home(obj, one), one.created_at) for one in tournaments]
        rows = Publication.objects.filter(
            tournament__in=tournaments, what=Publication.What.STANDINGS, withdrawal__isnull=True
        )
        newest = {
            tournament: (pk, number, at)
            for pk, tournament, number, at in rows.order_by("round__number", "version").values_list(
                "pk", "tournament_id", "round__number", "at"
            )
        }
        for one in tournaments:
            if one.pk in newest:
                pk, number, at = newest[one.pk]
                title = _("%(name)s: standings after round %(number)d") % {"name": one.name, "number": number}
                news.append(News(pk, title, _when(one), _home(obj, one), at))
        return sorted(news, key=lambda one: one.at, reverse=True)[:MOST]


def _when(tournament: Tournament) -> str:
    day = day_of(tournament.local_date)
    return f"{day}, {tournament.place}" if tournament.place else day


def _home(club: Club, tournament: Tournament) -> str:
    name = publicwords.PROGRAMME if tournament.state == Tournament.State.SETUP else publicwords.HOME
    return reverse(name, args=[club.slug, tournament.slug])


_of_tournament, _of_club = _OfTournament(), _OfClub()


def _tagged(request: HttpRequest, answer: HttpResponse) -> HttpResponseBase:
    """The answer, or that it is the same as the one that is there."""
    tag = f'"{hashlib.sha256(answer.content).hexdigest()[:24]}"'
    same: HttpResponseBase | None = get_conditional_response(request, etag=tag)
    found = same or answer
    found["ETag"] = tag
    found["Cache-Control"] = "no-cache"
    return found


@public
@require_safe
def tournament(request: HttpRequest, club: str, slug: str) -> HttpResponseBase:
    """A tournament's feed (Atom): its draws, its results, and their corrections."""
    return _tagged(request, _of_tournament(request, club=club, slug=slug))


@public
@require_safe
def club(request: HttpRequest, club: str) -> HttpResponseBase:
    """A club's feed (Atom): its tournaments and their standings."""
    return _tagged(request, _of_club(request, club=club))


@public
@require_safe
def calendar(request: HttpRequest, club: str) -> HttpResponseBase:
    """A club's tournaments as a calendar: those to come, and those of the last three months."""
    found = get_object_or_404(Club, slug=club)
    since = timezone.localdate() - dt.timedelta(days=KEPT_DAYS)
    events = [
        ical.Event(
            f"{one.pk}@coinche",
            one.local_date,
            one.created_at,
            one.name,
            one.place,
            request.build_absolute_uri(_home(found, one)),
        )
        for one in publishing.shown_tournaments(found).filter(local_date__gte=since)
    ]
    text = ical.calendar(found.name, events)
    return _tagged(request, HttpResponse(text, content_type="text/calendar; charset=utf-8"))
