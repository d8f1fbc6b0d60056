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
from tournaments import drawn, navigation, nouns, people, words
from tournaments.draws.model import DrawError
from tournaments.draws.record import byes_of
from tournaments.models import Draw, Entry, Round, Stage, Tournament
from tournaments.services import contests, rounds, seating
from tournaments.services.errors import TournamentError


@in_club(Right.SEE_CLUB)
def draw_page(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """The draw that is due: before it is made, as a draft, or as published."""
    tournament = navigation.find(club, slug)
    stage = contests.only_stage(tournament)
    round_, number = _round_due(stage)
    shown = _shown_draw(round_)
    named = people.in_hall(tournament)
    active = tournament.entries.filter(status=Entry.Status.ACTIVE, team__isnull=True).count()
    attempts = round_.draws.count() if round_ is not None else 0
    groups = drawn.groups(shown, named) if shown else []
    by_name = request.GET.get("by") == "name"
    context = {
        **navigation.context(request, club, tournament, "draw"),
        "stage": stage,
        "round": round_,
        "number": number,
        "attempt": attempts + 1,
        "draw": shown,
        "groups": groups,
        "tables": [table for group in groups for table in group["tables"]],
        "by_name": drawn.by_name(groups) if by_name else [],
        "tabs": _tabs(request, by_name) if shown else [],
        "byes": [named[uuid.UUID(entry)] for entry in byes_of(seating.standing(shown))] if shown else [],
        "faults": drawn.faults(shown, named) if shown else [],
        "is_draft": shown is not None and shown.state == Draw.State.DRAFT,
        "attempts": attempts,
        "discarded": round_.draws.filter(state=Draw.State.DISCARDED) if round_ is not None else [],
        "active": active,
        "announced": drawn.announced(stage, active),
        "incomplete": _incomplete(tournament),
        "all_played": number > stage.rounds_planned,
    }
    return render(request, "tournaments/draw.html", context)


def _incomplete(tournament: Tournament) -> str:
    """How many are not drawn because somebody is missing, as a sentence; "" where nobody is."""
    count = tournament.entries.filter(status=Entry.Status.INCOMPLETE, team__isnull=True).count()
    return nouns.of(tournament).incomplete(count) if count else ""


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


def _tabs(request: HttpRequest, by_name: bool) -> list[dict[str, Any]]:
    return [
        {"label": _("By table"), "url": request.path, "current": not by_name},
        {"label": _("By name"), "url": f"{request.path}?by=name", "current": by_name},
    ]


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
