"""One sheet at the desk, typed in from paper by keyboard: its deals, its end, its correction."""

import json
import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors
from core.templatetags.look import number
from core.toasts import toast
from scoring import paper, rules, sheets
from scoring.models import Dispute, ScoreSheet
from scoring.rules.marked import is_marked
from scoring.rulesets_store import rules_of
from tournaments import askwords, givenwords, navigation, paperdesk, paperform, putrightform, tables, tablewords, words
from tournaments.dealform import DealForm, values_of
from tournaments.marksform import ColumnsForm, TotalsForm
from tournaments.models import Game, Match, Tournament
from tournaments.paperform import PaperForm
from tournaments.services import asking, corrections, giving, rereading, typing
from tournaments.tablewords import SPECIALS


@in_club(Right.SEE_CLUB, write=Right.ENTER_SHEETS)
@require_http_methods(["GET", "POST"])
def sheet(request: HttpRequest, club: Club, slug: str, game: uuid.UUID) -> HttpResponse:
    """One sheet at the desk: its deals, the next one to type, the one to amend (``?amend=``)."""
    tournament = navigation.find(club, slug)
    found = game_of(tournament, game)
    state = tables.game_state(found, get_language() or "fr", writable=True)
    amend = _amended(request, state)
    form = _form(found, state, request.POST if request.method == "POST" else None, amend)
    status = 200
    if request.method == "POST":
        answer = _save(request, found, form, amend)
        if answer is not None:
            toast(request, answer)
            return redirect("sheet", club.slug, tournament.slug, found.pk)
        status = 422
        state = tables.game_state(game_of(tournament, game), get_language() or "fr", writable=True)
    return show(request, club, found, state, form=form, amend=amend, status=status)


def show(
    request: HttpRequest,
    club: Club,
    found: Game,
    state: dict[str, Any],
    *,
    form: DealForm,
    amend: dict[str, Any] | None = None,
    paper_form: PaperForm | None = None,
    marks: TotalsForm | ColumnsForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of a sheet, with the forms as they were typed."""
    tournament = found.match.round.stage.tournament
    may_enter = Right.ENTER_SHEETS in getattr(request, "rights", frozenset())
    report = paper.compared(found.sheet) if state["complete"] else None
    context = {
        **navigation.context(request, club, tournament, "desk"),
        **paperdesk.context(request, found, state, marks),
        "game": found,
        "state": state,
        "lines": [_line(entry, state) for entry in state["entries"]],
        "form": form,
        "amend": amend,
        "may_enter": may_enter and state["writable"],
        "client_key": request.POST.get("client_key") or uuid.uuid4().hex,
        "position": _position(request, state, amend),
        "sides": _sides(state),
        "length": _length(state),
        "reason": request.POST.get("reason", ""),
        "wants_reason": amend is not None and typing.wants_reason(found, amend["position"]),
        "wants_reason_back": may_enter and typing.wants_reason(found, len(state["entries"])),
        "pack": json.dumps(state["keys"]["pack"]),
        "is_closed": state["state"] == ScoreSheet.State.CLOSED,
        "forfeit": _forfeit(found, state),
        "disputes": [
            *(one for one in state["agreement"]["disputes"] if one["kind"] != Dispute.Kind.ASK),
            *state.get("versions", ()),
        ],
        **askwords.on_sheet(asking.of_sheet(found.sheet_id), state["entries"]),
        **_to_ask(request, state),
        "agreed": _agreed(state),
        "second_reading": rereading.of_game(found),
        "paper": paperform.shown(report, state, get_language() or "fr") if report else None,
        "differs": report is not None and not report.agrees,
        "paper_form": paper_form or _paper_form(found, state),
        "seats_form": putrightform.of_game(found) if Right.CORRECT in getattr(request, "rights", ()) else [],
        "desk_url": navigation.address("desk", tournament, club) + f"?round={found.match.round.number}",
    }
    return render(request, "tournaments/sheet.html", context, status=status)


def _to_ask(request: HttpRequest, state: dict[str, Any]) -> dict[str, Any]:
    """The line that ``?ask=`` names (0: the whole paper), and what it is called; none where nothing is to be asked."""
    wanted = whole(request.GET.get("ask"))
    if not 0 <= wanted <= len(state["entries"]) + 1:
        return {"asked_line": None}
    counted = {entry["position"]: entry["counted"] for entry in state["entries"]}
    return {"asked_line": wanted, "asked_about": askwords.about(wanted, counted.get(wanted))}


def _agreed(state: dict[str, Any]) -> str:
    """Which sides have agreed to what stands, and when."""
    said = [
        _("%(side)s agreed at %(time)s.") % {"side": tablewords.pair(side["label"]), "time": one["time"]}
        for side in state["sides"]
        if (one := state["agreement"]["sides"][side["side"]])
    ]
    return " ".join([*said, _("One phone was handed over.")] if state["agreement"]["handed_over"] else said)


def _forfeit(game: Game, state: dict[str, Any]) -> dict[str, Any]:
    """What the page says of a forfeit, or asks for one; of a game that is made up, whose it is."""
    labels = {letter: _side(state, name) for letter, name in sheets.SIDE_OF.items()}
    round_ = game.match.round
    if game.match.kind == Match.Kind.CATCH_UP:
        text = _("%(one)s makes up the game of round %(round)d; %(other)s plays out of competition.")
        said = text % {"one": labels["A"], "other": labels["B"], "round": round_.number}
        return {"made_up": said, "may_go": not game.sheet.events.exists()}
    rule = givenwords.forfeit_marks(giving.rules_of(round_).forfeit, game.forfeit)
    if game.forfeit:
        return {"text": givenwords.forfeited(game.forfeit, labels), "rule": rule}
    return {"choices": [*labels.items(), ("AB", _("neither side"))], "rule": rule}


def _side(state: dict[str, Any], name: str) -> str:
    """A side by its number and names."""
    side = next(one for one in state["sides"] if one["side"] == name)
    return f"{tablewords.pair(side['label'])} ({', '.join(side['names'])})"


def _paper_form(game: Game, state: dict[str, Any], data: Any = None) -> PaperForm:
    numbers = {side["side"]: side["label"] for side in state["sides"]}
    initial = paperform.values_of(paper.Paper.of(game.sheet))
    form = PaperForm(numbers, state["entries"], data, initial=initial)
    if not any(value is not None for value in initial.values()):
        form.fields["paper_ns"].widget.attrs["autofocus"] = True
    return form


def _position(request: HttpRequest, state: dict[str, Any], amend: dict[str, Any] | None) -> int | None:
    """The line that the form writes to. A refused deal keeps its own: sent again it never lands on the next one."""
    if amend:
        return int(amend["position"])
    asked = whole(request.POST.get("position"))
    if asked > 0:
        return asked
    return state["next"]["position"] if state["next"] else None


def _sides(state: dict[str, Any]) -> list[dict[str, Any]]:
    """Both sides with what each still needs where a target is played."""
    left = state["game"]["points_left"] or {}
    return [{**side, "left": left.get(side["side"])} for side in state["sides"]]


def _length(state: dict[str, Any]) -> str:
    """How much of the game is played, in words."""
    game = state["game"]
    if game["kind"] == "target":
        return _("to %(points)s points") % {"points": number(game["length"])}
    if game["kind"] == "minutes":
        return ngettext("%(n)d minute", "%(n)d minutes", game["length"]) % {"n": game["length"]}
    return ngettext("%(n)d deal of %(total)d", "%(n)d deals of %(total)d", game["counted"]) % {
        "n": game["counted"],
        "total": game["length"],
    }


def game_of(tournament: Tournament, game: uuid.UUID) -> Game:
    mine = Game.objects.filter(match__round__stage__tournament=tournament).select_related(
        "sheet__ruleset_version__ruleset",
        "sheet__format",
        "match__round__stage__tournament__club",
        "match__round__stage",
    )
    found: Game = get_object_or_404(mine, pk=game)
    return found


def _amended(request: HttpRequest, state: dict[str, Any]) -> dict[str, Any] | None:
    """The line that is being amended, if any."""
    wanted = request.POST.get("amend") or request.GET.get("amend") or ""
    return next((entry for entry in state["entries"] if str(entry["position"]) == wanted), None)


def empty_form(game: Game, state: dict[str, Any]) -> DealForm:
    """The form of the next deal, before anything is typed."""
    return _form(game, state, None, None)


def _form(game: Game, state: dict[str, Any], data: Any, amend: dict[str, Any] | None) -> DealForm:
    ruleset = rules_of(game.sheet.ruleset_version)
    numbers = {side["side"]: side["label"] for side in state["sides"]}
    keys = tables.keys_of(ruleset, get_language() or "fr")
    return DealForm(keys, numbers, data, initial=values_of(amend["deal"], keys) if amend else None)


def _save(request: HttpRequest, game: Game, form: DealForm, amend: dict[str, Any] | None) -> str | None:
    """Record or amend what was typed; the sentence that says so, or None with the refusal beside its field."""
    if not form.is_valid():
        return None
    actor = actors.of_user(request.user)
    position, seen = whole(request.POST.get("position")), whole(request.POST.get("seen"))
    try:
        if amend is not None:
            reason = request.POST.get("reason", "")
            typing.amend_deal(game, amend["position"], form.deal(), seen=seen, actor=actor, reason=reason)
            return _("Deal %(number)s is corrected.") % {"number": amend["counted"] or amend["position"]}
        key = request.POST.get("client_key", "")
        entry = typing.record_deal(game, form.deal(), position=position, client_key=key, actor=actor)
        if "unclear" in request.POST:
            asking.ask(game, entry.position, "", actor)
    except rules.DealError as error:
        form.refuse(error.field, error.text(get_language() or "fr"))
        return None
    except sheets.SheetError as error:
        if error.code == "reason-missing":
            form.wrong_reason(words.of_error(error))
        else:
            form.add_error(None, words.of_error(error))
        return None
    if entry.counted is None:
        return _("Passed deal noted.")
    return _("Deal %(number)d is saved.") % {"number": entry.counted}


def whole(text: str | None) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 10 else -1


def _line(entry: dict[str, Any], state: dict[str, Any]) -> dict[str, Any]:
    """What the list shows of a deal."""
    numbers = {side["side"]: side["label"] for side in state["sides"]}
    deal = entry["deal"]
    bid = deal.get("contract")
    marked = paperdesk.line_words(deal) if is_marked(deal) else None
    # A tie's own sentence says what waits, unless more waits from before.
    is_said = not entry["held"] or (entry["result"] == "held" and str(entry["held"]) in entry["reason"])
    return {
        "position": entry["position"],
        "no": entry["counted"],
        "declarer": deal.get("declarer"),
        "pair_number": numbers.get(deal.get("declarer")),
        "contract": marked[0] if marked else SPECIALS.get(bid, bid) if deal.get("declarer") else _("All passed"),
        "trump": deal.get("trump"),
        "doubling": {"coinche": _("coinched"), "surcoinche": _("surcoinched")}.get(deal.get("double", ""), ""),
        "is_marked": marked is not None,
        "outcome": marked[1] if marked else entry["reason"] or entry["summary"],
        "scores": [{"points": entry["score"][side], "total": entry["totals"][side]} for side in ("NS", "EW")],
        "held": "" if is_said else _("%(points)d points wait for the next deal.") % {"points": entry["held"]},
        "amended": [trace["text"] for trace in entry["amended"]],
        "warnings": entry["warnings"],
    }


@in_club(Right.ENTER_SHEETS)
@require_POST
def close(request: HttpRequest, club: Club, slug: str, game: uuid.UUID) -> HttpResponse:
    """Close a sheet with the figures that were on the page, once the totals of its paper, if typed, were compared."""
    tournament = navigation.find(club, slug)
    found = game_of(tournament, game)
    actor = actors.of_user(request.user)
    try:
        if "paper" in request.POST:
            state = tables.game_state(found, get_language() or "fr", writable=True)
            typed = _paper_form(found, state, request.POST)
            if not typed.is_valid():
                form = empty_form(found, state)
                return show(request, club, found, state, form=form, paper_form=typed, status=422)
            paper.note_paper(found.sheet_id, typed.paper(), actor=actor)
        sheets.close_sheet(
            found.sheet_id,
            digest=request.POST.get("digest", ""),
            actor=actor,
            reason=request.POST.get("reason", ""),
        )
    except sheets.SheetError as error:
        back = navigation.address("sheet", tournament, club, found.pk)
        if error.code in ("paper-differs", "pack-differs"):  # the page says so itself
            return redirect(f"{back}#{'paper' if error.code == 'paper-differs' else 'controls'}")
        toast(request, words.of_error(error), refused=True)
        return redirect(back)
    toast(request, _("The sheet of table %(table)d is closed.") % {"table": found.table_no})
    return redirect(
        navigation.address("sheets" if paperdesk.is_stack(request, tournament) else "desk", tournament, club)
    )


@in_club(Right.ENTER_SHEETS)
@require_POST
def take_back(request: HttpRequest, club: Club, slug: str, game: uuid.UUID) -> HttpResponse:
    """Take the last deal back, with a reason where the table's phone wrote it."""
    tournament = navigation.find(club, slug)
    found = game_of(tournament, game)
    try:
        typing.take_back(
            found,
            whole(request.POST.get("position")),
            seen=whole(request.POST.get("seen")),
            actor=actors.of_user(request.user),
            reason=request.POST.get("reason", ""),
        )
    except sheets.SheetError as error:
        toast(request, words.of_error(error), refused=True)
    else:
        toast(request, _("The last deal is taken back."))
    return redirect("sheet", club.slug, tournament.slug, found.pk)


@in_club(Right.CORRECT)
@require_POST
def reopen(request: HttpRequest, club: Club, slug: str, game: uuid.UUID) -> HttpResponse:
    """Open a closed sheet for a correction, with a reason."""
    tournament = navigation.find(club, slug)
    found = game_of(tournament, game)
    try:
        actor = actors.of_user(request.user)
        corrections.reopen_sheet(found.pk, actor=actor, reason=request.POST.get("reason", ""))
    except sheets.SheetError as error:
        toast(request, words.of_error(error), refused=True)
    else:
        toast(request, _("The sheet is open for the correction; close it afterwards."))
    return redirect("sheet", club.slug, tournament.slug, found.pk)
