"""Answers that cannot stand are refused under the question to change."""

from typing import Any

import pytest

from scoring.rules.plain import AnswersError, complete, errors, tree_of


def refused(answers: dict[str, Any]) -> list[tuple[str, str]]:
    return [(refusal.key, refusal.code) for refusal in errors(answers)]


def test_the_usual_answers_go_together() -> None:
    assert refused({}) == []
    assert refused({"kind": "take", "beat_defence": "more", "made_writes": "points", "failed_writes": "figure"}) == []


ROW = {"fault": "misdeal", "from": 1, "until": 99, "points": 160, "adds": [], "then": "", "counted": False}


APART = {"all_trump": True, "all_trump_conversion": "own", "convert_last_trick": "apart"}
TO_162 = {"all_trump": True, "all_trump_conversion": "to_162"}
OWN_SCALE = {"all_trump": True, "all_trump_scale": "own"}
NATURAL = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}


def converted(up: int, down: int, pack: int = 258, **more: Any) -> dict[str, Any]:
    """A pack of all-trump of that many points, and what it is converted by."""
    answers = {"all_trump": True, "all_trump_conversion": "own", "convert_up": up, "convert_down": down}
    fixed = {"pack_total": "fixed", "pack_totals": {"suit": 162, "SA": 162, "TA": pack}}
    return {**answers, **(fixed if pack != 258 else {}), **more}


ALMOST_NO_PACK = {"pack_total": "fixed", "pack_totals": {"suit": 162, "SA": 162, "TA": 9}}


@pytest.mark.parametrize(
    ("answers", "refusal"),
    [
        ({"kind": "tarot"}, ("kind", "choice")),
        ({"kind": ["take"]}, ("kind", "choice")),
        ({"no_trump": 1}, ("no_trump", "flag")),
        ({"lowest": 0}, ("lowest", "bounds")),
        ({"lowest": True}, ("lowest", "bounds")),
        ({"lowest": 1001}, ("lowest", "bounds")),
        ({"lowest": "80"}, ("lowest", "bounds")),
        ({"bid_list": []}, ("bid_list", "numbers")),
        ({"bid_list": "80"}, ("bid_list", "numbers")),
        ({"bid_list": [80, 0]}, ("bid_list", "bounds")),
        ({"highest": {"suit": 160}}, ("highest", "table")),
        ({"highest": {"suit": 160, "SA": -1, "TA": 0}}, ("highest", "bounds")),
        ({"made_multiplied": ["bid", "bid"]}, ("made_multiplied", "choice")),
        ({"made_multiplied": [["bid"]]}, ("made_multiplied", "choice")),
        ({"made_multiplied": "bid"}, ("made_multiplied", "choice")),
        ({"penalties": [{"fault": "misdeal"}]}, ("penalties", "ladder")),
        ({"penalties": [{**ROW, "fault": " "}]}, ("penalties", "fault")),
        ({"penalties": [{**ROW, "from": 3, "until": 2}]}, ("penalties", "times")),
        ({"penalties": [{**ROW, "until": 100}]}, ("penalties", "times")),
        ({"penalties": [{**ROW, "points": -1}]}, ("penalties", "penalty_points")),
        ({"penalties": [{**ROW, "then": "fine"}]}, ("penalties", "ladder")),
        ({"penalties": [{**ROW, "adds": ["belote"]}]}, ("penalties", "ladder")),
        ({"highest": {"suit": 70, "SA": 160, "TA": 160}}, ("highest", "ends_below")),
        ({"belote_helps": "no", "beat_defence": "more"}, ("belote_against", "against")),
        ({"surcoinche_times": 2}, ("surcoinche_times", "less_than_coinche")),
        ({"rounding": "line", "rounding_unit": "5", "rounding_up_from": 6}, ("rounding_up_from", "above_unit")),
        ({"failed_sweep": 90, "failed_writes": "all"}, ("failed_sweep", "sweep_twice")),
        ({"made_multiplied": ["x"]}, ("made_multiplied", "choice")),
        ({"bid_list": [80] * 201}, ("bid_list", "numbers")),
        ({"highest": {"suit": 1, "SA": 160, "TA": 160}}, ("highest", "ends_below")),
        ({"failed_sweep": 1, "failed_writes": "all_bid", "sweep_unasked": "added"}, ("failed_sweep", "sweep_twice")),
        ({"failed_sweep": 1, "doubled_failed": "all_bid"}, ("failed_sweep", "sweep_twice")),
        ({**TO_162, "last_trick": {"suit": 10, "SA": 10, "TA": 11}}, ("all_trump_conversion", "not_258")),
        ({**TO_162, "all_trump_scale": "14-9-6-5-3-1"}, ("all_trump_conversion", "not_258")),
        ({**TO_162, **OWN_SCALE, "all_trump_cards": NATURAL}, ("all_trump_conversion", "not_258")),
        (converted(1, 67), ("convert_to", "no_whole")),
        (converted(1, 257), ("convert_to", "no_whole")),
        (converted(1, 43, convert_last_trick="apart"), ("convert_to", "no_whole")),
        (converted(1, 67, convert_last_trick="apart"), ("convert_to", "no_whole")),
        (converted(1, 1, 0), ("convert_to", "no_whole")),
        (converted(5001, 1, 2), ("convert_to", "no_whole")),
        (converted(9991, 1, 11, convert_last_trick="apart"), ("convert_to", "no_whole")),
        (converted(1, 1, convert_last_trick="apart", convert_to=1), ("convert_to", "too_little")),
        ({**APART, "convert_to": 10}, ("convert_to", "too_little")),
        ({**APART, "convert_to": 11, **ALMOST_NO_PACK}, ("convert_to", "too_little")),
    ],
)
def test_answers_that_do_not_go_together_are_refused_by_key(answers: dict[str, Any], refusal: tuple[str, str]) -> None:
    assert refused(answers) == [refusal]
    with pytest.raises(AnswersError) as caught:
        tree_of(answers)
    assert caught.value.refusals == errors(answers)
    for language in ("en", "fr"):
        assert caught.value.refusals[0].text(language)


@pytest.mark.parametrize(
    "answers",
    [
        {"bid_list": [80] * 200},
        {"highest": {"suit": 80, "SA": 80, "TA": 0}},
        {"made_multiplied": []},
        {"failed_sweep": 1, "failed_writes": "all", "sweep_unasked": "bonus"},
        {"failed_sweep": 1, "failed_writes": "points_bid"},
        TO_162,
        {**TO_162, **OWN_SCALE},
        {**TO_162, **OWN_SCALE, "all_trump_cards": {**NATURAL, "J": 20, "9": 14}},
        converted(1, 43),
        converted(1, 258),
        converted(1, 257, convert_to=1),
        converted(1, 2, convert_last_trick="apart"),
        converted(1, 62, convert_last_trick="apart"),
        converted(5000, 1, 2),
        converted(9990, 1, 11, convert_last_trick="apart"),
        converted(1, 1, convert_to=1),
        converted(1, 1, convert_to=5),
        converted(1, 1, 10, convert_last_trick="apart", convert_to=11),
        converted(1, 1, convert_last_trick="apart", convert_to=11),
    ],
)
def test_answers_that_just_go_together(answers: dict[str, Any]) -> None:
    assert refused(answers) == []


def test_all_that_is_refused_is_said_in_one_line() -> None:
    with pytest.raises(AnswersError) as caught:
        tree_of({"surcoinche_times": 2, "highest": {"suit": 70, "SA": 160, "TA": 160}})
    first, second = (refusal.text("en") for refusal in caught.value.refusals)
    assert str(caught.value) == f"highest: {first}; surcoinche_times: {second}"
    assert first != caught.value.refusals[0].text("fr")


def test_a_game_without_bids_cannot_write_or_multiply_one() -> None:
    take = {"kind": "take", "beat_defence": "more", "trump_factor": "bid"}
    assert refused(take) == [("trump_factor", "no_bid"), ("made_writes", "no_bid"), ("failed_writes", "no_bid")]
    assert ("beat_defence", "always_made") in refused({"kind": "take"})
    assert ("beat_defence", "always_made") not in refused({"kind": "take", "take_needs": 82})


def test_what_is_not_asked_is_not_looked_at_but_must_have_its_shape() -> None:
    assert refused({"coinche": False, "surcoinche_times": 2}) == []
    assert refused({"bid_steps": "list", "highest": {"suit": 70, "SA": 70, "TA": 70}}) == []
    assert refused({"coinche": False, "surcoinche_times": "2"}) == [("surcoinche_times", "bounds")]


def test_completing_gives_every_question_an_answer_and_leaves_out_what_is_none() -> None:
    full = complete({"lowest": 82, "colour": "red"})
    assert full["lowest"] == 82 and full["step"] == 10 and "colour" not in full
    full["highest"]["suit"] = 1
    assert complete({})["highest"]["suit"] == 160
