"""The provisional list of a round that is being played: at the desk, and for everybody where the organiser says so."""

import random

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from clubs.access import in_club, public
from clubs.models import Club
from clubs.roles import Right
from core import actors
from core.toasts import toast
from tournaments import listpage, listwords, navigation, people, publicwords, watched, words
from tournaments.listpage import Where
from tournaments.models import Tournament
from tournaments.services import lists, provisional, publishing
from tournaments.services.errors import TournamentError
from tournaments.views.publicpages import Filling, filling, found

#: The desk's page asks again like the desk.
POLL_MS = (4200, 5800)
#: How old the public page may be: deals leave no row in the trail, so that it is made anew after so many seconds,
#: however many look at it.
PUBLIC_SECONDS = 5


@in_club(Right.ENTER_SHEETS)
@never_cache
@require_safe
@vary_on_headers("HX-Request")
def page(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """The list as it would be if every table ended now; it comes again by itself, where something has changed."""
    tournament = navigation.find(club, slug)
    round_ = provisional.playing(tournament)
    seen = "-" if round_ is None else provisional.state_of(round_)
    is_poll = bool(request.headers.get("HX-Request"))
    if is_poll and request.GET.get("seen") == seen:
        return HttpResponse(status=204)
    made = None if round_ is None else provisional.list_of(tournament, round_)
    context = {
        **navigation.context(request, club, tournament, "standings"),
        "round": round_,
        "tabs": listpage.tabs(
            Where(tournament, club.slug, with_provisional=True), lists.offered(tournament), listwords.PROVISIONAL
        ),
        "tables": listpage.provisional(made, people.in_hall(tournament)) if made is not None else [],
        "count": listwords.tables_closed(made.closed, made.tables) if made is not None else "",
        "is_on": provisional.is_on(tournament, round_),
        "poll_url": f"{request.path}?seen={seen}",
        "poll_ms": random.randint(*POLL_MS),  # noqa: S311 (spreads the load, keeps no secret)
    }
    template = "tournaments/_provisional.html" if is_poll else "tournaments/provisional.html"
    return render(request, template, context)


@in_club(Right.ORGANISE)
@require_POST
def switch(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """Show the list of the round that is being played to everybody (``round``: its number), or (``hide``) no more."""
    tournament = navigation.find(club, slug)
    actor, number = actors.of_user(request.user), request.POST.get("round", "")
    try:
        if "hide" in request.POST:
            provisional.hide(tournament.pk, actor)
            toast(request, _("The provisional list is shown to nobody outside the club any more."))
        else:
            provisional.show(tournament.pk, int(number) if number.isdecimal() and len(number) < 4 else 0, actor)
            toast(request, _("Everybody sees the provisional list until this round is closed."))
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
    return redirect("standings-provisional", club.slug, tournament.slug)


@public
@require_safe
def public_page(request: HttpRequest, club: str, slug: str) -> HttpResponseBase:
    """The list for everybody, marked as what it is, while the organiser shows it; else that there is none."""
    make = lambda: _public(*found(club, slug))  # noqa: E731 (called once, or not at all)
    return watched.page(request, "tournaments/public_page.html", make, seconds=PUBLIC_SECONDS)


def _public(club: Club, tournament: Tournament) -> Filling:
    round_ = provisional.playing(tournament)
    is_on = provisional.is_on(tournament, round_)
    made = provisional.list_of(tournament, round_) if round_ is not None and is_on else None
    shown = publishing.latest_standings(tournament)
    context = filling(
        club,
        tournament,
        _("Provisional list"),
        "public_provisional",
        ways=publicwords.ways(tournament, club.slug, publicwords.HOME, with_results=shown is not None),
        round=round_ if made is not None else None,
        tables=listpage.provisional(made, people.in_public(tournament)) if made is not None else [],
        count=listwords.tables_closed(made.closed, made.tables) if made is not None else "",
        unlisted=True,
    )
    return {**context, "follow": True}
