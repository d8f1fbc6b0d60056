"""A game is a pure function of its entries: totals, what is held over, numbers, and its end."""

from pathlib import Path
from typing import Any

import pytest

from scoring.rules import Deal, DealError, load_ruleset, parse_deal, preset, preset_source
from scoring.rules.game import End, Entry, Game, GameFormat, Wait, play
from scoring.rules.penalty import Penalty
from scoring.rules.totals import parse_totals

CLUB = preset("club")
BELOTE = preset("guide-belote")
FAUXD = load_ruleset((Path(__file__).parent / "rulesets" / "fauxd.toml").read_text(encoding="utf-8"))
COUNTED = load_ruleset(preset_source("club").replace('passed = "void"', 'passed = "counted"'))


def _deal(**changes: Any) -> Entry:
    deal = {"declarer": "NS", "contract": 100, "trump": "H", "points": {"NS": 110}, **changes}
    return Entry("deal", parse_deal(deal))


MADE, FAILED = _deal(), _deal(points={"NS": 90})
PASSED = Entry("passed")
TIE = _deal(contract="take", points={"NS": 81})
TAKEN = _deal(contract="take", points={"NS": 95})

MISDEAL = Penalty("misdeal", "NS")
FAULT_ALONE = "a fault has what the ladder gives, and only a penalty has a fault"


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
        preset_source("guide-belote").replace('tie = "held"', 'tie = "held"\ntie_last_deal = "share"', 1)
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
    ("given", "message"),
    [
        ({"kind": "passed", "deal": MADE.deal}, "a deal, and nothing else, has a deal"),
        ({"kind": "deal"}, "a deal, and nothing else, has a deal"),
        ({"kind": "total"}, "totals, and nothing else, have totals"),
        ({"kind": "adjustment", "penalty": MISDEAL}, FAULT_ALONE),
        ({"kind": "penalty", "penalty": MISDEAL, "ns": 10}, FAULT_ALONE),
        ({"kind": "penalty", "penalty": MISDEAL, "ew": 10}, FAULT_ALONE),
        ({"kind": "penalty", "penalty": MISDEAL, "third": 10}, FAULT_ALONE),
        ({"kind": "passed", "ns": 10}, "only what is no deal has amounts of its own"),
        ({"kind": "passed", "ew": 10}, "only what is no deal has amounts of its own"),
        ({"kind": "passed", "third": 10}, "only what is no deal has amounts of its own"),
    ],
)
def test_an_entry_has_what_belongs_to_its_kind(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        Entry(**given)


def test_the_next_deal_carries_what_is_held_and_knows_that_it_is_the_last() -> None:
    game = _play(TIE, TAKEN, TIE, ruleset=BELOTE, deals=4)
    assert TAKEN.deal is not None
    placed = game.place(TAKEN.deal)
    assert (placed.carried, placed.last_deal) == (81, True)
    assert (_play(TIE, ruleset=BELOTE).place(TAKEN.deal).carried, placed.points) == (81, TAKEN.deal.points)
    assert not _play(TIE, ruleset=BELOTE).place(TAKEN.deal).last_deal


def test_a_sheet_that_is_closed_while_it_waits_does_not_wait_any_more() -> None:
    level = _deal(announces={"EW": ["quinte"]})
    game = play(CLUB, GameFormat(target=100), [level])
    assert (game.wait, game.closed().wait, game.closed().end) == (Wait("equal"), None, End("closed", "draw", None))


def test_caps_of_a_game_won_with_fewer_points_are_its_winners() -> None:
    form = GameFormat.from_data({"kind": "deals", "length": 1, "caps": {"winner": 90, "loser": 50}})
    game = Game(form, scores=(100, 120), end=End("target", "alone", 0))
    assert game.capped() == (90, 50)


def test_a_fault_has_what_the_ladder_gives_by_how_often_that_side_committed_it() -> None:
    def fault(by: Any) -> Entry:
        return Entry("penalty", penalty=Penalty("misdeal", by, nth=9))

    game = _play(fault("NS"), fault("EW"), fault("NS"), MADE, ruleset=FAUXD)
    # the first misdeal of each pair is free, every later one 160, whatever the event itself says
    assert [(step.ns, step.ew) for step in game.steps[:3]] == [(0, 0), (0, 0), (0, 160)]
    assert [step.then for step in game.steps] == ["redeal", "redeal", "redeal", ""]
    assert [step.counted for step in game.steps] == [None, None, None, 1]
    assert _play(fault("NS"), fault("NS"), ruleset=FAUXD).totals == {"NS": 0, "EW": 160}
    assert _play(fault("NS"), ruleset=FAUXD).totals == {"NS": 0, "EW": 0}


def test_a_penalty_may_use_up_a_deal_of_the_quota() -> None:
    entries = [Entry("penalty", penalty=Penalty("misdeal", "NS"))] * 3
    geraudot = preset("geraudot")
    game = _play(*entries, TAKEN, ruleset=geraudot, deals=2)
    assert [step.counted for step in game.steps] == [None, None, 1, 2]
    assert game.complete
    late = _play(TAKEN, TAKEN, *entries, ruleset=geraudot, deals=2)
    assert [step.counted for step in late.steps] == [1, 2, None, None, None]
    assert (late.ns, late.ew) == (190, 134 + 162)


def test_typed_totals_of_two_or_three_are_a_game_of_their_own() -> None:
    totals = load_ruleset('id = "tarot"\n[game]\nkind = "totals"\n[totals]\nsides = 3\nlowest = -1000\n')

    def typed(a: int, b: int, c: int) -> Entry:
        return Entry("total", totals=parse_totals({"totals": {"A": a, "B": b, "C": c}}, -1000))

    empty = _play(ruleset=totals)
    assert (empty.sides, empty.scores, empty.leader) == (("A", "B", "C"), (0, 0, 0), None)
    game = _play(typed(60, -30, -30), typed(-20, 10, 10), ruleset=totals, deals=2)
    assert (game.scores, game.complete, game.winner) == ((40, -20, -20), True, "A")
    drawn = _play(typed(50, 50, -100), Entry("adjustment", third=20), ruleset=totals, deals=1)
    assert (drawn.scores, drawn.winner, drawn.steps[1].scores) == ((50, 50, -80), None, (0, 0, 20))
    either = load_ruleset('id = "jeu"\n[game]\nkind = "totals"\n')
    two = Entry("total", totals=parse_totals({"totals": {"NS": 900, "EW": 1044}}))
    assert _play(two, ruleset=either, deals=1).winner == "EW"
    assert play(either, GameFormat(target=100), [typed(60, 0, 0), typed(60, 0, 0)]).winner == "A"
    with pytest.raises(DealError) as refused:
        _play(two, typed(1, 2, 3), ruleset=either)
    assert refused.value.field == "totals"


def test_every_step_tells_how_the_game_stood_after_it() -> None:
    fault = Entry("penalty", penalty=Penalty("misdeal", "NS"))
    entries = [TIE, fault, PASSED, Entry("time"), Entry("settlement", ns=82), Entry("adjustment", ew=7), TAKEN, TAKEN]
    ruleset = load_ruleset(preset_source("guide-belote") + '[[penalty]]\nfault = "misdeal"\namount = 5\n')
    game = play(ruleset, GameFormat(minutes=40), entries)
    assert [(step.counted, step.scores, step.held, step.totals, step.after_end, step.idle) for step in game.steps] == [
        (1, (0, 81), 81, (0, 81), False, False),
        (None, (0, 5), 81, (0, 86), False, False),
        (None, (0, 0), 81, (0, 86), False, False),
        (None, (0, 0), 81, (0, 86), False, False),
        (None, (0, 0), 81, (0, 86), False, True),
        (None, (0, 7), 81, (0, 93), False, False),
        (2, (176, 67), 0, (176, 160), False, False),
        (None, (0, 0), 0, (176, 160), True, False),
    ]
    assert [step.answer is not None for step in game.steps] == [True, True, False, False, False, False, True, True]
    late = _play(TIE, TIE, Entry("time"), ruleset=BELOTE, deals=1).steps
    assert [(step.scores, step.held, step.totals) for step in late] == [
        ((0, 81), 81, (0, 81)),
        *[((0, 0), 81, (0, 81))] * 2,
    ]
    assert late[1].answer is not None
    assert (late[1].answer.result, late[1].answer.held) == ("held", 162), "as it would have been"


def test_points_held_are_settled_with_nobody_too() -> None:
    nobody = _play(TIE, Entry("settlement"), ruleset=BELOTE, deals=1)
    assert (nobody.held, nobody.steps[1].idle, nobody.totals) == (0, False, {"NS": 0, "EW": 81})


@pytest.mark.parametrize(
    ("rule", "held", "settled"),
    [("lost", 0, (0, 0)), ("winner", 0, (0, 81)), ("split", 0, (40, 40)), ("ask", 81, (0, 0))],
)
def test_what_becomes_of_points_held_at_the_end(rule: str, held: int, settled: tuple[int, int]) -> None:
    form = GameFormat.from_data({"kind": "deals", "length": 1, "ending": {} if rule == "ask" else {"held": rule}})
    game = play(BELOTE, form, [TIE])
    assert (game.held, game.settled, game.scores) == (held, settled, (settled[0], 81 + settled[1]))
    level = play(BELOTE, form, [TIE, Entry("adjustment", ns=81)])
    assert (level.winner, level.held) == (None, 81 if rule in {"winner", "ask"} else 0)


def test_a_penalty_that_uses_up_a_deal_uses_up_one_of_those_left_when_time_is_called() -> None:
    fault = Entry("penalty", penalty=Penalty("misdeal", "NS"))
    form = GameFormat.from_data({"kind": "minutes", "length": 40, "ending": {"more_deals": 3, "finish_deal": False}})
    game = play(preset("geraudot"), form, [TAKEN, fault, fault, Entry("time"), fault])
    assert (game.counted, game.to_play, game.complete) == (2, 2, False)
    assert play(preset("geraudot"), form, [*[fault] * 2, Entry("time"), *[fault] * 3]).complete


def test_a_deal_that_is_played_again_takes_no_number() -> None:
    again = load_ruleset(preset_source("guide-belote").replace('tie = "held"', 'tie = "replay"', 1))
    game = _play(TIE, TAKEN, TIE, ruleset=again)
    assert [(step.counted, step.answer and step.answer.result) for step in game.steps] == [
        (None, "replay"), (1, "made"), (None, "replay"),
    ]  # fmt: skip


def test_the_answers_of_a_game_are_in_its_language() -> None:
    fault = Entry("penalty", penalty=Penalty("misdeal", "NS"))
    either = load_ruleset('id = "jeu"\n[game]\nkind = "totals"\n')
    two = Entry("total", totals=parse_totals({"totals": {"NS": 900, "EW": 1044}}))
    for ruleset, entry in ((CLUB, MADE), (preset("geraudot"), fault), (either, two)):
        (step,) = play(ruleset, GameFormat(deals=3), [entry], language="fr").steps
        assert step.answer is not None
        assert step.answer.language == "fr"


def test_a_table_of_two_sides_does_not_become_one_of_three_players() -> None:
    either = load_ruleset('id = "jeu"\n[game]\nkind = "totals"\n')
    two = Entry("total", totals=parse_totals({"totals": {"NS": 900, "EW": 1044}}))
    three = Entry("total", totals=parse_totals({"totals": {"A": 1, "B": 2, "C": 3}}))
    for entries, sides in (((two, three), "NS, EW"), ((three, two), "A, B, C")):
        with pytest.raises(DealError) as refused:
            _play(*entries, ruleset=either)
        assert str(refused.value) == f"totals: totals are kept for {sides} here"
