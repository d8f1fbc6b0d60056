"""Scored deals from the rule documents and published sheets: every one comes out exactly, with its reasons."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.rules import DealError, preset, score_deal, score_event
from tests.scoring.rule_files import CASE_FILES, case_rows, ruleset_of

HERE = Path(__file__).parent
# All eight tricks on a bid of 80 can be, but may be worth a second look.
UNLIKELY = {"club-090"}
DEALS = [
    pytest.param(row, id=f"{name}:{row['deal']['id']}")
    for name in CASE_FILES
    for row in case_rows(name)
    if "deal" in row
]


@pytest.mark.parametrize("row", DEALS)
def test_a_scored_deal_comes_out_exactly(row: dict[str, Any]) -> None:
    ruleset, expect = ruleset_of(row["ruleset"], tuple(row["variants"])), row["expect"]
    if "error" in expect:
        with pytest.raises(DealError):
            score_deal(ruleset, row["deal"])
        return
    answer = score_deal(ruleset, row["deal"]).as_dict()
    assert answer["id"] == row["deal"]["id"]
    for side, score in expect["score"].items():
        assert score is None or answer["score"][side] == score
        assert sum(line["amount"] for line in answer["lines"] if line["side"] == side) == answer["score"][side]
    assert answer["held"] == expect["held"]
    assert answer["result"] == expect.get("result", answer["result"])
    assert not answer["warnings"] or answer["id"] in UNLIKELY


PENALTIES = [
    pytest.param(row, id=row["penalty"]["id"]) for name in CASE_FILES for row in case_rows(name) if "penalty" in row
]


@pytest.mark.parametrize("row", PENALTIES)
def test_a_scored_penalty_comes_out_exactly(row: dict[str, Any]) -> None:
    answer = score_event(ruleset_of(row["ruleset"]), row["penalty"]).as_dict()
    assert (answer["id"], answer["result"], answer["made"]) == (row["penalty"]["id"], "penalty", None)
    assert (answer["score"], answer["held"]) == (row["expect"]["score"], row["expect"]["held"])


def test_every_case_file_is_read_and_holds_rows_of_its_rule_set_alone() -> None:
    assert {path.stem for path in (HERE / "cases").glob("*.jsonl")} == {*CASE_FILES, "own"}
    for name, id_ in CASE_FILES.items():
        assert {row["ruleset"] for row in case_rows(name)} == {id_}


def test_the_case_files_are_whole() -> None:
    counts = {name: len(case_rows(name)) for name in CASE_FILES}
    documents = {name: counts.pop(name) for name in ("club", "app", "guide-belote", "guide-coinche", "guide-contree")}
    assert documents == {"club": 102, "app": 48, "guide-belote": 49, "guide-coinche": 56, "guide-contree": 42}
    assert (len(counts), sum(counts.values())) == (27, 178)
    assert len(PENALTIES) == 11


@pytest.mark.parametrize(
    ("id_", "field"),
    [
        ("club-047", "best"),
        ("club-142", "belote"),
        ("club-152", "contract"),
        ("club-154", "contract"),
        ("club-157", "points"),
        ("club-158", "tricks"),
    ],
)
def test_a_refused_deal_names_the_field_to_mend(id_: str, field: str) -> None:
    row = next(row for row in case_rows("club") if row["deal"]["id"] == id_)
    with pytest.raises(DealError) as caught:
        score_deal(preset("club"), row["deal"])
    assert caught.value.field == field


def test_a_whole_evening_of_real_deals_scores_without_a_refusal() -> None:
    lines = (HERE.parent / "data" / "deals-64-pairs.jsonl").read_text(encoding="utf-8").splitlines()
    answers = [score_deal(preset("club"), json.loads(line)) for line in lines]
    assert len(answers) == 1936
    assert {answer.result for answer in answers} == {"made", "failed", "passed"}
    # Warnings must stay rare on true sheets, or nobody reads them.
    assert sum(1 for answer in answers if answer.notes) <= 19
