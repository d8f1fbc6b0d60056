"""The lists beside the standings: at the desk as figures are now, for everybody as they were published."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from clubs.access import in_club, public
from clubs.models import Club
from clubs.roles import Right
from core import actors
from core.toasts import toast
from tournaments import listpage, listwords, navigation, people, publicwords, watched, words
from tournaments.listpage import ADDRESSES, AFTER, STAGES, Where
from tournaments.models import Tournament
from tournaments.people import EntryName
from tournaments.services import lists, listspublic, provisional
from tournaments.services.errors import TournamentError
from tournaments.standings.lists import CATEGORIES, CLUBS, PLAYERS
from tournaments.views.publicpages import Filling, filling, found
from tournaments.views.standings import table_context

#: The pages on which it can be seen that only who is in which list has changed since they were published.
GROUPED = (PLAYERS, CATEGORIES, CLUBS)


@in_club(Right.SEE_CLUB)
@never_cache
def page(request: HttpRequest, club: Club, slug: str, kind: str, number: int = 0) -> HttpResponse:
    """The lists of a kind; of rounds and parts one of them, by its number."""
    tournament = navigation.find(club, slug)
    offered = lists.offered(tournament)
    _must_be_offered(offered, kind, number)
    base = navigation.context(request, club, tournament, "standings")
    may_enter = base["rights"][Right.ENTER_SHEETS.name]
    where = Where(tournament, club.slug, with_provisional=may_enter and provisional.playing(tournament) is not None)
    may_publish = base["rights"][Right.ORGANISE.name] and kind in GROUPED
    context = {
        **base,
        "tabs": listpage.tabs(where, offered, kind),
        "numbers": listpage.numbers(where, offered, kind, number),
        "page_title": listpage.title(offered, kind, number),
        "lead": listwords.LEADS[kind](),
        "file": listpage.file_of(kind, number),
        "changed": listspublic.changed(tournament) if may_publish else "",
        **_tables(request, tournament, kind, number),
    }
    return render(request, "tournaments/lists.html", context)


def _must_be_offered(offered: lists.Offered, kind: str, number: int) -> None:
    """Http404 where an address that takes a number has that of no list."""
    is_numbered = ADDRESSES[kind][1]
    if is_numbered and number not in offered.numbers(kind):
        raise Http404


def _tables(request: HttpRequest, tournament: Tournament, kind: str, number: int) -> dict[str, Any]:
    """The tables of a page: of the standings themselves after a round or in a part, of lists else."""
    if kind in (AFTER, STAGES):
        figures = lists.after(tournament, number) if kind == AFTER else lists.in_stage(tournament, number)
        return _standings(figures, people.in_hall(tournament), request.GET.get("open"))
    shown = lists.lists_of(tournament, [kind], round_number=number or None)
    players = people.players_in_hall(tournament) if kind == PLAYERS else {}
    return {"tables": listpage.tables(shown, people.in_hall(tournament), players)}


def _standings(figures: Mapping[str, Any] | None, named: dict[uuid.UUID, EntryName], opened: str | None) -> Filling:
    """The tables of standings at another moment. A page has a ``title`` of its own: theirs is ``first_title``."""
    context = table_context(None if figures is None else dict(figures), named, opened)
    return {"is_standings": True, "first_title": context.pop("title", ""), **context}


@in_club(Right.ORGANISE)
@require_POST
def publish(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """Make the lists public as they were on the page (``seen``: their digest); only who is in them has changed."""
    tournament = navigation.find(club, slug)
    try:
        listspublic.publish_again(tournament.pk, request.POST.get("seen", ""), actors.of_user(request.user))
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
    else:
        toast(request, _("Published."))
    return redirect("standings-categories", club.slug, tournament.slug)


@public
@require_safe
def public_page(request: HttpRequest, club: str, slug: str, kind: str, number: int = 0) -> HttpResponseBase:
    """The lists of a kind as they were published with the standings that everybody sees; after each round and in each
    part the standings as they were published then."""
    opened = request.GET.get("open")
    make = lambda: _public(*found(club, slug), kind, number, opened)  # noqa: E731 (called once, or not at all)
    return watched.page(request, "tournaments/public_page.html", make)


def _public(club: Club, tournament: Tournament, kind: str, number: int, opened: str | None) -> Filling:
    shown = listspublic.offered(tournament)
    where = Where(tournament, club.slug, public=True)
    _must_be_offered(shown.offered, kind, number)
    publication = shown.publication(kind, number)
    corrected = (
        listspublic.corrected_since(tournament, publication) if publication and kind in ("after", "stages") else []
    )
    return filling(
        club,
        tournament,
        listpage.title(shown.offered, kind, number),
        "public_lists",
        ways=publicwords.ways(tournament, club.slug, publicwords.HOME, with_results=shown.standings is not None),
        tabs=listpage.tabs(where, shown.offered, kind),
        numbers=listpage.numbers(where, shown.offered, kind, number),
        list_lead=listwords.PUBLIC_LEADS[kind](),
        publication=publication,
        corrected=", ".join(map(str, corrected)),
        file=listpage.file_of(kind, number),
        **_public_tables(tournament, shown, kind, number, opened),
    )


def _public_tables(
    tournament: Tournament, shown: listspublic.Shown, kind: str, number: int, opened: str | None
) -> dict[str, Any]:
    named = people.in_public(tournament)
    if kind in (AFTER, STAGES):
        return _standings(shown.figures(kind, number), named, opened)
    kept = [one for one in shown.lists if one.kind == kind and (not number or one.key == str(number))]
    players = people.players_in_public(tournament) if kind == PLAYERS else {}
    return {"tables": listpage.tables(kept, named, players)}
