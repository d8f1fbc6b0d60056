"""``cards.total``: a total of the file's own turns the test of possible cards off, also where it is the usual sum; and
the ten of the last trick where the conversion leaves it apart."""

from typing import Any

import pytest

from scoring.rules import DealError, load_ruleset, score_deal
from scoring.rules.describe import describe
from scoring.rules.plain import answers_of, tree_of
from scoring.rules.settings import file_tree, settings
from scoring.rules.source import read_toml
from scoring.rules.toml_text import write_toml

FILE = """id = "x"
[cards]
trumps = ["S", "H", "D", "C", "TA"]
{cards}
[score.made]
declarer = "points"
defence = "points"
[score.failed]
declarer = "points"
defence = "points"
"""
NATURAL = "total = { suit = 162, TA = 258 }"
APART = '[cards.convert.TA]\nratio = [152, 248]\nlast_trick = "apart"\n'


def _score(cards: str, **deal: Any) -> tuple[int, int]:
    base = {"declarer": "NS", "contract": 80, "trump": "H", "points": {"NS": 161}}
    answer = score_deal(load_ruleset(FILE.format(cards=cards)), {**base, **deal})
    return answer.ns, answer.ew


def _refused(cards: str, **deal: Any) -> tuple[str, str]:
    with pytest.raises(DealError) as caught:
        _score(cards, **deal)
    return caught.value.field, caught.value.code


@pytest.mark.parametrize("total", [NATURAL, "total = 162", "total = { suit = 162 }"])
def test_a_given_total_turns_the_possible_cards_off_even_if_it_is_their_sum(total: str) -> None:
    assert _refused("") == ("points", "points_impossible")
    assert _score(total) == (161, 1)
    # Nor is the ten of the last trick looked for, nor what so many tricks can be worth.
    assert _score(total, points={"NS": 157, "EW": 5}, last_trick="EW") == (157, 5)
    assert _score(total, points={"NS": 157, "EW": 5}, last_trick="EW", tricks={"NS": 1, "EW": 7}) == (157, 5)


def test_it_stays_on_in_a_mode_whose_total_is_not_given() -> None:
    deal = {"trump": "TA", "points": {"NS": 256}}
    assert _refused("total = { suit = 162 }", **deal) == ("points", "points_impossible")
    assert _score(NATURAL, **deal) == (256, 2)


def test_what_needs_no_card_values_is_still_checked() -> None:
    assert _refused(NATURAL, points={"NS": 100}, tricks={"NS": 8}) == ("points", "points_without_trick")
    assert _refused(NATURAL, points={"NS": 162}, last_trick="EW", sweep="NS") == ("last_trick", "last_without_trick")


def test_a_given_total_is_part_of_the_rules_and_comes_back() -> None:
    own, counted = load_ruleset(FILE.format(cards=NATURAL)), load_ruleset(FILE.format(cards=""))
    assert own.sha256 != counted.sha256
    assert "own_totals" not in counted.canonical()["cards"]
    assert own.canonical()["cards"]["own_totals"] == ["suit", "TA"]
    assert settings(own)["cards.total.TA"] == 258
    assert not [key for key in settings(counted) if key.startswith("cards.total")]
    for ruleset in (own, counted):
        assert load_ruleset(write_toml(file_tree(ruleset))).sha256 == ruleset.sha256


def test_the_rules_say_where_cards_are_not_counted_one_by_one() -> None:
    def said(cards: str) -> list[str]:
        sections = describe(load_ruleset(FILE.format(cards=cards)), "en")
        return [text for section in sections for text in section.sentences if "one by one" in text]

    assert said("") == []
    assert said(NATURAL)[0].startswith("The cards are not counted")
    assert said("total = { TA = 258 }")[0].startswith("At all-trump the cards are not counted")


@pytest.mark.parametrize("cards", [NATURAL, "total = { TA = 260 }", "total = 160", ""])
def test_questions_keep_what_the_file_says(cards: str) -> None:
    source = FILE.format(cards=cards)
    tree = read_toml(source)
    found = answers_of(tree)
    assert ("cards.total" in found.rest) == (cards == "total = { TA = 260 }")
    again = tree_of({**found.answers, "lowest": 90}, tree)
    assert load_ruleset(write_toml(again)).cards == load_ruleset(source).cards


@pytest.mark.parametrize("to", ["", "to = 162\n", "to = 152\n"])
def test_a_ten_left_apart_is_in_what_the_pack_comes_to(to: str) -> None:
    cards = APART + to
    deal = {"trump": "TA", "points": {"NS": 134, "EW": 124}}
    assert load_ruleset(FILE.format(cards=cards)).converted_total("TA") == 162
    assert _score(cards, **deal, last_trick="NS") == (86, 76)
    assert _score(cards, **deal, last_trick="EW") == (82, 80)
    again = file_tree(load_ruleset(FILE.format(cards=cards)))
    assert again["cards"]["convert"]["TA"]["to"] == 162
    assert load_ruleset(write_toml(again)).sha256 == load_ruleset(FILE.format(cards=APART)).sha256


def test_a_total_of_its_own_after_the_conversion_has_the_ten_in_it_too() -> None:
    cards = '[cards.convert.TA]\nratio = [2, 3]\nto = 170\nunit = 10\nto_nearest = "down"\nlast_trick = "apart"\n'
    deal = {"trump": "TA", "points": {"NS": 134, "EW": 124}}
    assert _score(cards, **deal, last_trick="NS") == (90, 80)
    assert _score(cards, **deal, last_trick="EW") == (80, 90)
    said = describe(load_ruleset(FILE.format(cards=cards)), "en")
    assert any("the rest of 160 (instead of 248)" in text for section in said for text in section.sentences)


def test_a_ten_left_apart_must_be_in_its_sides_points() -> None:
    cards = f"{NATURAL}\n{APART}"
    deal: dict[str, Any] = {"trump": "TA", "points": {"NS": 249, "EW": 9}}
    assert _refused(cards, **deal, last_trick="EW") == ("last_trick", "last_impossible")
    assert _refused(cards, trump="TA", points={"NS": 9, "EW": 249}, last_trick="NS") == (
        "last_trick",
        "last_impossible",
    )
    assert _score(cards, **deal, last_trick="NS") == (156, 6)
    assert _score(cards, trump="TA", points={"NS": 248, "EW": 10}, last_trick="EW") == (152, 10)
    assert _score(cards, trump="TA", points={"NS": 10, "EW": 248}, last_trick="NS") == (10, 152)
