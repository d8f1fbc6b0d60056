"""A deal counted aloud: the steps, their order, and figures that agree with the score."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from scoring.rules import DealError, languages, load_ruleset, preset, preset_source, score_deal
from scoring.rules.steps import Step, steps
from tests.scoring.parity import Deals, shipped_rule_sets
from tests.scoring.plain_files import PLAIN

DEAL = {"declarer": "NS", "contract": 100, "trump": "H", "double": "coinche", "points": {"NS": 81}, "belote": ["EW"]}


def _told(id_: str, language: str = "en", variants: tuple[str, ...] = (), **deal: Any) -> dict[str, str]:
    ruleset = load_ruleset(preset_source(id_), variants)
    return {step.name: step.text for step in steps(ruleset, {**DEAL, **deal}, language=language)}


def test_the_steps_come_in_the_order_of_a_scorer() -> None:
    told = [step.name for step in steps(preset("club"), {**DEAL, "announces": {"NS": ["tierce"]}})]
    assert told == [
        "contract", "points", "announces", "belote", "needed", "have", "outcome", "write_declarer", "write_defence",
    ]  # fmt: skip


def test_a_formula_is_said_in_words_and_worked_out_in_figures() -> None:
    defence = steps(preset("club"), DEAL)[-1]
    assert defence.formula.startswith("factor × (missed bid + announces + ")
    assert (defence.filled, defence.amount) == ("2 × (162 + 0 + 0 + 90 × 0) + 20", 344)


def test_what_was_missing_is_said_as_in_the_score() -> None:
    assert _told("club")["outcome"] == "bid missed: 81 for 100, 19 short"
    assert _told("club", language="fr")["outcome"].startswith("Chute")


def test_an_all_trump_pack_is_brought_to_162_before_it_is_judged() -> None:
    told = _told("ffb-contree-2016", trump="TA", points={"NS": 143}, belote=[])
    assert told["points"] == "Points: declarers 143, defence 115, 258 in all."
    assert told["converted"] == "Brought to a pack of 162: declarers 90, defence 72."


def test_a_sweep_gives_its_own_points_and_no_conversion() -> None:
    told = _told("ffb-contree-2016", trump="TA", points={"NS": 258}, sweep="NS", belote=[])
    assert told["swept"] == "All 8 tricks went to North-South, whose points become 252."
    assert "converted" not in told


def test_a_capot_needs_tricks_not_points() -> None:
    told = _told("club", contract="capot", points={"NS": 140})
    assert told["needed"] == "A capot needs all 8 tricks."
    assert "have" not in told


def test_points_that_wait_are_a_step_of_their_own() -> None:
    told = steps(preset("guide-belote"), {"declarer": "NS", "contract": "take", "trump": "H", "points": {"NS": 81}})
    assert told[-1].name == "keep"
    assert told[-1].amount == 81
    assert any("81 points wait" in step.text for step in told)


def test_a_passed_deal_has_one_step_and_one_that_cannot_be_has_none() -> None:
    assert [step.name for step in steps(preset("club"), {"declarer": None})] == ["passed"]
    with pytest.raises(DealError):
        steps(preset("club"), {**DEAL, "points": {"NS": 161}})


def test_what_the_steps_come_to_is_the_score_where_nothing_is_added_after() -> None:
    rng = Random(7)
    compared = 0
    for ruleset in shipped_rule_sets():
        if ruleset.totals or ruleset.rounding.scope == "line" or ruleset.rounding.divide > 1:
            continue
        for deal in islice(Deals(ruleset, rng), 20):
            try:
                answer = score_deal(ruleset, {**deal, "carried": 0})
            except DealError:
                continue
            told = {step.name: step.amount for step in steps(ruleset, {**deal, "carried": 0})}
            if answer.result in {"passed", "replay"}:
                continue
            written = {told["write_declarer"], told["write_defence"]}
            assert written == {answer.ns, answer.ew}
            assert (told.get("keep") or 0) == answer.held
            compared += 1
    assert compared > 300


def test_every_language_says_every_step() -> None:
    for language in languages():
        assert all(step.text for step in steps(preset("club"), DEAL, language=language))


@pytest.mark.parametrize(
    ("declarer", "announces", "have"),
    [
        ("NS", {"NS": ["tierce"], "EW": ["cent"]}, "81 + 20 tierce = 101"),
        ("EW", {"NS": ["tierce"], "EW": ["cent"]}, "81 + 100 quinte = 181"),
        ("NS", {"NS": ["tierce", "cent"]}, "81 + 120 announces = 201"),
        ("NS", {"NS": [70]}, "81 + 70 announces = 151"),
        ("NS", {"EW": ["cent"]}, "81"),
    ],
)
def test_what_the_declarers_have_names_their_only_announce(
    declarer: str, announces: dict[str, list[str | int]], have: str
) -> None:
    both = load_ruleset(preset_source("club").replace('count = "best_side"', 'count = "both"', 1))
    deal = {**DEAL, "declarer": declarer, "points": {declarer: 81}, "belote": [], "announces": announces}
    (text,) = (step.text for step in steps(both, deal) if step.name == "have")
    assert have in text


def test_a_step_as_data_has_all_of_its_parts() -> None:
    step = Step("declarer", "what the declarers write", "points + bid", "105 + 100", 205)
    assert step.as_dict() == {
        "name": "declarer", "text": "what the declarers write", "formula": "points + bid", "filled": "105 + 100",
        "amount": 205,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("deal", "filled"),
    [
        ({}, "62 - 10 × 0 + 7 × 0"),
        ({"sweep": "NS", "points": {"NS": 162}}, "0 - 10 × 1 + 7 × 0"),
        ({"declarer": "EW", "points": {"NS": 62}}, "62 - 10 × 0 + 7 × 0"),
        ({"declarer": "EW", "sweep": "EW", "points": {"EW": 162}}, "0 - 10 × 1 + 7 × 0"),
    ],
)
def test_all_tricks_are_filled_in_as_the_side_sees_them(deal: dict[str, Any], filled: str) -> None:
    defence = 'defence = "points + announces + belote"'
    ruleset = load_ruleset(PLAIN.replace(defence, 'defence = "points - 10*their_sweep + 7*sweep"'))
    told = steps(ruleset, {"declarer": "NS", "trump": "H", "contract": 80, "points": {"NS": 100}, **deal})
    assert [step.filled for step in told if step.name == "write_defence"] == [filled]


def test_a_contract_is_said_with_its_doubling_or_without() -> None:
    deal = {**DEAL, "belote": []}
    assert [_told("club", **deal | {"double": double})["contract"] for double in ("none", "coinche")] == [
        "North-South play 100, hearts.", "North-South play 100, hearts, coinched: factor 2.",
    ]  # fmt: skip
    take = {**deal, "contract": "take", "double": "none"}
    assert _told("guide-belote", **take)["contract"] == "North-South took, hearts."
    assert _told("club", **deal | {"contract": "capot", "double": "none"})["contract"] == (
        "North-South play a capot, hearts."
    )
    assert [step.text for step in steps(preset("club"), {"declarer": None})] == [
        "All four passed: nobody writes anything."
    ]


def test_a_converted_pack_is_said_as_it_is_judged() -> None:
    deal = {"declarer": "NS", "contract": 80, "trump": "TA", "points": {"NS": 130}}
    told = []
    for judged in ("exact", "converted"):
        success = f'same = 5\n[success]\njudge = "{judged}"\nbeat_defence = "more"'
        ruleset = load_ruleset(PLAIN.replace("same = 5", success))
        by_name = {step.name: step.text for step in steps(ruleset, deal)}
        told.append((by_name["converted"], by_name["needed"]))
    assert told == [
        (
            "Brought to a pack of 162: declarers 81.62, defence 80.37.",
            "The contract needs 80, and more than the defence’s 80.37.",
        ),
        (
            "Brought to a pack of 162: declarers 82, defence 80.",
            "The contract needs 80, and more than the defence’s 80.",
        ),
    ]


def test_points_that_wait_are_said_where_they_come_to_nothing_too() -> None:
    held = PLAIN.replace("same = 5", 'same = 5\n[success]\ntie = "held"').replace('keep = "points"', 'keep = "0"')
    told = steps(load_ruleset(held), {"declarer": "NS", "contract": 80, "trump": "H", "points": {"NS": 81}})
    assert [step.name for step in told[-3:]] == ["write_declarer", "write_defence", "keep"]
    assert (told[-1].amount, told[-4].name) == (0, "outcome") and "0 points wait" in told[-4].text


def test_a_generale_is_worked_out_by_its_own_row() -> None:
    deal = {"declarer": "NS", "contract": "generale", "trump": "H", "points": {"NS": 162}, "sweep": "NS", "alone": True}
    assert [step.amount for step in steps(load_ruleset(PLAIN), deal)[-2:]] == [500, 0]


def test_a_doubled_deal_is_worked_out_by_its_doubled_form() -> None:
    made = 'declarer = "m*(points + bid) + announces + belote"\ndefence = "points + announces + belote"\n'
    assert made in PLAIN
    source = PLAIN.replace(made, made + '[score.made.doubled]\ndeclarer = "m*(bid + bid)"\ndefence = "belote"\n')
    deal = {"declarer": "NS", "contract": 80, "trump": "H", "points": {"NS": 100}}
    told = []
    for double in ("none", "coinche", "surcoinche"):
        by_name = {step.name: step for step in steps(load_ruleset(source), {**deal, "double": double})}
        told.append((by_name["write_declarer"].filled, by_name["write_declarer"].amount))
    assert told == [("1 × (100 + 80) + 0 + 0", 180), ("2 × (80 + 80)", 320), ("4 × (80 + 80)", 640)]
