"""XLSX, a sheet a table, written row by row: the memory it takes does not grow with the rows.

A text is written as a text whatever it begins with, marked as one that was typed with an apostrophe, so that it stays
one when somebody edits the cell.
"""

import datetime as dt
import re
from typing import Any, BinaryIO

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from tournaments.exports.as_csv import harmless
from tournaments.exports.model import Cell, Column, File, Kind, Table, Word, plain

CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
#: A cell holds so many characters, a sheet so many rows, its name so many characters.
MOST_TEXT, MOST_ROWS, MOST_NAME = 32_767, 1_048_576, 31
_WIDTHS = {
    Kind.TEXT: 26,
    Kind.NUMBER: 11,
    Kind.DECIMAL: 11,
    Kind.MONEY: 11,
    Kind.MOMENT: 19,
    Kind.DATE: 12,
    Kind.YES: 9,
}
_FORMATS = {Kind.MONEY: "#,##0.00", Kind.MOMENT: "yyyy-mm-dd hh:mm:ss", Kind.DATE: "yyyy-mm-dd"}


def write(file: File, to: BinaryIO) -> None:
    """Write all tables of ``file``, each on a sheet of its own."""
    book = Workbook(write_only=True)
    book.properties.title = plain(file.title)[:200]
    book.properties.creator = ""
    names: set[str] = set()
    for table in file.tables:
        _sheet(book, file, table, _name(table.title, names))
    book.save(to)


def _sheet(book: Workbook, file: File, table: Table, name: str) -> None:
    sheet = book.create_sheet(name)
    sheet.freeze_panes = "A2"
    for index, column in enumerate(table.columns, 1):
        sheet.column_dimensions[get_column_letter(index)].width = max(_WIDTHS[column.kind], len(column.title) + 2)
    bold = Font(bold=True)
    sheet.append([_head(sheet, column, bold) for column in table.columns])
    count = 1
    for row in table.rows():
        count += 1
        if count > MOST_ROWS:
            break
        sheet.append([_cell(sheet, file, column, value) for column, value in zip(table.columns, row, strict=True)])
    sheet.auto_filter.ref = f"A1:{get_column_letter(len(table.columns))}{max(count, 1)}"


def _head(sheet: Any, column: Column, font: Font) -> Any:
    cell = WriteOnlyCell(sheet, "")
    cell._value, cell.data_type = plain(column.title), "s"
    cell.font = font
    return cell


def _cell(sheet: Any, file: File, column: Column, value: Cell) -> Any:
    if value is None or value == "":
        return None
    if isinstance(value, bool):
        return _text(sheet, file.words[0] if value else file.words[1])
    if isinstance(value, str | Word):
        return _text(sheet, value.text if isinstance(value, Word) else value)
    if column.kind not in _FORMATS:
        return _figure(column, value)
    cell = WriteOnlyCell(sheet, _figure(column, value))
    cell.number_format = _FORMATS[column.kind]
    return cell


def _figure(column: Column, value: float | dt.date) -> Any:
    if isinstance(value, dt.datetime):
        return value.replace(tzinfo=None)  # a spreadsheet knows no zones
    return value / 100 if isinstance(value, int) and column.kind == Kind.MONEY else value


def _text(sheet: Any, text: str) -> Any:
    shown = plain(text)[:MOST_TEXT]
    is_plain = harmless(shown) == shown
    if is_plain and shown[:1] != "#":  # which could be the name of an error
        return shown
    cell = WriteOnlyCell(sheet, "")
    # Set directly: what is given as a value is taken for a formula where it begins like one.
    cell._value, cell.data_type = shown, "s"
    cell.quotePrefix = not is_plain
    return cell


def _name(title: str, taken: set[str]) -> str:
    """A name that a sheet can have, once in a file."""
    plain_title = re.sub(r"[\[\]:*?/\\]", " ", plain(title)).strip().strip("'") or "-"
    name, number = plain_title[:MOST_NAME], 2
    while name.casefold() in taken:
        more = f" {number}"
        name, number = plain_title[: MOST_NAME - len(more)] + more, number + 1
    taken.add(name.casefold())
    return name
