"""What is decided at the desk beside the play: forfeits, a round cut short, games made up, penalties and bonuses."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors
from core.toasts import toast
from tournaments import navigation, people, words
from tournaments.deskforms import AdjustmentForm, CatchUpForm, CutForm
from tournaments.models import Adjustment, Entry, Game, Round, Tournament
from tournaments.services import adjustments, catchup, cutting, forfeits
from tournaments.services.errors import TournamentError


def _round_of(tournament: Tournament, round_id: uuid.UUID) -> Round:
    rounds = Round.objects.filter(stage__tournament=tournament).select_related("stage__tournament")
    found: Round = get_object_or_404(rounds, pk=round_id)
    return found


def _game_of(tournament: Tournament, game: uuid.UUID) -> Game:
    games = Game.objects.filter(match__round__stage__tournament=tournament).select_related("match__round")
    found: Game = get_object_or_404(games, pk=game)
    return found


# Forfeits


@in_club(Right.CORRECT)
@require_POST
def forfeit(request: HttpRequest, club: Club, slug: str, game: uuid.UUID) -> HttpResponse:
    """Say who forfeits a game (``sides``), or take it back (``back``)."""
    tournament = navigation.find(club, slug)
    found = _game_of(tournament, game)
    actor, reason = actors.of_user(request.user), request.POST.get("reason", "")
    try:
        if request.POST.get("back") == "1":
            forfeits.take_back(found.pk, actor, reason=reason)
            toast(request, _("The forfeit is taken back."))
        else:
            forfeits.declare(found.pk, request.POST.get("sides", ""), actor, reason=reason)
            toast(request, _("The forfeit at table %(table)d is noted.") % {"table": found.table_no})
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
    return redirect("sheet", club.slug, tournament.slug, found.pk)


# A round cut short


@in_club(Right.ORGANISE)
@require_http_methods(["GET", "POST"])
def cut(request: HttpRequest, club: Club, slug: str, round_id: uuid.UUID) -> HttpResponse:
    """The tables that still play, and the reason for ending them all; or that being taken back (``back``)."""
    tournament = navigation.find(club, slug)
    round_ = _round_of(tournament, round_id)
    if request.POST.get("back") == "1":
        return _go_on(request, club, tournament, round_)
    games = cutting.open_games(round_)
    empty = cutting.without_score(games)
    form = CutForm(request.POST or None, empty=bool(empty))
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            cutting.cut_short(
                round_.pk,
                actors.of_user(request.user),
                reason=data["reason"],
                with_empty=data.get("with_empty", False),
            )
        except TournamentError as error:
            form.add_error(error.field if error.field in form.fields else None, words.of_error(error))
        else:
            toast(request, _("Round %(number)d is cut short.") % {"number": round_.number})
            return redirect(_desk(club, tournament, round_))
    context = {
        **navigation.context(request, club, tournament, "desk"),
        "round": round_,
        "form": form,
        "with_score": [game for game in games if game not in empty],
        "empty": empty,
        "is_playing": round_.state == Round.State.PLAYING,
        "desk_url": _desk(club, tournament, round_),
    }
    return render(request, "tournaments/cut.html", context, status=422 if form.errors else 200)


def _go_on(request: HttpRequest, club: Club, tournament: Tournament, round_: Round) -> HttpResponse:
    try:
        cutting.go_on(round_.pk, actors.of_user(request.user), reason=request.POST.get("reason", ""))
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
    else:
        toast(request, _("The tables play on where they were."))
    return redirect(_desk(club, tournament, round_))


def _desk(club: Club, tournament: Tournament, round_: Round) -> str:
    return navigation.address("desk", tournament, club) + f"?round={round_.number}"


# Games made up


@in_club(Right.ORGANISE)
@require_http_methods(["GET", "POST"])
def catch_up(request: HttpRequest, club: Club, slug: str, round_id: uuid.UUID, entry: uuid.UUID) -> HttpResponse:
    """Set a table at which an entry makes up the game of the round in which it rested."""
    tournament = navigation.find(club, slug)
    round_ = _round_of(tournament, round_id)
    mine = get_object_or_404(Entry.objects.filter(tournament=tournament), pk=entry)
    named = people.in_hall(tournament)
    free = [named[one.pk] for one in catchup.opponents(tournament, mine)]
    form = CatchUpForm(request.POST or None, names=free)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            match = catchup.set_table(
                round_.pk,
                mine.pk,
                uuid.UUID(data["opponent"]),
                actors.of_user(request.user),
                table=data["table"],
            )
        except TournamentError as error:
            form.add_error(error.field if error.field in form.fields else None, words.of_error(error))
        else:
            toast(request, _("The table is set: print the sheets of this round again, or write its code down."))
            return redirect("sheet", club.slug, tournament.slug, match.games.get().pk)
    context = {
        **navigation.context(request, club, tournament, "desk"),
        "round": round_,
        "name": named[mine.pk],
        "form": form,
        "is_owed": any(one.round == round_ and one.entry == mine for one in catchup.owed(tournament)),
        "free": free,
        "desk_url": _desk(club, tournament, round_),
    }
    return render(request, "tournaments/catch_up.html", context, status=422 if form.errors else 200)


@in_club(Right.ORGANISE)
@require_POST
def take_away(request: HttpRequest, club: Club, slug: str, game: uuid.UUID) -> HttpResponse:
    """Take the table of a game that would have been made up away, before its first deal."""
    tournament = navigation.find(club, slug)
    found = _game_of(tournament, game)
    try:
        round_ = catchup.take_away(found.match_id, actors.of_user(request.user))
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
        return redirect("sheet", club.slug, tournament.slug, found.pk)
    toast(request, _("The table is taken away: the rest counts."))
    return redirect(_desk(club, tournament, round_))


# Penalties and bonuses


@in_club(Right.SEE_CLUB, write=Right.CORRECT)
@require_http_methods(["GET", "POST"])
def penalties(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """All points that were given or taken beside the results, and the form for more."""
    tournament = navigation.find(club, slug)
    named = people.in_hall(tournament)
    begun = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT).order_by("number")
    ranked = [name for name in named.values() if name.status != Entry.Status.INCOMPLETE]
    form = AdjustmentForm(request.POST or None, names=ranked, rounds=begun)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            made = adjustments.give(
                uuid.UUID(data["entry"]),
                data["points"],
                data["reason"],
                actors.of_user(request.user),
                round_id=form.round_id,
            )
        except TournamentError as error:
            form.add_error(error.field if error.field in form.fields else None, words.of_error(error))
        else:
            count = abs(made.points)
            text = (
                ngettext("%(n)d point given.", "%(n)d points given.", count)
                if made.points > 0
                else ngettext("%(n)d point taken.", "%(n)d points taken.", count)
            )
            toast(request, text % {"n": count})
            return redirect("penalties", club.slug, tournament.slug)
    context = {
        **navigation.context(request, club, tournament, "standings"),
        "form": form,
        "rows": _adjusted(tournament, named),
    }
    return render(request, "tournaments/penalties.html", context, status=422 if form.errors else 200)


def _adjusted(tournament: Tournament, named: dict[uuid.UUID, people.EntryName]) -> list[dict[str, Any]]:
    """The lines of the list, the newest first. Who gave them stands there for the club."""
    rows = Adjustment.objects.filter(entry__tournament=tournament).select_related("round", "by", "voids")
    void = set(rows.exclude(voids=None).values_list("voids_id", flat=True))
    return [
        {
            "row": row,
            "name": named[row.entry_id],
            "by": "" if row.by is None else row.by.get_username(),
            "is_void": row.voids_id is not None or row.pk in void,
        }
        for row in rows.order_by("-at")
    ]


@in_club(Right.CORRECT)
@require_POST
def void_penalty(request: HttpRequest, club: Club, slug: str, adjustment: uuid.UUID) -> HttpResponse:
    """Make a penalty or bonus void by its counter entry."""
    tournament = navigation.find(club, slug)
    found = get_object_or_404(Adjustment.objects.filter(entry__tournament=tournament), pk=adjustment)
    try:
        adjustments.void(found.pk, request.POST.get("reason", ""), actors.of_user(request.user))
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
    else:
        toast(request, _("It is made void: both lines stay to be read."))
    return redirect("penalties", club.slug, tournament.slug)
