"""Penalty rows between the page and the file: what is refused, what is read, and what is left unsaid."""

from typing import Any

import pytest

from scoring.rules.penalty import MAX_FAULT, MAX_NTH, MAX_RUNGS
from scoring.rules.plain.penalties import MAX_POINTS, ladder_error, rows_of, tables_of

ROW: dict[str, Any] = {
    "fault": "misdeal", "from": 1, "until": MAX_NTH, "points": 160, "adds": [], "then": "", "counted": False,
}  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "error"),
    [
        ([], ""),
        ([ROW], ""),
        ([ROW] * MAX_RUNGS, ""),
        ([ROW] * (MAX_RUNGS + 1), "ladder"),
        (None, "ladder"),
        ((ROW,), "ladder"),
        ({}, "ladder"),
        (["misdeal"], "ladder"),
        ([ROW, "misdeal"], "ladder"),
        ([ROW, {**ROW, "fault": ""}], "fault"),
        ([{**ROW, "fault": "x" * MAX_FAULT}], ""),
        ([{**ROW, "fault": "x" * (MAX_FAULT + 1)}], "fault"),
        ([{**ROW, "fault": 3}], "fault"),
        ([{**ROW, "from": 99}], ""),
        ([{**ROW, "from": 0}], "times"),
        ([{**ROW, "from": "1"}], "times"),
        ([{**ROW, "until": 0}], "times"),
        ([{**ROW, "from": 7, "until": 7}], ""),
        ([{**ROW, "from": 8, "until": 7}], "times"),
        ([{**ROW, "points": 0}], ""),
        ([{**ROW, "points": MAX_POINTS}], ""),
        ([{**ROW, "points": MAX_POINTS + 1}], "penalty_points"),
        ([{**ROW, "adds": ["bid", "announces", "pack"]}], ""),
        ([{**ROW, "adds": "bid"}], "ladder"),
        ([{**ROW, "adds": ["total"]}], "ladder"),
        ([{**ROW, "adds": [["bid"]]}], "ladder"),
        ([{**ROW, "then": "redeal"}], ""),
        ([{**ROW, "then": "x"}], "ladder"),
        ([{**ROW, "counted": 1}], "ladder"),
        ([{**ROW, "more": 1}], "ladder"),
    ],
)
def test_rows_that_can_be_written_and_what_is_wrong_with_others(rows: Any, error: str) -> None:
    assert ladder_error(rows) == error


@pytest.mark.parametrize(
    ("table", "row"),
    [
        ({"fault": "misdeal"}, {"points": 0}),
        ({"fault": "misdeal", "amount": 20}, {"points": 20}),
        ({"fault": "misdeal", "amount": "20 + 30"}, {"points": 50}),
        ({"fault": "misdeal", "amount": "bid"}, {"points": 0, "adds": ["bid"]}),
        ({"fault": "misdeal", "amount": "160 + total + bid"}, {"adds": ["bid", "pack"]}),
        ({"fault": "misdeal", "amount": "160", "from": 2, "until": 3}, {"from": 2, "until": 3}),
        ({"fault": "misdeal", "amount": "160", "then": "redeal", "counted": True}, {"then": "redeal", "counted": True}),
    ],
)
def test_a_table_that_a_row_can_say(table: dict[str, Any], row: dict[str, Any]) -> None:
    assert rows_of([table]) == [{**ROW, **row}]
    assert rows_of([table, table]) == [{**ROW, **row}] * 2


@pytest.mark.parametrize(
    "table",
    [
        None,
        "misdeal",
        ["fault"],
        {"fault": "misdeal", "more": 1},
        {"fault": "misdeal", "amount": "2*bid"},
        {"fault": "misdeal", "amount": "bid - announces"},
        {"fault": "misdeal", "amount": "bid*announces"},
        {"fault": "misdeal", "amount": "bid + bid*announces"},
        {"fault": "misdeal", "amount": "points"},
        {"fault": "misdeal", "amount": "-10"},
        {"fault": "misdeal", "amount": "("},
        {"fault": "", "amount": "10"},
        {"amount": "10"},
        {"fault": "misdeal", "from": 0},
        {"fault": "misdeal", "counted": "yes"},
    ],
)
def test_a_table_that_says_more_than_a_row_can(table: Any) -> None:
    assert rows_of([table]) is None
    assert rows_of([{"fault": "misdeal"}, table]) is None


def test_no_list_of_tables_has_no_rows() -> None:
    assert rows_of({"fault": "misdeal"}) is None
    assert rows_of([]) == []


@pytest.mark.parametrize(
    ("row", "table"),
    [
        ({}, {"amount": "160"}),
        ({"points": 0}, {"amount": "0"}),
        ({"points": 0, "adds": ["bid"]}, {"amount": "bid"}),
        ({"adds": ["pack", "bid"]}, {"amount": "160 + bid + total"}),
        ({"from": 2}, {"from": 2, "amount": "160"}),
        ({"until": 1}, {"until": 1, "amount": "160"}),
        ({"then": "redeal", "counted": True}, {"amount": "160", "then": "redeal", "counted": True}),
    ],
)
def test_a_row_is_written_without_what_goes_without_saying(row: dict[str, Any], table: dict[str, Any]) -> None:
    assert tables_of([{**ROW, **row}]) == [{"fault": "misdeal", **table}]
