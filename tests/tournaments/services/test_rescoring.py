"""A wrong rule set noticed after round 1: seen before, done at once or not at all, and nothing guessed."""

import uuid
from typing import Any

import pytest

from core import audit
from core.actors import SYSTEM, Actor
from core.models import AuditEvent
from scoring import agreeing, rulings, sheets
from scoring import rescoring as counting
from scoring.models import ScoreSheet, SheetEntry
from scoring.rules.errors import DealError
from scoring.rulesets_store import preset_version
from tests.scoring.on_sheets import assert_replays, deal, new_key
from tests.tournaments.checking.played import document_of
from tests.tournaments.services import evening
from tournaments.checking import check
from tournaments.models import Game, Result, Stage, Tournament
from tournaments.services import contests, cuts, forfeits, rescoring, rounds, snapshots
from tournaments.services.errors import Conflict, TournamentError
from tournaments.standings.moved import IN, OUT

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

CLUB, FFB, TAKE = "club", "ffb-contree-2016", "ffb-belote-2016"


def begun() -> tuple[Tournament, Stage, list[Game]]:
    """A round being played under the club's rules: the first table closed, at the second one deal."""
    tournament = evening.new_tournament(4, ruleset=CLUB)
    games = evening.games_of(evening.start_round(tournament, 1))
    evening.play_game(games[0], 90)
    sheets.record_deal(games[1].sheet_id, deal(80), position=1, client_key=new_key(), actor=SYSTEM)
    return tournament, tournament.stages.get(), games


def all_rows(tournament: Tournament) -> dict[str, Any]:
    """Everything that counting anew writes."""
    found = document_of(tournament)
    names = ("stages", "sheets", "sheet_sides", "sheet_entries", "sheet_events", "results", "journal")
    return {name: found[name] for name in names}


def code_of(refused: pytest.ExceptionInfo[TournamentError]) -> str:
    return refused.value.code


def test_every_sheet_of_the_stage_counts_by_the_other_rules_as_was_shown():
    tournament, stage, _games = begun()
    plan = rescoring.look(stage.pk, FFB)
    done = rescoring.rescore(stage.pk, FFB, plan.digest, "fausse feuille", SYSTEM)
    assert done.sheets == plan.sheets and done.moved == plan.moved
    wanted = preset_version(FFB)
    stage.refresh_from_db()
    assert stage.ruleset_version == wanted
    for line in plan.sheets:
        sheet = Game.objects.get(pk=line.game).sheet
        assert sheet.ruleset_version == wanted
        assert_replays(sheet)
        assert tuple(dict(sheet.sides.order_by("side").values_list("side", "total")).values()) == line.totals[1]
    first = plan.sheets[0]
    assert first.totals == ((90, 0), (190, 60)) and first.is_other
    points = set(Result.objects.filter(round__number=1, game__isnull=False).values_list("points_for", flat=True))
    assert points == set(first.totals[1])
    assert check(document_of(tournament)).findings == ()


@pytest.mark.long
def test_who_rests_follows_the_new_figures():
    tournament = evening.new_tournament(5, ruleset=CLUB)
    evening.play_round(tournament, 1)
    stage = tournament.stages.get()
    before = Result.objects.get(round__number=1, source="bye").points_for
    plan = rescoring.look(stage.pk, FFB)
    rescoring.rescore(stage.pk, FFB, plan.digest, "x", SYSTEM)
    after = Result.objects.get(round__number=1, source="bye").points_for
    totals = [total for line in plan.sheets for total in line.totals[1]]
    assert before == 43 and after == -(-sum(totals) // len(totals))


@pytest.mark.long
def test_looking_changes_nothing():
    tournament, stage, _games = begun()
    before = all_rows(tournament)
    rescoring.look(stage.pk, FFB)
    assert all_rows(tournament) == before


def test_closed_sheets_stay_closed_and_open_ones_ask_both_sides_again():
    _tournament, stage, (closed, playing) = begun()
    sheet = ScoreSheet.objects.get(pk=playing.sheet_id)
    agreeing.confirm(sheet.pk, "A", digest=sheet.digest, actor=Actor(device="a"))
    plan = rescoring.look(stage.pk, FFB)
    rescoring.rescore(stage.pk, FFB, plan.digest, "x", SYSTEM)
    sheet.refresh_from_db()
    assert sheet.state == ScoreSheet.State.OPEN and not agreeing.agreement_of(sheet).confirmed
    assert ScoreSheet.objects.get(pk=closed.sheet_id).state == ScoreSheet.State.CLOSED


@pytest.mark.long
def test_even_where_no_figure_changes_what_was_agreed_to_was_by_other_rules():
    _tournament, _stage, (_closed, playing) = begun()
    sheet = ScoreSheet.objects.get(pk=playing.sheet_id)
    agreeing.confirm(sheet.pk, "A", digest=sheet.digest, actor=Actor(device="a"))
    found = counting.count(ScoreSheet.objects.filter(pk=sheet.pk), sheet.ruleset_version)
    counting.write(found.sheets, sheet.ruleset_version, SYSTEM, "x")
    assert not agreeing.agreement_of(ScoreSheet.objects.get(pk=sheet.pk)).confirmed


def test_the_history_of_each_sheet_tells_rules_and_totals_before_and_after_with_who_and_why():
    _tournament, stage, (closed, _playing) = begun()
    before, after = stage.ruleset_version.sha256, preset_version(FFB).sha256
    rescoring.rescore(stage.pk, FFB, rescoring.look(stage.pk, FFB).digest, "fausse feuille", SYSTEM)
    event = closed.sheet.events.last()
    assert (event.verb, event.reason) == ("rescored", "fausse feuille")
    assert (event.before["rules"], event.before["totals"]) == (before, {"A": 90, "B": 0})
    assert (event.after["rules"], event.after["totals"]) == (after, {"A": 190, "B": 60})
    (change,) = contests.rules_changes(stage.tournament)
    assert (change.from_round, change.after, change.reason) == (1, preset_version(FFB), "fausse feuille")
    trail = AuditEvent.objects.get(verb=contests.RULES_CHANGED)
    assert trail.after["rescored"] == 2 and trail.reason == "fausse feuille"


def test_what_was_not_seen_is_not_done():
    tournament, stage, games = begun()
    plan = rescoring.look(stage.pk, FFB)
    evening.close(games[1].sheet)
    before = all_rows(tournament)
    with pytest.raises(Conflict) as refused:
        rescoring.rescore(stage.pk, FFB, plan.digest, "x", SYSTEM)
    assert code_of(refused) == "rescore-changed"
    assert all_rows(tournament) == before


def test_a_deal_entered_meanwhile_at_a_table_that_plays_is_counted_with_the_others():
    tournament = evening.new_tournament(4, deals=2, ruleset=CLUB)
    game = evening.games_of(evening.start_round(tournament, 1))[0]
    sheets.record_deal(game.sheet_id, deal(80), position=1, client_key=new_key(), actor=SYSTEM)
    stage = tournament.stages.get()
    plan = rescoring.look(stage.pk, FFB)
    sheets.record_deal(game.sheet_id, deal(100), position=2, client_key=new_key(), actor=SYSTEM)
    rescoring.rescore(stage.pk, FFB, plan.digest, "x", SYSTEM)
    game.sheet.refresh_from_db()
    assert_replays(game.sheet)
    assert game.sheet.entries.count() == 2 and game.sheet.ruleset_version == preset_version(FFB)


def test_a_deal_that_the_new_rules_refuse_is_named_and_nothing_is_done():
    tournament = evening.new_tournament(4, ruleset=CLUB)
    games = evening.games_of(evening.start_round(tournament, 1))
    evening.play_game(games[0])
    game = games[1]
    announced = deal(100, announces={"NS": ["tierce"], "EW": []})
    sheets.record_deal(game.sheet_id, announced, position=1, client_key=new_key(), actor=SYSTEM)
    evening.close(game.sheet)
    stage = tournament.stages.get()
    plan = rescoring.look(stage.pk, FFB)
    assert [(one.round, one.table, one.line.counted) for one in plan.refused] == [(1, game.table_no, 1)]
    assert isinstance(plan.refused[0].line, counting.Refused)
    assert isinstance(plan.refused[0].line.error, DealError) and plan.refused[0].line.error.field == "announces"
    before = all_rows(tournament)
    with pytest.raises(TournamentError) as refused:
        rescoring.rescore(stage.pk, FFB, plan.digest, "x", SYSTEM)
    assert (code_of(refused), refused.value.params["table"]) == ("rescore-refused", game.table_no)
    assert all_rows(tournament) == before


def test_deals_that_say_nothing_of_what_the_new_rules_count_are_listed_and_not_guessed():
    tournament = evening.new_tournament(4, ruleset=FFB)
    evening.play_round(tournament, 1)
    stage = tournament.stages.get()
    plan = rescoring.look(stage.pk, CLUB)
    silent = [one.line for one in plan.silent]
    assert {(one.table, one.line.counted) for one in plan.silent} == {(1, 1), (2, 1)}
    assert {one.field for one in silent if isinstance(one, counting.Silent)} == {"announces"}
    with pytest.raises(TournamentError) as refused:
        rescoring.rescore(stage.pk, CLUB, plan.digest, "x", SYSTEM)
    assert code_of(refused) == "rescore-silent"
    rescoring.rescore(stage.pk, CLUB, plan.digest, "x", SYSTEM, silent_is_none=True)
    assert SheetEntry.objects.get(sheet__game__table_no=1).scores == {"NS": 80, "EW": 0}


def test_winners_that_change_are_among_what_is_shown():
    tournament = evening.new_tournament(4, deals=2, ruleset=CLUB)
    game = evening.games_of(evening.start_round(tournament, 1))[0]
    for position, one in enumerate((deal(90), deal(80, "EW", 152)), 1):
        sheets.record_deal(game.sheet_id, one, position=position, client_key=new_key(), actor=SYSTEM)
    evening.close(game.sheet)
    plan = rescoring.look(tournament.stages.get().pk, FFB)
    assert [(one.table, one.winners) for one in plan.other_winners] == [(game.table_no, ("NS", "EW"))]


@pytest.mark.long
def test_places_that_move_and_who_would_go_on_are_shown():
    tournament = evening.new_tournament(4, rounds=1, deals=2, ruleset=CLUB)
    cuts.add(tournament.pk, cuts.NewStage("Finale", "swiss", 1, 2), SYSTEM)
    one, other = evening.games_of(evening.start_round(tournament, 1))
    for game, second in ((one, deal(80, "EW", 152)), (other, deal(80, points=152))):
        for position, line in enumerate((deal(90), second), 1):
            sheets.record_deal(game.sheet_id, line, position=position, client_key=new_key(), actor=SYSTEM)
        evening.close(game.sheet)
    plan = rescoring.look(tournament.stages.get(position=1).pk, FFB)
    places = {(move.before, move.after): [(line.before, line.after) for line in move.crossed] for move in plan.moved}
    assert places == {(3, 2): [(OUT, IN)], (2, 3): [(IN, OUT)]}


def test_an_error_in_the_middle_leaves_everything_as_it_was(monkeypatch):
    tournament, stage, _games = begun()
    plan, before = rescoring.look(stage.pk, FFB), all_rows(tournament)

    def breaks(*_: Any) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("tournaments.services.recounting.resting.score_given", breaks)
    with pytest.raises(OSError, match="full"):
        rescoring.rescore(stage.pk, FFB, plan.digest, "x", SYSTEM)
    monkeypatch.undo()
    assert all_rows(tournament) == before


def test_counted_back_by_the_first_rules_all_figures_are_as_they_were():
    tournament, stage, _games = begun()
    before = document_of(tournament)
    for choice in (FFB, CLUB):
        rescoring.rescore(stage.pk, choice, rescoring.look(stage.pk, choice).digest, "x", SYSTEM, silent_is_none=True)
    after = document_of(tournament)
    assert [row["data"] for row in after["sheet_entries"]] == [row["data"] for row in before["sheet_entries"]]
    assert after["sheet_entries"] == before["sheet_entries"] and after["sheet_sides"] == before["sheet_sides"]
    assert after["results"] == before["results"]
    assert check(after).findings == ()


def test_a_copy_made_before_brings_everything_back_and_the_check_understands_it():
    tournament, stage, _games = begun()
    copy = snapshots.take(tournament, "act", SYSTEM)
    rescoring.rescore(stage.pk, FFB, rescoring.look(stage.pk, FFB).digest, "x", SYSTEM)
    snapshots.undo(copy.pk, snapshots.what_is_lost(copy).mark, SYSTEM)
    stage.refresh_from_db()
    assert stage.ruleset_version == preset_version(CLUB)
    assert contests.rules_changes(tournament) == []
    assert set(ScoreSheet.objects.values_list("ruleset_version__ruleset__key", flat=True)) == {CLUB}
    assert check(document_of(tournament)).findings == ()


@pytest.mark.long
def test_a_sheet_that_says_it_was_counted_by_other_rules_than_it_is_kept_with_is_found():
    tournament, stage, _games = begun()
    rescoring.rescore(stage.pk, FFB, rescoring.look(stage.pk, FFB).digest, "x", SYSTEM)
    document = document_of(tournament)
    row = document["sheets"][0]
    row["ruleset_version"] = next(one["ref"] for one in document["rulesets"] if one["key"] == CLUB)
    assert "history-sheet-rules" in {one.code for one in check(document).findings}


def test_a_line_of_history_whose_figures_were_altered_is_found():
    tournament, stage, _games = begun()
    rescoring.rescore(stage.pk, FFB, rescoring.look(stage.pk, FFB).digest, "x", SYSTEM)
    document = document_of(tournament)
    event = next(one for one in document["sheet_events"] if one["verb"] == "rescored")
    event["before"]["totals"]["A"] += 10
    assert "history-before" in {one.code for one in check(document).findings}


@pytest.mark.long
def test_forfeits_follow():
    tournament, stage, games = begun()
    forfeits.declare(games[0].pk, "A", SYSTEM)
    rescoring.rescore(stage.pk, FFB, rescoring.look(stage.pk, FFB).digest, "x", SYSTEM)
    evening.close(games[1].sheet)
    rounds.close_round(games[1].match.round_id, SYSTEM)
    assert check(document_of(tournament)).findings == ()


@pytest.mark.parametrize(
    ("choice", "reason", "code"),
    [(CLUB, "x", "rules-same"), (FFB, " ", "reason-missing"), ("nowhere", "x", "ruleset-unknown")],
)
def test_what_cannot_be_is_refused(choice: str, reason: str, code: str):
    _tournament, stage, _games = begun()
    with pytest.raises(TournamentError) as refused:
        rescoring.rescore(stage.pk, choice, "", reason, SYSTEM)
    assert code_of(refused) == code


@pytest.mark.long
def test_without_a_sheet_there_is_nothing_to_count():
    tournament = evening.new_tournament(4, ruleset=CLUB)
    with pytest.raises(TournamentError) as refused:
        rescoring.look(tournament.stages.get().pk, FFB)
    assert code_of(refused) == "rescore-nothing"


def test_a_change_told_on_another_machine_is_known_by_what_it_counts():
    tournament = evening.new_tournament(4, ruleset=CLUB)
    before, after = preset_version(CLUB), preset_version(FFB)
    told = {"version": str(uuid.uuid4()), "rules": before.sha256}, {"version": str(uuid.uuid4()), "rules": after.sha256}
    lost = {"version": str(uuid.uuid4())}
    audit.record(SYSTEM, contests.RULES_CHANGED, tournament, before=told[0], after={**told[1], "from_round": 2})
    audit.record(SYSTEM, contests.RULES_CHANGED, tournament, before=lost, after={**told[1], "from_round": 3})
    (change,) = contests.rules_changes(tournament)
    assert (change.before, change.after) == (before, after)


def test_what_the_arbiter_gave_by_the_former_rules_is_listed_and_stays():
    tournament, stage, (closed, _playing) = begun()
    ruling = rulings.Ruling("deal", position=1, ns=0, ew=160)
    rulings.rule(closed.sheet_id, ruling, key="k", actor=SYSTEM, reason="renonce")
    plan = rescoring.look(stage.pk, FFB)
    assert [(one.table, one.line.counted) for one in plan.silent] == [(closed.table_no, 1)]
    rescoring.rescore(stage.pk, FFB, plan.digest, "x", SYSTEM, silent_is_none=True)
    assert dict(closed.sheet.sides.values_list("side", "total")) == {"A": 0, "B": 160}
    assert check(document_of(tournament)).findings == ()
