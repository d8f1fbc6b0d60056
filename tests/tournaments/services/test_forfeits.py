"""A game that is not played, or not to its end: what both sides mark, what stays of it, and taking it back."""

import pytest

from core.actors import SYSTEM
from core.models import AuditEvent
from scoring import sheets
from scoring.sheet_rows import SheetError
from tests.kept import kept
from tests.scoring.on_sheets import deal, new_key
from tests.tournaments.services import evening
from tests.tournaments.services.test_giving import identity_holds, refused, settle
from tournaments.models import Result, Seat
from tournaments.services import contests, forfeits, rounds
from tournaments.standings.policies import ByeRule, ForfeitRule

pytestmark = pytest.mark.django_db


def results_of(game) -> dict[str, tuple[str, int, int, int]]:
    """By side: source, scored, conceded, match points."""
    side_of = dict(Seat.objects.filter(match=game.match).values_list("participant", "side"))
    return {
        side_of[row.entry_id]: (row.source, row.points_for, row.points_against, row.match_points)
        for row in Result.objects.filter(game=game)
    }


@pytest.fixture
@kept
def playing():
    """Three tables of a first round; the first has one deal of two on its sheet."""
    tournament = evening.new_tournament(6, deals=2)
    settle(tournament, forfeit=ForfeitRule("flat", 1100, 50))
    round_ = evening.start_round(tournament, 1)
    games = evening.games_of(round_)
    sheets.record_deal(games[0].sheet_id, deal(100), position=1, client_key=new_key(), actor=SYSTEM)
    return tournament, round_, games


def test_a_side_that_does_not_go_on_forfeits_and_what_was_entered_stays(playing):
    tournament, _, games = playing
    forfeits.declare(games[0].pk, "B", SYSTEM, reason="partis")
    assert results_of(games[0]) == {"A": ("forfeit", 1100, 50, 2), "B": ("forfeit", 50, 1100, 0)}
    games[0].refresh_from_db()
    assert (games[0].state, games[0].forfeit, games[0].sheet.state) == ("closed", "B", "closed")
    assert games[0].sheet.entries.filter(voided_at__isnull=True).count() == 1
    assert games[0].sheet.events.last().reason == "partis"
    with pytest.raises(SheetError, match="sheet-closed"):
        sheets.record_deal(games[0].sheet_id, deal(90), position=2, client_key=new_key(), actor=SYSTEM)
    assert AuditEvent.objects.get(verb="game.forfeited").after == {"round": 1, "table": 1, "sides": "B"}
    assert identity_holds(tournament)


def test_a_table_to_which_nobody_came_is_over_for_both(playing):
    _, round_, games = playing
    forfeits.declare(games[1].pk, "AB", SYSTEM)
    assert results_of(games[1]) == {"A": ("forfeit", 50, 50, 0), "B": ("forfeit", 50, 50, 0)}
    forfeits.declare(games[0].pk, "A", SYSTEM)
    evening.play_game(games[2])
    assert rounds.close_round(round_.pk, SYSTEM).state == "closed"


def test_said_twice_it_counts_once_and_said_otherwise_as_said_last(playing):
    _, _, games = playing
    forfeits.declare(games[0].pk, "B", SYSTEM)
    forfeits.declare(games[0].pk, "B", SYSTEM)
    assert AuditEvent.objects.filter(verb="game.forfeited").count() == 1
    forfeits.declare(games[0].pk, "A", SYSTEM)
    assert results_of(games[0]) == {"A": ("forfeit", 50, 1100, 0), "B": ("forfeit", 1100, 50, 2)}
    assert Result.objects.filter(game=games[0]).count() == 2


def test_taken_back_the_game_goes_on_where_it_was(playing):
    _, _, games = playing
    forfeits.declare(games[0].pk, "B", SYSTEM)
    forfeits.take_back(games[0].pk, SYSTEM)
    games[0].refresh_from_db()
    assert (games[0].state, games[0].forfeit, results_of(games[0])) == ("playing", "", {})
    sheets.record_deal(games[0].sheet_id, deal(90), position=2, client_key=new_key(), actor=SYSTEM)
    evening.close(games[0].sheet)
    assert results_of(games[0])["A"] == ("game", 190, 0, 2)
    refused("not-forfeited", forfeits.take_back, games[0].pk, SYSTEM)


def test_a_game_that_was_over_may_be_forfeited_afterwards_and_counts_again_if_that_is_taken_back(playing):
    _, _, games = playing
    evening.play_game(games[1], 90)
    before = results_of(games[1])
    forfeits.declare(games[1].pk, "A", SYSTEM, reason="disqualifiés")
    assert results_of(games[1]) == {"A": ("forfeit", 50, 1100, 0), "B": ("forfeit", 1100, 50, 2)}
    forfeits.take_back(games[1].pk, SYSTEM)
    assert results_of(games[1]) == before
    games[1].refresh_from_db()
    assert (games[1].state, games[1].sheet.state) == ("closed", "closed")


def test_a_sheet_opened_for_a_correction_is_played_after_all(playing):
    _, _, games = playing
    forfeits.declare(games[0].pk, "B", SYSTEM)
    sheets.reopen_sheet(games[0].sheet_id, actor=SYSTEM, reason="ils sont là")
    games[0].refresh_from_db()
    assert (games[0].state, games[0].forfeit, results_of(games[0])) == ("playing", "", {})


def test_the_average_of_the_winners_is_settled_when_the_round_is_closed(playing):
    tournament, round_, games = playing
    settle(tournament, forfeit=ForfeitRule("winners", 700), from_start=True)
    forfeits.declare(games[0].pk, "B", SYSTEM)
    assert results_of(games[0])["A"][1] == 700  # nobody has won yet: what was typed
    evening.play_game(games[1], 90)
    evening.play_game(games[2], 100)
    rounds.close_round(round_.pk, SYSTEM)
    assert results_of(games[0])["A"] == ("forfeit", 190, 0, 2)
    # In a closed round too: one table less that was won.
    forfeits.declare(games[2].pk, "A", SYSTEM)
    assert results_of(games[0])["A"][1] == results_of(games[2])["B"][1] == 180
    forfeits.take_back(games[2].pk, SYSTEM)
    assert results_of(games[0])["A"][1] == 190
    assert identity_holds(tournament)


def test_a_rest_does_not_follow_from_forfeits():
    tournament = evening.new_tournament(5)
    settle(tournament, bye=ByeRule(), forfeit=ForfeitRule("flat", 1100))
    round_ = evening.start_round(tournament, 1)
    games = evening.games_of(round_)
    forfeits.declare(games[0].pk, "A", SYSTEM)
    evening.play_game(games[1], 100)
    rounds.close_round(round_.pk, SYSTEM)
    assert Result.objects.get(round=round_, source="bye").points_for == 50


def test_in_a_bracket_neither_goes_on_where_neither_came():
    tournament = evening.new_tournament(4, rounds=2)
    stage = contests.only_stage(tournament)
    stage.draw_system = "knockout"
    stage.settings = {**stage.settings, "draw": {"third_place": False}}
    stage.save()
    round_ = evening.start_round(tournament, 1)
    games = evening.games_of(round_)
    evening.play_game(games[0])
    winner = evening.entry_at(games[0], "A")
    forfeits.declare(games[1].pk, "A", SYSTEM)
    rounds.close_round(round_.pk, SYSTEM)
    there = evening.entry_at(games[1], "B")
    final = rounds.make_draw(tournament.pk, 2, 1, SYSTEM)
    (table,) = final.result["tables"]
    assert {*table["ns"], *table["ew"]} == {str(winner.pk), str(there.pk)}
    forfeits.declare(games[1].pk, "AB", SYSTEM)
    again = rounds.make_draw(tournament.pk, 2, 2, SYSTEM)
    assert (list(again.result["tables"]), list(again.result["byes"])) == ([], [str(winner.pk)])


def test_what_cannot_be_forfeited_is_refused(playing):
    _, _, games = playing
    assert refused("forfeit-sides", forfeits.declare, games[0].pk, "C", SYSTEM).field == "sides"
    game_id = games[1].pk
    games[1].delete()
    refused("table-gone", forfeits.declare, game_id, "A", SYSTEM)


def test_a_table_at_which_one_side_forfeited_has_a_winner_for_the_next_draw():
    tournament = evening.new_tournament(4, rounds=3)
    stage = contests.only_stage(tournament)
    stage.draw_system = "winners-losers"
    stage.save()
    round_ = evening.start_round(tournament, 1)
    for game in evening.games_of(round_):
        forfeits.declare(game.pk, "A", SYSTEM)
    rounds.close_round(round_.pk, SYSTEM)
    made = rounds.make_draw(tournament.pk, 2, 1, SYSTEM)
    assert [one["won"] for one in made.inputs["played"][0]["meetings"]] == ["ew", "ew"]


def test_the_draw_may_be_refused_but_never_breaks_on_a_forfeit():
    tournament = evening.new_tournament(3, rounds=3)
    round_ = evening.start_round(tournament, 1)
    (game,) = evening.games_of(round_)
    forfeits.declare(game.pk, "AB", SYSTEM)
    rounds.close_round(round_.pk, SYSTEM)
    # Nobody played: the rest has nothing to follow from, and is marked as soon as there is something.
    assert not Result.objects.filter(round=round_, source="bye").exists()
    made = rounds.make_draw(tournament.pk, 2, 1, SYSTEM)
    assert len(made.result["tables"]) == 1
