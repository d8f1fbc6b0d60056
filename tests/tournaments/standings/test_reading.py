"""What criteria ask for beside the results: only where they ask, in so many queries whatever the number of entries."""

from typing import Any

import pytest

from core.actors import SYSTEM
from scoring import sheets
from scoring.models import GameFormat, ScoreSheet
from tests import factories
from tests.scoring.on_sheets import deal, failed, new_key
from tests.tournaments.services import evening
from tests.tournaments.services.test_giving import rester, settle
from tournaments.models import Result, Round, Tournament
from tournaments.services import catchup, contests, forfeits, rounds
from tournaments.services.ranking import ranked
from tournaments.standings.lots import lots
from tournaments.standings.policies import ByeRule
from tournaments.standings.ranking import ScoreRow
from tournaments.standings.rows import score_rows
from tournaments.standings.scores import Tally

pytestmark = pytest.mark.django_db

ALL = ["wins", "head_to_head", "opponents", "deals_won", "contracts_made", "capots", "lot"]


def ranked_by(tournament: Tournament, *names: str) -> Tournament:
    stage = contests.only_stage(tournament)
    stage.settings = {**stage.settings, "criteria": [{"name": name} for name in names]}
    stage.save(update_fields=["settings"])
    return tournament


def playing(pairs: int, *names: str, deals: int = 3) -> tuple[Tournament, Round]:
    tournament = ranked_by(evening.new_tournament(pairs, deals=deals), *names)
    return tournament, evening.start_round(tournament, 1)


def play(sheet: ScoreSheet, *deals: dict[str, Any]) -> None:
    for position, one in enumerate(deals, 1):
        sheets.record_deal(sheet.pk, one, position=position, client_key=new_key(), actor=SYSTEM)
    evening.close(sheet)


def by_side(tournament: Tournament, round_: Round) -> list[ScoreRow]:
    """The rows of the first table: north-south, east-west."""
    (game, *_) = evening.games_of(round_)
    rows = {row.entry: row for row in score_rows(tournament)}
    return [rows[str(evening.entry_at(game, side).pk)] for side in "AB"]


def test_what_each_side_did_in_the_deals_is_told_from_the_sheet() -> None:
    tournament, round_ = playing(2, *ALL, deals=5)
    (game,) = evening.games_of(round_)
    by_tricks = {"points": None, "tricks": {"NS": 0, "EW": 8}}
    play(
        game.sheet,
        deal(100),
        failed(100),
        deal(120, "EW", 162, sweep="EW"),
        {**deal(90, "EW", 162), **by_tricks, "points": {"NS": 0, "EW": 162}},
        deal(100, points=162, sweep="NS"),
    )
    ours, theirs = by_side(tournament, round_)
    assert ours.results[0].tally == Tally(won=2, made=2, capots=1)
    assert theirs.results[0].tally == Tally(won=3, made=2, capots=2)
    assert ours.results[0].opponents == (theirs.entry,)
    assert theirs.results[0].opponents == (ours.entry,)
    Result.objects.update(deals_won=None, contracts_made=None, capots=None)
    assert by_side(tournament, round_) == [ours, theirs]


def test_of_a_sheet_taken_over_from_paper_only_single_deals_are_won() -> None:
    tournament, round_ = playing(2, "deals_won", deals=3)
    (game,) = evening.games_of(round_)
    play(
        game.sheet,
        {"marked": {"NS": 100, "EW": 60}},
        {"marked": {"NS": 100, "EW": 200}, "deals": 2},
    )
    ours, theirs = by_side(tournament, round_)
    assert ours.results[0].tally == Tally(won=1)
    assert theirs.results[0].tally == Tally()
    Result.objects.update(deals_won=None, contracts_made=None, capots=None)
    assert by_side(tournament, round_) == [ours, theirs]


def test_who_forfeited_has_met_nobody_and_no_deal_counts() -> None:
    tournament, round_ = playing(2, *ALL)
    (game,) = evening.games_of(round_)
    sheets.record_deal(game.sheet_id, deal(100), position=1, client_key=new_key(), actor=SYSTEM)
    forfeits.declare(game.pk, "B", SYSTEM, reason="partie")
    ours, theirs = by_side(tournament, round_)
    assert ours.results[0].opponents == (theirs.entry,)
    assert theirs.results[0].opponents == ()
    assert (ours.results[0].tally, theirs.results[0].tally) == (None, None)


def test_a_game_that_was_made_up_is_no_meeting_and_its_deals_count() -> None:
    tournament = ranked_by(evening.new_tournament(5, rounds=3), *ALL)
    settle(tournament, bye=ByeRule("flat", 40, catch_up=True))
    round_ = evening.play_round(tournament, 1)
    rested = rester(round_)
    match = catchup.set_table(round_.pk, rested.pk, catchup.opponents(tournament, rested)[0].pk, SYSTEM)
    evening.play_game(match.games.get(), 130)
    (mine,) = [row for row in score_rows(tournament) if row.entry == str(rested.pk)]
    (made_up,) = mine.results
    assert made_up.opponents == ()
    assert made_up.tally == Tally(won=1, made=1)
    assert all(str(rested.pk) not in one.opponents for row in score_rows(tournament) for one in row.results)


def test_who_met_whom_is_read_only_where_a_criterion_asks() -> None:
    tournament, round_ = playing(2, "points")
    (game,) = evening.games_of(round_)
    evening.play_game(game)
    ours, _theirs = by_side(tournament, round_)
    assert (ours.results[0].opponents, ours.results[0].tally, ours.lot) == ((), None, 0)


def test_the_lot_follows_from_the_sealed_seed_and_never_leaves_two_equal() -> None:
    tournament, round_ = playing(5, "points", "lot")
    rounds_over(tournament, round_)
    seed = contests.only_stage(tournament).sealed_seed
    numbers = {str(entry.pk): entry.number for entry in tournament.entries.all()}
    rows = ranked(tournament)
    assert {row.entry: row.value("lot") for row in rows} == lots(seed, numbers)
    assert [row.rank for row in rows] == [1, 2, 3, 4, 5]


def rounds_over(tournament: Tournament, round_: Round) -> None:
    for game in evening.games_of(round_):
        evening.play_game(game)
    rounds.close_round(round_.pk, SYSTEM)


@pytest.mark.parametrize("names", [["points"], ALL])
def test_the_queries_are_the_same_for_two_and_for_six(names: list[str], django_assert_num_queries: Any) -> None:
    for pairs in (2, 6):
        tournament, round_ = playing(pairs, *names, deals=1)
        rounds_over(tournament, round_)
        with django_assert_num_queries(5 + (2 if names == ALL else 0)):
            rows = score_rows(tournament)
        # Of what came from a file the sheets are read: who sat where, and the deals.
        Result.objects.update(deals_won=None, contracts_made=None, capots=None)
        with django_assert_num_queries(5 + (4 if names == ALL else 0)):
            assert score_rows(tournament) == rows


def test_a_row_that_no_sheet_touched_is_not_worked_out_again() -> None:
    tournament, round_ = playing(8)
    first, second = evening.games_of(round_)[:2]
    play(first.sheet, deal(), deal(), deal())
    before = {row.entry: row for row in score_rows(tournament)}
    play(second.sheet, deal(), deal(), deal())
    after = {row.entry: row for row in score_rows(tournament)}
    touched = {str(evening.entry_at(second, side).pk) for side in "AB"}
    assert {entry for entry, row in after.items() if row is not before[entry]} == touched


def test_several_games_of_a_round_are_told_apart() -> None:
    tournament = factories.make_tournament(stage=False)
    to_two = factories.make_format(GameFormat.Kind.TARGET, 1000, games_to_win=2)
    pairs = factories.make_pairs(tournament, 2)
    round_ = factories.make_round(factories.make_stage(tournament, game_format=to_two), state=Round.State.PLAYING)
    match = factories.make_match(round_, *pairs)
    for points in (1010, 640, 1020):
        game = factories.make_game(match)
        for entry, mine in zip(pairs, (points, 1650 - points), strict=True):
            Result.objects.create(game=game, round=round_, entry=entry, points_for=mine)
    rows = score_rows(tournament)
    assert [[(one.game, one.scored) for one in row.results] for row in rows] == [
        [(1, 1010), (2, 640), (3, 1020)],
        [(1, 640), (2, 1010), (3, 630)],
    ]
