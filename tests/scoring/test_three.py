"""Three players, each for himself: deals worked out by hand under several rule sets."""

from typing import Any

import pytest

from scoring.rules import DealError, load_ruleset, preset_source
from scoring.rules.game import Entry, Game, GameFormat, play
from scoring.rules.three import parse_three
from scoring.rulesets_store import preset


def line(**deal: Any) -> Entry:
    two, held = parse_three(deal)
    return Entry("deal", deal=two, held=held)


def game(ruleset: str, *deals: dict[str, Any], target: int = 1000) -> Game:
    return play(preset(ruleset), GameFormat(target=target), [line(**one) for one in deals], players=3)


def bid(declarer: str | None, points: int = 0, **more: Any) -> dict[str, Any]:
    if declarer is None:
        return {"declarer": None}
    return {"declarer": declarer, "contract": 100, "trump": "H", "points": {"NS": points}, **more}


def scores(found: Game) -> list[tuple[int, ...]]:
    return [step.scores for step in found.steps]


def test_who_declares_marks_alone_and_each_of_the_others_marks_the_defence():
    found = game("guide-coinche", bid("B", 110), bid("C", 70))
    # Made: 110 + 100, the defence its 52. Failed: 160 + 100 for the defence.
    assert scores(found) == [(52, 210, 52), (260, 260, 0)]
    assert found.totals == {"A": 312, "B": 470, "C": 52}
    assert found.points_left == {"A": 688, "B": 530, "C": 948}


def test_a_belote_is_marked_by_the_defender_who_held_it():
    found = game("club", bid("A", 110, belote=["C"]), bid("C", 60, belote=["A"]), bid("B", 90, belote=["B"]))
    # 110 make 100; 60 do not: 162 each, and the belote to its holder; 90 and 20 make 100.
    assert scores(found) == [(100, 0, 20), (182, 162, 0), (0, 120, 0)]


def test_announces_that_count_are_marked_by_who_showed_them():
    shown = {"B": ["tierce"], "C": ["quinte"]}
    found = game("club", bid("A", 110, announces=shown, double="coinche"))
    # Doubled: bid 200; of the defence's announces each player marks his own, doubled.
    assert scores(found) == [(200, 40, 200)]
    assert [(one.side, one.amount) for one in found.steps[0].answer.lines] == [
        ("A", 0),
        ("A", 200),
        ("B", 40),
        ("C", 200),
    ]
    lost = game("club", bid("A", 50, announces={"A": ["quinte"], "B": ["tierce"]}))
    # The declarer's quinte is better and makes 150 for 100.
    assert scores(lost) == [(200, 0, 0)]


def test_announces_that_the_declarer_loses_go_to_both():
    found = game("club", bid("A", 50, announces={"A": ["tierce"]}))
    assert scores(found) == [(0, 182, 182)]


def test_points_that_wait_go_to_who_wins_the_next_deal():
    taken = {"contract": "take", "trump": "H"}
    tie = {**taken, "declarer": "A", "points": {"NS": 81}}
    found = game("guide-belote", tie, {**taken, "declarer": "C", "points": {"NS": 70}})
    # 81 to 81: the defence has its 81, the declarer's wait; C fails, and each of the others has 162 and them.
    assert scores(found) == [(0, 81, 81), (243, 243, 0)]
    assert [step.held for step in found.steps] == [81, 0]
    won = game("guide-belote", tie, {**taken, "declarer": "C", "points": {"NS": 100}})
    assert scores(won)[1] == (62, 62, 181)


def test_a_capot_of_the_two_is_one_of_the_defence():
    found = game("guide-belote", bid("A", 0, contract="take", sweep="EW", belote=["A"]))
    assert scores(found) == [(20, 252, 252)]


def test_rounding_is_that_of_the_side_and_a_belote_moves_nothing():
    found = game("guide-coinche+rounded", bid("A", 108, belote=["C"]))
    assert scores(found) == [(210, 50, 70)]


def test_a_sheet_in_tens_is_in_tens_for_each():
    source = preset_source("guide-belote")
    ruleset = load_ruleset(f"{source}\n[rounding]\ndivide = 10\n")
    deal = {"declarer": "A", "contract": "take", "trump": "H", "points": {"NS": 110}, "belote": ["C"]}
    found = play(ruleset, GameFormat(target=100), [line(**deal)], players=3)
    assert scores(found) == [(11, 5, 7)]
    assert [sum(one.amount for one in found.steps[0].answer.lines if one.side == name) for name in "ABC"] == [11, 5, 7]


def test_a_passed_deal_moves_nobody():
    found = game("club", bid(None), bid("A", 100))
    assert scores(found) == [(0, 0, 0), (100, 0, 0)]
    assert [step.counted for step in found.steps] == [None, 1]
    assert game("club").totals == {"A": 0, "B": 0, "C": 0}


def test_the_target_is_reached_by_who_has_most():
    deals = [bid("A", 60), bid("A", 60), bid("B", 60)]
    found = game("club", *deals, target=324)
    # After the second B and C have 324 each: played on, and A and C have 162 more.
    assert [step.totals for step in found.steps] == [(0, 162, 162), (0, 324, 324), (162, 324, 486)]
    assert (found.complete, found.winner) == (True, "C")
    assert not game("club", *deals[:2], target=324).complete


@pytest.mark.parametrize(
    ("field", "deal"),
    [
        ("declarer", {"declarer": "NS"}),
        ("declarer", {"declarer": 1}),
        ("belote", bid("A", 100, belote=["EW"])),
        ("belote", bid("A", 100, belote="A")),
        ("announces", bid("A", 100, announces={"EW": ["tierce"]})),
        ("announces", bid("A", 100, announces={"B": "tierce"})),
        ("announces", bid("A", 100, announces=["tierce"])),
        ("points", bid("A", 100) | {"points": {"A": 100}}),
        ("", []),
    ],
)
def test_what_no_deal_of_three_has_is_refused_with_its_field(field: str, deal: Any):
    with pytest.raises(DealError) as refused:
        parse_three(deal)
    assert refused.value.field == field


def test_an_unknown_announce_is_refused():
    with pytest.raises(DealError):
        parse_three(bid("A", 100, announces={"B": ["sept"]}))
    _, held = parse_three(bid("B", 100, announces={"A": ["cent"], "B": [50], "C": ["cinquante", 20]}))
    assert held.announces == (("quinte",), (50,), ("quarante", 20))
