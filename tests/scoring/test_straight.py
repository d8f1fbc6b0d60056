"""The straight way for plain deals and the long way for all others come to the same."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scoring.rules import DealError, RuleSet, load_ruleset, parse_deal, preset, score_deal
from scoring.rules.checks import Checked, check
from scoring.rules.straight import read_straight
from tests.scoring.deals import random_deal, swapped
from tests.scoring.plain_files import PLAIN as SOURCE

CLUB = preset("club")
DEAL: dict[str, Any] = {
    "id": "a", "declarer": "NS", "contract": 100, "trump": "H", "double": "none", "points": {"NS": 105, "EW": 57},
}  # fmt: skip
UNKNOWN_PACK = load_ruleset(
    'id = "x"\n[cards]\ntotal = 160\nunit = 10\n[bids]\nhighest = 0\n[belote]\nvalue = 0\n[announces]\non = true\n'
    'cancel = ["carre-7"]\n[score.made]\ndeclarer = "points"\ndefence = 0\n'
    "[score.failed]\ndeclarer = 0\ndefence = 160\n"
)


def _straight(ruleset: RuleSet = CLUB, **changes: Any) -> Checked | None:
    return read_straight(ruleset.plan, ruleset.multipliers, {**DEAL, **changes})


def _both(ruleset: RuleSet, deal: dict[str, Any]) -> tuple[Any, Any]:
    def outcome(given: Any) -> Any:
        try:
            return score_deal(ruleset, given() if callable(given) else given)
        except DealError as error:
            return error.field, error.code, error.values

    return outcome(deal), outcome(lambda: parse_deal(deal))


def test_the_evening_goes_nearly_whole_the_straight_way() -> None:
    path = Path(__file__).parents[1] / "data" / "deals-64-pairs.jsonl"
    deals = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    straight = [deal for deal in deals if read_straight(CLUB.plan, CLUB.multipliers, deal)]
    assert len(straight) > 0.95 * len(deals)
    for deal in deals:
        short, long = _both(CLUB, deal)
        assert short == long
    for deal in straight:
        assert read_straight(CLUB.plan, CLUB.multipliers, deal) == check(CLUB, parse_deal(deal))


@pytest.mark.parametrize("seed", range(3))
def test_deals_made_up_come_to_the_same_both_ways(seed: int) -> None:
    rng = Random(seed)
    went = 0
    for _ in range(400):
        deal = random_deal(rng)
        if rng.random() < 0.7:
            deal.pop("best", None)
        short, long = _both(CLUB, deal)
        assert short == long, deal
        went += read_straight(CLUB.plan, CLUB.multipliers, deal) is not None
    assert went > 30


ODD: list[dict[str, Any]] = [
    {"id": 3},
    {"id": None},
    {"declarer": None},
    {"declarer": "N"},
    {"declarer": ["NS"]},
    {"contract": 105},
    {"contract": 100.0},
    {"contract": True},
    {"contract": None},
    {"contract": "capot"},
    {"contract": ["capot"]},
    {"contract": "generale"},
    {"contract": 1000},
    {"trump": None},
    {"trump": "X"},
    {"trump": ["H"]},
    {"trump": "TA"},
    {"double": None},
    {"double": ""},
    {"double": 0},
    {"double": "coinche"},
    {"double": "no"},
    {"double": ["none"]},
    {"points": None},
    {"points": {"NS": 105}},
    {"points": {"NS": 105, "EW": None}},
    {"points": [105, 57]},
    {"points": {"NS": 105, "EW": 57, "X": 1}},
    {"points": {"NS": 106, "EW": 57}},
    {"points": {"NS": -1, "EW": 163}},
    {"points": {"NS": 163, "EW": -1}},
    {"points": {"NS": 105.0, "EW": 57.0}},
    {"points": {"NS": True, "EW": 161}},
    {"points": {"NS": 161, "EW": 1}},
    {"points": {"NS": 162, "EW": 0}},
    {"points": {"NS": 0, "EW": 162}},
    {"points": {"NS": 40, "EW": 122}},
    {"points": {"NS": 41, "EW": 121}},
    {"points": "NS"},
    {"points": {}},
    {"tricks": {"NS": 5, "EW": 3}},
    {"tricks": {"NS": 5}},
    {"tricks": {"NS": 1, "EW": 7}},
    {"tricks": {"NS": 9, "EW": -1}},
    {"tricks": {"NS": -1, "EW": 9}},
    {"tricks": {"NS": 5, "EW": 4}},
    {"tricks": {"NS": 5.0, "EW": 3}},
    {"tricks": [5, 3]},
    {"tricks": {"NS": 5, "EW": 3, "X": 0}},
    {"tricks": {"NS": True, "EW": 7}},
    {"tricks": {"NS": 8, "EW": 0}},
    {"tricks": {"NS": 8, "EW": 0}, "points": {"NS": 162, "EW": 0}},
    {"tricks": {"NS": 0, "EW": 8}, "points": {"NS": 0, "EW": 162}},
    {"tricks": {"NS": 8, "EW": 0}, "points": {"NS": 162, "EW": 0}, "last_trick": "EW"},
    {"tricks": {"NS": 8, "EW": 0}, "points": {"NS": 162, "EW": 0}, "sweep": "EW"},
    {"tricks": {"NS": 8, "EW": 0}, "points": {"NS": 162, "EW": 0}, "sweep": "NS", "alone": True},
    {"tricks": {"NS": 8, "EW": 0}, "points": {"NS": 162, "EW": 0}, "contract": 80},
    {"tricks": {"NS": 8, "EW": 0}, "points": {"NS": 162, "EW": 0}, "contract": "capot", "double": "coinche"},
    {"sweep": "NS"},
    {"sweep": "EW"},
    {"sweep": "X"},
    {"sweep": True},
    {"sweep": "NS", "points": {"NS": 162, "EW": 0}},
    {"alone": True},
    {"alone": False},
    {"alone": 0},
    {"alone": "no"},
    {"last_trick": "NS"},
    {"last_trick": "X"},
    {"last_trick": ["NS"]},
    {"last_trick": "EW", "points": {"NS": 151, "EW": 11}},
    {"belote": []},
    {"belote": ["NS"]},
    {"belote": ["EW"]},
    {"belote": ["X"]},
    {"belote": [None]},
    {"belote": ["NS", "NS"]},
    {"belote": "NS"},
    {"belote": 0},
    {"belote": {"NS": 1}},
    {"belote": ("NS",)},
    {"belote": [["NS"]]},
    {"belote": ()},
    {"belote": "", "trump": "SA"},
    {"belote": ["NS"], "trump": "SA"},
    {"belote": ["NS", "EW"], "trump": "TA", "points": {"NS": 158, "EW": 100}},
    {"announces": {"NS": [], "EW": []}},
    {"announces": {"NS": ["tierce"], "EW": []}},
    {"announces": {}},
    {"announces": {"NS": [], "EW": ["quinte", "tierce"]}},
    {"announces": {"NS": ["tierce"], "EW": ["quarante"]}},
    {"announces": {"NS": ["tierce", "tierce"], "EW": []}},
    {"announces": {"NS": ["carre-J", "carre-J"], "EW": []}},
    {"announces": {"NS": ["tierce"] * 3, "EW": []}},
    {"announces": {"NS": ["cinquante"], "EW": []}},
    {"announces": {"NS": [20], "EW": []}},
    {"announces": {"NS": [["tierce"]], "EW": []}},
    {"announces": {"NS": "tierce"}},
    {"announces": {"NS": ("tierce",), "EW": ()}},
    {"announces": {"NS": ["x"], "EW": []}},
    {"announces": ["tierce"]},
    {"announces": {"NS": ["tierce"], "EW": [], "X": []}},
    {"announces": {"NS": {"tierce": 1}, "EW": []}},
    {"announces": {"NS": [], "EW": ["carre-K"]}, "belote": ["NS"]},
    {"announces": {"NS": ["carre-K"], "EW": []}, "belote": ["NS"]},
    {"announces": {"NS": ["carre-A"], "EW": []}, "belote": ["EW"]},
    {"announces": {"NS": ["carre-7"], "EW": []}},
    {"best": "NS"},
    {"best": "X"},
    {"best": None},
    {"carried": 81},
    {"carried": 0},
    {"carried": -1},
    {"carried": 100_001},
    {"carried": True},
    {"carried": "81"},
    {"last_deal": True},
    {"last_deal": None},
    {"last_deal": 1},
    {"points_scale": 162},
    {"points_scale": 160},
    {"points_scale": None},
    {"unknown": 1},
    {"contract": 170},
    {"contract": 170, "belote": ["NS"]},
    {"trump": "TA", "points": {"NS": 158, "EW": 100}, "contract": 170},
]


@pytest.mark.parametrize("number", range(len(ODD)))
def test_an_odd_deal_comes_to_the_same_both_ways(number: int) -> None:
    for ruleset in (CLUB, preset("guide-belote"), preset("ffb-contree-2016"), preset("app"), UNKNOWN_PACK):
        for more in ({}, {"declarer": "EW"}, {"contract": "take"}, {"points": {"NS": 100, "EW": 60}}):
            short, long = _both(ruleset, {**DEAL, **more, **ODD[number]})
            assert short == long


@pytest.mark.parametrize("missing", ["declarer", "contract", "trump", "points", "id", "double"])
def test_a_field_left_out_comes_to_the_same_both_ways(missing: str) -> None:
    deal = {field: value for field, value in DEAL.items() if field != missing}
    short, long = _both(CLUB, deal)
    assert short == long


@pytest.mark.parametrize(
    ("changes", "goes"),
    [
        ({}, True),
        ({"declarer": "EW"}, True),
        ({"points": {"NS": 40, "EW": 122}}, False),
        ({"alone": True}, False),
        ({"points": {"NS": 41, "EW": 121}}, True),
        ({"contract": "capot"}, False),
        ({"unknown": 1}, False),
        ({"announces": {"NS": ["tierce"], "EW": ["quinte"]}}, False),
        ({"belote": ["NS"]}, True),
        ({"best": "NS"}, False),
        ({"tricks": {"NS": 8, "EW": 0}, "points": {"NS": 162, "EW": 0}}, True),
        ({"carried": 81}, True),
        ({"sweep": "NS", "points": {"NS": 162, "EW": 0}}, False),
        ({"contract": 170}, False),
        ({"id": 3}, False),
    ],
)
def test_which_deals_go_the_straight_way(changes: dict[str, Any], goes: bool) -> None:
    assert (_straight(**changes) is not None) is goes


PLAIN: list[dict[str, Any]] = [
    {"tricks": {"NS": 5, "EW": 3}},
    {"tricks": {"NS": 1, "EW": 7}, "points": {"NS": 52, "EW": 110}, "last_trick": "EW"},
    {"tricks": {"NS": 8, "EW": 0}, "points": {"NS": 162, "EW": 0}, "alone": False},
    {"tricks": {"NS": 0, "EW": 8}, "points": {"NS": 0, "EW": 162}},
    {"announces": {"NS": ["tierce"], "EW": []}},
    {"announces": {"NS": [], "EW": ["quinte", "quarante"]}, "belote": ["NS"]},
    {"announces": {"NS": ["tierce", "tierce"], "EW": []}},
    {"announces": {"NS": ["quarante", "quarante"], "EW": []}},
    {"announces": {"NS": [], "EW": ["quinte", "quinte"]}},
    {"announces": {"NS": ["carre-K", "carre-Q"], "EW": []}},
    {"announces": {"NS": ["carre-A", "tierce"], "EW": []}, "belote": ["EW"]},
    {"announces": {"NS": [], "EW": []}, "belote": []},
    {"double": "coinche", "last_trick": "NS"},
    {"double": None, "id": None},
    {"alone": False, "last_deal": False, "carried": 0},
    {"alone": None, "last_deal": True, "carried": 100_000},
    {"last_deal": None, "carried": None, "last_trick": "EW"},
    {"trump": "TA", "contract": 240, "points": {"NS": 158, "EW": 100}},
    {"contract": 160, "points": {"NS": 160, "EW": 2}},
    {"points": {"NS": 44, "EW": 118}, "contract": 80},
]


@pytest.mark.parametrize("changes", PLAIN)
@pytest.mark.parametrize("declarer", ["NS", "EW"])
def test_a_plain_deal_goes_the_straight_way_and_is_read_as_it_is(declarer: str, changes: dict[str, Any]) -> None:
    # East-west play the same deal, seen from the other side of the table.
    deal = {**DEAL, **changes}
    if declarer == "EW":
        deal = swapped(deal)
    straight = read_straight(CLUB.plan, CLUB.multipliers, deal)
    assert straight is not None
    assert straight == check(CLUB, parse_deal(deal))


def test_points_of_a_pack_that_is_not_known_go_straight_in_whole_units_only() -> None:
    for points, goes in ((90, True), (95, False), (100, True)):
        found = _straight(UNKNOWN_PACK, points={"NS": points, "EW": 160 - points})
        assert (found is not None) is goes
    assert _straight(UNKNOWN_PACK, points={"NS": 160, "EW": 0}, tricks={"NS": 8, "EW": 0}) is not None
    assert _straight(UNKNOWN_PACK, points={"NS": 150, "EW": 10}, tricks={"NS": 8, "EW": 0}) is None
    assert _straight(UNKNOWN_PACK, points={"NS": 160, "EW": 0}, tricks={"NS": 8, "EW": 0}, last_trick="EW") is None


def test_what_is_no_mapping_is_left_to_the_long_way() -> None:
    assert read_straight(CLUB.plan, CLUB.multipliers, []) is None  # type: ignore[arg-type]
    with pytest.raises(DealError) as caught:
        score_deal(CLUB, [])  # type: ignore[arg-type]
    assert caught.value.code == "not_an_object"


def test_without_lines_the_figures_and_warnings_are_the_same() -> None:
    rng = Random(7)
    for _ in range(200):
        deal = {**random_deal(rng), "best": "NS"}
        full = score_deal(CLUB, deal, language="fr")
        assert score_deal(CLUB, deal, language="fr", lines=False) == full._replace(lines=())


def test_a_rule_set_that_is_changed_has_a_plan_of_its_own() -> None:
    changed = replace(CLUB, cells={**CLUB.cells, ("made", False): CLUB.cells["failed", False]})
    assert score_deal(CLUB, DEAL).score == {"NS": 100, "EW": 0}
    assert score_deal(changed, DEAL).score == {"NS": 0, "EW": 162}
    assert changed.plan is not CLUB.plan


def test_a_score_that_no_sheet_can_hold_is_refused() -> None:
    grid = '[values]\nk = 100000\n[score.made]\ndeclarer = "k*10 + bid - 80"\ndefence = 0\n'
    ruleset = load_ruleset(f'id = "x"\n{grid}[score.failed]\ndeclarer = 0\ndefence = "0 - k*k"\n')
    assert score_deal(ruleset, {**DEAL, "contract": 80}).ns == 1_000_000
    for contract in (90, 110):
        with pytest.raises(DealError) as caught:
            score_deal(ruleset, {**DEAL, "contract": contract})
        assert (caught.value.field, caught.value.code) == ("contract", "score_out_of_range")


def test_what_is_no_plain_deal_goes_the_long_way() -> None:
    assert _straight() is not None
    for points in ({"NS": 105, "EW": 57.0}, {"NS": 105.0, "EW": 57}):
        assert _straight(points=points) is None
    swept = {"tricks": {"NS": 0, "EW": 8}, "sweep": "EW"}
    assert _straight(points={"NS": 0, "EW": 162}, **swept) is not None
    assert _straight(points={"NS": False, "EW": 162}, **swept) is None
    fours = load_ruleset(SOURCE)
    assert _straight(fours, announces={"NS": ["carre-J", "tierce"], "EW": []}) is not None
    for announces in (
        {"NS": ["carre-J", "tierce"], "EW": ()}, {"NS": ("tierce",), "EW": []},
        {"NS": ["carre-J", "tierce", "carre-J"], "EW": []}, {"NS": [], "EW": ["tierce", "tierce", "tierce"]},
    ):  # fmt: skip
        assert _straight(fours, announces=announces) is None
