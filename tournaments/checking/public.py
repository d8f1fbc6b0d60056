"""What was made public, and the standings as last worked out, against what they should be."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tournaments.checking import lists
from tournaments.checking.book import Book, Row
from tournaments.checking.model import UNREADABLE, Finding, Place
from tournaments.checking.results import Results
from tournaments.checking.standings import figures_of, round_figures
from tournaments.standings import dealt
from tournaments.standings.ranking import CRITERIA
from tournaments.standings.terms import from_lists, value_of

#: The figures of a row that are named one by one, the weightiest first; of the others only the first that differs.
NAMED = ("rank", "points", "adjustments")
OTHERS = ("results", "byes", "values", "rounds", "tied", "decided_by", "played", "line")
#: What the figures of a row are made of.
EXPLAINED = "explained"


def sha256_of(figures: Any) -> str:
    """The SHA-256 that figures were published with."""
    return hashlib.sha256(json.dumps(figures, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def findings(book: Book, results: Results, standing: Mapping[str, Any] | None) -> Iterator[Finding]:
    """``standing``: the standings as the database keeps them (``revision``, ``figures``), where it is known."""
    once: dict[str, Any] = {}

    def now() -> Any:
        if not once:
            once.update(figures_of(book, results))
        return once

    if standing is not None and standing["revision"] == book.tournament["revision"]:
        yield from _guarded(lambda: _standings(book, "standing", Place(), standing["figures"], now()), Place())
    for row in sorted(book.rows["publications"], key=lambda row: (row["at"], row["id"])):
        yield from _publication(book, results, row, now)


def _guarded(look: Callable[[], Iterator[Finding]], place: Place, **params: Any) -> Iterator[Finding]:
    try:
        yield from look()
    except UNREADABLE:
        yield Finding("public-unreadable", place, params=params)


def _publication(book: Book, results: Results, row: Row, now: Callable[[], Any]) -> Iterator[Finding]:
    place = Place(book.round_number(row["round"]))
    about = {"what": row["what"], "version": row["version"]}
    if sha256_of(row["figures"]) != row["sha256"]:
        yield Finding("public-sha256", place, row["sha256"], sha256_of(row["figures"]), about)
    unchanged = row["revision"] == book.tournament["revision"]
    if row["what"] == "standings":
        yield from _guarded(lambda: _agrees(book, place, row["figures"], about), place, **about)
        if unchanged and row["round"] == _last_begun(book):
            yield from _guarded(lambda: _standings(book, "public", place, row["figures"], now(), about), place, **about)
    elif row["what"] == "lists":
        yield from _guarded(lambda: lists.agree(book, place, row["figures"], about), place, **about)
        if unchanged and row["round"] == _last_begun(book):
            yield from _guarded(lambda: lists.differ(book, results, place, row["figures"], about), place, **about)
    elif row["what"] == "sheets":
        if unchanged and row["round"] in book.by_id["rounds"]:
            round_ = book.by_id["rounds"][row["round"]]
            yield from _guarded(lambda: _sheets(place, row["figures"], sheets_of(book, round_), about), place, **about)
    elif unchanged and row["round"] in book.by_id["rounds"]:
        round_ = book.by_id["rounds"][row["round"]]
        yield from _guarded(
            lambda: _round(book, place, row["figures"], round_figures(book, results, round_), about), place, **about
        )


def _last_begun(book: Book) -> Any:
    """The round that standings are now those after; what is let go of rounds before it is as things stood then."""
    begun = [row for row in book.rounds if row["state"] != "draft"]
    return begun[-1]["id"] if begun else None


# Sheets


def sheets_of(book: Book, round_: Row) -> dict[str, Any]:
    """The sheets of a round as plain JSON, as ``services.sheetfigures.sheets_figures`` makes them."""
    found = []
    for game in book.games_of_round(round_):
        if game["state"] == "closed" and not game["forfeit"]:
            totals = {row["side"]: row["total"] for row in book.sides_of_sheet.get(game["sheet"], ())}
            found.append(dealt.sheet(game["table_no"], totals, book.lines_of_sheet.get(game["sheet"], ())))
    return dealt.of_round(round_["number"], found)


def _sheets(
    place: Place, stored: Mapping[str, Any], expected: Mapping[str, Any], about: Mapping[str, Any]
) -> Iterator[Finding]:
    mine, theirs = ({row["table"]: row for row in of.get("sheets", ())} for of in (stored, expected))
    for table in sorted(mine.keys() | theirs.keys()):
        kept, wanted = mine.get(table), theirs.get(table)
        if kept != wanted:
            was, now = (None if one is None else one["totals"] for one in (kept, wanted))
            yield Finding("public-sheets", replace(place, table=table), was, now, about)


# Standings


def _standings(
    book: Book,
    kind: str,
    place: Place,
    stored: Mapping[str, Any],
    expected: Mapping[str, Any],
    about: Mapping[str, Any] | None = None,
) -> Iterator[Finding]:
    params = dict(about or {})
    for name in ("criteria", "parameters", "rounds", "cut"):
        if stored.get(name) != expected.get(name):
            yield Finding(f"{kind}-{name}", place, stored.get(name), expected.get(name), params)
    for part in ("rows", "pairs"):
        mine = {row["entry"]: row for row in stored.get(part, ())}
        theirs = {row["entry"]: row for row in expected.get(part, ())}
        same = mine == theirs
        for entry in sorted(mine.keys() | theirs.keys(), key=lambda one: (book.number(one) or 0, one)):
            here = replace(place, entry=book.number(entry))
            if entry not in mine or entry not in theirs:
                yield Finding(f"{kind}-row", here, int(entry in mine), int(entry in theirs), params)
            else:
                yield from _row(kind, here, _flat(mine[entry]), _flat(theirs[entry]), params)
        orders = [[book.number(row["entry"]) for row in of.get(part, ())] for of in (stored, expected)]
        if same and orders[0] != orders[1]:
            yield Finding(f"{kind}-order", place, orders[0], orders[1], params)


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    return {**row, **row["terms"]}


def _row(
    kind: str, place: Place, stored: Mapping[str, Any], expected: Mapping[str, Any], params: Mapping[str, Any]
) -> Iterator[Finding]:
    # Figures of a version of this program that explained nothing are no fault.
    names = (*NAMED, *OTHERS, *((EXPLAINED,) if EXPLAINED in stored else ()))
    differ = [name for name in names if stored.get(name) != expected.get(name)]
    for name in [name for name in differ if name in NAMED] or differ[:1]:
        yield Finding(f"{kind}-{name}", place, stored.get(name), expected.get(name), params)


def _agrees(book: Book, place: Place, figures: Mapping[str, Any], about: Mapping[str, Any]) -> Iterator[Finding]:
    """Standings against themselves, also those that something has changed since: totals are their terms, ranks follow
    from the figures that rank."""
    for row in (*figures["rows"], *figures.get("pairs", ())):
        total = sum(row["terms"][name] for name in ("results", "byes", "adjustments"))
        if {row["points"], row["values"].get("points", total)} != {total}:
            yield Finding("public-sum", replace(place, entry=book.number(row["entry"])), row["points"], total, about)
        for name, parts in row.get(EXPLAINED, {}).items():
            total = value_of(from_lists(parts))
            if row["values"].get(name) != total:
                here = replace(place, entry=book.number(row["entry"]))
                yield Finding("public-explained", here, total, row["values"].get(name), about)
    lines = dict.fromkeys(row.get("line") for row in figures["rows"])
    lists = [[row for row in figures["rows"] if row.get("line") == line] for line in lines]
    for rows in (*lists, figures.get("pairs", ())):
        for row, rank in zip(rows, _ranks(rows, figures["criteria"]), strict=True):
            if row["rank"] is not None and row["rank"] != rank:
                yield Finding("public-rank", replace(place, entry=book.number(row["entry"])), row["rank"], rank, about)


def _ranks(rows: Sequence[Mapping[str, Any]], criteria: Sequence[str]) -> list[int]:
    """The rank of each row by the figures beside it, in the order of the criteria."""
    signs = [(name, -1 if CRITERIA[name].more_is_better else 1) for name in criteria]
    signed = [[sign * row["values"][name] for name, sign in signs] for row in rows]
    counted = [figures for row, figures in zip(rows, signed, strict=True) if row["rank"] is not None]
    return [1 + sum(other < figures for other in counted) for figures in signed]


# The results of a round


def _round(
    book: Book, place: Place, stored: Mapping[str, Any], expected: Mapping[str, Any], about: Mapping[str, Any]
) -> Iterator[Finding]:
    parts = (("tables", "table"), ("byes", "entry"), ("missed", "entry"), ("meetings", "meeting"))
    for part, key in parts:
        mine = {row[key]: row for row in stored.get(part, ())}
        theirs = {row[key]: row for row in expected.get(part, ())}
        for one in sorted(mine.keys() | theirs.keys(), key=str):
            if mine.get(one) == theirs.get(one):
                continue
            here = replace(place, entry=book.number(one)) if key == "entry" else replace(place, table=one)
            kept, wanted = _told(book, mine.get(one)), _told(book, theirs.get(one))
            yield Finding(f"public-{part}", here, kept, wanted, about)
    for name in ("round", "bye_rule", "cut"):
        if stored.get(name) != expected.get(name):
            yield Finding(f"public-{name}", place, stored.get(name), expected.get(name), about)


def _told(book: Book, row: Mapping[str, Any] | None) -> Any:
    """A part of a round's figures with numbers in place of ids."""
    if row is None:
        return None
    found = {name: book.number(value) if name == "entry" else value for name, value in row.items()}
    return {**found, "sides": [_told(book, side) for side in row["sides"]]} if "sides" in row else found
