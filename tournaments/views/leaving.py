"""Several leave at once: chosen, their number typed, and put back by one press."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors
from core.toasts import toast
from tournaments import navigation, people, presencewords, whereabouts, words
from tournaments.models import Tournament
from tournaments.services import leaving
from tournaments.services.errors import TournamentError


@in_club(Right.ORGANISE)
@require_http_methods(["GET", "POST"])
def several(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """Choose who leaves (those of ``?show=`` are ticked) and type how many they are; ``?event=`` puts them back."""
    tournament = navigation.find(club, slug)
    if request.method == "POST" and "event" in request.GET:
        return _put_back(request, club, tournament)
    if request.method == "POST":
        return _leave(request, club, tournament)
    show = request.GET.get("show", "")
    all_of = whereabouts.whereabouts(tournament)
    rows = _rows(tournament, all_of)
    chosen = {row["name"].id for row in rows if show and all_of.of(row["entry"]).filter == show}
    return _page(request, club, tournament, rows, chosen)


def _leave(request: HttpRequest, club: Club, tournament: Tournament) -> HttpResponse:
    rows = _rows(tournament, whereabouts.whereabouts(tournament))
    chosen = {row["name"].id for row in rows} & {pk for pk in map(_id, request.POST.getlist("entries")) if pk}
    try:
        event, count = leaving.leave_together(
            tournament.pk, chosen, request.POST.get("typed", ""), actors.of_user(request.user)
        )
    except TournamentError as error:
        if error.field:
            return _page(request, club, tournament, rows, chosen, {error.field: words.of_error(error)})
        toast(request, words.of_error(error), refused=True)
        return redirect("entries", club.slug, tournament.slug)
    text = ngettext("%(n)d leaves the tournament.", "%(n)d leave the tournament.", count) % {"n": count}
    undo = navigation.address("entries-leave", tournament, club) + f"?event={event.pk}"
    toast(request, text, undo_url=undo, undo_label=_("Put all of them back"))
    return redirect("entries", club.slug, tournament.slug)


def _put_back(request: HttpRequest, club: Club, tournament: Tournament) -> HttpResponse:
    event = request.GET["event"]
    try:
        number = int(event) if event.isdecimal() and len(event) < 18 else 0
        count = leaving.put_back_together(tournament.pk, number, actors.of_user(request.user))
        toast(request, ngettext("%(n)d is back.", "%(n)d are back.", count) % {"n": count})
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
    return redirect("entries", club.slug, tournament.slug)


def _rows(tournament: Tournament, all_of: whereabouts.Whereabouts) -> list[dict[str, Any]]:
    """Who can leave: everybody who has not."""
    named = people.in_hall(tournament)
    entries = tournament.entries.filter(team__isnull=True).exclude(status__in=leaving.GONE).order_by("number")
    return [
        {"entry": entry, "name": named[entry.pk], "said": presencewords.said(all_of.of(entry))} for entry in entries
    ]


def _page(
    request: HttpRequest,
    club: Club,
    tournament: Tournament,
    rows: list[dict[str, Any]],
    chosen: set[uuid.UUID],
    errors: dict[str, str] | None = None,
) -> HttpResponse:
    context = {
        **navigation.context(request, club, tournament, "entries"),
        "rows": rows,
        "chosen": chosen,
        "typed": request.POST.get("typed", ""),
        "errors": errors or {},
    }
    return render(request, "tournaments/leave.html", context, status=422 if errors else 200)


def _id(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None
