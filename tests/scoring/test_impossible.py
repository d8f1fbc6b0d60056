"""Points that no cards can give, by trump mode, tricks and last trick, and what is refused beside them."""

from itertools import combinations
from typing import Any

import pytest

from scoring.rules import DealError, RuleSet, load_ruleset, preset, score_deal

GRID = """
[score.made]
declarer = "points"
defence = "points"
[score.failed]
declarer = 0
defence = "total"
"""
ALL = '[cards]\ntrumps = ["S", "H", "D", "C", "SA", "TA"]\n'


def _load(extra: str = "") -> RuleSet:
    return load_ruleset(f'id = "x"\n{ALL}{extra}\n{GRID}')


def _field(ruleset: RuleSet, ns: int, total: int = 162, **changes: Any) -> str | None:
    """The field that is refused; None where the deal can be."""
    deal = {"declarer": "NS", "contract": 80, "trump": "H", "points": {"NS": ns, "EW": total - ns}, **changes}
    try:
        score_deal(ruleset, deal)
    except DealError as error:
        return error.field
    return None


@pytest.mark.parametrize(
    ("extra", "trump", "total", "tricks", "most"),
    [
        ("", "H", 162, 1, 66), ("", "H", 162, 2, 108), ("", "SA", 162, 1, 86), ("", "TA", 258, 1, 90),
        ('all_trump = "13-9-6-5-3-2"', "TA", 162, 1, 62), ('all_trump = "14-9-6-5-3-1"', "TA", 162, 1, 66),
        ("all_trump = { J = 14, 9 = 9, A = 7, 10 = 5, K = 3, Q = 2, 8 = 0, 7 = 0 }", "TA", 170, 1, 66),
        ("last_trick = { suit = 0 }", "H", 152, 1, 56), ("last_trick = 20", "H", 172, 1, 76),
        ("[game]\ntricks = 16", "H", 162, 1, 44), ("[game]\ntricks = 16", "H", 162, 2, 66),
    ],
)  # fmt: skip
def test_the_most_that_so_many_tricks_can_give(extra: str, trump: str, total: int, tricks: int, most: int) -> None:
    ruleset = _load(extra)
    known = {"trump": trump, "tricks": {"NS": tricks}}
    assert _field(ruleset, most, total, **known) is None
    assert _field(ruleset, most + 1, total, **known) == "points"
    # The other side's tricks are counted as well as this one's.
    assert _field(ruleset, total - most, total, **{**known, "tricks": {"EW": tricks}}) is None
    assert _field(ruleset, total - most - 1, total, **{**known, "tricks": {"EW": tricks}}) == "points"


def test_one_trick_can_give_what_four_cards_and_the_ten_can_and_nothing_else() -> None:
    club = preset("club")
    cards = [20, 14, 11, 10, 4, 3, 0, 0] + [11, 10, 4, 3, 2, 0, 0, 0] * 3
    fours = {sum(four) for four in combinations(cards, 4)}
    can = {ns for ns in range(163) if _field(club, ns, tricks={"NS": 1, "EW": 7}) is None}
    assert can == fours | {four + 10 for four in fours}
    with_ten = {ns for ns in range(163) if _field(club, ns, tricks={"NS": 1, "EW": 7}, last_trick="NS") is None}
    assert with_ten == {four + 10 for four in fours}
    without = {ns for ns in range(163) if _field(club, ns, tricks={"NS": 1, "EW": 7}, last_trick="EW") is None}
    assert without == fours


@pytest.mark.parametrize(
    ("trump", "total", "points", "field"),
    [
        ("H", 162, 1, "points"), ("H", 162, 161, "points"), ("H", 162, 2, None), ("SA", 162, 1, "points"),
        ("TA", 258, 1, "points"), ("TA", 258, 2, "points"), ("TA", 258, 3, None), ("TA", 258, 5, "points"),
        ("TA", 258, 253, "points"), ("TA", 258, 255, None),
    ],
)  # fmt: skip
def test_sums_that_no_cards_make(trump: str, total: int, points: int, field: str | None) -> None:
    assert _field(preset("club"), points, total, trump=trump) == field


def test_the_last_trick_is_named_where_only_it_cannot_be() -> None:
    club = preset("club")
    assert _field(club, 11, last_trick="EW") is None
    assert _field(club, 11, last_trick="NS") == "last_trick"
    assert _field(club, 5, last_trick="NS") == "last_trick"
    assert _field(club, 1, last_trick="NS") == "points"


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"tricks": {"NS": 8, "EW": 0}}, "points"),
        ({"tricks": {"NS": 8, "EW": 0}, "sweep": "NS"}, "sweep"),
        ({"tricks": {"NS": 7, "EW": 1}, "sweep": "NS"}, "sweep"),
        ({"tricks": {"NS": 0, "EW": 8}, "sweep": "NS"}, "sweep"),
        ({"sweep": "NS"}, "sweep"),
        ({"sweep": "EW"}, "sweep"),
        ({"tricks": {"NS": 8, "EW": 1}}, "tricks"),
        ({"tricks": {"NS": 9}}, "tricks"),
        ({"alone": True}, "alone"),
        ({"points": {"NS": 162}, "sweep": "NS", "last_trick": "EW"}, "last_trick"),
        ({"points": {"NS": 162}, "tricks": {"NS": 8}, "last_trick": "EW"}, "last_trick"),
        ({"points": {"NS": 152}, "sweep": "NS"}, "sweep"),
        ({"points": {"NS": 162}, "sweep": "NS", "alone": True, "last_trick": "NS"}, None),
        ({"points": {"NS": 162}}, None),
        ({"points": {"NS": 152, "EW": 10}, "tricks": {"NS": 7, "EW": 1}}, None),
    ],
)
def test_a_sweep_beside_what_cannot_stand_with_it(changes: dict[str, Any], field: str | None) -> None:
    assert _field(preset("club"), 105, **changes) == field


def test_where_a_total_of_its_own_replaces_the_cards_only_its_own_trump_is_not_tested() -> None:
    ruleset = _load("total = { TA = 162 }")
    assert _field(ruleset, 1, trump="TA") is None
    assert _field(ruleset, 1, trump="H") == "points"
    assert _field(ruleset, 1, trump="TA", tricks={"NS": 0}) == "points"
    assert _field(ruleset, 100, trump="TA", tricks={"NS": 8}) == "points"
    assert _field(ruleset, 100, trump="TA", tricks={"NS": 8}, last_trick="EW") == "points"
    assert _field(ruleset, 162, trump="TA", tricks={"NS": 8}, last_trick="EW") == "last_trick"
    same = _load("total = { suit = 162 }")
    assert _field(same, 1) is None, "a total that is given turns the test off, whatever it is"


def test_two_players_play_sixteen_tricks_of_two_cards() -> None:
    two = preset("guide-belote-two")
    deal = {"contract": "take", "tricks": {"NS": 1, "EW": 15}}
    assert _field(two, 44, **deal) is None
    assert _field(two, 45, **deal) == "points"
    assert _field(two, 34, **deal, last_trick="EW") is None
    assert _field(two, 35, **deal, last_trick="EW") == "last_trick", "with the ten it could be"
    assert _field(two, 100, contract="take", tricks={"NS": 5, "EW": 3}) == "tricks"
    for points, result in ((81, "failed"), (82, "made")):
        answer = score_deal(two, {"declarer": "NS", "contract": "take", "trump": "H", "points": {"NS": points}})
        assert answer.result == result
