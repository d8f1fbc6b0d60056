"""From the bytes of a file, or pasted text, to a ``Table``; refuses what is no list before reading it."""

from __future__ import annotations

import codecs
import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator

from tournaments.entrylist.model import (
    MAX_BYTES,
    MAX_CELL,
    MAX_COLUMNS,
    MAX_ROWS,
    EntryListError,
    Reason,
    Table,
    TableRow,
    column_letter,
)
from tournaments.entrylist.text import clean

_DELIMITERS = ("\t", ";", "|", ",")
_LINE_END = re.compile(r"\r\n?|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_NOT_TEXT = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_QUOTED = re.compile(r'"[^"]*"')
# A record of its own at the end of the text: if it is swallowed, a quote was left open. \x1f is removed from the text.
_END = "\x1f"
_SAMPLE_LINES = 50
_OLE = b"\xd0\xcf\x11\xe0"
_ZIP = b"PK\x03\x04"
_WESTERN = ("cp1252", "mac_roman", "cp850")


def read_table(data: bytes, filename: str) -> Table:
    """Read a CSV or .xlsx file; what it is comes from its bytes, ``filename`` only words a refusal.

    Raises EntryListError: file_empty, file_too_big, file_old_excel, file_not_excel, file_not_text, file_bad_encoding,
    file_unpacks_too_big, quote_unclosed, too_many_rows, too_many_columns, cell_too_long.
    """
    if len(data) > MAX_BYTES:
        raise EntryListError("file_too_big", limit_kib=MAX_BYTES // 1024)
    if not data.strip():
        raise EntryListError("file_empty")
    if data.startswith(_OLE):
        raise EntryListError("file_old_excel")
    if data.startswith(_ZIP):
        # Here and not at the top: only who reads a workbook pays for loading openpyxl.
        from tournaments.entrylist.sheet import read_sheet

        rows, notes = read_sheet(data)
        return build_table(rows, encoding="xlsx", delimiter="", notes=notes)
    if data.startswith(b"%PDF") or filename.lower().endswith((".xls", ".ods", ".pdf", ".docx", ".doc", ".numbers")):
        raise EntryListError("file_not_text")
    text, encoding = decode(data)
    return _read_delimited(text, encoding)


def read_text(text: str) -> Table:
    """Read pasted text: cells copied from a spreadsheet, CSV, or one pair a line. Raises as ``read_table``."""
    if len(text.encode("utf-8", "replace")) > MAX_BYTES:
        raise EntryListError("file_too_big", limit_kib=MAX_BYTES // 1024)
    if not text.strip():
        raise EntryListError("file_empty")
    return _read_delimited(text.removeprefix("\ufeff"), "text")


def decode(data: bytes) -> tuple[str, str]:
    """The text and the name of its encoding.

    A byte order mark decides; UTF-16 without one is known by its zero bytes; then strictly valid UTF-8; then the old
    Western code pages, of which the one that gives the fewest signs foreign to a list of names is taken, Windows-1252
    first.
    """
    for mark, encoding in (
        (codecs.BOM_UTF8, "utf-8-sig"),
        (codecs.BOM_UTF32_LE, "utf-32"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if data.startswith(mark):
            return _strict(data, encoding), encoding
    zeros_even, zeros_odd = data[0::2].count(0), data[1::2].count(0)
    if max(zeros_even, zeros_odd) * 5 > len(data) and len(data) % 2 == 0:
        encoding = "utf-16-le" if zeros_odd > zeros_even else "utf-16-be"
        return _strict(data, encoding), encoding
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return _decode_western(data)


def _strict(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise EntryListError("file_bad_encoding") from error


def _decode_western(data: bytes) -> tuple[str, str]:
    best: tuple[int, str, str] | None = None
    for encoding in _WESTERN:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        strange = sum(1 for before, c in zip(" " + text, text, strict=False) if not c.isascii() and _strange(c, before))
        if best is None or strange < best[0]:
            best = (strange, text, encoding)
    assert best is not None, "cp850 and mac_roman decode every byte"
    return best[1], best[2]


def _strange(char: str, before: str) -> bool:
    """A sign that a list of French names would hardly hold, or a capital in the middle of a small word."""
    if char.isalpha():
        return char not in "àâäáçéèêëîïíñôöóùûüúÿœæßÀÂÄÁÇÉÈÊËÎÏÍÑÔÖÓÙÛÜÚŸŒÆº" or (char.isupper() and before.islower())
    return char not in "€°’‘“”«»–…·\xa0"


def _read_delimited(text: str, encoding: str) -> Table:
    text = _LINE_END.sub("\n", text)
    garbage = len(_NOT_TEXT.findall(text))
    if garbage > 8 and garbage * 50 > len(text):
        raise EntryListError("file_not_text")
    text = _NOT_TEXT.sub("", text).rstrip("\n")
    if not text.strip():
        raise EntryListError("file_empty")
    text, delimiter = _declared_delimiter(text)
    return build_table(
        _records(text, delimiter or detect_delimiter(text)),
        encoding=encoding,
        delimiter=delimiter or detect_delimiter(text),
    )


def _declared_delimiter(text: str) -> tuple[str, str]:
    """A first line "sep=;" as Excel writes it is emptied, so that row numbers stay those of the file."""
    match = re.match(r'"?sep=([;,|\t])"?\n', text)
    return (text[match.end() - 1 :], match[1]) if match else (text, "")


def detect_delimiter(text: str) -> str:
    """The sign that cuts most of the first lines into the same number of cells; "" for a plain list of lines.

    Signs inside quotes do not count. A comma has to prove more than the others: it stands in "Name, First" and in sums.
    """
    lines = [line for line in _QUOTED.sub("", text).split("\n", 4 * _SAMPLE_LINES) if line.strip()][:_SAMPLE_LINES]
    best, best_score = "", 0.0
    for delimiter in _DELIMITERS:
        counts = Counter(line.count(delimiter) for line in lines)
        del counts[0]
        if not counts:
            continue
        present = sum(counts.values()) / len(lines)
        modal = max(counts.values()) / len(lines)
        if delimiter == ",":
            header_cells = lines[0].count(",")
            if present < 0.8 or modal < 0.5 or (header_cells < 1) or any(s in lines[-1] for s in (" / ", " & ")):
                continue
        score = present + modal
        if present >= 0.5 and score > best_score + 0.2:
            best, best_score = delimiter, score
    return best


def _records(text: str, delimiter: str) -> Iterator[list[str]]:
    if not delimiter:
        for line in text.split("\n"):
            yield [line]
        return
    csv.field_size_limit(2 * MAX_BYTES)
    lines = (line + "\n" for line in [*text.split("\n"), _END])
    number, closed = 0, False
    try:
        for record in csv.reader(lines, delimiter=delimiter, skipinitialspace=delimiter != "\t"):
            if record == [_END]:
                closed = True
                return
            number += 1
            if _END in (record[-1] if record else ""):
                break
            yield record
    except csv.Error as error:
        raise EntryListError("file_not_text") from error
    if not closed:
        raise EntryListError("quote_unclosed", row=number)


def build_table(
    records: Iterable[Iterable[str]], *, encoding: str, delimiter: str, notes: tuple[Reason, ...] = ()
) -> Table:
    """Clean the cells, keep the row numbers of the file, hold the limits; blank rows are only counted."""
    rows: list[TableRow] = []
    blank: list[int] = []
    blank_count = 0
    for number, record in enumerate(records, 1):
        cells = [_cell(cell, number, index) for index, cell in enumerate(record)]
        while cells and not cells[-1]:
            cells.pop()
        if not cells:
            blank_count += 1
            if len(blank) < MAX_ROWS:
                blank.append(number)
            continue
        if len(rows) >= MAX_ROWS:
            raise EntryListError("too_many_rows", limit=MAX_ROWS)
        if len(cells) > MAX_COLUMNS:
            raise EntryListError("too_many_columns", limit=MAX_COLUMNS, row=number)
        rows.append(TableRow(number, tuple(cells)))
    if not rows:
        raise EntryListError("file_empty")
    return Table(tuple(rows), encoding, delimiter, tuple(blank), blank_count, notes)


def _cell(cell: str, row: int, index: int) -> str:
    text = clean(cell)
    if len(text) > MAX_CELL:
        raise EntryListError("cell_too_long", row=row, column=column_letter(index), limit=MAX_CELL)
    return text
