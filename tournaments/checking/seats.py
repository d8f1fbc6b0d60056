"""Who sits where: one seat a pair and round, as it was drawn unless it was put right; rounds, tables and numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tournaments.checking.book import CATCH_UP, Book, Row
from tournaments.checking.model import UNREADABLE, Finding, Place
from tournaments.draws.record import tables_of


def findings(book: Book) -> Iterator[Finding]:
    yield from _numbers(book)
    for round_ in book.rounds:
        yield from _seats(book, round_)
        yield from _games(book, round_)
        try:
            yield from _drawn(book, round_)
        except UNREADABLE:
            yield Finding("draw-unreadable", Place(round_["number"]))


def _numbers(book: Book) -> Iterator[Finding]:
    for number, times in Counter(row["number"] for row in book.rows["entries"]).items():
        if times > 1:
            yield Finding("entry-twice", Place(entry=number), times, 1)
    numbers = [row["number"] for row in book.rounds]
    if numbers != list(range(1, len(numbers) + 1)):
        yield Finding("round-numbers", Place(), numbers, list(range(1, len(numbers) + 1)))


def _seats(book: Book, round_: Row) -> Iterator[Finding]:
    """An entry has one seat of its own in a round, and plays in it; on each place of a table sits one."""
    number = round_["number"]
    matches = book.matches_of_round.get(round_["id"], ())
    for board, times in Counter(match["board"] for match in matches).items():
        if times > 1:
            yield Finding("table-twice", Place(number, board), times, 1)
    status = {row["entry"]: row["status"] for row in book.statuses_of_round.get(round_["id"], ())}
    seen: set[Any] = set()
    for match in matches:
        places: set[tuple[str, int]] = set()
        for seat in book.seats_of_match.get(match["id"], ()):
            place = Place(number, _table(book, match), entry=book.number(seat["participant"]))
            if (seat["side"], seat["slot"]) in places:
                yield Finding("seat-shared", place)
            places.add((seat["side"], seat["slot"]))
            if seat["outside"]:
                continue
            if seat["participant"] in seen:
                yield Finding("seat-twice", place)
            seen.add(seat["participant"])
            expected = "bye" if match["kind"] == CATCH_UP else "plays"
            if status.get(seat["participant"]) != expected:
                yield Finding("status", place, status.get(seat["participant"]), expected)


def _table(book: Book, match: Row) -> int:
    games = book.games_of_match.get(match["id"])
    table: int = games[0]["table_no"] if games else match["board"]
    return table


def _games(book: Book, round_: Row) -> Iterator[Finding]:
    """A game is over when its sheet is, and in a closed round none is left."""
    for game in book.games_of_round(round_):
        sheet = book.by_id["sheets"][game["sheet"]]
        over = {"closed": "closed", "open": "playing"}[sheet["state"]]
        if game["state"] != over:
            yield Finding("game-state", book.place_of_game(game), game["state"], over)


def _drawn(book: Book, round_: Row) -> Iterator[Finding]:
    """At the tables sit those whom the published draw seats there. Where seats were put right, or tables added or taken
    away, the history of the sheets and of the round says so; of teams the draw seats teams."""
    published = [row for row in book.draws_of_round.get(round_["id"], ()) if row["state"] == "published"]
    if (round_["state"] == "draft") != (not published):
        yield Finding("draw-published", Place(round_["number"]), len(published), int(round_["state"] != "draft"))
    if len(published) != 1 or round_["revision"] or book.tournament["entry_kind"] == "teams":
        return
    if any(row["verb"] == "seats" for game in book.games_of_round(round_) for row in book.events_of(game["sheet"])):
        return
    drawn = {**published[0]["result"], **(published[0]["hand"] or {})}
    wanted = {table["table"]: (table["ns"], table["ew"]) for table in tables_of(drawn)}
    matches = [row for row in book.matches_of_round.get(round_["id"], ()) if row["kind"] != CATCH_UP]
    for match in matches:
        sits: dict[str, list[str]] = {"A": [], "B": []}
        for seat in book.seats_of_match.get(match["id"], ()):
            sits.setdefault(seat["side"], []).append(seat["participant"])
        told = wanted.pop(match["board"], ((), ()))
        if (tuple(sits["A"]), tuple(sits["B"])) != told:
            stored = [[book.number(one) for one in sits[side]] for side in ("A", "B")]
            expected = [[book.number(one) for one in side] for side in told]
            yield Finding("seat-drawn", Place(round_["number"], match["board"]), stored, expected)
    for table in wanted:
        yield Finding("table-missing", Place(round_["number"], table))
