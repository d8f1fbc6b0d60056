"""Standings at the desk, and making them public."""

import random
import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors, jobs
from core.toasts import toast
from tournaments import criteriawords, explained, givenwords, movedwords, navigation, people, words
from tournaments.criteriawords import CRITERION_NAMES as CRITERION_NAMES
from tournaments.criteriawords import FIRST_TITLES as FIRST_TITLES
from tournaments.models import Adjustment, Game, Publication, Round, Standing, Tournament
from tournaments.people import EntryName
from tournaments.services import checks, correcting, moves, publishing, rounds
from tournaments.services.errors import TournamentError
from tournaments.standings.rows import parted_by, shown_first

#: While the job runs the page asks every second; while tables play, like the desk.
JOB_MS = 1000
POLL_MS = (4200, 5800)


@in_club(Right.SEE_CLUB)
@never_cache
@vary_on_headers("HX-Request")
def standings(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """The standings as last computed; where they are of an older state, the page says so and comes again by itself."""
    tournament = navigation.find(club, slug)
    standing = Standing.objects.filter(tournament=tournament).first()
    job = jobs.latest("standings", str(tournament.pk))
    last = (
        Round.objects.filter(stage__tournament=tournament)
        .exclude(state=Round.State.DRAFT)
        .order_by("-stage__position", "-number")
        .first()
    )
    is_current = standing is not None and standing.revision == tournament.revision
    is_waiting = not is_current and job is not None and not job.is_over
    is_playing = last is not None and last.state == Round.State.PLAYING
    named, public = people.in_hall(tournament), publishing.latest_standings(tournament)
    context = {
        **navigation.context(request, club, tournament, "standings"),
        **table_context(
            standing.figures if standing else None,
            named,
            request.GET.get("open"),
            reasons=_reasons(tournament) if request.GET.get("open") else None,
        ),
        "standing": standing,
        "is_current": is_current,
        "job": job,
        "is_waiting": is_waiting,
        "has_failed": not is_current and job is not None and job.state == "failed",
        "round": last,
        "is_playing": is_playing,
        "count": _closed_count(last) if last is not None else "",
        "can_publish": is_current and last is not None and last.state == Round.State.CLOSED,
        "check": checks.known(tournament),
        "public": public,
        "corrections": movedwords.corrections(
            correcting.corrections_of(tournament), named, tournament.currency, with_reasons=True
        ),
        "poll_ms": JOB_MS if is_waiting else random.randint(*POLL_MS) if is_playing else 0,  # noqa: S311
    }
    context["is_public"] = _is_public(public, last, tournament)
    moved = [] if context["is_public"] else moves.since_shown(tournament)
    context["pending_rows"] = movedwords.rows(moved, named, tournament.currency)
    template = "tournaments/_standings.html" if request.headers.get("HX-Request") else "tournaments/standings.html"
    return render(request, template, context)


def _is_public(public: Publication | None, last: Round | None, tournament: Tournament) -> bool:
    """Whether what everybody sees is of this very state."""
    return public is not None and public.round == last and public.revision == tournament.revision


def _closed_count(round_: Round) -> str:
    games = Game.objects.filter(match__round=round_)
    total, closed = games.count(), games.filter(state=Game.State.CLOSED).count()
    return ngettext("%(n)d table closed of %(total)d", "%(n)d tables closed of %(total)d", closed) % {
        "n": closed,
        "total": total,
    }


#: By entry what was given or taken beside its results, each a line with its reason.
Reasons = dict[str, list[tuple[str, int]]]


def _reasons(tournament: Tournament) -> Reasons:
    """The penalties and bonuses with their reasons, which only the hall sees: they may speak of persons."""
    found: Reasons = {}
    rows = Adjustment.objects.filter(entry__tournament=tournament).select_related("entry", "round").order_by("at")
    for row in rows:
        label = row.reason
        if row.round is not None:
            label = _("Round %(number)s: %(reason)s") % {"number": row.round.number, "reason": row.reason}
        lines = found.setdefault(str(row.entry.team_id or row.entry_id), [])
        lines.append((label, row.points))
    return found


def table_context(
    figures: dict[str, Any] | None,
    named: dict[uuid.UUID, EntryName],
    opened: str | None = None,
    *,
    reasons: Reasons | None = None,
) -> dict[str, Any]:
    """What the tables of standings show of figures: ``rows`` with names, points by round, and what decided; of teams
    ``pair_rows`` too, the ranking of their pairs; where each line has a ranking of its own,
    ``east_west`` too. ``legend``: what the letters beside points mean.

    ``opened``: the number of the entry whose total and place are explained, as it came with the request.
    """
    if figures is None or not any(row["rounds"] for row in figures["rows"]):
        return {"rows": [], "pair_rows": [], "east_west": [], "rounds": [], "first": None}
    first = shown_first(figures["criteria"])
    lines = {line: [row for row in figures["rows"] if row.get("line") == line] for line in ("", "ns", "ew")}
    is_adjusted = any(row["terms"]["adjustments"] for row in figures["rows"])
    return {
        "rows": _rows(figures, lines["ns"] or figures["rows"], named, opened, reasons or {}),
        "title": _("North-South") if lines["ns"] else "",
        "east_west": _rows(figures, lines["ew"], named, opened, reasons or {}),
        "pair_rows": _rows(figures, figures.get("pairs", []), named, opened, reasons or {}),
        "rounds": figures["rounds"],
        "first": FIRST_TITLES[first]() if first else None,
        "is_adjusted": is_adjusted,
        "detail_columns": len(figures["rounds"]) + 4 + (first is not None) + is_adjusted,
        "criteria_lines": criteriawords.lines(figures),
        "legend": givenwords.legend(figures["rows"]),
        "cut": givenwords.cut(figures.get("cut", [])),
    }


def _rows(
    figures: dict[str, Any],
    ranked: list[dict[str, Any]],
    named: dict[uuid.UUID, EntryName],
    opened: str | None,
    reasons: Reasons,
) -> list[dict[str, Any]]:
    kept = [row for row in ranked if uuid.UUID(row["entry"]) in named]
    rows = []
    for place, (row, parted) in enumerate(zip(kept, parted_by(kept, figures["criteria"]), strict=True), start=1):
        following = explained.next_of(kept, place)
        name = named[uuid.UUID(row["entry"])]
        is_open = str(name.number) == opened
        rows.append(
            {
                **row,
                "name": name,
                "first": row["values"].get(shown_first(figures["criteria"])),
                "cells": [_cell(row["rounds"].get(str(number))) for number in figures["rounds"]],
                "decided": _decided(row, parted),
                "is_open": is_open,
                "sum": explained.sum_of(row, reasons.get(row["entry"], [])) if is_open else [],
                "tie": explained.compared(figures["criteria"], row, following) if is_open and following else [],
                "why": explained.over_compared(row, following, named) if is_open and following else "",
                "made_of": explained.explanations(figures, row, named) if is_open else [],
            }
        )
    return rows


def _cell(cell: dict[str, Any] | None) -> dict[str, Any] | None:
    """What a round brought, with a letter where it was not made at a table."""
    if cell is None:
        return None
    letter = givenwords.mark(cell["source"])
    return {**cell, "mark": letter, "meaning": givenwords.meaning(cell["source"]) if letter else ""}


def _decided(row: dict[str, Any], parted: str | None) -> str:
    """What parts a row from its neighbours where points alone did not, and that it shares its place."""
    words = []
    if parted is not None:
        value = explained.figure(row, parted)
        words.append(_("%(criterion)s: %(value)s") % {"criterion": CRITERION_NAMES[parted](), "value": value})
    if row["tied"]:
        words.append(_("tied"))
    return ", ".join(words)


@in_club(Right.ORGANISE)
@require_POST
def close_round(request: HttpRequest, club: Club, slug: str, round_id: uuid.UUID) -> HttpResponse:
    """Close a round whose tables are all done."""
    tournament = navigation.find(club, slug)
    round_ = _round_of(tournament, round_id)
    try:
        rounds.close_round(round_.pk, actors.of_user(request.user))
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
        return redirect("desk", club.slug, tournament.slug)
    toast(request, _("Round %(number)d is closed.") % {"number": round_.number})
    return redirect("standings", club.slug, tournament.slug)


def _round_of(tournament: Tournament, round_id: uuid.UUID) -> Round:
    found: Round = get_object_or_404(Round.objects.filter(stage__tournament=tournament), pk=round_id)
    return found


@in_club(Right.ORGANISE)
@require_POST
def publish(request: HttpRequest, club: Club, slug: str, round_id: uuid.UUID) -> HttpResponse:
    """Make the round's results and the standings public, exactly as they were on the page; where a check finds
    something, only once it was seen (``seen``: its digest)."""
    tournament = navigation.find(club, slug)
    round_ = _round_of(tournament, round_id)
    seen = request.POST.get("revision", "")
    check = checks.before_publishing(tournament)
    if check.count and request.POST.get("seen") != check.digest:
        toast(request, _("Nothing is published yet: look first at what the check found."))
        return redirect("tournament-check", club.slug, tournament.slug)
    try:
        made = publishing.publish(
            round_.pk,
            int(seen) if seen.isdecimal() and len(seen) < 10 else -1,
            actors.of_user(request.user),
            findings=check.count,
        )
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
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
        toast(request, words.of_error(error), refused=True)
    else:
        toast(request, _("The results are no longer public."))
    return redirect("standings", club.slug, tournament.slug)
