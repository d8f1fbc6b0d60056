"""The sheets of a round as they are made public: pure, so that whoever checks a tournament's file makes the same.

A line says what was played and what it brought, and nothing of who wrote it, when, or why it was corrected.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.rules.deal import FIELDS
from scoring.rules.marked import is_marked

#: What was played; the name that a scorer's program gives a deal is text of a stranger's, and stays where it is.
_PLAYED = tuple(name for name in FIELDS if name != "id")
#: What stands on a sheet taken over from a paper, beside the figures.
_MARKED = ("marked", "deals", "whole", "belotes", "sweeps", "trump")
#: The sides of a sheet, as a deal names them.
SIDES = {"A": "NS", "B": "EW"}
_EMPTY: tuple[Any, ...] = (None, "", "none", [], {}, False)


def sheet(table: int, totals: Mapping[str, int], entries: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """A table's sheet. ``totals`` by the sheet's sides (A, B); ``entries``: rows of its lines with ``position``,
    ``counted``, ``data``, ``scores``, ``answer`` and ``voided_at``, in any order: those taken back are left out."""
    lines = sorted((row for row in entries if row["voided_at"] is None), key=lambda row: row["position"])
    return {
        "table": table,
        "totals": [totals.get(side, 0) for side in SIDES],
        "deals": [line(row) for row in lines],
    }


def line(row: Mapping[str, Any]) -> dict[str, Any]:
    """A line of a sheet: its number among the deals that count (``no``, None for one that does not), what it brought
    north-south and east-west (``score``), what became of it (``result``), and what was played: empty fields are left
    out."""
    data, answer = row["data"], row["answer"]
    fields = _MARKED if is_marked(data) else _PLAYED
    return {
        "no": row["counted"],
        "score": [row["scores"].get(side, 0) for side in SIDES.values()],
        "result": answer.get("result", ""),
        **({} if answer.get("made") is None else {"made": answer["made"]}),
        **{name: data[name] for name in fields if data.get(name) not in _EMPTY},
    }


def of_round(number: int, sheets: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The sheets of a round, by table."""
    return {"round": number, "sheets": sorted(sheets, key=lambda one: one["table"])}
