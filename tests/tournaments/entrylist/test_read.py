"""Files as they come, and files that mean harm."""

import io
import zipfile

import pytest
from openpyxl import Workbook

from tests.tournaments.entrylist.helpers import DATA
from tournaments.entrylist import EntryListError, Table, guess_mapping, plan_import, read_table, read_text
from tournaments.entrylist.model import MAX_BYTES, MAX_ROWS

TEXT = "N°;Joueur 1;Joueur 2;Payé\n1;GAUTIER Chantal;HENRY Véronique;10 €\n2;LEFÈVRE Loïc;D'ANGELO Gaël;oui\n"


def cells(table: Table) -> list[tuple[int, tuple[str, ...]]]:
    return [(row.number, row.cells) for row in table.rows]


def refused(data: bytes, filename: str = "list.csv") -> str:
    with pytest.raises(EntryListError) as caught:
        read_table(data, filename)
    return caught.value.code


@pytest.mark.parametrize(
    ("encoding", "known_as"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8-sig"),
        ("cp1252", "cp1252"),
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16-le"),
        ("utf-16-be", "utf-16-be"),
        ("utf-32", "utf-32"),
        ("mac_roman", "mac_roman"),
    ],
)
def test_the_encoding_is_found(encoding, known_as):
    table = read_table(TEXT.encode(encoding), "list.csv")
    assert table.encoding == known_as
    assert cells(table) == cells(read_table(TEXT.encode(), "list.csv"))
    assert table.rows[2].cells == ("2", "LEFÈVRE Loïc", "D'ANGELO Gaël", "oui")


def test_dos_excel_files_are_told_from_windows_ones():
    text = TEXT.replace(" €", "")
    assert read_table(text.encode("cp850"), "x.csv").rows[1].cells[2] == "HENRY Véronique"


def test_damaged_utf_16_is_refused():
    assert refused(b"\xff\xfe" + "é".encode("utf-16-le") + b"\x00\xd8") == "file_bad_encoding"


@pytest.mark.parametrize("delimiter", [";", ",", "\t", "|"])
def test_the_delimiter_is_found_whatever_stands_in_quotes(delimiter):
    lines = [["N", "Joueur 1", "Joueur 2"], ["1", '"Morin; Gil, b"', "A B"], ["2", '"Le;Goff, |M"', "C D"]]
    table = read_table("\r\n".join(delimiter.join(line) for line in lines).encode(), "x.csv")
    assert table.delimiter == delimiter
    assert [len(row.cells) for row in table.rows] == [3, 3, 3]


def test_names_with_commas_do_not_make_a_comma_file():
    table = read_table(b"Joueur 1;Joueur 2\nMorin, Gilbert;Le Goff, Anne\nNoel, Paul;Petit, Luc\n", "x.csv")
    assert table.delimiter == ";"


def test_excel_declares_its_delimiter_and_rows_keep_their_numbers():
    table = read_table(b"sep=;\r\nJoueur 1;Joueur 2\r\nA B;C D\r\n", "x.csv")
    assert cells(table) == [(2, ("Joueur 1", "Joueur 2")), (3, ("A B", "C D"))]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_of_every_system(end):
    assert cells(read_table(TEXT.replace("\n", end).encode(), "x.csv")) == cells(read_table(TEXT.encode(), "x.csv"))


def test_blank_rows_are_counted_and_numbers_stay_those_of_the_file():
    table = read_table(b"Joueur 1;Joueur 2\n;\n\nA B;C D\n ; \n", "x.csv")
    assert cells(table) == [(1, ("Joueur 1", "Joueur 2")), (4, ("A B", "C D"))]
    assert (table.blank_rows, table.blank_count) == ((2, 3, 5), 3)


def test_a_line_end_inside_quotes_is_a_space():
    assert read_table(b'a;b\n"Jean\nMartin";"x ""y"" z"\n', "x.csv").rows[1].cells == ("Jean Martin", 'x "y" z')


def test_an_open_quote_names_its_row():
    with pytest.raises(EntryListError) as caught:
        read_table(b'a;b\nc;d\n"Jean;Martin\ne;f\ng;h\n', "x.csv")
    assert (caught.value.code, caught.value.params) == ("quote_unclosed", {"row": 3})


def test_control_and_direction_characters_are_removed():
    text = "Joueur 1;Joueur 2\nJe\x00an\u202e Mar\u200btin;\u2066An\x07ne\u2069 Le\u00a0Goff\n"
    assert read_table(text.encode(), "x.csv").rows[1].cells == ("Jean Martin", "Anne Le Goff")


def test_decomposed_accents_are_composed():
    assert read_text("Joueur 1;Joueur 2\nE\u0301ric A;B C").rows[1].cells[0] == "Éric A"


@pytest.mark.parametrize(
    ("data", "filename", "code"),
    [
        (b"", "x.csv", "file_empty"),
        (b" \n\n ", "x.csv", "file_empty"),
        (b";;;\n;;\n", "x.csv", "file_empty"),
        (b"x" * (MAX_BYTES + 1), "x.csv", "file_too_big"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "x.xls", "file_old_excel"),
        (b"%PDF-1.7 ...", "x.csv", "file_not_text"),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(32)) * 40, "x.csv", "file_not_text"),
        (b"\x00" * 4000, "x.csv", "file_not_text"),
        (b"PK\x03\x04 not an archive", "x.xlsx", "file_not_excel"),
        (b"a;b\n" + b"x y;z t\n" * (MAX_ROWS + 1), "x.csv", "too_many_rows"),
        (b"a" + b";a" * 60 + b"\n", "x.csv", "too_many_columns"),
        (b"a;b\nc;" + b"x" * 501 + b"\n", "x.csv", "cell_too_long"),
    ],
)
def test_what_is_no_list_is_refused(data, filename, code):
    assert refused(data, filename) == code


def test_limits_are_reached_without_refusal():
    assert len(read_table(b"a;b\n" + b"x y;z t\n" * (MAX_ROWS - 1), "x.csv").rows) == MAX_ROWS
    assert read_table(b"a" + b";a" * 59 + b"\n", "x.csv").width == 60
    assert len(read_table(b"a;" + b"x" * 500, "x.csv").rows[0].cells[1]) == 500


def test_thousands_of_empty_columns_and_rows_are_no_harm():
    table = read_table(b"a;b\n" + b";" * 10_000 + b"\n" + b"\n" * 20_000 + b"c;d\n", "x.csv")
    assert [row.number for row in table.rows] == [1, 20_003]
    assert len(table.blank_rows) == MAX_ROWS
    assert table.blank_count == 20_001


def test_pasted_cells_and_pasted_lines():
    assert read_text("1\tA B\tC D\n2\tE F\tG H").delimiter == "\t"
    plain = read_text("Dupont Jean / Martin Anne\nPetit Luc et Morel Léa\n")
    assert (plain.delimiter, [row.cells for row in plain.rows]) == (
        "",
        [("Dupont Jean / Martin Anne",), ("Petit Luc et Morel Léa",)],
    )


def workbook(rows: list[list[object]], **sheet: object) -> bytes:
    book = Workbook()
    active = book.active
    assert active is not None
    for row in rows:
        active.append(row)
    for cell, value in sheet.items():
        active[cell] = value
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def zipped(parts: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


def tampered(data: bytes, part: str, content: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    return zipped(parts | {part: content})


HEAD = ["N°", "Joueur 1", "Joueur 2", "Payé"]


def test_the_same_list_as_a_workbook_gives_the_same_plan():
    text = read_table((DATA / "inscriptions-excel-fr.csv").read_bytes(), "x.csv")
    grid: list[list[object]] = [[] for _ in range(39)]
    for row in text.rows:
        grid[row.number - 1] = [int(c) if c.isdecimal() and i == 0 else c or None for i, c in enumerate(row.cells)]
    table = read_table(workbook([row or [None] for row in grid]), "x.xlsx")
    assert cells(table) == cells(text)
    plans = [plan_import(t, guess_mapping(t), []) for t in (table, text)]
    assert [r for r in plans[0].rows if r.action != "blank"] == [r for r in plans[1].rows if r.action != "blank"]


def test_numbers_ticks_and_sums_of_a_workbook_read_as_people_see_them():
    table = read_table(workbook([HEAD, [1.0, "A B", "C D", 10.5], [2, "E F", "G H", True], [3, "I J", "K L", 10]]), "x")
    assert [row.cells for row in table.rows[1:]] == [
        ("1", "A B", "C D", "10.5"),
        ("2", "E F", "G H", "1"),
        ("3", "I J", "K L", "10"),
    ]


def test_a_formula_without_result_is_said():
    table = read_table(workbook([HEAD, [1, "A B", "C D", "=5+5"]]), "x.xlsx")
    assert table.rows[1].cells == ("1", "A B", "C D")
    assert [(n.code, n.params) for n in table.notes] == [("formula_without_result", {"row": 2, "column": "D"})]


def several_sheets(*sheets: tuple[str, list[list[object]]]) -> bytes:
    book = Workbook()
    for name, rows in sheets:
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    del book[book.sheetnames[0]]
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_a_second_sheet_with_something_in_it_is_said_to_be_left_out():
    rows: list[list[object]] = [HEAD, [1, "A B", "C D"]]
    table = read_table(several_sheets(("Samedi", rows), ("Dimanche", rows), ("Feuil3", [])), "x.xlsx")
    assert len(table.rows) == 2
    assert [(n.code, n.params) for n in table.notes] == [("sheets_left_out", {"read": "Samedi", "others": "Dimanche"})]


def test_the_list_is_found_behind_an_empty_first_sheet():
    table = read_table(several_sheets(("Feuil1", []), ("Inscrits", [HEAD, [1, "A B", "C D"]])), "x.xlsx")
    assert [row.cells for row in table.rows] == [tuple(HEAD), ("1", "A B", "C D")]
    assert table.notes == ()


def test_the_stored_result_of_a_formula_is_read():
    data = workbook([HEAD, [1, "A B", "C D", "=5+5"]])
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        sheet = archive.read("xl/worksheets/sheet1.xml")
    calculated = sheet.replace(b"<f>5+5</f><v></v>", b"<f>5+5</f><v>10</v>").replace(
        b"<f>5+5</f><v />", b"<f>5+5</f><v>10</v>"
    )
    assert calculated != sheet
    table = read_table(tampered(data, "xl/worksheets/sheet1.xml", calculated), "x.xlsx")
    assert table.rows[1].cells == ("1", "A B", "C D", "10")
    assert table.notes == ()


def test_a_zip_bomb_is_refused_before_it_is_unpacked():
    bomb = tampered(workbook([HEAD]), "xl/worksheets/sheet1.xml", b"<worksheet>" + b" " * (30 * 1024 * 1024))
    assert len(bomb) < MAX_BYTES
    assert refused(bomb, "x.xlsx") == "file_unpacks_too_big"


def test_an_archive_of_a_thousand_parts_is_refused():
    assert refused(zipped({f"p{i}": b"" for i in range(1000)}), "x.xlsx") == "file_unpacks_too_big"


def test_another_office_file_is_refused():
    assert refused(zipped({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet"}), "x.ods") == "file_not_excel"


def test_entities_in_a_workbook_are_refused():
    evil = b'<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "aaaa">]><worksheet>&a;</worksheet>'
    assert refused(tampered(workbook([HEAD]), "xl/worksheets/sheet1.xml", evil), "x.xlsx") == "file_not_excel"


SHEET = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>%s</sheetData></worksheet>'


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        (b'<row r="999999999999"><c r="A999999999999"><v>1</v></c></row>', "file_unpacks_too_big"),
        (b'<row r="1"><c r="XFD1"><v>1</v></c></row>', "too_many_columns"),
        (b"".join(b'<row r="%d"><c r="XFD%d"/></row>' % (i, i) for i in range(1, 2000)), "file_unpacks_too_big"),
        (b"<row", "file_not_excel"),
        (b'<row r="1"><c r="A1" t="s"><v>77</v></c></row>', "file_not_excel"),
    ],
)
def test_sheets_that_lie_about_their_size_are_refused(rows, code):
    assert refused(tampered(workbook([HEAD]), "xl/worksheets/sheet1.xml", SHEET % rows), "x.xlsx") == code


def test_an_empty_workbook_is_refused():
    assert refused(workbook([]), "x.xlsx") == "file_empty"


def test_a_far_cell_that_is_empty_is_no_harm():
    table = read_table(workbook([HEAD, [1, "A B", "C D"]], ZZ5=" "), "x.xlsx")
    assert [row.number for row in table.rows] == [1, 2]
