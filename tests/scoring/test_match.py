"""A match: one game or several, its winner, and its match points."""

from typing import Any

import pytest

from scoring.rules import parse_deal, preset
from scoring.rules.game import Entry, Game, GameFormat, play
from scoring.rules.match import play_match, points_by_totals

CLUB = preset("club")


def _format(**more: Any) -> GameFormat:
    return GameFormat.from_data({"kind": "deals", "length": 1, **more})


def _game(format_: GameFormat, ns: int, ew: int) -> Game:
    passed = Entry("deal", parse_deal({"declarer": "NS", "contract": 100, "trump": "H", "points": {"NS": 90}}))
    return play(CLUB, format_, [Entry("adjustment", ns=ns, ew=ew - 162), passed])


def _match(format_: GameFormat, *scores: tuple[int, int], **more: Any) -> Any:
    return play_match(format_, [_game(format_, *one) for one in scores], **more)


def test_one_game_is_a_match_and_may_be_drawn() -> None:
    format_ = _format()
    assert _match(format_, (800, 700)).points == (2, 0)
    drawn = _match(format_, (700, 700))
    assert (drawn.complete, drawn.is_drawn, drawn.points) == (True, True, (1, 1))
    none = _match(format_)
    assert (none.complete, none.won, none.points, none.is_drawn) == (False, (0, 0), (0, 0), False)


def test_a_best_of_three_ends_with_two_and_a_third_counts_for_nothing_then() -> None:
    format_ = _format(games_to_win=2, match_points={"win": 3, "loss": 1})
    assert not _match(format_, (900, 100)).complete
    assert _match(format_, (900, 100)).points == (0, 0)
    even = _match(format_, (900, 100), (100, 200))
    assert (even.won, even.complete) == ((1, 1), False)
    won = _match(format_, (900, 100), (100, 200), (300, 200))
    assert (won.won, won.winner, won.totals, won.points) == ((2, 1), 0, (1300, 500), (3, 1))
    early = _match(format_, (100, 900), (100, 200), (300, 200))
    assert (early.counts, early.totals, early.winner) == ((True, True, False), (200, 1100), 1)
    level = _match(format_, (500, 500), (600, 500), (600, 500))
    assert (level.won, level.complete, level.counts) == ((2, 0), True, (True, True, True))


def test_a_game_that_goes_on_has_no_winner_yet() -> None:
    format_ = _format()
    open_game = play(CLUB, format_, [Entry("adjustment", ns=500)])
    assert not play_match(format_, [open_game]).complete
    assert play_match(format_, [open_game.closed()]).points == (2, 0)


@pytest.mark.parametrize(
    ("scores", "points"),
    [((500, 490), (2, 0)), ((600, 500), (11, 9)), ((799, 500), (11, 9)), ((500, 800), (5, 15)), ((500, 500), (1, 1))],
)
def test_match_points_by_margin(scores: tuple[int, int], points: tuple[int, int]) -> None:
    bands = [{"margin": 100, "win": 11, "loss": 9}, {"margin": 300, "win": 15, "loss": 5}]
    assert _match(_format(match_points={"bands": bands}), scores).points == points


def test_caps_count_for_the_match_in_the_games_they_are_for() -> None:
    format_ = _format(
        caps={"winner": 700, "games": [3]}, match_points={"bands": [{"margin": 300, "win": 4, "loss": 0}]}
    )
    assert _match(format_, (1000, 500)).points == (4, 0)
    capped = _match(format_, (1000, 500), first_number=3)
    assert (capped.totals, capped.points) == ((700, 500), (2, 0))


def test_a_forfeit_is_worth_what_is_said_else_a_plain_result() -> None:
    assert _format().match_points.by_forfeit == (2, 0)
    given = _format(match_points={"win": 3, "loss": 1, "forfeit_win": 2, "forfeit_loss": 0})
    assert given.match_points.by_forfeit == (2, 0)
    assert given.match_points.won(1) == (3, 1)


def test_three_players_have_a_match_too() -> None:
    format_ = _format()
    game = Game(format_, sides=("A", "B", "C"), scores=(10, 30, 20)).closed()
    match = play_match(format_, [game])
    assert (match.winner, match.points, match.won) == (1, (0, 2, 0), (0, 1, 0))


def test_games_are_counted_from_the_first_and_up_to_the_last() -> None:
    capped = _format(caps={"winner": 700, "games": [1]})
    game = Game(capped, scores=(1000, 500)).closed()
    assert play_match(capped, [game]).totals == (700, 500)
    best_of_three = _format(games_to_win=2)
    won, lost = (Game(best_of_three, scores=scores) for scores in ((900, 100), (100, 900)))
    late = play_match(best_of_three, [won.closed(), won.closed(), lost.closed(), lost.closed()])
    assert (late.counts, late.totals, late.winner) == ((True, True, False, False), (1800, 200), 0)
    first = play_match(best_of_three, [won.closed()])
    assert (first.winner, first.complete, first.points) == (None, False, (0, 0))
    open_one = play_match(best_of_three, [lost, won.closed(), won.closed()])
    assert (open_one.won, open_one.winner, open_one.totals) == ((2, 0), 0, (1900, 1100))


def _belote(format_: GameFormat, *takers: tuple[str, int], ns: int = 0, ew: int = 0) -> Game:
    taken = [{"declarer": by, "contract": "take", "trump": "H", "points": {by: points}} for by, points in takers]
    deals = [Entry("deal", parse_deal(one)) for one in taken]
    return play(preset("guide-belote"), format_, [Entry("adjustment", ns=ns, ew=ew), *deals])


def test_a_best_of_three_with_a_level_game_worked_out_by_hand() -> None:
    points = {"win": 3, "loss": 1, "bands": [{"margin": 50, "win": 4, "loss": 0}]}
    format_ = _format(games_to_win=2, match_points=points)
    level, first = _belote(format_, ("NS", 100), ew=38), _belote(format_, ("NS", 100))
    second, third = _belote(format_, ("EW", 90)), _belote(format_, ("NS", 120))
    match = play_match(format_, [level, first, second, third, second])
    assert (match.won, match.totals, match.points) == ((2, 1), (100 + 100 + 72 + 120, 100 + 62 + 90 + 42), (4, 0))
    assert match.counts == (True, True, True, True, False)
    # a correction of the third game, a failure for NS, makes its opponents win there and then, with a wider margin
    failed = _belote(format_, ("NS", 60))
    corrected = play_match(format_, [level, first, second, failed, second])
    assert (corrected.won, corrected.totals, corrected.points) == ((1, 2), (272, 414), (0, 4))
    # two games by two points each against a failure: a plain win, with fewer points
    narrow = _belote(format_, ("NS", 82))
    fewer = play_match(format_, [narrow, failed, narrow])
    assert (fewer.won, fewer.totals, fewer.points) == ((2, 1), (164, 322), (3, 1))


def test_the_margin_of_a_capped_game_worked_out_by_hand() -> None:
    caps = {"winner": 1280, "loser": 664, "games": [3, 4]}
    points = {"win": 3, "draw": 2, "loss": 1, "bands": [{"margin": 617, "win": 9, "loss": 0}]}
    format_ = _format(length=2, caps=caps, match_points=points)
    game = _belote(format_, ("NS", 100), ("EW", 90), ns=1200, ew=600)
    # 1372 to 752 is 620 apart; 1280 to 664 is 616
    assert [play_match(format_, [game], first_number=n).points[0] for n in (2, 3, 4, 5)] == [9, 3, 3, 9]


def test_totals_alone_are_worth_the_points_of_their_margin() -> None:
    bands = [{"margin": 100, "win": 11, "loss": 9}, {"margin": 300, "win": 15, "loss": 5}]
    format_ = _format(match_points={"win": 7, "draw": 3, "bands": bands})
    totals = [(900, 800), (500, 801), (400, 400), (800, 799)]
    assert [points_by_totals(format_, each) for each in totals] == [(11, 9), (5, 15), (3, 3), (7, 0)]
