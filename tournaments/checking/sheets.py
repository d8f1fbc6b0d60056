"""A sheet against the game that its deals make: every figure of every line, totals, held points, numbering, digest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from scoring import replay
from scoring.rules.game import Game
from tournaments.checking.book import Book, Row
from tournaments.checking.model import UNREADABLE, Finding, Place

#: The figures of a line that are compared, by what a finding calls them.
FIGURES = ("scores", "counted", "held_after", "answer")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet as it is kept: its row, the lines that stand and those taken back, its history, all in order."""

    row: Row
    place: Place
    lines: tuple[Row, ...]
    gone: tuple[Row, ...]
    events: tuple[Row, ...]

    def at(self, position: int | None) -> Place:
        return replace(self.place, deal=position)

    @property
    def called(self) -> Any:
        return self.row["options"].get(replay.TIME_CALLED)

    @property
    def rulings(self) -> list[Any]:
        """What the arbiter decided about its game."""
        found: list[Any] = self.row["options"].get(replay.RULINGS, [])
        return found


def sheets_of(book: Book) -> list[Sheet]:
    """The sheets, by round and table."""
    lines, events = book.grouped("sheet_entries", "sheet"), book.grouped("sheet_events", "sheet")
    found = []
    for row in book.rows["sheets"]:
        mine = sorted(lines.get(row["id"], ()), key=lambda line: line["position"])
        found.append(
            Sheet(
                row,
                book.place_of_sheet.get(row["id"], Place()),
                tuple(line for line in mine if line["voided_at"] is None),
                tuple(line for line in mine if line["voided_at"] is not None),
                tuple(sorted(events.get(row["id"], ()), key=lambda event: event["seq"])),
            )
        )
    return sorted(found, key=lambda sheet: (sheet.place.round or 0, sheet.place.table or 0))


def game_of(book: Book, sheet: Sheet) -> Game | None:
    """The game that the lines of a sheet make; None where they make none."""
    try:
        ruleset, format_ = book.ruleset(sheet.row["ruleset_version"]), book.format(sheet.row["format"])
        deals = [line["data"] for line in sheet.lines]
        return replay.played(ruleset, format_, deals, sheet.called, sheet.rulings)
    except UNREADABLE:
        return None


def findings(book: Book, sheet: Sheet, played: Game | None) -> Iterator[Finding]:
    """What of a sheet is not as its deals make it."""
    for wanted, line in enumerate(sheet.lines, 1):
        if line["position"] != wanted:
            yield Finding("position", sheet.at(line["position"]), line["position"], wanted)
    if played is None:
        yield Finding("sheet-unreadable", sheet.place)
        return
    agreed = []
    for line, step in zip(sheet.lines, played.steps, strict=True):
        figures = replay.figures_of(step)
        kind = replay.kind_of(line["data"])
        for name in FIGURES:
            if line[name] != figures[name]:
                yield Finding(f"deal-{name}", sheet.at(line["position"]), line[name], figures[name])
        if line["kind"] != kind:
            yield Finding("deal-kind", sheet.at(line["position"]), line["kind"], kind)
        agreed.append([line["position"], figures["counted"], kind, line["data"], figures["scores"]])
    yield from _totals(book, sheet, played)
    told = {"held": played.held, "complete": played.complete, "digest": replay.digest(agreed, sheet.rulings)}
    for name, expected in told.items():
        if sheet.row[name] != expected:
            yield Finding(f"sheet-{name}", sheet.place, sheet.row[name], expected)


def _totals(book: Book, sheet: Sheet, played: Game) -> Iterator[Finding]:
    stored = {row["side"]: row["total"] for row in book.sides_of_sheet.get(sheet.row["id"], ())}
    for side, name in replay.SIDE_OF.items():
        if stored.get(side) != played.totals[name]:
            params = {"side": name}
            yield Finding("total", sheet.place, stored.get(side), played.totals[name], params)
