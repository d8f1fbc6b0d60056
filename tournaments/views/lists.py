"""The lists beside the standings: at the desk as figures are now, in public as they were frozen."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from tournaments import listpage, listwords, navigation, nouns, people
from tournaments.models import Tournament
from tournaments.services import lists
from tournaments.services.lists import Offered
from tournaments.standings.lists import CATEGORIES, CLUBS, LINES, PLAYERS, ROUNDS
from tournaments.views.standings import table_context

AFTER, STAGES = "after", "stages"
#: The name of each kind's address, and whether it takes a number.
ADDRESSES = {
    PLAYERS: ("standings-players", False),
    CATEGORIES: ("standings-categories", False),
    CLUBS: ("standings-clubs", False),
    LINES: ("standings-lines", False),
    ROUNDS: ("standings-round", True),
    AFTER: ("standings-after", True),
    STAGES: ("standings-stage", True),
}


@in_club(Right.SEE_CLUB)
@never_cache
def page(request: HttpRequest, club: Club, slug: str, kind: str, number: int = 0) -> HttpResponse:
    """The lists of a kind; of rounds and parts one of them, by its number."""
    tournament = navigation.find(club, slug)
    offered = lists.offered(tournament)
    if number and number not in offered.numbers(kind):
        raise Http404
    context = {
        **navigation.context(request, club, tournament, "standings"),
        "kind": kind,
        "tabs": tabs(club, tournament, offered, kind),
        "numbers": _numbers(club, tournament, offered, kind, number),
        "page_title": _title(tournament, kind, number),
        "lead": listwords.LEADS[kind](),
        **_tables(request, tournament, kind, number),
    }
    return render(request, "tournaments/lists.html", context)


def _tables(request: HttpRequest, tournament: Tournament, kind: str, number: int) -> dict[str, Any]:
    """The tables of a page: of the standings themselves after a round or in a part, of lists else."""
    if kind in (AFTER, STAGES):
        figures = lists.after(tournament, number) if kind == AFTER else lists.in_stage(tournament, number)
        opened = request.GET.get("open")
        return {"is_standings": True, **table_context(figures, people.in_hall(tournament), opened)}
    found = lists.lists_of(tournament, [kind], round_number=number or None)
    players = people.players_in_hall(tournament) if kind == PLAYERS else {}
    return {"tables": listpage.tables(found, people.in_hall(tournament), players)}


def tabs(club: Club, tournament: Tournament, offered: Offered, current: str) -> list[dict[str, Any]]:
    """The ways from the standings to their lists, and between them."""
    here = [club.slug, tournament.slug]
    found = [{"label": nouns.of(tournament).many, "url": reverse("standings", args=here), "current": not current}]
    for kind, (name, takes_number) in ADDRESSES.items():
        if not offered.has(kind):
            continue
        args = [*here, offered.numbers(kind)[-1]] if takes_number else here
        found.append({"label": listwords.kind(kind), "url": reverse(name, args=args), "current": kind == current})
    return found


def _numbers(club: Club, tournament: Tournament, offered: Offered, kind: str, number: int) -> list[dict[str, Any]]:
    """The ways between the rounds, or the parts, of a page that has a number."""
    name, takes_number = ADDRESSES[kind]
    if not takes_number:
        return []
    return [
        {
            "label": offered.stages[one] if kind == STAGES else _("Round %(number)s") % {"number": one},
            "url": reverse(name, args=[club.slug, tournament.slug, one]),
            "current": one == number,
        }
        for one in offered.numbers(kind)
    ]


def _title(tournament: Tournament, kind: str, number: int) -> str:
    if kind == ROUNDS:
        return _("Round %(number)s alone") % {"number": number}
    if kind == AFTER:
        return _("Standings after round %(number)s") % {"number": number}
    if kind == STAGES:
        return lists.stage_names(tournament)[number]
    return listwords.kind(kind)
