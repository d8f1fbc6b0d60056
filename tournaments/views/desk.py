"""The desk: every table of the round and its state, and a paper sheet typed in by keyboard."""

import datetime as dt
import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors
from core.toasts import toast
from scoring import rules, sheets
from scoring.models import ScoreSheet
from scoring.rulesets_store import rules_of
from tournaments import navigation, people, tables, words
from tournaments.dealform import DealForm, values_of
from tournaments.models import Game, Round, RoundStatus, Tournament
from tournaments.services import rounds


@in_club(Right.SEE_CLUB)
def desk(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """The tables of the round being played (or of ``?round=``), those to look after first."""
    tournament = navigation.find(club, slug)
    wanted = request.GET.get("round", "")
    shown = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT).order_by("-number")
    if wanted.isdecimal():
        shown = shown.filter(number=int(wanted[:3]))
    round_ = shown.first()
    rows = _rows(request, club, tournament, round_) if round_ else []
    still_open = [row for row in rows if row["state"] != "closed"]
    context = {
        **navigation.context(request, club, tournament, "desk"),
        "round": round_,
        "rows": [*still_open, *[row for row in rows if row["state"] == "closed"]],
        "tables": sorted(
            ({"number": row["table"], "state": row["state"], "url": row["action"]["url"]} for row in rows),
            key=lambda row: row["number"],
        ),
        "closed": len(rows) - len(still_open),
        "total": len(rows),
        "count": ngettext("%(n)d table closed of %(total)d", "%(n)d tables closed of %(total)d", len(rows) - len(still_open))
        % {"n": len(rows) - len(still_open), "total": len(rows)},
        "byes": _byes(tournament, round_) if round_ else [],
        "is_playing": round_ is not None and round_.state == Round.State.PLAYING,
        "all_closed": bool(rows) and not still_open,
    }
    template = "tournaments/_desk.html" if request.headers.get("HX-Request") else "tournaments/desk.html"
    return render(request, template, context)


def _rows(request: HttpRequest, club: Club, tournament: Tournament, round_: Round) -> list[dict[str, Any]]:
    """A row a table: both pairs, deals played, state, minutes; in a fixed number of queries."""
    named = people.in_hall(tournament, round_number=round_.number)
    games = (
        Game.objects.filter(match__round=round_)
        .select_related("sheet__format")
        .prefetch_related("match__seats", "sheet__sides", "sheet__entries")
        .order_by("table_no")
    )
    can_enter = Right.ENTER_SHEETS in getattr(request, "rights", frozenset())
    rows = []
    for game in games:
        sheet = game.sheet
        played = sum(entry.counted is not None and entry.voided_at is None for entry in sheet.entries.all())
        totals = {side.side: side.total for side in sheet.sides.all()}
        seats = sorted(game.match.seats.all(), key=lambda seat: seat.side)
        is_closed = sheet.state == ScoreSheet.State.CLOSED
        state = "closed" if is_closed else ("playing" if played else "waiting")
        reason = _("%(one)d to %(other)d") % {"one": totals["A"], "other": totals["B"]} if is_closed or played else ""
        if sheet.complete and not is_closed:
            reason = _("%(score)s, to be closed") % {"score": reason}
        rows.append(
            {
                "table": game.table_no,
                "sides": [_side(named[seat.participant_id]) for seat in seats],
                "played": played,
                "total": sheet.format.length if sheet.format.kind == "deals" else 0,
                "state": state,
                "hot": False,
                "reason": reason,
                "minutes": None if is_closed else _minutes(round_.started_at),
                "action": {
                    "label": _("Open") if can_enter or is_closed else _("Look"),
                    "url": navigation.address("sheet", tournament, club, game.pk),
                },
            }
        )
    return rows


def _side(entry: people.EntryName) -> dict[str, Any]:
    return {"number": entry.number, "names": list(entry.names)}


def _minutes(since: dt.datetime | None) -> int | None:
    return None if since is None else int((timezone.now() - since).total_seconds() // 60)


def _byes(tournament: Tournament, round_: Round) -> list[people.EntryName]:
    named = people.in_hall(tournament, round_number=round_.number)
    resting = round_.statuses.filter(status=RoundStatus.Status.BYE).values_list("entry_id", flat=True)
    return [named[entry_id] for entry_id in resting]


@in_club(Right.SEE_CLUB)
@require_http_methods(["GET", "POST"])
def sheet(request: HttpRequest, club: Club, slug: str, game: uuid.UUID) -> HttpResponse:
    """One sheet at the desk: its deals, the next one to type, the one to amend (``?amend=``)."""
    tournament = navigation.find(club, slug)
    found = _game(tournament, game)
    state = tables.game_state(found, get_language() or "fr", writable=True)
    may_enter = Right.ENTER_SHEETS in getattr(request, "rights", frozenset())
    amend = _amended(request, state)
    form = _form(found, state, request.POST if request.method == "POST" else None, amend)
    status = 200
    if request.method == "POST":
        if not may_enter:
            return HttpResponse(status=403)
        answer = _save(request, found, form, amend)
        if answer is not None:
            toast(request, answer)
            return redirect(navigation.address("sheet", tournament, club, found.pk) + "#deal")
        status = 422
        state = tables.game_state(_game(tournament, game), get_language() or "fr", writable=True)
    context = {
        **navigation.context(request, club, tournament, "desk"),
        "game": found,
        "state": state,
        "lines": [_line(entry, state) for entry in state["entries"]],
        "form": form,
        "amend": amend,
        "may_enter": may_enter and state["writable"],
        "client_key": request.POST.get("client_key") or uuid.uuid4().hex,
        "position": amend["position"] if amend else (state["next"] or {}).get("position"),
        "is_closed": state["state"] == ScoreSheet.State.CLOSED,
        "desk_url": navigation.address("desk", tournament, club) + f"?round={found.match.round.number}",
    }
    return render(request, "tournaments/sheet.html", context, status=status)


def _game(tournament: Tournament, game: uuid.UUID) -> Game:
    mine = Game.objects.filter(match__round__stage__tournament=tournament).select_related(
        "sheet__ruleset_version", "sheet__format", "match__round__stage__tournament__club", "match__round__stage"
    )
    found: Game = get_object_or_404(mine, pk=game)
    return found


def _amended(request: HttpRequest, state: dict[str, Any]) -> dict[str, Any] | None:
    """The line that is being amended, if any."""
    wanted = request.POST.get("amend") or request.GET.get("amend") or ""
    return next((entry for entry in state["entries"] if str(entry["position"]) == wanted), None)


def _form(game: Game, state: dict[str, Any], data: Any, amend: dict[str, Any] | None) -> DealForm:
    ruleset = rules_of(game.sheet.ruleset_version)
    numbers = {side["side"]: side["label"] for side in state["sides"]}
    initial = values_of(amend["deal"]) if amend else None
    return DealForm(tables.keys_of(ruleset, get_language() or "fr"), numbers, data, initial=initial)


def _save(request: HttpRequest, game: Game, form: DealForm, amend: dict[str, Any] | None) -> str | None:
    """Record or amend what was typed; the sentence that says so, or None with the refusal beside its field."""
    if not form.is_valid():
        return None
    actor = actors.of_user(request.user)
    position, seen = _whole(request.POST.get("position")), _whole(request.POST.get("seen"))
    try:
        if amend is not None:
            reason = request.POST.get("reason", "")
            sheets.amend_deal(game.sheet_id, amend["position"], form.deal(), seen=seen, actor=actor, reason=reason)
            return _("Deal %(number)s is corrected.") % {"number": amend["counted"] or amend["position"]}
        key = request.POST.get("client_key", "")
        entry = sheets.record_deal(game.sheet_id, form.deal(), position=position, client_key=key, actor=actor)
    except rules.DealError as error:
        form.refuse(error.field, error.text(get_language() or "fr"))
        return None
    except sheets.SheetError as error:
        form.add_error(None, words.of_error(error))
        return None
    if entry.counted is None:
        return _("Passed deal noted.")
    return _("Deal %(number)d is saved.") % {"number": entry.counted}


def _whole(text: str | None) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 10 else -1


def _line(entry: dict[str, Any], state: dict[str, Any]) -> dict[str, Any]:
    """What the list shows of a deal."""
    numbers = {side["side"]: side["label"] for side in state["sides"]}
    deal = entry["deal"]
    return {
        "position": entry["position"],
        "no": entry["counted"],
        "declarer": deal.get("declarer"),
        "pair_number": numbers.get(deal.get("declarer")),
        "contract": deal.get("contract") if deal.get("declarer") else _("All passed"),
        "trump": deal.get("trump"),
        "doubling": {"coinche": _("coinched"), "surcoinche": _("surcoinched")}.get(deal.get("double", ""), ""),
        "outcome": entry["reason"] or entry["summary"],
        "scores": [
            {"points": entry["score"][side], "total": entry["totals"][side]} for side in ("NS", "EW")
        ],
        "held": _("%(points)d points wait for the next deal.") % {"points": entry["held"]} if entry["held"] else "",
        "amended": [trace["text"] for trace in entry["amended"]],
    }


@in_club(Right.ENTER_SHEETS)
@require_POST
def close(request: HttpRequest, club: Club, slug: str, game: uuid.UUID) -> HttpResponse:
    """Close a sheet with the figures that were on the page."""
    tournament = navigation.find(club, slug)
    found = _game(tournament, game)
    try:
        sheets.close_sheet(
            found.sheet_id,
            digest=request.POST.get("digest", ""),
            actor=actors.of_user(request.user),
            reason=request.POST.get("reason", ""),
        )
    except sheets.SheetError as error:
        toast(request, words.of_error(error))
        return redirect("sheet", club.slug, tournament.slug, found.pk)
    toast(request, _("The sheet of table %(table)d is closed.") % {"table": found.table_no})
    return redirect(navigation.address("desk", tournament, club))


@in_club(Right.ENTER_SHEETS)
@require_POST
def take_back(request: HttpRequest, club: Club, slug: str, game: uuid.UUID) -> HttpResponse:
    """Take the last deal back."""
    tournament = navigation.find(club, slug)
    found = _game(tournament, game)
    try:
        sheets.void_last(
            found.sheet_id,
            _whole(request.POST.get("position")),
            seen=_whole(request.POST.get("seen")),
            actor=actors.of_user(request.user),
        )
    except sheets.SheetError as error:
        toast(request, words.of_error(error))
    else:
        toast(request, _("The last deal is taken back."))
    return redirect("sheet", club.slug, tournament.slug, found.pk)


@in_club(Right.CORRECT)
@require_POST
def reopen(request: HttpRequest, club: Club, slug: str, game: uuid.UUID) -> HttpResponse:
    """Open a closed sheet for a correction, with a reason."""
    tournament = navigation.find(club, slug)
    found = _game(tournament, game)
    try:
        sheets.reopen_sheet(found.sheet_id, actor=actors.of_user(request.user), reason=request.POST.get("reason", ""))
    except sheets.SheetError as error:
        toast(request, words.of_error(error))
    else:
        toast(request, _("The sheet is open for the correction; close it afterwards."))
    return redirect("sheet", club.slug, tournament.slug, found.pk)


@in_club(Right.ORGANISE)
@require_POST
def renew_codes(request: HttpRequest, club: Club, slug: str, round_id: uuid.UUID) -> HttpResponse:
    """Make every code of a round void and new ones in their place: the sheets must then be printed again."""
    tournament = navigation.find(club, slug)
    round_ = get_object_or_404(Round.objects.filter(stage__tournament=tournament), pk=round_id)
    rounds.renew_codes(round_.pk, actors.of_user(request.user))
    toast(request, _("All codes of this round are new: print the sheets again."))
    return redirect("print", club.slug, tournament.slug)

