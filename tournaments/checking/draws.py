"""Every draw made again from its request, by the verifier that anybody may run; a tournament's file holds the seed, be
it opened or not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tournaments.checking.book import Book, Row
from tournaments.checking.model import Finding, Place
from tournaments.draws.verify import FORMAT, PUBLISHED, SAME, VERSION, verify

#: Remarks of the verifier that are no doubts: seats may be put right after a draw.
NO_DOUBT = frozenset({"history"})


def findings(book: Book, progress: Callable[[int, int], None] = lambda done, of: None) -> Iterator[Finding]:
    first = 1
    for stage in book.stages:
        report = verify(_file(book, stage, first), progress)
        for one in report.verdicts:
            if one.finding != SAME:
                params = {"attempt": one.attempt, "state": one.state, "detail": one.detail}
                yield Finding(f"draw-{one.finding}", Place(one.round), params=params)
        published = {(one.round, one.attempt) for one in report.verdicts if one.state == PUBLISHED}
        for code, values in report.remarks:
            # A draft made by hand need not be whole before it is published.
            if code == "hand" and (values["round"], values["attempt"]) not in published:
                continue
            if code not in NO_DOUBT:
                yield Finding(f"draws-{code}", Place(values["round"]), params={"attempt": values.get("attempt")})
        first += stage["rounds_planned"]


def _file(book: Book, stage: Row, first: int) -> dict[str, Any]:
    """The draws of a stage as docs/draw-file.md has them."""
    rounds = {row["id"]: row["number"] for row in book.rounds if row["stage"] == stage["id"]}
    return {
        "format": FORMAT,
        "version": VERSION,
        "first_round": first,
        "commitment": stage["commitment"],
        "seed": stage["sealed_seed"],
        "draws": [
            {
                "round": rounds[row["round"]],
                "attempt": row["attempt"],
                "state": row["state"],
                "request": row["inputs"],
                "result": row["result"],
                **({} if row["hand"] is None else {"hand": _hand(row["hand"])}),
            }
            for row in book.rows["draws"]
            if row["round"] in rounds
        ],
    }


def _hand(hand: Row) -> dict[str, Any]:
    return {name: hand[name] for name in ("tables", "byes") if name in hand}
