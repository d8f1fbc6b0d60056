"""Penalty rows between the page and the file: a fault, from which time to which, and what the other side gets.

A row: {"fault": name, "from": n, "until": n (1 to 99), "points": n, "adds": list out of "bid", "announces" and "pack",
"then": what happens to the deal ("" for nothing), "counted": whether the deal still counts}.
"""

from collections.abc import Mapping
from typing import Any

from scoring.rules.formula import FormulaError, parse_formula
from scoring.rules.penalty import AMOUNT_NAMES, MAX_FAULT, MAX_NTH, MAX_RUNGS
from scoring.rules.penalty import THEN as AFTER
from scoring.rules.source import is_whole

THEN = ("", *AFTER)
ADDS: Mapping[str, str] = {"bid": "bid", "announces": "announces", "pack": "total"}
MAX_POINTS = 10_000
_KEYS = frozenset(("fault", "from", "until", "points", "adds", "then", "counted"))


def ladder_error(rows: Any) -> str:
    """The id of what is wrong with penalty rows, "" where they can be written."""
    if not isinstance(rows, list) or len(rows) > MAX_RUNGS or any(not isinstance(row, dict) for row in rows):
        return "ladder"
    return next((code for row in rows if (code := _row_error(row))), "")


def _row_error(row: Mapping[str, Any]) -> str:
    if {*row} != _KEYS:
        return "ladder"
    fault, adds = row["fault"], row["adds"]
    if not isinstance(fault, str) or not fault.strip() or len(fault) > MAX_FAULT:
        return "fault"
    if not _within(row["from"], 1, MAX_NTH) or not _within(row["until"], 1, MAX_NTH) or row["until"] < row["from"]:
        return "times"
    if not _within(row["points"], 0, MAX_POINTS):
        return "penalty_points"
    known = isinstance(adds, list) and all(isinstance(one, str) and one in ADDS for one in adds)
    return "" if known and row["then"] in THEN and isinstance(row["counted"], bool) else "ladder"


def _within(number: object, low: int, high: int) -> bool:
    return is_whole(number) and low <= number <= high


def rows_of(tables: object) -> list[dict[str, Any]] | None:
    """The rows in a file's ``[[penalty]]`` tables, None where one of them says more than a row can."""
    if not isinstance(tables, list):
        return None
    rows = [_row(table) for table in tables]
    return None if any(row is None for row in rows) else [row for row in rows if row]


def _row(table: object) -> dict[str, Any] | None:
    if not isinstance(table, dict) or {*table} - {"fault", "from", "until", "amount", "then", "counted"}:
        return None
    try:
        terms = parse_formula(str(table.get("amount", 0)), AMOUNT_NAMES).terms
    except FormulaError:
        return None
    names = [term.names for term in terms if term.names]
    adds = [word for word, name in ADDS.items() if (name,) in names]
    if len(adds) < len(names) or any(term.names and term.coefficient != 1 for term in terms):
        return None
    row = {
        "fault": table.get("fault"),
        "from": table.get("from", 1),
        "until": table.get("until", MAX_NTH),
        "points": sum(term.coefficient for term in terms if not term.names),
        "adds": adds,
        "then": table.get("then", ""),
        "counted": table.get("counted", False),
    }
    return None if _row_error(row) else row


def tables_of(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The ``[[penalty]]`` tables of penalty rows, without what goes without saying."""
    return [_table(row) for row in rows]


def _table(row: Mapping[str, Any]) -> dict[str, Any]:
    adds = [name for word, name in ADDS.items() if word in row["adds"]]
    parts = [str(row["points"])] if row["points"] or not adds else []
    table: dict[str, Any] = {"fault": row["fault"]}
    if row["from"] != 1:
        table["from"] = row["from"]
    if row["until"] != MAX_NTH:
        table["until"] = row["until"]
    table["amount"] = " + ".join([*parts, *adds])
    if row["then"]:
        table["then"] = row["then"]
    if row["counted"]:
        table["counted"] = True
    return table
