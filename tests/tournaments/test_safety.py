"""The table of dangers: whole, in words, and kept by the verbs."""

import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from django.utils import translation

from clubs.persons import PersonName
from core.actors import SYSTEM
from scoring import sheets
from scoring.sheets import SheetError
from tests import factories
from tests.scoring.on_sheets import deal, new_key
from tests.test_access_matrix import ADDRESSES
from tests.tournaments.services import evening
from tournaments import safetywords, urlacts
from tournaments.draws.model import DrawError
from tournaments.models import Draw, Game, Match, Publication, Round, Tournament
from tournaments.safety import TABLE, Act, Level, When, cell
from tournaments.services import (
    adjustments,
    byhand,
    clocks,
    contests,
    corrections,
    cutting,
    deleting,
    draw_file,
    entries,
    forfeits,
    latecomers,
    leaving,
    payments,
    players,
    presence,
    publishing,
    reopening,
    rounds,
    rulings,
    seats,
    unplayed,
)
from tournaments.services.errors import TournamentError
from tournaments.services.risks import Risks

STATES = list(When)

# The table itself


def test_every_act_has_a_cell_for_every_state_and_every_sentence_is_there():
    assert set(TABLE) == set(Act)
    assert all(len(row) == len(STATES) for row in TABLE.values())
    said = {one.say for row in TABLE.values() for one in row if one is not None and one.say}
    assert said == safetywords.known_sentences()
    assert all(one.say or one.level == Level.SAFE for row in TABLE.values() for one in row if one is not None)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_act_and_every_danger_is_in_words(language: str):
    with translation.override(language):
        acts = {safetywords.act(act) for act in Act}
        assert len(acts) == len(Act)
        assert all(safetywords.sentence(say) for say in safetywords.known_sentences())


def test_a_state_that_an_act_never_concerns_has_no_cell():
    with pytest.raises(LookupError):
        cell(Act.LEAVE, When.OLDER)


# Addresses

#: The lists beside the standings.
LISTS = {f"standings-{name}" for name in ("players", "categories", "clubs", "lines", "round", "after", "stage")} | {
    "standings-provisional"
}
#: Pages that only show something, whatever is sent to them.
SHOWN = {
    "tables",
    "table-file",
    "table-file-round",
    "tournament",
    "entries",
    "entry",
    "roll",
    "draw",
    "desk",
    "sheet-history",
    "disputes",
    "photo",
    "sheets",
    "sheet-find",
    "standings",
    *LISTS,
    "tournament-check",
    "hand-bar",
    "journal",
    "snapshots",
    "receipt",
}
#: Of another room: papers change nothing of a tournament.
PAPERS = {"papers", "papers-list", "papers-ask", "papers-ask-money", "paper-file", "fallback", "fallback-list"}
#: Of a copy that is no tournament: what is done there touches no real one.
REHEARSAL = {"rehearsal", "rehearsal-play", "rehearsal-wipe"}


def test_every_address_that_changes_a_tournament_says_which_act_it_does():
    names = {one.name for one in ADDRESSES if one.route.startswith("c/<slug:club>/t/<slug:slug>/")}
    assert names == set(urlacts.RULES) | SHOWN | PAPERS | REHEARSAL


def test_every_address_that_says_its_act_is_guarded():
    for name, rule in urlacts.RULES.items():
        (found,) = [one for one in ADDRESSES if one.name == name]
        assert rule.weighs or getattr(found.callback, "rule", None) is rule, name


def test_every_act_is_done_at_some_address():
    done = {act for rule in urlacts.RULES.values() for act in rule.acts}
    assert done == set(Act)


#: Seen only from what is in the form, so that a page asks about it; or a page of its own. What the buttons of lists and
#: menus say, ``test_warnings`` looks at.
WITHOUT_WARNING = {Act.FEWER_ROUNDS, Act.MORE_ROUNDS, Act.UNDO, Act.RESTORE}


def test_a_warning_stands_beside_the_button_of_every_risky_act():
    pages = "".join(path.read_text() for path in Path(settings.BASE_DIR, "templates").rglob("*.html"))
    warned = {act for act in Act if f'{{% risk "{act.value}"' in pages}
    risky = {act for act, row in TABLE.items() if any(one is not None and one.is_risky for one in row)}
    assert risky - WITHOUT_WARNING == warned & risky
    assert warned <= risky


# Each state, made by the verbs


def make(state: When) -> tuple[Tournament, Round | None]:
    """A tournament of four pairs and a round of it in this state; three rounds of one deal."""
    tournament = evening.new_tournament(4)
    if state == When.NOT_DRAWN:
        return tournament, None
    if state == When.DRAFT:
        return tournament, rounds.make_draw(tournament.pk, 1, 1, SYSTEM).round
    if state == When.FINAL:
        stage = tournament.stages.get()
        stage.rounds_planned = 1
        stage.save()
    round_ = evening.start_round(tournament, 1)
    if state == When.PUBLISHED:
        return tournament, round_
    games = evening.games_of(round_)
    if state == When.PLAYING:
        sheets.record_deal(games[0].sheet_id, deal(), position=1, client_key=new_key(), actor=SYSTEM)
        return tournament, round_
    for game in games:
        evening.play_game(game)
    round_ = rounds.close_round(round_.pk, SYSTEM)
    if state in {When.PUBLIC, When.FINAL}:
        evening.publish(tournament, round_)
    if state == When.OLDER:
        evening.start_round(tournament, 2)
    return tournament, Round.objects.get(pk=round_.pk)


@pytest.mark.django_db
@pytest.mark.parametrize("state", STATES)
def test_the_state_of_a_round_is_seen(state: When):
    tournament, round_ = make(state)
    tournament.refresh_from_db()
    risks = Risks(tournament)
    assert (risks.of(round_) if round_ is not None else risks.when(Act.LEAVE)) == state


@pytest.mark.django_db
def test_what_is_drawn_next_is_not_drawn_yet_though_the_last_round_is_closed():
    tournament, _ = make(When.CLOSED)
    assert Risks(tournament).when(Act.DRAW) == When.NOT_DRAWN
    assert Risks(tournament).when(Act.LEAVE) == When.CLOSED


@pytest.mark.django_db
def test_a_round_that_was_opened_again_is_the_one_that_counts():
    tournament, round_ = make(When.CLOSED)
    assert round_ is not None
    rounds.make_draw(tournament.pk, 2, 1, SYSTEM)
    assert Risks(tournament).when(Act.LEAVE) == When.DRAFT
    reopening.reopen_round(round_.pk, SYSTEM, reason="x")
    assert Risks(tournament).when(Act.LEAVE) == When.PLAYING


# Each cell, through the verbs


def _draw_of(round_: Round) -> Draw:
    return round_.draws.order_by("attempt").last() or Draw(pk=uuid.uuid4(), round=round_)


def _game(round_: Round, state: str = "") -> Game:
    games = Game.objects.filter(match__round=round_).select_related("sheet", "match__round__stage")
    return games.filter(state=state).order_by("table_no").first() or games.order_by("table_no")[0]


def _enter(tournament: Tournament, round_: Round) -> None:
    game = _game(round_)
    if game.sheet.state == "closed":
        corrections.reopen_sheet(game.pk, actor=SYSTEM, reason="x")
        sheets.amend_deal(game.sheet_id, 1, deal(150), seen=game.sheet.revision + 1, actor=SYSTEM)
        return
    position = len(sheets.standing_entries(game.sheet)) + 1
    if position == 1:
        sheets.record_deal(game.sheet_id, deal(), position=1, client_key=new_key(), actor=SYSTEM)
    else:
        sheets.amend_deal(game.sheet_id, 1, deal(150), seen=game.sheet.revision, actor=SYSTEM)


def _open_one(round_: Round) -> Game:
    """A game whose sheet is open and has what was entered in it, if anything was."""
    game = _game(round_)
    if game.sheet.state == "closed":
        corrections.reopen_sheet(game.pk, actor=SYSTEM, reason="x")
        game.sheet.refresh_from_db()
    return game


def _take_back(tournament: Tournament, round_: Round) -> None:
    game = _open_one(round_)
    sheets.void_last(game.sheet_id, 1, seen=game.sheet.revision, actor=SYSTEM)


def _close_sheet(tournament: Tournament, round_: Round) -> None:
    evening.close(_open_one(round_).sheet, reason="x")


def _reopen_sheet(tournament: Tournament, round_: Round) -> None:
    game = _game(round_, "closed")
    if round_.state == "playing" and game.sheet.entries.exists():
        evening.close(game.sheet, reason="x")
    corrections.reopen_sheet(game.pk, actor=SYSTEM, reason="x")


def _swap(tournament: Tournament, round_: Round) -> None:
    game = _game(round_)
    one, other = game.match.seats.order_by("side")
    seats.put_right(game.pk, {one.pk: other.participant_id}, {}, actor=SYSTEM, reason="x")


def _turn(tournament: Tournament, round_: Round) -> None:
    game = _game(round_)
    corrections.turn_sides(game.pk, seen=game.sheet.revision, actor=SYSTEM, reason="x")


def _publish(tournament: Tournament, round_: Round) -> None:
    evening.compute(tournament)
    if Publication.objects.filter(round=round_).exists():  # something new to publish
        evening.correct(_game(round_), 150)
        evening.compute(tournament)
    publishing.publish(round_.pk, tournament.revision, SYSTEM)


def _withdraw_results(tournament: Tournament, round_: Round) -> None:
    found = Publication.objects.filter(round=round_).first()
    if found is None:  # it was published when it was the last one, or before it was opened again
        found = Publication.objects.create(
            tournament=tournament, what="standings", round=round_, version=1, revision=1, figures={}, sha256="0" * 64
        )
    publishing.withdraw(found.pk, SYSTEM)


def _rounds(tournament: Tournament, change: int) -> None:
    stage = tournament.stages.get()
    wish = contests.NewTournament(
        name="Concours", local_date=evening.DAY, rounds=stage.rounds_planned + change, length=1
    )
    contests.change(tournament.pk, wish, SYSTEM)


def _fewer(tournament: Tournament, round_: Any) -> None:
    _rounds(tournament, -1)


def _entry(tournament: Tournament, number: int = 1) -> Any:
    return tournament.entries.get(number=number)


def _add(tournament: Tournament, round_: Any) -> None:
    names = [entries.NewPlayer(PersonName("Martin", given)) for given in ("Ève", "Noël")]
    entries.add_pair(tournament.pk, names, SYSTEM)


def _complete(tournament: Tournament, round_: Any) -> None:
    single = entries.add_pair(tournament.pk, [entries.NewPlayer(PersonName("Martin", "Ève"))], SYSTEM)
    entries.complete_pair(single.pk, entries.NewPlayer(PersonName("Martin", "Noël")), SYSTEM)


def _delete(tournament: Tournament, round_: Any) -> None:
    deleting.delete(factories.make_pairs(tournament, 1)[0].pk, SYSTEM)


def _return(tournament: Tournament, round_: Any) -> None:
    entries.set_status(_entry(tournament).pk, "withdrawn", SYSTEM)
    leaving.put_back(_entry(tournament).pk, SYSTEM)


def _replace(tournament: Tournament, round_: Any) -> None:
    member = _entry(tournament).members.get(slot=1)
    number = presence.playing(tournament) or presence.due(tournament)
    player = players.NewPlayer(PersonName("Martin", "Ève"))
    players.replace(member.pk, player, number.number if number else 1, SYSTEM)


def _roll(tournament: Tournament, round_: Any) -> None:
    due = presence.due(tournament)
    presence.open_roll(tournament.pk, due.number if due else 9, SYSTEM)


def _expect(tournament: Tournament, round_: Any) -> None:
    due = presence.due(tournament)
    presence.expect_absent(_entry(tournament).pk, due.number if due else 9, SYSTEM)


def _seat_late(tournament: Tournament, round_: Any) -> None:
    new = factories.make_pairs(tournament, 2)
    latecomers.seat_now(round_.pk if round_ else uuid.uuid4(), [one.pk for one in new], SYSTEM)


def _import(tournament: Tournament, round_: Any) -> None:
    data = "joueur 1;joueur 2\nMARTIN Ève;GIRARD Noël\n".encode()
    entries.import_list(tournament.pk, data, "l.csv", entries.preview(tournament, data, "l.csv").digest, SYSTEM)


def _remove(tournament: Tournament, round_: Any) -> None:
    leaving.leave_together(tournament.pk, [_entry(tournament).pk, _entry(tournament, 2).pk], "2", SYSTEM)


def _draw(tournament: Tournament, round_: Any, attempt: int = 1) -> None:
    rounds.make_draw(tournament.pk, 1, attempt, SYSTEM)


def _by_hand(tournament: Tournament, round_: Any) -> None:
    draw = round_.draws.filter(state="draft").first() if round_ else None
    if draw is None:
        draw = _draw_of(round_) if round_ else Draw(pk=uuid.uuid4())
        byhand.take_engines(draw.pk, "", SYSTEM)
        return
    byhand.fix(draw.pk, byhand.draft_of(draw).digest, [1], SYSTEM)


def _publish_draw(tournament: Tournament, round_: Any) -> None:
    draw = round_.draws.order_by("-attempt").first() if round_ else None
    rounds.publish_draw(draw.pk if draw else uuid.uuid4(), SYSTEM)


Verb = Callable[[Tournament, Any], Any]
#: How each act is done; those that are left out are only asked about (see below).
VERBS: dict[Act, Verb] = {
    Act.DRAW: _draw,
    Act.DRAW_AGAIN: lambda tournament, round_: _draw(tournament, round_, 2),
    Act.CHANGE_DRAFT: _by_hand,
    Act.PUBLISH_DRAW: _publish_draw,
    Act.WITHDRAW_DRAW: lambda tournament, round_: rounds.withdraw_draw(round_.pk, SYSTEM),
    Act.ENTER_DEALS: _enter,
    Act.TAKE_BACK_DEAL: _take_back,
    Act.CLOSE_SHEET: _close_sheet,
    Act.REOPEN_SHEET: _reopen_sheet,
    Act.CORRECT_SEATS: _swap,
    Act.TURN_SIDES: _turn,
    Act.FORFEIT: lambda tournament, round_: forfeits.declare(_game(round_).pk, "A", SYSTEM),
    Act.RULE: lambda tournament, round_: rulings.penalise(
        _game(round_).pk, rulings.Given("A", "revoke"), key=new_key(), actor=SYSTEM
    ),
    Act.END_GAME: lambda tournament, round_: unplayed.end(_game(round_, "playing").pk, SYSTEM, reason="x"),
    Act.SET_CLOCK: lambda tournament, round_: clocks.act(round_.pk, "pause", SYSTEM),
    Act.CALL_TIME: lambda tournament, round_: rounds.call_time(round_.pk, SYSTEM),
    Act.RENEW_CODES: lambda tournament, round_: rounds.renew_codes(round_.pk, SYSTEM),
    Act.CUT_SHORT: lambda tournament, round_: cutting.cut_short(round_.pk, SYSTEM, reason="x", with_empty=True),
    Act.CLOSE_ROUND: lambda tournament, round_: _finish_and_close(round_),
    Act.REOPEN_ROUND: lambda tournament, round_: reopening.reopen_round(round_.pk, SYSTEM, reason="x"),
    Act.PUBLISH_RESULTS: _publish,
    Act.WITHDRAW_RESULTS: _withdraw_results,
    Act.OPEN_SEED: lambda tournament, round_: draw_file.open_seed(tournament.pk, 1, SYSTEM),
    Act.ADD_ENTRY: _add,
    Act.COMPLETE_ENTRY: _complete,
    Act.DELETE_ENTRY: _delete,
    Act.MARK_PAID: lambda tournament, round_: payments.tick(_entry(tournament).pk, True, SYSTEM),
    Act.CALL_ROLL: _roll,
    Act.EXPECT: _expect,
    Act.LEAVE: lambda tournament, round_: leaving.leave(_entry(tournament).pk, SYSTEM),
    Act.RETURN: _return,
    Act.DISQUALIFY: lambda tournament, round_: leaving.disqualify(_entry(tournament).pk, "x", SYSTEM),
    Act.REPLACE_PLAYER: _replace,
    Act.SEAT_LATE: _seat_late,
    Act.REMOVE_SEVERAL: _remove,
    Act.IMPORT_LIST: _import,
    Act.GIVE_POINTS: lambda tournament, round_: adjustments.give(_entry(tournament).pk, -10, "x", SYSTEM),
    Act.FEWER_ROUNDS: _fewer,
    Act.MORE_ROUNDS: lambda tournament, round_: _rounds(tournament, 1),
    Act.CHANGE_RULES: lambda tournament, round_: contests.change_rules(tournament.pk, "coinchons", "x", SYSTEM),
}
#: These are refused nowhere and tried where they are at home; those of later parts only where there are some.
ELSEWHERE = {
    Act.CHANGE_ENTRY, Act.CHANGE_SETTINGS, Act.CHANGE_DRAWING, Act.CHANGE_STAGES, Act.CATCH_UP, Act.MAKE_COPY,
    Act.CHANGE_CRITERIA, Act.EXPORT, Act.UNDO, Act.RESTORE, Act.DECIDE_DISPUTE, Act.RESCORE,
}  # fmt: skip
REFUSALS = (TournamentError, SheetError, DrawError, Draw.DoesNotExist, Round.DoesNotExist, Match.DoesNotExist)
#: Acts whose address names a round, which may be one without tables.
NAMED = {
    Act.WITHDRAW_DRAW, Act.CALL_TIME, Act.CUT_SHORT, Act.CLOSE_ROUND, Act.REOPEN_ROUND, Act.PUBLISH_RESULTS,
    Act.RENEW_CODES, Act.SET_CLOCK,
}  # fmt: skip


def _finish_and_close(round_: Round) -> None:
    """Close a round; where it has begun, its tables finish before."""
    games = evening.games_of(round_)
    if any(game.sheet.entries.exists() for game in games):
        for game in games:
            if not game.sheet.entries.exists():
                evening.play_game(game)
            elif game.sheet.state == "open":
                evening.close(game.sheet)
    rounds.close_round(round_.pk, SYSTEM)


def test_every_act_is_tried_here_or_refused_nowhere():
    assert set(VERBS) | ELSEWHERE == set(Act)
    refused = {act for act, row in TABLE.items() for one in row if one is not None and one.level == Level.REFUSED}
    assert not refused & ELSEWHERE


def _ready(act: Act, state: When, tournament: Tournament, round_: Round | None) -> Round | None:
    """What an act needs beside the state: the round that an address would name, a stage that is over."""
    if round_ is None and act in NAMED:
        round_ = Round.objects.create(stage=tournament.stages.get(), number=1)
    if act == Act.CHANGE_RULES and round_ is None:  # the first draw was taken back: until it is made, see the settings
        Round.objects.create(stage=tournament.stages.get(), number=1)
    if act == Act.OPEN_SEED and state in {When.CLOSED, When.PUBLIC, When.OLDER}:
        stage = tournament.stages.get()
        stage.rounds_planned = 1
        stage.save()
        # A later stage may be going on; here there is none.
        Round.objects.filter(stage=stage, number=2).update(state="draft")
    return round_


@pytest.mark.django_db
@pytest.mark.parametrize("state", STATES)
def test_the_verbs_refuse_what_the_table_refuses_and_nothing_else(state: When):
    tournament, round_ = make(state)
    wrong = {}
    for act, verb in VERBS.items():
        found = TABLE[act][STATES.index(state)]
        if found is None:
            continue
        with transaction.atomic():
            try:
                concerned = Tournament.objects.select_related("club").get(pk=tournament.pk)
                verb(concerned, _ready(act, state, concerned, _again(round_)))
                refused = ""
            except REFUSALS as error:
                refused = str(error) or type(error).__name__
            transaction.set_rollback(True)
        if bool(refused) != (found.level == Level.REFUSED):
            wrong[act.value] = refused or "was done"
    assert wrong == {}


def _again(round_: Round | None) -> Round | None:
    return None if round_ is None else Round.objects.select_related("stage__tournament").get(pk=round_.pk)
