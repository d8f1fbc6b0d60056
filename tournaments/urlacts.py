"""Which act each address of a tournament does when something is sent to it; see ``tournaments.guard``."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.urls import resolve

from tournaments.drawform import DrawForm
from tournaments.guard import Rule
from tournaments.models import Round, Stage, Tournament
from tournaments.safety import Act, Level, When
from tournaments.services import contests, drawsetup
from tournaments.services.errors import TournamentError
from tournaments.services.risks import Risks


def _sent(request: HttpRequest, name: str) -> str:
    """What a form sent, or, of a way back, its address."""
    return str(request.POST.get(name, request.GET.get(name, "")))


def _settings(request: HttpRequest, tournament: Tournament) -> Act | None:
    """The settings' page holds the plan too."""
    if "look" in request.POST:  # asks what another system would mean
        return None
    stage = contests.only_stage(tournament)
    acts = [_other_rounds(request, stage), _draws_otherwise(request, tournament, stage)]
    return _riskiest(tournament, acts) or Act.CHANGE_SETTINGS


def _stage_draw(request: HttpRequest, tournament: Tournament) -> Act | None:
    """How a later part is drawn, and in how many rounds."""
    if "look" in request.POST:
        return None
    stage = tournament.stages.filter(pk=resolve(request.path_info).kwargs["stage_id"]).first()
    if stage is None:
        return None  # which the view says
    return _riskiest(tournament, [_other_rounds(request, stage), Act.CHANGE_DRAWING])


def _rescore(request: HttpRequest, tournament: Tournament) -> Act | None:
    is_ours = tournament.stages.filter(pk=resolve(request.path_info).kwargs["stage_id"]).exists()
    return Act.RESCORE if is_ours else None  # which the view says


def _riskiest(tournament: Tournament, acts: list[Act | None]) -> Act | None:
    """Of what a form does, that which can be done least; the first of equals."""
    risks, levels = Risks(tournament), list(Level)
    found = [act for act in acts if act is not None]
    return max(found, key=lambda act: levels.index(risks.cell(act).level), default=None)


def _other_rounds(request: HttpRequest, stage: Stage) -> Act | None:
    rounds = request.POST.get("rounds", "")
    if not rounds.isdecimal() or len(rounds) > 4 or int(rounds) == stage.rounds_planned:
        return None
    return Act.FEWER_ROUNDS if int(rounds) < stage.rounds_planned else Act.MORE_ROUNDS


def _draws_otherwise(request: HttpRequest, tournament: Tournament, stage: Stage) -> Act | None:
    """Whether a form asks for another draw than the one that is settled: who plays, the system, what it is told."""
    form = DrawForm(request.POST)
    if not form.asks_for_draw or not form.is_valid():
        return None
    asked, now = form.setup(), drawsetup.setup_of(tournament, stage)
    try:
        same = asked.entry_kind == now.entry_kind and drawsetup.kept(asked) == drawsetup.kept(now)
    except TournamentError:  # which the verb says
        return None
    return None if same else Act.CHANGE_DRAWING


def _draw(_request: HttpRequest, tournament: Tournament) -> Act:
    return Act.DRAW_AGAIN if Risks(tournament).when(Act.DRAW) == When.DRAFT else Act.DRAW


def _import(request: HttpRequest, _tournament: Tournament) -> Act | None:
    return Act.IMPORT_LIST if "digest" in request.POST else None  # else it is only looked at


def _rules(request: HttpRequest, _tournament: Tournament) -> Act | None:
    return Act.CHANGE_DRAWING if "save" in request.POST else None  # else they are only put in another order


def _criteria(request: HttpRequest, _tournament: Tournament) -> Act | None:
    return Act.CHANGE_CRITERIA if "save" in request.POST else None  # else they are only put in another order


def _cut(request: HttpRequest, _tournament: Tournament) -> Act:
    """Taken back, it is as if time had never been called."""
    return Act.CALL_TIME if "back" in request.POST else Act.CUT_SHORT


def _ends(request: HttpRequest, _tournament: Tournament) -> Act:
    """Taken back, the sheet is opened again."""
    return Act.REOPEN_SHEET if "back" in request.POST else Act.END_GAME


def _several(request: HttpRequest, _tournament: Tournament) -> Act:
    return Act.RETURN if "event" in request.GET else Act.REMOVE_SEVERAL


def _entry(request: HttpRequest, _tournament: Tournament) -> Act:
    return {"withdraw": Act.LEAVE, "return": Act.RETURN}.get(_sent(request, "act"), Act.EXPECT)


def _last_of_stage(tournament: Tournament, number: int, **_: Any) -> Round | None:
    rounds = Round.objects.filter(stage__tournament=tournament, stage__position=number)
    return rounds.exclude(state=Round.State.DRAFT).order_by("-number").first()


RULES: Mapping[str, Rule] = {
    # The plan
    "tournament-settings": Rule(
        (Act.CHANGE_SETTINGS, Act.FEWER_ROUNDS, Act.MORE_ROUNDS, Act.CHANGE_DRAWING),
        choose=_settings,
        ask_first=frozenset({Act.FEWER_ROUNDS, Act.MORE_ROUNDS}),
    ),
    "tournament-rules": Rule((Act.CHANGE_RULES,)),
    "corrections": Rule((Act.CHANGE_SETTINGS,)),
    "stage-rescore": Rule((Act.RESCORE,), choose=_rescore),
    "draw-rules": Rule((Act.CHANGE_DRAWING,), choose=_rules),
    "stages": Rule((Act.CHANGE_STAGES,)),
    "stage-act": Rule((Act.CHANGE_STAGES,)),
    "stage-draw": Rule(
        (Act.CHANGE_DRAWING, Act.FEWER_ROUNDS, Act.MORE_ROUNDS),
        choose=_stage_draw,
        ask_first=frozenset({Act.FEWER_ROUNDS, Act.MORE_ROUNDS}),
    ),
    "stage-rules": Rule((Act.CHANGE_DRAWING,), choose=_rules),
    "qualifiers": Rule((Act.CHANGE_STAGES,)),
    "qualifiers-act": Rule((Act.CHANGE_STAGES,)),
    # Entries
    "entry-add": Rule((Act.ADD_ENTRY,)),
    "team-add": Rule((Act.ADD_ENTRY,)),
    "team-change": Rule((Act.CHANGE_ENTRY,)),
    "entries-import": Rule((Act.IMPORT_LIST,), choose=_import),
    "entries-join": Rule((Act.COMPLETE_ENTRY,)),
    "entry-partner": Rule((Act.COMPLETE_ENTRY,)),
    "entries-leave": Rule((Act.REMOVE_SEVERAL, Act.RETURN), choose=_several, typed_in_view=True),
    "entry-change": Rule((Act.LEAVE, Act.RETURN, Act.EXPECT), choose=_entry),
    "entry-details": Rule((Act.CHANGE_ENTRY,)),
    "entry-categories": Rule((Act.CHANGE_SETTINGS,)),
    "entry-delete": Rule((Act.DELETE_ENTRY,)),
    "entry-disqualify": Rule((Act.DISQUALIFY,)),
    "entry-players": Rule((Act.REPLACE_PLAYER,)),
    "entry-seat": Rule((Act.SEAT_LATE,)),
    "entry-paid": Rule((Act.MARK_PAID,)),
    "roll-change": Rule((Act.CALL_ROLL,)),
    "roll-tick": Rule((Act.CALL_ROLL,)),
    # The draw
    "draw-make": Rule((Act.DRAW, Act.DRAW_AGAIN), choose=_draw),
    "paper-take": Rule((Act.DRAW, Act.DRAW_AGAIN), choose=_draw),
    "draw-publish": Rule((Act.PUBLISH_DRAW,)),
    "draw-withdraw": Rule((Act.WITHDRAW_DRAW,)),
    "hand-exchange": Rule((Act.CHANGE_DRAFT,)),
    "hand-seat": Rule((Act.CHANGE_DRAFT,)),
    "hand-undo": Rule((Act.CHANGE_DRAFT,)),
    "hand-fix": Rule((Act.CHANGE_DRAFT,)),
    "draws-open": Rule((Act.OPEN_SEED,), round_of=_last_of_stage),
    # Rounds and tables
    "round-close": Rule((Act.CLOSE_ROUND,)),
    "round-reopen": Rule((Act.REOPEN_ROUND,)),
    "round-cut": Rule((Act.CUT_SHORT, Act.CALL_TIME), choose=_cut),
    "round-time": Rule((Act.CALL_TIME,)),
    "round-clock": Rule((Act.SET_CLOCK,)),
    "codes-renew": Rule((Act.RENEW_CODES,)),
    "sheet": Rule((Act.ENTER_DEALS,)),
    "sheet-marks": Rule((Act.ENTER_DEALS,)),
    "sheet-ask": Rule((Act.ENTER_DEALS,)),
    "rereading": Rule((Act.ENTER_DEALS,)),
    "reading": Rule((Act.ENTER_DEALS,)),
    "reading-settle": Rule((Act.REOPEN_SHEET,)),
    "sheet-close": Rule((Act.CLOSE_SHEET,)),
    "sheet-take-back": Rule((Act.TAKE_BACK_DEAL,)),
    "sheet-reopen": Rule((Act.REOPEN_SHEET,)),
    "sheet-seats": Rule((Act.CORRECT_SEATS,)),
    "sheet-turn": Rule((Act.TURN_SIDES,)),
    "table-rulings": Rule((Act.RULE,)),
    "ruling-void": Rule((Act.RULE,)),
    "game-end": Rule((Act.END_GAME, Act.REOPEN_SHEET), choose=_ends),
    "game-forfeit": Rule((Act.FORFEIT,)),
    "dispute-decide": Rule((Act.DECIDE_DISPUTE,)),
    "pair-codes": Rule((Act.CHANGE_SETTINGS,)),
    "photo-add": Rule((Act.ENTER_DEALS,)),
    "photo-remove": Rule((Act.ENTER_DEALS,)),
    "sheet-device": Rule((Act.ENTER_DEALS,)),
    "late-take-in": Rule((Act.REOPEN_SHEET,)),
    "catch-up": Rule((Act.CATCH_UP,)),
    "catch-up-away": Rule((Act.CATCH_UP,)),
    # The screens of the hall
    "screens": Rule((Act.CHANGE_SETTINGS,)),
    "screen-act": Rule((Act.CHANGE_SETTINGS,)),
    "screen-link": Rule((Act.CHANGE_SETTINGS,)),
    "slide-add": Rule((Act.CHANGE_SETTINGS,)),
    "slide": Rule((Act.CHANGE_SETTINGS,)),
    "ceremony": Rule((Act.CHANGE_SETTINGS,)),
    # What comes of it
    "penalties": Rule((Act.GIVE_POINTS,)),
    "penalty-void": Rule((Act.GIVE_POINTS,)),
    "criteria": Rule((Act.CHANGE_CRITERIA,), choose=_criteria),
    "results-publish": Rule((Act.PUBLISH_RESULTS,)),
    "what-is-public": Rule((Act.CHANGE_SETTINGS,)),
    "results-hold": Rule((Act.CHANGE_SETTINGS,)),
    "results-let-go": Rule((Act.CHANGE_SETTINGS,)),
    "results-withdraw": Rule((Act.WITHDRAW_RESULTS,)),
    "standings-lists-publish": Rule((Act.CHANGE_SETTINGS,)),
    "provisional-switch": Rule((Act.CHANGE_SETTINGS,)),
    # Prizes and money
    "prizes": Rule((Act.CHANGE_SETTINGS,)),
    "prizes-act": Rule((Act.CHANGE_SETTINGS,)),
    "prize-hand": Rule((Act.MARK_PAID,)),
    "money": Rule((Act.MARK_PAID,)),
    "entry-money": Rule((Act.MARK_PAID,)),
    "till": Rule((Act.MARK_PAID,)),
    "receipt-give": Rule((Act.MARK_PAID,)),
    "receipts": Rule((Act.MARK_PAID,)),
    # Copies
    "snapshot-make": Rule((Act.MAKE_COPY,)),
    "tournament-file": Rule((Act.EXPORT,)),
    "snapshot-undo": Rule((Act.UNDO, Act.RESTORE), weighs=True),
}
