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
from tournaments import boards, drawn, drawpage, handwords, navigation, nouns, people, words
from tournaments.drawn import Names
from tournaments.draws.model import DrawError
from tournaments.models import Draw, Entry, Round, Stage, Tournament
from tournaments.services import byhand, draw_trail, drawrules, rounds, stages, waiting
from tournaments.services.errors import TournamentError
from tournaments.views import rollnote


@in_club(Right.SEE_CLUB)
def draw_page(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """The draw that is due: before it is made, as a draft, or as published."""
    return shown(request, club, navigation.find(club, slug))


def shown(request: HttpRequest, club: Club, tournament: Tournament, **more: Any) -> HttpResponse:
    """The page of the draw; ``more`` is what was refused just now, and what had been typed."""
    stage = stages.current_stage(tournament)
    round_, number = _round_due(tournament, stage)
    draw = _shown_draw(round_)
    named = people.in_hall(tournament, round_number=number)
    active = tournament.entries.filter(status=Entry.Status.ACTIVE, team__isnull=True).count()
    roll = rollnote.context(club, tournament, number, draw)
    by_name = request.GET.get("by") == "name"
    is_draft = draw is not None and draw.state == Draw.State.DRAFT
    bench = _workbench(request, draw, named, by_name) if draw is not None and is_draft else {}
    groups = drawn.groups(draw, named) if draw and "rows" not in bench else []
    attempts = round_.draws.count() if round_ is not None else 0
    shown_boards = boards.of_tournament(tournament, named, public=False)
    context = {
        **navigation.context(request, club, tournament, "draw"),
        "stage": stage,
        "round": round_,
        "number": number,
        "attempt": attempts + 1,
        "draw": draw,
        "groups": groups,
        "tables": [table for group in groups for table in group["tables"]],
        "by_name": drawn.by_name(groups) if by_name else [],
        "shows_names": by_name,
        "tabs": _tabs(request, by_name) if draw else [],
        "byes": drawn.resting(draw, named) if draw else [],
        "faults": drawn.faults(draw, named) if draw and "rows" not in bench else [],
        "is_draft": is_draft,
        "rules_newer": draw is not None and is_draft and drawrules.are_newer(stage, draw),
        "made": draw_trail.draws_made(round_) if round_ is not None else [],
        "hand_changes": _hand_changes(draw) if draw else [],
        "active": active,
        "announced": drawn.announced(stage, active if roll["there"] is None else roll["there"]),
        **roll,
        "incomplete": _incomplete(tournament),
        "all_played": number > stages.last_number(stage),
        "starts": drawpage.starts(stage, again=attempts > 0),
        "open_tables": _open_tables(round_, named) if round_ is not None else [],
        "next_number": number + 1,
        "boards": shown_boards,
        "board_files": boards.kinds(shown_boards),
        **bench,
    }
    return render(request, "tournaments/draw.html", {**context, **more})


def _workbench(request: HttpRequest, draw: Draw, named: Names, by_name: bool) -> dict[str, Any]:
    """What an organiser works on a draft with; two things chosen, or a breach to mend, stand in the address. Of the
    list by name only what says which draft was seen; nothing for who may not organise."""
    rights: frozenset[Right] = getattr(request, "rights", frozenset())
    if Right.ORGANISE not in rights:
        return {}
    if by_name:
        return {"digest": byhand.draft_of(draw).digest}
    to = request.GET.get("to", "")
    other = f"t{to}" if to else request.GET.get("other", "")
    bench = drawpage.Workbench(byhand.draft_of(draw), named, request.GET.get("one", ""), other)
    proposed = request.GET.get("propose")
    bar = bench.propose(proposed) if proposed else None
    found = bench.context()
    return found if bar is None else {**found, "bar": bar}


def _hand_changes(draw: Draw) -> list[dict[str, Any]]:
    """What was done to a draw by hand, in words."""
    changes = draw_trail.hand_changes(draw)
    numbers = {one["id"]: one["number"] for one in draw.inputs["entries"]} if changes else {}
    return [{"at": one.at, "by": one.by, "text": handwords.done(one, numbers)} for one in changes]


def _open_tables(round_: Round, named: Names) -> list[dict[str, Any]]:
    return [
        {
            "table": one.table,
            "sides": [[named[entry] for entry in side] for side in (one.ns, one.ew)],
            "game": one.game,
            "begun": one.begun,
        }
        for one in waiting.open_tables(round_)
    ]


def _incomplete(tournament: Tournament) -> str:
    """How many are not drawn because somebody is missing, as a sentence; "" where nobody is."""
    count = tournament.entries.filter(status=Entry.Status.INCOMPLETE, team__isnull=True).count()
    return nouns.of(tournament).incomplete(count) if count else ""


def _round_due(tournament: Tournament, stage: Stage) -> tuple[Round | None, int]:
    """The round that is open, or the number of the next one to draw."""
    last = rounds.current_round_of(tournament)
    if last is None:
        return None, stages.first_number(stage)
    return (None, last.number + 1) if last.state == Round.State.CLOSED else (last, last.number)


def _shown_draw(round_: Round | None) -> Draw | None:
    """The draw a round has now: the published one, else the draft."""
    if round_ is None:
        return None
    standing = round_.draws.exclude(state=Draw.State.DISCARDED)
    return standing.select_related("round__stage__tournament").order_by("-attempt").first()


def _tabs(request: HttpRequest, by_name: bool) -> list[dict[str, Any]]:
    return [
        {"label": _("By table"), "url": request.path, "current": not by_name},
        {"label": _("By name"), "url": f"{request.path}?by=name", "current": by_name},
    ]


@in_club(Right.ORGANISE)
@require_POST
def make(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """Draw, or draw again, saying why. Round and attempt come from the page, so that two who press draw once."""
    tournament = navigation.find(club, slug)
    reason = request.POST.get("reason", "")
    if request.POST.get("again") and not reason.strip():
        return shown(request, club, tournament, reason_error=words.of_error(TournamentError("reason-missing")))
    try:
        rounds.make_draw(
            tournament.pk,
            _whole(request, "round"),
            _whole(request, "attempt"),
            actors.of_user(request.user),
            reason=reason,
            start=request.POST.get("start", ""),
        )
    except DrawError as error:
        return shown(request, club, tournament, refused=_refused(tournament, error), reason=reason)
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
    return redirect("draw", club.slug, tournament.slug)


def _refused(tournament: Tournament, error: DrawError) -> dict[str, Any]:
    """Why the engine does not draw, with the names of those whom it is about."""
    named = {str(entry): name for entry, name in people.in_hall(tournament).items()}
    who = [named[str(value)] for value in error.params.values() if str(value) in named]
    return {"text": words.of_error(error), "who": who}


def _whole(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 5 else 0


@in_club(Right.ORGANISE)
@require_POST
def publish(request: HttpRequest, club: Club, slug: str, draw: uuid.UUID) -> HttpResponse:
    """Publish the draw that was looked at; the sheets are then being made."""
    tournament = navigation.find(club, slug)
    found = draw_of(tournament, draw)
    try:
        round_ = rounds.publish_draw(found.pk, actors.of_user(request.user), seen=request.POST.get("seen", ""))
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
        return redirect("draw", club.slug, tournament.slug)
    count = round_.matches.count()
    text = ngettext("Draw published: %(n)d table.", "Draw published: %(n)d tables.", count) % {"n": count}
    undo = navigation.address("draw-withdraw", tournament, club, round_.pk)
    toast(request, text, undo_url=undo, undo_label=_("Take back"))
    return redirect("draw", club.slug, tournament.slug)


def draw_of(tournament: Tournament, draw: uuid.UUID) -> Draw:
    """A draw of this tournament, or 404."""
    draws = Draw.objects.filter(round__stage__tournament=tournament).select_related("round__stage__tournament")
    found: Draw = get_object_or_404(draws, pk=draw)
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
        toast(request, words.of_error(error), refused=True)
    else:
        toast(request, _("The draw is taken back: its codes open nothing any more."))
    return redirect("draw", club.slug, tournament.slug)
