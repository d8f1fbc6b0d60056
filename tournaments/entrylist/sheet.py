"""The list in an Excel workbook, read without trusting what it says about its own size."""

from __future__ import annotations

import io
import warnings
import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time
from typing import Any

from openpyxl import load_workbook

from tournaments.entrylist.model import EntryListError, Reason, column_letter
from tournaments.entrylist.text import clean

MAX_UNPACKED = 24 * 1024 * 1024
MAX_PARTS = 500
# A forged row number would make the reader count empty rows for hours; a list of entries ends long before this one.
MAX_SHEET_ROWS = 100_000
MAX_SHEET_CELLS = 1_000_000
MAX_FORMULA_NOTES = 20
MAX_TITLES = 5
MAX_TITLE = 31  # as Excel has it; a forged file may have more


def read_sheet(data: bytes) -> tuple[list[list[str]], tuple[Reason, ...]]:
    """The rows of the first visible sheet that holds something, as text; notes on other such sheets, which are not
    read, and on formulas whose result the file does not hold.

    Raises EntryListError: file_unpacks_too_big, file_not_excel, too_many_rows, too_many_columns.
    """
    _guard(data)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            index, notes = _choose(data)
            rows = list(_rows(data, index, values=True))
            notes += _formula_notes(data, index, rows)
    except EntryListError:
        raise
    except Exception as error:  # openpyxl raises whatever its parser met: KeyError, ValueError, ParseError, ...
        raise EntryListError("file_not_excel") from error
    while rows and not any(rows[-1]):
        rows.pop()
    return rows, notes


def _guard(data: bytes) -> None:
    """Sizes as declared in the directory: zipfile never unpacks more of a part than it declares."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED:
                raise EntryListError("file_unpacks_too_big", limit_mib=MAX_UNPACKED // 1024 // 1024)
            names = {part.filename for part in parts}
            if "[Content_Types].xml" not in names or "xl/workbook.xml" not in names:
                raise EntryListError("file_not_excel")
            for part in parts:
                if part.filename.endswith((".xml", ".rels")):
                    _refuse_entities(archive.read(part))
    except EntryListError:
        raise
    except Exception as error:  # a damaged archive: BadZipFile, zlib.error, NotImplementedError, RuntimeError, ...
        raise EntryListError("file_not_excel") from error


def _refuse_entities(xml: bytes) -> None:
    """No workbook declares a document type; one that does wants entities expanded."""
    if b"<!DOCTYPE" in xml or b"<!ENTITY" in xml or b"<\0!\0D\0O" in xml or b"\0<\0!\0D\0O" in xml:
        raise EntryListError("file_not_excel")


def _visible(workbook: Any) -> list[Any]:
    found = [sheet for sheet in workbook.worksheets if sheet.sheet_state == "visible"] or workbook.worksheets
    if not found:
        raise EntryListError("file_not_excel")
    return list(found)


def _choose(data: bytes) -> tuple[int, tuple[Reason, ...]]:
    """Which of the visible sheets is read, from 0, and a note that names the others that hold something."""
    workbook = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    try:
        sheets = _visible(workbook)
        filled = [index for index, sheet in enumerate(sheets) if _holds_something(sheet)]
        titles = [clean(str(sheets[index].title))[:MAX_TITLE] for index in filled]
    finally:
        workbook.close()
    if len(filled) < 2:
        return (filled or [0])[0], ()
    others = ", ".join(titles[1 : 1 + MAX_TITLES]) + ("…" if len(titles) > 1 + MAX_TITLES else "")
    return filled[0], (Reason("sheets_left_out", {"read": titles[0], "others": others}),)


def _holds_something(sheet: Any) -> bool:
    """Whether a cell of the sheet is filled; one too large to be gone through counts as filled."""
    sheet.reset_dimensions()
    cells = 0
    for number, row in enumerate(sheet.iter_rows(values_only=True), 1):
        cells += len(row)
        if number > MAX_SHEET_ROWS or cells > MAX_SHEET_CELLS or any(_text(value).strip() for value in row):
            return True
    return False


def _rows(data: bytes, index: int, *, values: bool) -> Iterator[list[str]]:
    workbook = load_workbook(io.BytesIO(data), read_only=True, data_only=values, keep_links=False)
    try:
        sheet = _visible(workbook)[index]
        # The file's own statement of its size only pads rows; without it a row ends with its last cell.
        sheet.reset_dimensions()
        cells = 0
        for number, row in enumerate(sheet.iter_rows(values_only=True), 1):
            cells += len(row)
            if number > MAX_SHEET_ROWS or cells > MAX_SHEET_CELLS:
                raise EntryListError("file_unpacks_too_big", limit_mib=MAX_UNPACKED // 1024 // 1024)
            yield [_text(value) for value in row]
    finally:
        workbook.close()


def _text(value: Any) -> str:
    """A cell as a person reads it: 12.0 is "12", a date is ISO, a tick is "1"."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(round(value, 6))
    if isinstance(value, datetime | date | time):
        return value.isoformat(sep=" ") if isinstance(value, datetime) else value.isoformat()
    return str(value)


def _formula_notes(data: bytes, index: int, rows: list[list[str]]) -> tuple[Reason, ...]:
    """A formula saved by a program that does not calculate has no result: its cell reads as empty, and that is said."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        sheets = [name for name in archive.namelist() if name.startswith("xl/worksheets/") and name.endswith(".xml")]
        if not any(b"<f" in archive.read(name) for name in sheets):
            return ()
    notes: list[Reason] = []
    for number, row in enumerate(_rows(data, index, values=False), 1):
        shown = rows[number - 1] if number <= len(rows) else []
        for column, formula in enumerate(row):
            if formula.startswith("=") and not (column < len(shown) and shown[column]):
                notes.append(Reason("formula_without_result", {"row": number, "column": column_letter(column)}))
                if len(notes) >= MAX_FORMULA_NOTES:
                    return tuple(notes)
    return tuple(notes)
