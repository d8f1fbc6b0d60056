"""The desk: the clock of the round, every table and its state, late ones first."""

import datetime as dt
import random
import uuid
from typing import Any

from django.db.models import Count, Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors
from core.toasts import toast
from scoring.models import ScoreSheet
from scoring.sheet_game import TIME_CALLED, format_of
from tournaments import agreewords, clockwords, deskrows, givenwords, navigation, people, words
from tournaments.clock import Clock
from tournaments.deskrows import Moment
from tournaments.models import Game, Match, Round, Tournament
from tournaments.services import catchup, clocks, disputes, giving, meetings, rounds
from tournaments.services.errors import TournamentError

#: The desk asks again after five seconds, each page a little earlier or later than the others.
POLL_MS = (4200, 5800)


@in_club(Right.SEE_CLUB)
@never_cache
@vary_on_headers("HX-Request")
def desk(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """The tables of the round being played (or of ``?round=``), those to look after first; ``?show=`` some of them."""
    tournament = navigation.find(club, slug)
    wanted = request.GET.get("round", "")
    round_ = _round(tournament, wanted)
    seen = _seen(round_)
    is_poll = bool(request.headers.get("HX-Request"))
    if is_poll and request.GET.get("seen") == seen:
        return HttpResponse(status=204)  # nothing to show anew: a big hall's list is not sent every five seconds
    now = timezone.now()
    clock = clocks.clock_of(round_) if round_ else Clock()
    only = request.GET.get("show", "")
    moment = Moment(now, clock, _since(request) if is_poll else None)
    named = people.in_hall(tournament, round_number=round_.number) if round_ else {}
    rows = _rows(request, club, tournament, deskrows.rows(round_, named, moment)) if round_ else []
    closed = [row for row in rows if row["state"] == "closed"]
    waits_for = catchup.open_tables(round_) if round_ else []
    context = {
        **navigation.context(request, club, tournament, "desk"),
        "round": round_,
        "groups": deskrows.groups(rows, only, request.GET.get("all") == "1"),
        "filters": _filters(request, rows, only),
        "tables": [{"number": row["table"], "state": row["state"], "url": row["action"]["url"]} for row in rows],
        "legend": deskrows.legend(rows),
        "closed": len(closed),
        "total": len(rows),
        "count": ngettext("%(n)d table closed of %(total)d", "%(n)d tables closed of %(total)d", len(closed))
        % {"n": len(closed), "total": len(rows)},
        "byes": _byes(tournament, round_, named) if round_ else [],
        "disputes": _disputes(tournament),
        "made_up": _made_up_elsewhere(tournament, round_) if round_ else [],
        "is_playing": round_ is not None and round_.state == Round.State.PLAYING,
        "all_closed": bool(rows) and not waits_for,
        "why_open": words.tables_open(len(waits_for), waits_for[0]) if waits_for else "",
        "time": _time(round_) if round_ else None,
        "clock": clockwords.shown(clock, now) if round_ else None,
        "more_url": f"?{_query(request, all='1')}",
        "poll_url": f"{request.path}?{_query(request, seen=seen, since=now.isoformat())}",
        "poll_ms": random.randint(*POLL_MS),  # noqa: S311 (spreads the load, keeps no secret)
        "now": now,
    }
    template = "tournaments/_desk.html" if is_poll else "tournaments/desk.html"
    return render(request, template, context)


def _round(tournament: Tournament, wanted: str) -> Round | None:
    """The round of this number, or the last one whose tables are set."""
    shown = (
        Round.objects.select_related("stage__game_format")
        .filter(stage__tournament=tournament)
        .exclude(state=Round.State.DRAFT)
        .order_by("-number")
    )
    if wanted.isdecimal():
        shown = shown.filter(number=int(wanted[:3]))
    return shown.first()


def _seen(round_: Round | None) -> str:
    """What changes whenever the desk has something else to show: sheets, round and who plays in it, its clock, the
    minute."""
    if round_ is None:
        return "-"
    sheets = ScoreSheet.objects.filter(game__match__round=round_).aggregate(sum=Sum("revision"), count=Count("pk"))
    told = f"{round_.number}.{round_.state}.{round_.revision}"
    return f"{told}.{sheets['count']}.{sheets['sum'] or 0}.{timezone.now():%H%M}"


def _since(request: HttpRequest) -> dt.datetime | None:
    """When what the page shows was asked for: rows that changed after it are marked."""
    try:
        since = dt.datetime.fromisoformat(request.GET.get("since", ""))
    except ValueError:
        return None
    return since if since.tzinfo is not None else None


def _disputes(tournament: Tournament) -> dict[str, Any] | None:
    """How many things wait for the arbiter; None for nothing."""
    count = disputes.open_count(tournament)
    return {"count": count, "text": agreewords.open_disputes(count)} if count else None


def _time(round_: Round) -> dict[str, Any] | None:
    """Whether time may be called, or was, at the tables still playing; None where the game is not played to a time."""
    if round_.state != Round.State.PLAYING or not format_of(round_.stage.game_format).is_timed:
        return None
    playing = ScoreSheet.objects.filter(game__match__round=round_, state=ScoreSheet.State.OPEN)
    called = playing.filter(options__has_key=TIME_CALLED).count()
    if not called:
        return {"called": False, "text": ""}
    text = ngettext("Time is called at %(n)d table.", "Time is called at %(n)d tables.", called) % {"n": called}
    return {"called": True, "text": text}


def _query(request: HttpRequest, **changed: str) -> str:
    """The page's own query, with these parts changed ("" takes one out)."""
    query = request.GET.copy()
    for name, value in changed.items():
        query[name] = value
        if not value:
            del query[name]
    return query.urlencode()


def _filters(request: HttpRequest, rows: list[dict[str, Any]], only: str) -> list[dict[str, Any]]:
    return [
        {**one, "url": f"?{_query(request, show=one['key'], seen='', since='', all='')}"}
        for one in deskrows.filters(rows, only)
    ]


def _rows(
    request: HttpRequest, club: Club, tournament: Tournament, found: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """The rows, each with what may be done from it."""
    rights: frozenset[Right] = getattr(request, "rights", frozenset())
    return [
        {
            **row,
            "action": _action(club, tournament, row, rights),
            "decide": navigation.address("table-rulings", tournament, club, row["game"].pk)
            if Right.CORRECT in rights
            else "",
        }
        for row in found
    ]


def _action(club: Club, tournament: Tournament, row: dict[str, Any], rights: frozenset[Right]) -> dict[str, Any]:
    """The button of a row. Its id lets the focus stay where it is when the list is replaced."""
    game, open_disputes = row["game"], row["agreement"].open_disputes
    url = navigation.address("sheet", tournament, club, game.pk)
    is_open = Right.ENTER_SHEETS in rights and not open_disputes and game.sheet.state != ScoreSheet.State.CLOSED
    label = (_("Close the sheet") if game.sheet.complete else _("Enter")) if is_open else _("Look")
    decides = bool(open_disputes) and Right.CORRECT in rights and row["state"] == "disagree"
    if decides:
        label = _("Decide")
        url = f"{navigation.address('disputes', tournament, club)}#dispute-{open_disputes[0].pk}"
    table = _("Table %(table)d") % {"table": game.table_no}
    return {
        "label": label,
        "says": f"{label}, {table}",
        "main": (is_open and game.sheet.complete) or decides,
        "url": url,
        "dom_id": f"open-{game.table_no}",
    }


def _byes(tournament: Tournament, round_: Round, named: dict[uuid.UUID, people.EntryName]) -> list[dict[str, Any]]:
    """Who rests, what that marks, and whether the game may be made up now."""
    resting = list(meetings.resting(round_).values_list("entry_id", flat=True))
    if not resting:
        return []
    rule = giving.rules_of(round_).bye
    what = givenwords.marks(rule, giving.table_total_of(round_))
    owed = {one.entry.pk for one in catchup.owed(tournament) if one.round == round_} if rule.catch_up else set()
    made_up = {
        entry_id: givenwords.made_up(game.table_no, is_over=game.state == Game.State.CLOSED)
        for entry_id, game in catchup.made_up(round_).items()
    }
    return [
        {
            "name": named[entry_id],
            "says": givenwords.rests(tournament.entry_kind, rule, what, made_up=made_up.get(entry_id, "")),
            "is_owed": entry_id in owed,
        }
        for entry_id in resting
    ]


def _made_up_elsewhere(tournament: Tournament, round_: Round) -> list[Game]:
    """The games of other rounds that somebody is making up now."""
    games = catchup.at_table(tournament).filter(match__kind=Match.Kind.CATCH_UP).exclude(match__round=round_)
    return list(games.select_related("match__round").order_by("table_no"))


@in_club(Right.ORGANISE)
@require_POST
def call_time(request: HttpRequest, club: Club, slug: str, round_id: uuid.UUID) -> HttpResponse:
    """Call time at all tables of a round, or take the call back."""
    tournament = navigation.find(club, slug)
    round_ = get_object_or_404(Round.objects.filter(stage__tournament=tournament), pk=round_id)
    actor = actors.of_user(request.user)
    try:
        if request.POST.get("back") == "1":
            rounds.uncall_time(round_.pk, actor)
            toast(request, _("The call of time is taken back."))
        else:
            rounds.call_time(round_.pk, actor)
            toast(request, _("Time is called at every table that still plays."))
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
    return redirect(navigation.address("desk", tournament, club))


@in_club(Right.ORGANISE)
@require_POST
def set_clock(request: HttpRequest, club: Club, slug: str, round_id: uuid.UUID) -> HttpResponse:
    """Do something with the clock of a round (``act``: one of ``tournaments.clock``), or say its ``minutes``."""
    tournament = navigation.find(club, slug)
    round_ = get_object_or_404(Round.objects.filter(stage__tournament=tournament), pk=round_id)
    act, minutes = request.POST.get("act", ""), request.POST.get("minutes", "")
    try:
        clocks.act(
            round_.pk,
            act,
            actors.of_user(request.user),
            minutes=int(minutes) if minutes.isdecimal() and len(minutes) < 6 else None,
        )
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
    else:
        toast(request, clockwords.done(act))
    return redirect(navigation.address("desk", tournament, club))


@in_club(Right.ORGANISE)
@require_POST
def renew_codes(request: HttpRequest, club: Club, slug: str, round_id: uuid.UUID) -> HttpResponse:
    """Make every code of a round void and new ones in their place: the sheets must then be printed again."""
    tournament = navigation.find(club, slug)
    round_ = get_object_or_404(Round.objects.filter(stage__tournament=tournament), pk=round_id)
    rounds.renew_codes(round_.pk, actors.of_user(request.user))
    toast(request, _("All codes of this round are new: print the sheets again."))
    return redirect("papers", club.slug, tournament.slug)
