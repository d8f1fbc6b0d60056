"""The whole check of a tournament's file, in one go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from scoring import rules
from tournaments import archive
from tournaments.archive.reading import ArchiveError
from tournaments.checking import adjustments, draws, history, public, results, seats, sheets
from tournaments.checking.book import Book
from tournaments.checking.model import UNREADABLE, Checked, Finding

Kept = Mapping[str, Any]
"""The standings as the database keeps them: ``revision`` and ``figures``. They are in no file."""

Progress = Callable[[int, int], None]


def check_file(data: bytes) -> Checked:
    """The check of a file's bytes. ``archive.ArchiveError`` where it cannot be read; what contradicts itself in it is
    found, like everything else."""
    document, doubts = archive.read_all(data)
    found = check(document)
    return Checked((*(_doubt(one) for one in doubts), *found.findings), found.counted)


def _doubt(error: ArchiveError) -> Finding:
    return Finding(error.code, params=dict(error.params))


def check(
    document: Mapping[str, Any],
    *,
    standing: Kept | None = None,
    with_draws: bool = True,
    progress: Progress = lambda done, of: None,
) -> Checked:
    """The check of a document as ``tournaments.archive`` has it. ``with_draws``: every draw is made again too, which
    takes as long as making them did; ``progress`` is told how many are done."""
    book = Book(document)
    played = sheets.sheets_of(book)
    games = {sheet.row["id"]: sheets.game_of(book, sheet) for sheet in played}
    wanted = results.results_of(book, games)
    found = list(_rulesets(book))
    for sheet in played:
        found += _guarded(sheets.findings(book, sheet, games[sheet.row["id"]]), sheet)
        found += _guarded(history.findings(book, sheet), sheet)
    parts: list[Iterator[Finding]] = [
        seats.findings(book),
        results.findings(book, wanted),
        adjustments.findings(book),
        public.findings(book, wanted, standing),
    ]
    if with_draws:
        parts.append(draws.findings(book, progress))
    for part in parts:
        found += _guarded(part)
    return Checked(tuple(found), _counted(book))


def _guarded(look: Iterable[Finding], sheet: sheets.Sheet | None = None) -> list[Finding]:
    """What was found until it could not be read any further, and that."""
    found: list[Finding] = []
    try:
        found.extend(look)
    except UNREADABLE as problem:
        place = {} if sheet is None else {"place": sheet.place}
        found.append(Finding("unreadable", params={"problem": type(problem).__name__}, **place))
    return found


def _rulesets(book: Book) -> Iterator[Finding]:
    for row in book.rows["rulesets"]:
        loaded: rules.RuleSet | None = book.rulesets[row["ref"]]
        if loaded is None or loaded.sha256 != row["sha256"]:
            yield Finding("rules", stored=row["sha256"], expected=loaded and loaded.sha256, params={"key": row["key"]})


def _counted(book: Book) -> dict[str, int]:
    names = {"rounds": "rounds", "sheets": "sheets", "deals": "sheet_entries", "events": "sheet_events"}
    names |= {"results": "results", "draws": "draws", "publications": "publications"}
    return {name: len(book.rows[section]) for name, section in names.items()}
