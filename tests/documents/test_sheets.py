"""Score sheets: what is on them, how many pages, and whether the code opens the right table."""

import hashlib
import io

import pikepdf
import pytest
import segno
from django.utils import translation

from core import links, shortcodes
from core.models import AccessLink
from documents import qr, sheet_form, sheets
from documents.columns import PITCH, WIDTH, layout
from scoring import rules
from tests.documents.helpers import BASE, choose_address, make_evening, modules_in, pictures, rename, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def made(round_):
    round_, data = sheets.gather(round_.pk)
    steps = []
    pdf, pages = sheets.make(round_, data, lambda done, total: steps.append((done, total)))
    return pdf, pages, steps


@pytest.mark.parametrize("pairs", [2, 9, *(pytest.param(n, marks=pytest.mark.long) for n in (16, 19))])
def test_one_page_a_table_and_none_for_who_rests(pairs):
    _, round_ = make_evening(pairs)
    pdf, pages, steps = made(round_)
    words = text_of(pdf)
    assert pages == len(words) == pairs // 2
    assert [f"Table {number + 1} · Round 1" in page for number, page in enumerate(words)] == [True] * pages
    assert steps[0] == (0, pages) and steps[-1] == (pages, pages)


@pytest.mark.parametrize(
    ("tables", "chunk"), [(9, 4), *(pytest.param(n, 25, marks=pytest.mark.long) for n in (63, 64))]
)
def test_a_whole_hall_comes_in_chunks_with_its_progress(tables, chunk, monkeypatch):
    monkeypatch.setattr(sheets, "CHUNK", chunk)
    choose_address()
    _, round_ = make_evening(2 * tables + 1)
    pdf, pages, steps = made(round_)
    assert pages == tables and steps == [(done, tables) for done in (0, chunk, 2 * chunk, tables)]
    assert [f"Table {number} ·" in page for number, page in enumerate(text_of(pdf), start=1)] == [True] * tables


def test_a_sheet_names_its_pairs_and_nobody_elses():
    tournament, round_ = make_evening(4)
    first, _, third, _ = tournament.entries.order_by("number")
    rename(first, ("Çağrı", "Ağaoğlu"), ("Marie-Thérèse", "Cœur-Vaillant"))
    rename(third, ("Odile", "Kervran"), ("Ælfred", "O'Brien"))
    one, two = text_of(made(round_)[0])
    assert "Çağrı Ağaoğlu" in one and "Marie-Thérèse Cœur-Vaillant" in one and "Kervran" not in one
    assert "Odile Kervran" in two and "Ælfred O'Brien" in two and "Ağaoğlu" not in two


def test_who_objected_is_on_the_sheet_under_the_pseudonym():
    tournament, round_ = make_evening(2)
    member = tournament.members.order_by("entry__number", "slot").first()
    member.shown_as = "objected"
    member.save()
    member.person.pseudonym = "La Dame de Pique"
    member.person.save()
    [page] = text_of(made(round_)[0])
    assert "La Dame de Pique" in page and member.person.family not in page


def test_markup_in_a_name_is_printed_as_it_was_typed():
    tournament, round_ = make_evening(2)
    rename(tournament.entries.first(), ("<b>Jean</b>", "<img src=x>"), ("A&amp;B", "{{ 7 }}"))
    [page] = text_of(made(round_)[0])
    assert "<b>Jean</b> <img src=x>" in page and "A&amp;B {{ 7 }}" in page


def test_the_longest_names_there_can_be_are_whole_and_inside_their_frame(tmp_path):
    tournament, round_ = make_evening(2)
    long = "Maximilienne-Joséphine Vandenbroucke Schwarzenbergstein Hohenz"[:60]
    rename(tournament.entries.first(), (long, long), ("W" * 60, "Ib"))
    pdf = made(round_)[0]
    [page] = text_of(pdf)
    assert page.replace(" ", "").count(long.replace(" ", "")) == 2 and page.replace(" ", "").count("W" * 60) == 1
    [picture] = pictures(pdf, tmp_path)
    # Between the pairs' frames and the table, and between frame and seat drawing, nothing is printed.
    scale = 100 / 25.4
    below = sheet_form.PAIRS_TOP + sheet_form.PAIR_HEIGHT + 0.5
    between = picture.crop((0, int(below * scale), picture.width, int((below + 2) * scale)))
    assert between.getextrema()[0] > 200


def code_boxes(picture, url):
    matrix = [[bool(module) for module in row] for row in segno.make(url, error="m", micro=False).matrix]
    return matrix, modules_in(picture, sheet_form.CODE, len(matrix), qr.QUIET, 200)


def test_the_code_of_each_sheet_is_the_address_of_its_table(tmp_path):
    choose_address()
    _, round_ = make_evening(4)
    found = pictures(made(round_)[0], tmp_path, dpi=200)
    tokens = []
    for match, picture in zip(round_.matches.order_by("board"), found, strict=True):
        link = AccessLink.objects.get(target=match.pk)
        token = links.token_of(link)
        assert hashlib.sha256(token.encode()).hexdigest() == link.token_hash
        wanted, seen = code_boxes(picture, f"{BASE}/t/{token}/")
        assert seen == wanted
        tokens.append(token)
    assert len(set(tokens)) == 2


def test_the_short_code_stands_under_the_square_with_where_to_type_it():
    choose_address()
    _, round_ = make_evening(2)
    code = links.short_code_of(AccessLink.objects.get())
    [page] = text_of(made(round_)[0])
    assert page.count(shortcodes.shown(code)) == 2  # and at the foot, for a torn sheet
    assert f"or type on {BASE.partition('//')[2]}/t" in page


def test_a_renewed_link_gets_another_code():
    choose_address()
    _, round_ = make_evening(2)
    before = sheets.gather(round_.pk)[1]
    links.renew(AccessLink.objects.get().pk)
    after = sheets.gather(round_.pk)[1]
    assert before.tables[0].url != after.tables[0].url
    assert before.content_key() != after.content_key()


@pytest.mark.parametrize("spoil", ["no address", "revoked"])
def test_without_an_open_link_the_sheet_says_that_it_has_no_code(spoil):
    _, round_ = make_evening(2)
    if spoil == "revoked":
        choose_address()
        AccessLink.objects.update(revoked_at="2026-01-01T00:00Z")
    _, data = sheets.gather(round_.pk)
    [page] = text_of(made(round_)[0])
    assert data.without_code and "No code" in page and "/t/" not in page


@pytest.mark.parametrize(
    ("kind", "rows", "leaves", "said"),
    [
        ("deals", 1, 1, "1 deal "),
        pytest.param("deals", 16, 1, "16 deals", marks=pytest.mark.long),
        ("deals", 17, 2, "17 deals"),
        pytest.param("deals", 33, 3, "33 deals", marks=pytest.mark.long),
        pytest.param("target", 1000, 1, "first to 1,000 points", marks=pytest.mark.long),
        ("target", 2000, 2, "first to 2,000 points"),
        ("minutes", 45, 1, "45 minutes"),
    ],
)
def test_pages_and_rows_follow_the_length_of_the_game(kind, rows, leaves, said):
    _, round_ = make_evening(2, kind=kind, rows=rows)
    pdf, pages, _ = made(round_)
    words = text_of(pdf)
    assert pages == leaves
    assert said in words[0]
    assert all("Carry over" in page for page in words[:-1]) and "Desk" in words[-1]
    assert (f"page {leaves} of {leaves}" in words[-1]) == (leaves > 1)


def test_the_same_sheets_are_the_same_bytes():
    choose_address()
    _, round_ = make_evening(4)
    assert made(round_)[0] == made(round_)[0]


def test_the_fonts_are_in_the_file():
    _, round_ = make_evening(2)
    with pikepdf.open(io.BytesIO(made(round_)[0])) as pdf:
        fonts = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary) and "/FontName" in thing]
        names = {str(font.FontName) for font in fonts}
        assert all("/FontFile2" in font or "/FontFile3" in font for font in fonts)
    assert any("Paper-Sans-Bold" in name for name in names) and any("Paper-Serif-Bold" in name for name in names)
    assert all("Paper" in name for name in names)


def test_club_has_a_column_for_all_that_it_asks():
    with translation.override("en"):
        found = layout(rules.preset("club"))
    assert [column.name for column in found.columns] == [
        "declarer",
        "contract",
        "trump",
        "double",
        "belote",
        "announces",
        "points",
    ]
    assert found.sweep_in_belote and found.trumps == ("S", "H", "D", "C", "SA", "TA") and found.doublings == (2, 4)


PLAIN = """
id = "plain"
name = { en = "Plain" }
[game]
kind = "auction"
[cards]
trumps = ["S", "H", "D", "C"]
[bids]
lowest = 80
step = 10
highest = 160
[belote]
value = 0
[score.made]
declarer = "bid"
defence = "0"
[score.failed]
declarer = "0"
defence = "160"
"""


def test_columns_that_a_rule_set_does_not_have_give_their_room_away():
    with translation.override("en"):
        club, plain = layout(rules.preset("club")), layout(rules.load_ruleset(PLAIN))
    names = [column.name for column in plain.columns]
    assert "announces" not in names and "double" not in names and "belote" not in names
    widths = {column.name: column.width for column in plain.columns}
    assert widths["trump"] > 4 * 38 / 6 and widths["points"] > 15
    for columns in (club, plain):
        total = columns.sides + 2 * (columns.mark + columns.total)
        assert total == pytest.approx(WIDTH)
        trump = next(column.width for column in columns.columns if column.name == "trump")
        assert trump / len(columns.trumps) >= PITCH - 0.2
        assert columns.mark >= 14.9 and columns.total >= 18.9
