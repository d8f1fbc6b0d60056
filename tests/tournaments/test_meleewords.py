"""The words of a mêlée: every code, rule and level of the costs has its sentence."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation

from tournaments import meleewords
from tournaments.draws.field import MUSTS
from tournaments.draws.model import ONE_BYE

NUMBERS = {"a": 3, "b": 7}


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


def reason(code: str, **params: Any) -> str | None:
    return meleewords.reason({"code": code, "params": {"entry": "a", "other": "b", **params}}, NUMBERS)


@pytest.mark.parametrize("rule", [*sorted(MUSTS - {ONE_BYE}), "partner_again"])
def test_every_rule_about_two_at_a_table_has_its_words(rule: str) -> None:
    text = meleewords.breach({"rule": rule, "entries": ["a", "b"], "rounds": [1, 2]}, NUMBERS)
    assert text is not None
    assert re.findall(r"\d+", text)[:2] == ["3", "7"]


@pytest.mark.parametrize("rule", ["one_bye", "fixed_table"])
def test_what_concerns_one_player_names_him(rule: str) -> None:
    text = meleewords.breach({"rule": rule, "entries": ["b"], "rounds": [2]}, NUMBERS)
    assert text is not None
    assert "player 7" in text


def test_a_table_sat_at_before_needs_no_words() -> None:
    assert meleewords.breach({"rule": "new_table", "entries": ["b"], "rounds": [2]}, NUMBERS) is None


def test_how_two_have_met_is_told_apart() -> None:
    met = [([1], []), ([], [2]), ([1], [2, 3])]
    texts = [reason("together_again", now="partners", partners=one, opponents=other) for one, other in met]
    assert len(set(texts)) == 3
    assert texts[2] is not None
    assert re.findall(r"\d+", texts[2]) == ["3", "7", "1", "2", "3"]


@pytest.mark.parametrize("rule", ["not_same_club", "keep_apart", ""])
def test_who_was_to_be_apart_is_named(rule: str) -> None:
    assert "3 and 7" in str(reason("not_apart", rule=rule, must=False))


@pytest.mark.parametrize(
    "level",
    [
        "partner_again",
        "fixed_tables",
        "together_again",
        "opponents_again",
        "repeats_over",
        "same_club",
        "kept_apart",
        "kept_apart_2",
    ],
)
def test_what_an_exchange_would_cost_is_told(level: str) -> None:
    assert "player 7 in the place of player 3" in str(reason("instead", cost=level, by=1, rule="", must=True))


def test_the_other_codes_have_words_and_unknown_ones_none() -> None:
    assert meleewords.reason({"code": "all_new", "params": {}}, NUMBERS)
    assert reason("equal")
    assert reason("settled")
    assert reason("of_another_version") is None
