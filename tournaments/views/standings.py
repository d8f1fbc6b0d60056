"""Standings at the desk, and making them public."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors, jobs
from core.toasts import toast
from tournaments import navigation, people, words
from tournaments.models import Publication, Round, Standing, Tournament
from tournaments.people import EntryName
from tournaments.services import publishing, rounds
from tournaments.services.errors import TournamentError

#: What each criterion is called.
CRITERION_NAMES = {
    "points": lambda: _("Total points"),
    "difference": lambda: _("Points difference"),
    "best_game": lambda: _("Best game"),
}


@in_club(Right.SEE_CLUB)
def standings(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """The standings as last computed; where they are of an older state, the page says so and comes again by itself."""
    tournament = navigation.find(club, slug)
    standing = Standing.objects.filter(tournament=tournament).first()
    last = rounds.current_round_of(tournament)
    is_current = standing is not None and standing.revision == tournament.revision
    context = {
        **navigation.context(request, club, tournament, "standings"),
        **table_context(standing.figures if standing else None, people.in_hall(tournament)),
        "standing": standing,
        "is_current": is_current,
        "job": None if is_current else jobs.latest("standings", str(tournament.pk)),
        "round": last,
        "can_publish": last is not None and last.state == Round.State.CLOSED,
        "public": publishing.latest_standings(tournament),
    }
    template = "tournaments/_standings.html" if request.headers.get("HX-Request") else "tournaments/standings.html"
    return render(request, template, context)


def table_context(figures: dict[str, Any] | None, named: dict[uuid.UUID, EntryName]) -> dict[str, Any]:
    """What the table of standings shows of figures: rows with names, points by round, and what decided."""
    if figures is None:
        return {"rows": [], "rounds": []}
    numbers = figures["rounds"]
    rows = []
    for row in figures["rows"]:
        entry = named.get(uuid.UUID(row["entry"]))
        if entry is None:
            continue
        rows.append(
            {
                **row,
                "name": entry,
                "cells": [row["rounds"].get(str(number)) for number in numbers],
                "decided": CRITERION_NAMES[row["decided_by"]]()
                if row["decided_by"] not in {None, "points"}
                else "",
            }
        )
    return {"rows": rows, "rounds": numbers}


@in_club(Right.ORGANISE)
@require_POST
def close_round(request: HttpRequest, club: Club, slug: str, round_id: uuid.UUID) -> HttpResponse:
    """Close a round whose tables are all done."""
    tournament = navigation.find(club, slug)
    round_ = _round_of(tournament, round_id)
    try:
        rounds.close_round(round_.pk, actors.of_user(request.user))
    except TournamentError as error:
        toast(request, words.of_error(error))
        return redirect("desk", club.slug, tournament.slug)
    toast(request, _("Round %(number)d is closed.") % {"number": round_.number})
    return redirect("standings", club.slug, tournament.slug)


def _round_of(tournament: Tournament, round_id: uuid.UUID) -> Round:
    found: Round = get_object_or_404(Round.objects.filter(stage__tournament=tournament), pk=round_id)
    return found


@in_club(Right.ORGANISE)
@require_POST
def publish(request: HttpRequest, club: Club, slug: str, round_id: uuid.UUID) -> HttpResponse:
    """Make the round's results and the standings public, exactly as they were on the page."""
    tournament = navigation.find(club, slug)
    seen = request.POST.get("revision", "")
    try:
        made = publishing.publish(
            _round_of(tournament, round_id).pk,
            int(seen) if seen.isdecimal() and len(seen) < 10 else -1,
            actors.of_user(request.user),
        )
    except TournamentError as error:
        toast(request, words.of_error(error))
    else:
        undo = navigation.address("results-withdraw", tournament, club, made.pk)
        toast(request, _("Published."), undo_url=undo, undo_label=_("Take back"))
    return redirect("standings", club.slug, tournament.slug)


@in_club(Right.ORGANISE)
@require_POST
def withdraw(request: HttpRequest, club: Club, slug: str, publication: uuid.UUID) -> HttpResponse:
    """Take a publication back."""
    tournament = navigation.find(club, slug)
    found = get_object_or_404(Publication.objects.filter(tournament=tournament), pk=publication)
    try:
        publishing.withdraw(found.pk, actors.of_user(request.user), reason=request.POST.get("reason", ""))
    except TournamentError as error:
        toast(request, words.of_error(error))
    else:
        toast(request, _("The results are no longer public."))
    return redirect("standings", club.slug, tournament.slug)
