"""Deals made up for a rule set: which points can be, what a tie is, and that each one can be scored."""

from typing import Any

import pytest

from scoring.rules import RuleSet, load_ruleset, score_deal
from scoring.rules.dealing import Dealer, swapped
from tests.scoring.plain_files import PLAIN

CONVERSION = "convert = { TA = { ratio = [162, 258] } }"
APART = 'convert = { suit = { ratio = [1, 1], last_trick = "apart" }, SA = { ratio = [1, 1], last_trick = "apart" } }'
ONES = (
    'convert = {{}}\nall_trump = {{ A = 1, 10 = 1, K = 1, Q = 1, J = 1, 9 = 1, 8 = 1, 7 = 1 }}\nunit = {unit}\n'
    'last_trick = {{ suit = 10, SA = 10, TA = 10 }}'
)  # fmt: skip


def rules(*changes: tuple[str, str]) -> RuleSet:
    source = PLAIN
    for old, new in changes:
        assert old in source
        source = source.replace(old, new, 1)
    return load_ruleset(source)


def ones(unit: int) -> RuleSet:
    """All cards are worth one, and the last trick ten: 42 in all."""
    return rules(('"S", "H", "D", "C", "SA", "TA"', '"TA"'), (CONVERSION, ONES.format(unit=unit)))


def test_the_points_of_a_pack_that_nobody_knows() -> None:
    plain = Dealer(rules((CONVERSION, "unit = 10\ntotal = { suit = 50, SA = 50, TA = 50 }")), 1)
    for last in (None, True, False):
        assert plain.possible("H", last) == (0, 10, 20, 30, 40, 50)
    apart = Dealer(rules((CONVERSION, f"unit = 10\ntotal = {{ suit = 50, SA = 50, TA = 50 }}\n{APART}")), 1)
    assert apart.possible("H") == (0, 10, 20, 30, 40, 50)
    assert apart.possible("H", True) == (10, 20, 30, 40, 50)
    assert apart.possible("H", False) == (0, 10, 20, 30, 40)
    assert apart.neighbour("H", 0, -1, True) is None and apart.neighbour("H", 10, -1) == 0
    assert apart.neighbour("H", 40, 1, False) is None and apart.neighbour("H", 40, 1) == 50


def test_the_points_of_cards_that_are_counted() -> None:
    dealer = Dealer(ones(2), 1)
    assert dealer.possible("TA") == tuple(sorted({*range(4, 30, 4), *range(14, 40, 4)}))
    assert dealer.possible("TA", True) == tuple(range(14, 40, 4))
    assert dealer.possible("TA", False) == tuple(range(4, 30, 4))
    assert Dealer(ones(42), 1).possible("TA") == ()


def test_where_a_side_has_nothing_or_everything_all_tricks_are_taken() -> None:
    deals = [*Dealer(ones(42), 3).deals(40)]
    assert {deal["sweep"] for deal in deals} == {"NS", "EW"}
    assert all(deal["points"][deal["sweep"]] == 42 for deal in deals)


@pytest.mark.parametrize("unit", [1, 2, 42])
def test_deals_of_few_points_can_be_scored(unit: int) -> None:
    ruleset = ones(unit)
    for deal in Dealer(ruleset, 5).deals(150):
        assert score_deal(ruleset, deal)


def test_nobody_has_a_belote_at_no_trump() -> None:
    ruleset = rules(('"S", "H", "D", "C", "SA", "TA"', '"SA", "H"'), (CONVERSION, "convert = {}"),
                    ("[sweep]", "[belote]\nmost = { SA = 1 }\n[sweep]"))  # fmt: skip
    deals = [*Dealer(ruleset, 2).deals(60)]
    assert not any(deal["belote"] for deal in deals if deal["trump"] == "SA")
    assert any(deal["belote"] for deal in deals if deal["trump"] == "H")


def test_the_numbers_that_can_be_bid() -> None:
    assert Dealer(rules(("step = 10\nhighest = 160", "step = 1\nhighest = 83")), 1).bids("H") == (80, 81, 82, 83)
    assert Dealer(rules(("step = 10\nhighest = 160", "step = 10\nhighest = 99")), 1).bids("H") == (80, 90)


@pytest.mark.parametrize(
    ("more", "own"),
    [
        ({}, 81), ({"belote": ["NS"]}, 71), ({"belote": ["EW", "NS"]}, 91), ({"last_trick": "NS"}, 81),
        ({"last_trick": "EW"}, 81),
    ],
)  # fmt: skip
def test_a_tie_of_the_lowest_contract(more: dict[str, Any], own: int) -> None:
    deal = {"declarer": "NS", "trump": "H", "contract": 120, "belote": [], "points": {"NS": 1, "EW": 161}, **more}
    tied = Dealer(rules(), 1)._tied(deal)
    belote = more.get("belote", [])[:1]
    assert tied == {**deal, "contract": 80, "belote": belote, "points": {"NS": own, "EW": 162 - own}}


def test_no_tie_where_the_cards_do_not_allow_it() -> None:
    # Half of 42 is 21, which is no even number; 20 is had without the last trick only, 22 with it only.
    dealer = Dealer(ones(2), 1)
    deal = {"declarer": "NS", "trump": "TA", "contract": 120, "belote": [], "points": {"NS": 4, "EW": 38}}
    assert dealer._tied(deal) is deal
    lower = Dealer(rules(('"S", "H", "D", "C", "SA", "TA"', '"TA"'), (CONVERSION, ONES.format(unit=2)),
                         ("[sweep]", "[belote]\nvalue = 2\n[sweep]")), 1)  # fmt: skip
    one = {**deal, "belote": ["NS"]}
    for last, own in (("EW", 20), ("NS", None)):
        given = {**one, "last_trick": last}
        tied = lower._tied(given)
        assert tied["points"]["NS"] == (own or 4)
        assert (tied is given) == (own is None)
    assert lower._tied({**deal, "belote": ["EW"], "last_trick": "NS"})["points"]["NS"] == 22


def test_a_deal_with_its_sides_changed_over_keeps_its_id() -> None:
    deal = {"id": "NS", "declarer": "NS", "belote": ["EW", "NS"], "points": {"NS": 100, "EW": 62}, "carried": 3}
    assert swapped(deal) == {
        "id": "NS", "declarer": "EW", "belote": ["NS", "EW"], "points": {"EW": 100, "NS": 62}, "carried": 3,
    }  # fmt: skip


def test_a_goal_of_half_an_odd_pack_is_a_whole_number() -> None:
    ruleset = rules(
        (CONVERSION, "total = { suit = 163, SA = 163, TA = 163 }"), ("[bids]", '[game]\nkind = "take"\n[bids]')
    )
    seen = {deal["points"][deal["declarer"]] for deal in Dealer(ruleset, 11).deals(300)}
    assert {0, 163, 81} <= seen


@pytest.mark.parametrize("last", ["NS", "EW"])
def test_a_last_trick_that_is_kept_apart_is_in_the_points_of_one_side_alone(last: str) -> None:
    deal = {"declarer": "NS", "trump": "H", "contract": 80, "points": {"NS": 100, "EW": 62}, "last_trick": last}
    answer = score_deal(rules((CONVERSION, APART)), deal)
    assert (answer.ns, answer.ew) == (180, 62)
