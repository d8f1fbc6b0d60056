"""Points given or taken: what makes void names what it makes void, and the journal tells of each the same."""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.checking.book import Book, Row
from tournaments.checking.model import Finding, Place


def findings(book: Book) -> Iterator[Finding]:
    known = book.by_id["adjustments"]
    for row in book.rows["adjustments"]:
        if row["voids"] is None:
            continue
        wrong = known[row["voids"]]
        if row["points"] != -wrong["points"] or row["entry"] != wrong["entry"]:
            yield Finding("adjustment-counter", _place(book, row), row["points"], -wrong["points"])
    for line in book.rows["journal"]:
        if line["verb"] not in ("adjustment.made", "adjustment.voided") or not isinstance(line["after"], dict):
            continue
        told, kept = line["after"], known.get(line["object_id"])
        if kept is None:
            number = told.get("number")
            place = Place(told.get("round"), entry=number if isinstance(number, int) else None)
            yield Finding("adjustment-lost", place, None, told.get("points"))
        elif kept["points"] != told.get("points"):
            yield Finding("adjustment-points", _place(book, kept), kept["points"], told.get("points"))


def _place(book: Book, row: Row) -> Place:
    return Place(book.round_number(row["round"]), entry=book.number(row["entry"]))
