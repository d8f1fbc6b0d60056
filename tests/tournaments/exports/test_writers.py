"""Tables as CSV, XLSX and JSON: what is written can be read back, and nothing in it is worked out by a spreadsheet."""

import csv
import datetime as dt
import io
import json
import tracemalloc
from collections.abc import Iterator
from typing import Any
from zipfile import ZipFile
from zoneinfo import ZoneInfo

import openpyxl
import pytest

from scoring.rules.deal import FIELDS
from tournaments.exports import as_csv, as_json, as_xlsx, of_play
from tournaments.exports.model import Cell, Column, File, Kind, Table, Word

MOMENT = dt.datetime(2026, 11, 28, 20, 15, 4, tzinfo=ZoneInfo("Europe/Paris"))
#: What a stranger could type as his name, and what begins like one without being a number.
FORMULAS = ["=1+1", "+33 6", "-5", "@SUM(A1)", "\t=1", "\r=1", " =1+1", "＝1+1", '=HYPERLINK("http://x";"y")', "-"]
HARMLESS = ["Jean-Marc", "O'Hara", "a=b", "1-2", 'dit "Le Roi"', "A;B", "Œuvre ♥", "#N/A", "'quoted", "100%"]


def table(rows: list[tuple[Cell, ...]], *columns: Column) -> Table:
    return Table("list", "List", columns or (Column("text", "Text"),), lambda: rows)


def file(*tables: Table, **more: Any) -> File:
    return File("Concours", tables, **more)


def written(module: Any, one: File) -> bytes:
    to = io.BytesIO()
    module.write(one, to)
    return to.getvalue()


def read_csv(data: bytes) -> list[list[str]]:
    assert data.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=";"))


def read_xlsx(data: bytes) -> Any:
    return openpyxl.load_workbook(io.BytesIO(data))


FIGURES = (
    Column("points", "Points", Kind.NUMBER),
    Column("amount", "Amount", Kind.MONEY),
    Column("at", "When", Kind.MOMENT),
    Column("day", "Day", Kind.DATE),
    Column("tied", "Tied", Kind.YES),
    Column("what", "What"),
)
ROWS: list[tuple[Cell, ...]] = [
    (-5, -1250, MOMENT, dt.date(2026, 11, 28), True, Word("NS", "Nord-Sud")),
    ("3B", 7, None, None, False, None),
]


@pytest.mark.parametrize("text", FORMULAS)
def test_a_text_that_begins_like_a_formula_is_made_harmless_in_csv(text: str) -> None:
    found = read_csv(written(as_csv, file(table([(text,)]))))[1][0]
    assert found.startswith("'") and found[1:].strip() == " ".join(text.split())


@pytest.mark.parametrize("text", HARMLESS)
def test_other_texts_stay_as_they_are_in_csv(text: str) -> None:
    assert read_csv(written(as_csv, file(table([(text,)])))) == [["Text"], [text]]


def test_a_csv_line_parted_by_commas_makes_no_new_cells_out_of_a_text() -> None:
    line = written(as_csv, file(table([("Roux,=1+1",)]))).decode().splitlines()[1]
    assert next(csv.reader([line])) == ["Roux,=1+1"]


def test_numbers_stay_numbers_and_amounts_have_the_comma_of_the_language_in_csv() -> None:
    data = written(as_csv, file(table(ROWS, *FIGURES), words=("oui", "non"), decimal=",")).decode("utf-8-sig")
    assert data.split("\r\n")[1:] == [
        '-5;-12,50;2026-11-28 20:15:04;2026-11-28;"oui";"Nord-Sud"',
        '"3B";0,07;;;"non";',
        "",
    ]


def test_a_workbook_holds_numbers_moments_and_texts_and_no_formula() -> None:
    texts: list[tuple[Cell, ...]] = [(text,) for text in (*FORMULAS, *HARMLESS, "bell\x07", "half\ud800")]
    book = read_xlsx(written(as_xlsx, file(table(ROWS, *FIGURES), table(texts))))
    one, other = book.worksheets
    moment = MOMENT.replace(tzinfo=None)
    assert [[cell.value for cell in row] for row in one.iter_rows(min_row=2)] == [
        [-5, -12.5, moment, dt.datetime(2026, 11, 28), "yes", "Nord-Sud"],
        ["3B", 0.07, None, None, "no", None],
    ]
    cells = [row[0] for row in other.iter_rows(min_row=2)]
    assert {cell.data_type for cell in cells} == {"s"}
    assert [cell.value.strip() for cell in cells[:9]] == [text.strip() for text in FORMULAS[:9]]
    assert [cell.value for cell in cells[-2:]] == ["bell", "half"]
    assert all(cell.quotePrefix for cell in cells[: len(FORMULAS)]) and not cells[-1].quotePrefix


def test_each_table_has_a_sheet_whose_name_a_sheet_can_have() -> None:
    titles = ["Tour 1/2: [a]", "x" * 40, "X" * 40, "'", ""]
    tables = (Table(str(index), title, (Column("a", "A"),), list) for index, title in enumerate(titles))
    names = read_xlsx(written(as_xlsx, file(*tables))).sheetnames
    assert names == ["Tour 1 2   a", "x" * 31, "X" * 29 + " 2", "-", "- 2"]


def test_a_workbook_says_nothing_of_who_made_it() -> None:
    with ZipFile(io.BytesIO(written(as_xlsx, file(table([]))))) as parts:
        assert b"openpyxl" not in parts.read("docProps/core.xml")


def test_json_has_the_keys_of_the_columns_codes_for_words_and_cents() -> None:
    one = file(table(ROWS, *FIGURES), table([("=1+1",)]), about={"revision": 3})
    found = json.loads(written(as_json, one))
    assert {**found, "tables": None} == {
        "format": "tables", "version": 1, "title": "Concours", "revision": 3, "tables": None,
    }  # fmt: skip
    assert found["tables"][0]["columns"][0] == {"key": "points", "title": "Points", "kind": "number"}
    assert found["tables"][0]["rows"] == [
        {"points": -5, "amount": -1250, "at": MOMENT.isoformat(), "day": "2026-11-28", "tied": True, "what": "NS"},
        {"points": "3B", "amount": 7, "at": None, "day": None, "tied": False, "what": None},
    ]
    assert found["tables"][1]["rows"] == [{"text": "=1+1"}]


@pytest.mark.long
@pytest.mark.parametrize("module", [as_csv, as_xlsx, as_json])
def test_the_memory_of_writing_does_not_grow_with_the_rows(module: Any) -> None:
    def peak(count: int) -> int:
        def rows() -> Iterator[tuple[Cell, ...]]:
            return ((number, f"name {number}") for number in range(count))

        columns = (Column("n", "N", Kind.NUMBER), Column("t", "T"))
        with open("/dev/null", "wb") as nowhere:  # noqa: PTH123 (a device, not a file)
            to: Any = nowhere if module is not as_xlsx else io.BytesIO()
            tracemalloc.start()
            module.write(file(Table("a", "A", columns, rows)), to)
            found = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
        return found - (len(to.getbuffer()) if module is as_xlsx else 0)

    assert peak(40_000) < 2 * peak(2_000) + 200_000


def test_every_field_of_a_deal_that_a_score_follows_from_is_in_the_file_of_deals() -> None:
    deal = {
        "declarer": "NS", "contract": 90, "trump": "S", "double": "coinche", "points": {"NS": 162, "EW": 0},
        "tricks": {"NS": 8, "EW": 0}, "sweep": "NS", "alone": True, "last_trick": "NS", "belote": ["NS"],
        "announces": {"NS": ["tierce"], "EW": [50]}, "best": "NS",
    }  # fmt: skip
    # The game works these out from the other lines, and the scale is that of the rule set.
    assert set(deal) == set(FIELDS) - {"id", "carried", "last_deal", "points_scale"}
    told = dict(zip((column.key for column in of_play.written_columns()), of_play.written(deal), strict=True))
    assert None not in told.values() and "" not in told.values()
    assert (told["ns_tricks"], told["ew_tricks"]) == (8, 0)
