"""The desk's form for one deal, for rule sets that ask for more or less than a coinche."""

from typing import Any

import pytest
from django.utils.translation import override

from scoring import rulesets_store
from tournaments import tables
from tournaments.dealform import DealForm, values_of

NUMBERS = {"NS": "1", "EW": "2"}


def form_of(preset: str, **typed: Any) -> DealForm:
    with override("en"):
        return DealForm(tables.keys_of(rulesets_store.preset(preset), "en"), NUMBERS, typed or None)


def test_where_one_only_takes_the_contract_is_not_asked() -> None:
    form = form_of("casson", declarer="NS", contract="take", trump="H", points_declarer="100")
    assert form["contract"].is_hidden
    assert form.is_valid()
    assert form.deal()["contract"] == "take"
    assert 'value="take"' in str(form_of("casson")["contract"])
    assert not form_of("club")["contract"].is_hidden


@pytest.mark.parametrize(("declarer", "points"), [("NS", {"EW": 0}), ("EW", {"EW": 0})])
def test_who_has_all_tricks_leaves_the_others_no_points_and_nobody_types_it(
    declarer: str, points: dict[str, int]
) -> None:
    form = form_of("casson", declarer=declarer, contract="take", trump="H", sweep="NS")
    assert form.is_valid()
    assert form.deal()["points"] == points


def test_the_declarers_points_are_asked_first_as_on_the_paper() -> None:
    names = list(form_of("club").fields)
    assert names.index("points_declarer") + 1 == names.index("points_defence")


@pytest.mark.parametrize("typed", ["points_declarer", "points_defence"])
def test_points_that_cannot_be_are_refused_beside_those_that_were_typed(typed: str) -> None:
    form = form_of("casson", declarer="NS", contract="take", trump="H", **{typed: "161"})
    assert form.is_valid()
    form.refuse("points", "No card is worth 1.")
    assert list(form.errors) == [typed]


def test_announces_of_a_deal_that_is_amended_are_shown_as_they_are_called_and_read_again() -> None:
    keys = tables.keys_of(rulesets_store.preset("club"), "fr")
    deal = {"declarer": "NS", "contract": 100, "trump": "H", "announces": {"NS": ["quinte", "carre-J", 50]}}
    values = values_of(deal, keys)
    assert values["announces_ns"] == "cent, carré de valets, 50"
    form = DealForm(keys, NUMBERS, {**values, "points_declarer": 100})
    assert form.is_valid()
    assert form.deal()["announces"]["NS"] == ["quinte", "carre-J", 50]
