"""A round cut short: every table is over with what it has, and it can be taken back."""

import pytest

from core.actors import SYSTEM
from scoring import sheets
from tests.kept import kept
from tests.scoring.on_sheets import deal, new_key
from tests.tournaments.services import evening
from tests.tournaments.services.test_giving import given, refused, rester, settle
from tournaments.models import Result
from tournaments.services import cutting, forfeits, results, rounds
from tournaments.standings.policies import ByeRule

pytestmark = pytest.mark.django_db

WHY = "la salle ferme"


@pytest.fixture
@kept
def playing():
    """Three tables of four deals, and one pair that rests; two deals, one and none are on the sheets."""
    tournament = evening.new_tournament(7, rounds=2, deals=4)
    round_ = evening.start_round(tournament, 1)
    games = evening.games_of(round_)
    for game, bids in zip(games, ((100, 90), (80,), ()), strict=True):
        for position, bid in enumerate(bids, 1):
            sheets.record_deal(game.sheet_id, deal(bid), position=position, client_key=new_key(), actor=SYSTEM)
    return tournament, round_, games


def states(games) -> list[str]:
    for game in games:
        game.refresh_from_db()
    return [game.sheet.state for game in games]


def test_every_open_table_is_closed_with_what_it_has(playing):
    tournament, round_, games = playing
    cutting.cut_short(round_.pk, SYSTEM, reason=WHY, with_empty=True)
    assert states(games) == ["closed"] * 3
    points = sorted(Result.objects.filter(round=round_).values_list("points_for", "match_points"))
    assert points == [(0, 0), (0, 0), (0, 1), (0, 1), (80, 2), (190, 2)]
    assert [game.sheet.events.last().reason for game in games] == [WHY] * 3
    rounds.close_round(round_.pk, SYSTEM)
    assert given(round_)[rester(round_).number][1] == 45  # 270 over six
    assert results.standings_figures(tournament)["cut"] == [1]
    round_.refresh_from_db()
    assert results.round_figures(round_)["cut"] is True


def test_a_sheet_with_nothing_on_it_is_asked_about_first(playing):
    _, round_, games = playing
    error = refused("tables-empty", cutting.cut_short, round_.pk, SYSTEM, reason=WHY)
    assert error.params == {"count": 1, "table": games[2].table_no}
    assert states(games) == ["open"] * 3
    assert refused("reason-missing", cutting.cut_short, round_.pk, SYSTEM, reason=" ").field == "reason"


def test_who_is_done_or_forfeited_already_is_left_alone(playing):
    _, round_, games = playing
    forfeits.declare(games[2].pk, "B", SYSTEM)
    evening.close(games[1].sheet, reason="accord")
    before = list(Result.objects.order_by("pk").values())
    cutting.cut_short(round_.pk, SYSTEM, reason=WHY)
    assert [row for row in Result.objects.order_by("pk").values() if row in before] == before
    assert len(round_.cut or {}) == 0
    round_.refresh_from_db()
    assert [one["sheet"] for one in round_.cut["sheets"]] == [str(games[0].sheet_id)]


@pytest.mark.both_databases
def test_taken_back_every_table_plays_on_where_it_was(playing):
    tournament, round_, games = playing
    sheets.call_time(games[0].sheet_id, actor=SYSTEM, after=1)
    before = [game.sheet.options for game in games]
    states(games)
    before = [game.sheet.options for game in games]
    cutting.cut_short(round_.pk, SYSTEM, reason=WHY, with_empty=True)
    cutting.go_on(round_.pk, SYSTEM)
    assert states(games) == ["open"] * 3
    assert [game.sheet.options for game in games] == before
    assert not Result.objects.filter(round=round_).exists()
    round_.refresh_from_db()
    assert round_.cut is None
    assert "cut" not in results.standings_figures(tournament)
    refused("round-not-cut", cutting.go_on, round_.pk, SYSTEM)
    sheets.record_deal(games[1].sheet_id, deal(90), position=2, client_key=new_key(), actor=SYSTEM)


def test_a_table_reopened_after_the_cut_can_be_cut_again(playing):
    _, round_, games = playing
    cutting.cut_short(round_.pk, SYSTEM, reason=WHY, with_empty=True)
    refused("nothing-open", cutting.cut_short, round_.pk, SYSTEM, reason=WHY)
    sheets.reopen_sheet(games[0].sheet_id, actor=SYSTEM, reason="encore une donne")
    cutting.cut_short(round_.pk, SYSTEM, reason=WHY)
    assert states(games) == ["closed"] * 3
    cutting.go_on(round_.pk, SYSTEM)
    assert states(games) == ["open"] * 3


def test_only_a_round_that_is_played_is_cut(playing):
    _, round_, _games = playing
    cutting.cut_short(round_.pk, SYSTEM, reason=WHY, with_empty=True)
    rounds.close_round(round_.pk, SYSTEM)
    refused("round-not-playing", cutting.cut_short, round_.pk, SYSTEM, reason=WHY)
    refused("round-not-playing", cutting.go_on, round_.pk, SYSTEM)


def test_who_makes_a_game_up_plays_on():
    from tournaments.services import catchup

    tournament = evening.new_tournament(5, rounds=3)
    settle(tournament, bye=ByeRule(catch_up=True))
    round_ = evening.start_round(tournament, 1)
    first, second = evening.games_of(round_)
    evening.play_game(first)
    match = catchup.set_table(round_.pk, rester(round_).pk, evening.entry_at(first, "A").pk, SYSTEM)
    cutting.cut_short(round_.pk, SYSTEM, reason=WHY, with_empty=True)
    assert states([second, match.games.get()]) == ["closed", "open"]
