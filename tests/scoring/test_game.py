"""A game is a pure function of its entries: totals, what is held over, numbers, and its end."""

from pathlib import Path
from typing import Any

import pytest

from scoring.rules import Deal, load_ruleset, parse_deal, preset, preset_source
from scoring.rules.game import Entry, Game, GameFormat, play

CLUB = preset("club")
BELOTE = load_ruleset((Path(__file__).parent / "rulesets" / "guide-belote.toml").read_text(encoding="utf-8"))
COUNTED = load_ruleset(preset_source("club").replace('passed = "void"', 'passed = "counted"'))


def _deal(**changes: Any) -> Entry:
    deal = {"declarer": "NS", "contract": 100, "trump": "H", "points": {"NS": 110}, **changes}
    return Entry("deal", parse_deal(deal))


MADE, FAILED = _deal(), _deal(points={"NS": 90})
PASSED = Entry("passed")
TIE = _deal(contract="take", points={"NS": 81})
TAKEN = _deal(contract="take", points={"NS": 95})


def _play(*entries: Entry, deals: int = 3, ruleset: Any = CLUB) -> Game:
    return play(ruleset, GameFormat(deals=deals), entries)


def test_an_empty_game_has_nothing() -> None:
    game = _play()
    assert (game.totals, game.counted, game.held, game.complete) == ({"NS": 0, "EW": 0}, 0, 0, False)


def test_totals_run_on_and_the_last_deal_completes_the_game() -> None:
    game = _play(MADE, FAILED, MADE)
    assert [(step.total_ns, step.total_ew) for step in game.steps] == [(100, 0), (100, 162), (200, 162)]
    assert [step.counted for step in game.steps] == [1, 2, 3]
    assert game.complete
    assert not _play(MADE, FAILED).complete


def test_a_passed_deal_takes_a_number_only_where_the_rules_count_it() -> None:
    written = _deal(declarer=None, contract=None)
    for passed in (PASSED, written):
        assert [step.counted for step in _play(MADE, passed, MADE).steps] == [1, None, 2]
        assert [step.counted for step in _play(MADE, passed, MADE, ruleset=COUNTED).steps] == [1, 2, 3]


def test_a_replayed_deal_takes_no_number_and_writes_nothing() -> None:
    game = _play(MADE, Entry("replayed"), MADE)
    assert [step.counted for step in game.steps] == [1, None, 2]
    assert game.totals == {"NS": 200, "EW": 0}


def test_penalties_and_adjustments_change_totals_only_even_after_the_end() -> None:
    game = _play(Entry("penalty", ew=160), MADE, Entry("adjustment", ns=-20), deals=1)
    assert game.totals == {"NS": 80, "EW": 160}
    assert (game.counted, game.complete) == (1, True)


def test_held_points_pass_from_deal_to_deal_to_the_winner() -> None:
    game = _play(TIE, PASSED, TIE, TAKEN, ruleset=BELOTE, deals=5)
    assert [step.held for step in game.steps] == [81, 81, 162, 0]
    assert game.totals == {"NS": 95 + 162, "EW": 81 + 81 + 67}


def test_what_a_deal_says_it_carries_is_the_games_to_say() -> None:
    game = _play(_deal(contract="take", points={"NS": 95}, carried=500), ruleset=BELOTE)
    assert game.totals == {"NS": 95, "EW": 67}


def test_correcting_an_early_deal_moves_the_held_points() -> None:
    before = _play(TIE, TAKEN, ruleset=BELOTE)
    after = _play(TAKEN, TAKEN, ruleset=BELOTE)
    assert before.totals == {"NS": 95 + 81, "EW": 81 + 67}
    assert after.totals == {"NS": 190, "EW": 134}


def test_points_still_held_at_the_end_are_nobodys() -> None:
    game = _play(TIE, ruleset=BELOTE, deals=1)
    assert (game.complete, game.held, game.totals) == (True, 81, {"NS": 0, "EW": 81})


def test_the_last_deal_is_known_before_it_is_played() -> None:
    shared = load_ruleset(
        (Path(__file__).parent / "rulesets" / "guide-belote.toml")
        .read_text(encoding="utf-8")
        .replace('tie = "held"', 'tie = "held"\ntie_last_deal = "share"', 1)
        + '[score.share]\ndeclarer = "points"\ndefence = "points"\n'
    )
    game = _play(TIE, PASSED, TIE, ruleset=shared, deals=2)
    assert [step.answer.result if step.answer else None for step in game.steps] == ["held", None, "shared"]
    assert (game.totals, game.held) == ({"NS": 81, "EW": 162}, 81)
    assert _play(MADE, deals=2).next_is_last
    assert _play(deals=2).place(Deal()).last_deal is False


def test_a_game_to_a_target_ends_when_a_side_is_there() -> None:
    target = GameFormat(target=200)
    assert not play(CLUB, target, [MADE]).complete
    game = play(CLUB, target, [MADE, MADE])
    assert (game.complete, game.next_is_last) == (True, False)


def test_equal_totals_at_the_target_take_one_more_deal() -> None:
    target, ahead = GameFormat(target=100), Entry("adjustment", ew=100)
    level = play(CLUB, target, [ahead, MADE])
    assert (level.complete, level.totals) == (True, {"NS": 0, "EW": 100})
    both = [_deal(announces={"EW": ["quinte"]}), MADE]
    assert play(CLUB, target, both[:1]).totals == {"NS": 100, "EW": 100}
    assert not play(CLUB, target, both[:1]).complete
    assert play(CLUB, target, both).complete


def test_deals_after_the_end_count_for_nothing() -> None:
    # A correction can end a game earlier than it was played.
    game = play(CLUB, GameFormat(target=100), [MADE, MADE])
    assert [step.after_end for step in game.steps] == [False, True]
    assert (game.totals, game.counted) == ({"NS": 100, "EW": 0}, 1)


def test_playing_the_same_entries_again_gives_the_same_game() -> None:
    entries = [MADE, PASSED, FAILED, Entry("penalty", ns=160), MADE]
    assert _play(*entries) == _play(*entries)


@pytest.mark.parametrize(
    ("deals", "target"), [(None, None), (12, 1000), (0, None), (101, None), (None, 0), (None, 10**6)]
)
def test_a_format_is_a_number_of_deals_or_a_target(deals: int | None, target: int | None) -> None:
    with pytest.raises(ValueError, match="deals"):
        GameFormat(deals, target)


def test_only_a_deal_entry_has_a_deal() -> None:
    with pytest.raises(ValueError, match="deal"):
        Entry("passed", MADE.deal)
    with pytest.raises(ValueError, match="deal"):
        Entry("deal")
