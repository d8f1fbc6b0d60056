"""CSV as a French Excel opens it by a double click: UTF-8 with its mark, ``;`` between the cells, every text quoted.

A spreadsheet works out what begins like a formula, also where a stranger typed it as his name. Such a text gets an
apostrophe before it. A number is a number, a negative one too. Since texts are quoted, a program that parts cells by
commas makes no new cells out of them either.
"""

import datetime as dt
from collections.abc import Iterator
from typing import BinaryIO

from tournaments.exports.model import Cell, Column, File, Kind, Word, money, plain

CONTENT_TYPE = "text/csv; charset=utf-8"
MARK = "\ufeff"
SEPARATOR = ";"
LINE_END = "\r\n"
#: What a formula begins with, in ASCII and as the wide characters that some programs take for the same.
_BEGINS = frozenset("=+-@\t\r\n＝＋－＠")


def write(file: File, to: BinaryIO) -> None:
    """Write the first table of ``file``: CSV knows one."""
    for line in lines(file):
        to.write(line.encode())


def lines(file: File) -> Iterator[str]:
    """The lines of the file with their ends."""
    table = file.tables[0]
    yield MARK + SEPARATOR.join(_text(column.title) for column in table.columns) + LINE_END
    for row in table.rows():
        cells = zip(table.columns, row, strict=True)
        yield SEPARATOR.join(_cell(file, column, value) for column, value in cells) + LINE_END


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula; what begins like one after blanks is one for some programs."""
    text = plain(text)
    begins = text[:1] in _BEGINS or text.lstrip()[:1] in _BEGINS
    return f"'{text}" if text and begins else text


def _cell(file: File, column: Column, value: Cell) -> str:
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return _text(file.words[0] if value else file.words[1])
    if isinstance(value, int):
        return money(value, file.decimal) if column.kind == Kind.MONEY else str(value)
    if isinstance(value, float):
        return f"{value:.10g}".replace(".", file.decimal)
    if isinstance(value, dt.datetime):
        return value.strftime("%Y-%m-%d %H:%M:%S")
    if isinstance(value, dt.date):
        return value.isoformat()
    return _text(value.text if isinstance(value, Word) else value)


def _text(text: str) -> str:
    one_line = " ".join(harmless(text).split()) if any(end in text for end in "\t\r\n\v\f") else harmless(text)
    return '"' + one_line.replace('"', '""') + '"'
