"""The desk: every table of the round and its state, and a paper sheet typed in by keyboard."""

import datetime as dt
import random
import uuid
from collections import Counter
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
from core.templatetags.look import STATES, number
from core.toasts import toast
from scoring.agreeing import Agreement, agreements_of
from scoring.models import ScoreSheet
from scoring.sheet_game import TIME_CALLED, format_of
from tournaments import agreewords, givenwords, navigation, pace, people, words
from tournaments.models import Game, Match, Result, Round, Seat, Tournament
from tournaments.services import catchup, disputes, giving, meetings, rounds
from tournaments.services.errors import TournamentError

#: The desk asks again after five seconds, each page a little earlier or later than the others.
POLL_MS = (4200, 5800)
#: Closed tables that are shown before "see the others".
FEW_CLOSED = 3
#: Tables that do not agree stand before those that are so many deals behind.
_FIRST = 1000


@in_club(Right.SEE_CLUB)
@never_cache
@vary_on_headers("HX-Request")
def desk(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """The tables of the round being played (or of ``?round=``), those to look after first."""
    tournament = navigation.find(club, slug)
    wanted = request.GET.get("round", "")
    shown = (
        Round.objects.select_related("stage__game_format")
        .filter(stage__tournament=tournament)
        .exclude(state=Round.State.DRAFT)
        .order_by("-number")
    )
    if wanted.isdecimal():
        shown = shown.filter(number=int(wanted[:3]))
    round_ = shown.first()
    seen = _seen(round_)
    if request.headers.get("HX-Request") and request.GET.get("seen") == seen:
        return HttpResponse(status=204)  # nothing to show anew: a big hall's list is not sent every five seconds
    rows = _rows(request, club, tournament, round_) if round_ else []
    closed = [row for row in rows if row["state"] == "closed"]
    waits_for = catchup.open_tables(round_) if round_ else []
    context = {
        **navigation.context(request, club, tournament, "desk"),
        "round": round_,
        "groups": _groups(rows, request.GET.get("all") == "1"),
        "tables": [{"number": row["table"], "state": row["state"], "url": row["action"]["url"]} for row in rows],
        "legend": _legend(rows),
        "closed": len(closed),
        "total": len(rows),
        "count": ngettext("%(n)d table closed of %(total)d", "%(n)d tables closed of %(total)d", len(closed))
        % {"n": len(closed), "total": len(rows)},
        "byes": _byes(tournament, round_) if round_ else [],
        "disputes": _disputes(tournament),
        "made_up": _made_up_elsewhere(tournament, round_) if round_ else [],
        "is_playing": round_ is not None and round_.state == Round.State.PLAYING,
        "all_closed": bool(rows) and not waits_for,
        "why_open": words.tables_open(len(waits_for), waits_for[0]) if waits_for else "",
        "time": _time(round_) if round_ else None,
        "round_query": f"?round={wanted}&" if wanted else "?",
        "poll_url": f"{request.path}?{_query(request, seen)}",
        "poll_ms": random.randint(*POLL_MS),  # noqa: S311 (spreads the load, keeps no secret)
        "now": timezone.now(),
    }
    template = "tournaments/_desk.html" if request.headers.get("HX-Request") else "tournaments/desk.html"
    return render(request, template, context)


def _seen(round_: Round | None) -> str:
    """What changes whenever the desk has something else to show: sheets, round and who plays in it, minute."""
    if round_ is None:
        return "-"
    sheets = ScoreSheet.objects.filter(game__match__round=round_).aggregate(sum=Sum("revision"), count=Count("pk"))
    told = f"{round_.number}.{round_.state}.{round_.revision}"
    return f"{told}.{sheets['count']}.{sheets['sum'] or 0}.{timezone.now():%H%M}"


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


def _query(request: HttpRequest, seen: str) -> str:
    """The page's own query with what it shows now."""
    query = request.GET.copy()
    query["seen"] = seen
    return query.urlencode()


def _groups(rows: list[dict[str, Any]], show_all: bool) -> list[dict[str, Any]]:
    """The rows as the desk looks at them: what needs a hand first, then what goes on, then what is done."""
    late = sorted((row for row in rows if row["hot"]), key=lambda row: (-row["behind"], row["table"]))
    ready = [row for row in rows if row["ready"]]
    going = [row for row in rows if row["state"] != "closed" and not row["hot"] and not row["ready"]]
    closed = sorted((row for row in rows if row["state"] == "closed"), key=lambda row: row["closed_at"], reverse=True)
    few = closed if show_all else closed[:FEW_CLOSED]
    groups: list[dict[str, Any]] = [
        {"title": _("To look at now"), "hint": _("the furthest behind first"), "rows": late},
        {"title": _("To be closed"), "hint": "", "rows": ready},
        {"title": _("Being played"), "hint": "", "rows": going},
        {"title": _("Finished"), "hint": _("the latest first"), "rows": few, "more": len(closed) - len(few)},
    ]
    for group in groups:
        count = len(group["rows"]) + group.get("more", 0)
        group["count"] = ngettext("%(n)d table", "%(n)d tables", count) % {"n": count}
    return [group for group in groups if group["rows"]]


def _legend(rows: list[dict[str, Any]]) -> list[tuple[str, str, int]]:
    """Drawing, word and number of tables of each state, for the plan of the hall."""
    counts = Counter(row["state"] for row in rows)
    return [(drawing, str(word), counts[state]) for state, (drawing, _css, word) in STATES.items() if counts[state]]


def _rows(request: HttpRequest, club: Club, tournament: Tournament, round_: Round) -> list[dict[str, Any]]:
    """A row a table: both pairs, deals played, state, minutes; in a fixed number of queries."""
    named = people.in_hall(tournament, round_number=round_.number)
    games = list(
        Game.objects.filter(match__round=round_)
        .select_related("sheet__format", "match")
        .prefetch_related("match__seats", "sheet__sides", "sheet__entries")
        .order_by("table_no")
    )
    agreements = agreements_of(game.sheet for game in games)
    counted = [
        sum(entry.counted is not None and entry.voided_at is None for entry in game.sheet.entries.all())
        for game in games
    ]
    is_by_deals = all(game.sheet.format.kind == "deals" for game in games)
    late = pace.behind(counted) if is_by_deals and round_.state == Round.State.PLAYING else [0] * len(games)
    can_enter = Right.ENTER_SHEETS in getattr(request, "rights", frozenset())
    minutes = _minutes(round_.started_at)
    return [
        {
            **_state_of(game, played, behind, agreements[game.sheet_id]),
            "table": game.table_no,
            "sides": _sides(game, named),
            "note": _("game made up") if game.match.kind == Match.Kind.CATCH_UP else "",
            "played": played,
            "total": game.sheet.format.length if is_by_deals else 0,
            "minutes": None if game.sheet.state == ScoreSheet.State.CLOSED else minutes,
            "action": _action(club, tournament, game, can_enter and not agreements[game.sheet_id].open_disputes),
        }
        for game, played, behind in zip(games, counted, late, strict=True)
    ]


def _action(club: Club, tournament: Tournament, game: Game, can_enter: bool) -> dict[str, Any]:
    """The button of a row. Its id lets the focus stay where it is when the list is replaced."""
    is_open = can_enter and game.sheet.state != ScoreSheet.State.CLOSED
    label = (_("Close the sheet") if game.sheet.complete else _("Enter")) if is_open else _("Look")
    table = _("Table %(table)d") % {"table": game.table_no}
    return {
        "label": label,
        "says": f"{label}, {table}",
        "main": is_open and game.sheet.complete,
        "url": navigation.address("sheet", tournament, club, game.pk),
        "dom_id": f"open-{game.table_no}",
    }


def _state_of(game: Game, played: int, behind: int, agreement: Agreement) -> dict[str, Any]:
    """The state of a table and its reason in words."""
    sheet = game.sheet
    totals = {side.side: number(side.total) for side in sheet.sides.all()}
    score = _("%(one)s to %(other)s") % {"one": totals["A"], "other": totals["B"]}
    if sheet.state == ScoreSheet.State.CLOSED:
        if game.forfeit:
            score = givenwords.meaning(Result.Source.FORFEIT)
        elif how := agreewords.agreement(agreement):
            score = _("%(score)s, %(how)s") % {"score": score, "how": how}
        return {"state": "closed", "reason": score, "hot": False, "ready": False, "closed_at": sheet.closed_at}
    if agreement.open_disputes:
        return {"state": "disagree", "reason": _about(game, agreement), "hot": True, "ready": False, "behind": _FIRST}
    if sheet.complete or agreement.confirmed:
        return _to_agree(sheet, agreement, score)
    if behind and not played:
        reason = _("No score since the start")
    elif behind:
        reason = ngettext("%(n)d deal behind the hall", "%(n)d deals behind the hall", behind) % {"n": behind}
    else:
        reason = score if played else ""
    state = "late" if behind and played else "playing" if played else "waiting"
    return {"state": state, "reason": reason, "hot": bool(behind), "ready": False, "behind": behind}


def _to_agree(sheet: ScoreSheet, agreement: Agreement, score: str) -> dict[str, Any]:
    """A game that is over, or that one side says is over; late where the other side does not agree for long."""
    minutes = disputes.unagreed_minutes(sheet, agreement)
    return {
        "state": "one_side" if agreement.confirmed else "complete",
        "reason": agreewords.no_agreement(minutes) if minutes else _("%(score)s, to be closed") % {"score": score},
        "hot": minutes is not None,
        "ready": minutes is None,
        "behind": _FIRST,
    }


def _about(game: Game, agreement: Agreement) -> str:
    """What a table does not agree about: the first that was put before the arbiter."""
    one = agreement.open_disputes[0]
    numbers = {entry.position: entry.counted for entry in game.sheet.entries.all() if entry.voided_at is None}
    return agreewords.about(one.kind, one.position, numbers.get(one.position), one.get_side_display())


def _sides(game: Game, named: dict[uuid.UUID, people.EntryName]) -> list[dict[str, Any]]:
    """Both sides of a table, each with its number (in a mêlée those of both players) and its names."""
    seats: dict[str, list[people.EntryName]] = {}
    for seat in sorted(game.match.seats.all(), key=_place):
        seats.setdefault(seat.side, []).append(named[seat.participant_id])
    return [
        {
            "number": people.side_label(entry.label for entry in side),
            "names": [name for entry in side for name in entry.names],
        }
        for side in seats.values()
    ]


def _place(seat: Seat) -> tuple[str, int]:
    return seat.side, seat.slot


def _minutes(since: dt.datetime | None) -> int | None:
    return None if since is None else int((timezone.now() - since).total_seconds() // 60)


def _byes(tournament: Tournament, round_: Round) -> list[dict[str, Any]]:
    """Who rests, what that marks, and whether the game may be made up now."""
    named = people.in_hall(tournament, round_number=round_.number)
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
        toast(request, words.of_error(error))
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
