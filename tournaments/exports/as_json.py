"""JSON for programs: the tables with their columns, each row an object, a row a line (docs/exports.md)."""

import datetime as dt
import json
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

from tournaments.exports.model import Cell, File, Table, Word

CONTENT_TYPE = "application/json"
FORMAT = "tables"
VERSION = 1


def write(file: File, to: BinaryIO) -> None:
    """Write all tables of ``file``."""
    for part in parts(file):
        to.write(part.encode())


def parts(file: File) -> Iterator[str]:
    """The text of the file, piece by piece."""
    head = {"format": FORMAT, "version": VERSION, "title": file.title, **file.about}
    yield _dumped(head)[:-1] + ',"tables":[\n'
    for index, table in enumerate(file.tables):
        yield from ([",\n"] if index else [])
        yield from _table(table)
    yield "\n]}\n"


def _table(table: Table) -> Iterator[str]:
    columns = [{"key": one.key, "title": one.title, "kind": one.kind.value} for one in table.columns]
    yield _dumped({"key": table.key, "title": table.title, "columns": columns})[:-1] + ',"rows":['
    keys = [column.key for column in table.columns]
    for index, row in enumerate(table.rows()):
        cells = {key: _value(cell) for key, cell in zip(keys, row, strict=True)}
        yield (",\n" if index else "\n") + _dumped(cells)
    yield "\n]}"


def _value(cell: Cell) -> Any:
    if isinstance(cell, dt.date):  # a moment is one too
        return cell.isoformat()
    if isinstance(cell, Word):
        return cell.code
    # Half a character, which a text of Python may hold, is no UTF-8.
    return cell.encode("utf-8", "replace").decode() if isinstance(cell, str) else cell


def _dumped(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
