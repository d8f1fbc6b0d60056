"""The draw of a round: told before it, looked at, made again, published, taken back."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors
from core.toasts import toast
from tournaments import drawwords, meleewords, navigation, people, words
from tournaments.draws.engine import MELEE
from tournaments.draws.model import DrawError
from tournaments.draws.record import byes_of, tables_of
from tournaments.models import Draw, Entry, Round, Stage, Tournament
from tournaments.people import EntryName
from tournaments.services import contests, rounds
from tournaments.services.errors import TournamentError


@in_club(Right.SEE_CLUB)
def draw_page(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """The draw that is due: before it is made, as a draft, or as published."""
    tournament = navigation.find(club, slug)
    stage = contests.only_stage(tournament)
    round_, number = _round_due(stage)
    shown = _shown_draw(round_)
    named = people.in_hall(tournament)
    active = tournament.entries.filter(status=Entry.Status.ACTIVE).count()
    attempts = round_.draws.count() if round_ is not None else 0
    tables = _tables(shown, named) if shown else []
    by_name = request.GET.get("by") == "name"
    context = {
        **navigation.context(request, club, tournament, "draw"),
        "stage": stage,
        "round": round_,
        "number": number,
        "attempt": attempts + 1,
        "draw": shown,
        "tables": tables,
        "by_name": _by_name(tables) if by_name else [],
        "tabs": _tabs(request, by_name) if shown else [],
        "byes": [named[uuid.UUID(entry)] for entry in byes_of(shown.result)] if shown else [],
        "faults": _faults(shown, named) if shown else [],
        "is_draft": shown is not None and shown.state == Draw.State.DRAFT,
        "attempts": attempts,
        "discarded": round_.draws.filter(state=Draw.State.DISCARDED) if round_ is not None else [],
        "active": active,
        "is_odd": active % 2 == 1,
        "singles": tournament.entries.filter(status=Entry.Status.INCOMPLETE).count(),
        "table_count": active // 2,
        "all_played": number > stage.rounds_planned,
    }
    return render(request, "tournaments/draw.html", context)


def _round_due(stage: Stage) -> tuple[Round | None, int]:
    """The round that is open, or the number of the next one to draw."""
    last = rounds.current_round(stage)
    if last is None:
        return None, 1
    return (None, last.number + 1) if last.state == Round.State.CLOSED else (last, last.number)


def _shown_draw(round_: Round | None) -> Draw | None:
    """The draw a round has now: the published one, else the draft."""
    if round_ is None:
        return None
    standing = round_.draws.exclude(state=Draw.State.DISCARDED)
    return standing.order_by("-attempt").first()


def _tables(draw: Draw, named: dict[uuid.UUID, EntryName]) -> list[dict[str, Any]]:
    numbers = _numbers(named)
    said = meleewords if draw.result.get("system") == MELEE else drawwords
    return [
        {
            "table": table["table"],
            "ns": [named[uuid.UUID(entry)] for entry in table["ns"]],
            "ew": [named[uuid.UUID(entry)] for entry in table["ew"]],
            "why": [text for told in table.get("reasons", ()) if (text := said.reason(told, numbers))],
        }
        for table in tables_of(draw.result)
    ]


def _tabs(request: HttpRequest, by_name: bool) -> list[dict[str, Any]]:
    return [
        {"label": _("By table"), "url": request.path, "current": not by_name},
        {"label": _("By name"), "url": f"{request.path}?by=name", "current": by_name},
    ]


def _by_name(tables: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Every pair with its table, as people look for themselves: by family name."""
    rows = [
        {"pair": entry, "table": table["table"], "seats": side.upper()}
        for table in tables
        for side in ("ns", "ew")
        for entry in table[side]
    ]
    return sorted(rows, key=lambda row: (row["pair"].sort_key, row["pair"].number))


def _faults(draw: Draw, named: dict[uuid.UUID, EntryName]) -> list[dict[str, Any]]:
    """What the draw could not keep, in words; a repeated table number alone is allowed."""
    tables = {entry: row["table"] for row in tables_of(draw.result) for entry in (*row["ns"], *row["ew"])}
    numbers = _numbers(named)
    said = meleewords if draw.result.get("system") == MELEE else drawwords
    faults = []
    for broken in draw.result["breaches"]:
        text = said.breach(broken, numbers)
        if text is not None:
            at = tables.get(broken["entries"][0])
            where = "" if at is None else _("Table %(table)d") % {"table": at}
            faults.append({"where": where, "text": text, "allowed": not broken["must"]})
    return faults


def _numbers(named: dict[uuid.UUID, EntryName]) -> dict[str, int]:
    return {str(entry): name.number for entry, name in named.items()}


@in_club(Right.ORGANISE)
@require_POST
def make(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """Draw, or draw again. Round and attempt come from the page, so that two who press draw once."""
    tournament = navigation.find(club, slug)
    try:
        rounds.make_draw(
            tournament.pk,
            _whole(request, "round"),
            _whole(request, "attempt"),
            actors.of_user(request.user),
            reason=request.POST.get("reason", ""),
        )
    except (TournamentError, DrawError) as error:
        toast(request, words.of_error(error))
    return redirect("draw", club.slug, tournament.slug)


def _whole(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 5 else 0


@in_club(Right.ORGANISE)
@require_POST
def publish(request: HttpRequest, club: Club, slug: str, draw: uuid.UUID) -> HttpResponse:
    """Publish the draw that was looked at; the sheets are then being made."""
    tournament = navigation.find(club, slug)
    found = _draw_of(tournament, draw)
    try:
        round_ = rounds.publish_draw(found.pk, actors.of_user(request.user))
    except TournamentError as error:
        toast(request, words.of_error(error))
        return redirect("draw", club.slug, tournament.slug)
    count = round_.matches.count()
    text = ngettext("Draw published: %(n)d table.", "Draw published: %(n)d tables.", count) % {"n": count}
    undo = navigation.address("draw-withdraw", tournament, club, round_.pk)
    toast(request, text, undo_url=undo, undo_label=_("Take back"))
    return redirect("draw", club.slug, tournament.slug)


def _draw_of(tournament: Tournament, draw: uuid.UUID) -> Draw:
    found: Draw = get_object_or_404(Draw.objects.filter(round__stage__tournament=tournament), pk=draw)
    return found


@in_club(Right.ORGANISE)
@require_POST
def withdraw(request: HttpRequest, club: Club, slug: str, round_id: uuid.UUID) -> HttpResponse:
    """Take a published draw back while no score has been entered."""
    tournament = navigation.find(club, slug)
    round_ = get_object_or_404(Round.objects.filter(stage__tournament=tournament), pk=round_id)
    try:
        rounds.withdraw_draw(round_.pk, actors.of_user(request.user), reason=request.POST.get("reason", ""))
    except TournamentError as error:
        toast(request, words.of_error(error))
    else:
        toast(request, _("The draw is taken back: its codes open nothing any more."))
    return redirect("draw", club.slug, tournament.slug)
