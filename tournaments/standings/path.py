"""An entry's way through a tournament, made of what was published and of nothing else: pure.

Figures are those of publications, by the number of the round: ``results`` and ``sheets`` of each round, ``standings``
after it. A round that is not public is in none of them, and so in no way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

Figures = Mapping[int, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Step:
    """A round of an entry. ``table`` None: it had none; ``source`` then says why (bye, late, absent, "" where nothing
    is told of it). ``with_``: who sat on its side beside it, ``against``: the others; ids. ``points``: what it has from
    the round, ``conceded``: what the others have; None where that is not told. ``side``: its place on the sheet, A
    north-south, B east-west. ``meeting``: of a team, the number of the meeting. ``sheet``: the table's sheet as
    published, None where there is none. ``rank``, ``total``: after the round."""

    round: int
    table: int | None = None
    side: str = ""
    source: str = ""
    with_: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    points: int | None = None
    conceded: int | None = None
    forfeit: bool = False
    made_up: bool = False
    meeting: int | None = None
    sheet: Mapping[str, Any] | None = None
    rank: int | None = None
    tied: bool = False
    total: int | None = None

    @property
    def won(self) -> bool | None:
        """Whether it scored more than the others; None where they are level, or nothing is told."""
        if self.points is None or self.conceded is None or self.points == self.conceded:
            return None
        return self.points > self.conceded and not self.forfeit


def path_of(entry: str, results: Figures, sheets: Figures, standings: Figures) -> list[Step]:
    """The steps of an entry by its id, a round each: every round whose results are public, in order; of a round with
    several tables of it (a game made up beside the usual one) a step each."""
    found: list[Step] = []
    for number in sorted(results):
        place = _place(entry, standings.get(number))
        steps = _at_tables(entry, results[number], sheets.get(number)) or [_elsewhere(entry, results[number])]
        found += [_ranked(step, place) for step in steps]
    return found


def _ranked(step: Step, place: Mapping[str, Any] | None) -> Step:
    if place is None:
        return step
    return replace(step, rank=place["rank"], tied=place["tied"], total=place["points"])


def _place(entry: str, standings: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """Its row of the standings; of a pair of a team that among the pairs."""
    rows: Sequence[Mapping[str, Any]] = [] if standings is None else [*standings["rows"], *standings.get("pairs", ())]
    return next((row for row in rows if row["entry"] == entry), None)


def _at_tables(entry: str, results: Mapping[str, Any], sheets: Mapping[str, Any] | None) -> list[Step]:
    by_table = {} if sheets is None else {one["table"]: one for one in sheets["sheets"]}
    number = results["round"]
    found = [
        _seated(entry, number, table, by_table.get(table["table"]))
        for table in results["tables"]
        if any(seat["entry"] == entry for seat in table["sides"])
    ]
    found += [
        _met(entry, number, one)
        for one in results.get("meetings", ())
        if any(side["entry"] == entry for side in one["sides"])
    ]
    return found


def _seated(entry: str, number: int, table: Mapping[str, Any], sheet: Mapping[str, Any] | None) -> Step:
    seats = table["sides"]
    mine = next(seat for seat in seats if seat["entry"] == entry)
    others = [seat for seat in seats if seat["side"] != mine["side"]]
    return Step(
        round=number,
        table=table["table"],
        side=mine["side"],
        with_=tuple(seat["entry"] for seat in seats if seat["side"] == mine["side"] and seat is not mine),
        against=tuple(seat["entry"] for seat in others),
        points=mine["points"],
        conceded=others[0]["points"] if others else None,
        forfeit=bool(mine.get("forfeit")),
        made_up=bool(table.get("catch_up")),
        sheet=sheet,
    )


def _met(entry: str, number: int, meeting: Mapping[str, Any]) -> Step:
    mine = next(side for side in meeting["sides"] if side["entry"] == entry)
    others = [side for side in meeting["sides"] if side is not mine]
    return Step(
        round=number,
        meeting=meeting["meeting"],
        against=tuple(side["entry"] for side in others),
        points=mine["points"],
        conceded=others[0]["points"] if others else None,
    )


def _elsewhere(entry: str, results: Mapping[str, Any]) -> Step:
    """A round without a table: a rest, a late arrival, an absence, or nothing at all."""
    for one in (*results["byes"], *results.get("missed", ())):
        if one["entry"] == entry:
            return Step(results["round"], source=one.get("source", "bye"), points=one["points"])
    return Step(results["round"])
