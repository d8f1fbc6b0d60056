"""Words and drawings put into a PDF: nothing lost, nothing moved, whatever the letters."""

import io

import pikepdf
import pytest

from documents import ink
from documents.fonts import MM_PER_POINT
from documents.ink import Ink
from documents.page import Page, to_pdf
from documents.press import Press
from tests.documents.helpers import pictures, text_of


def inked(*wanted: tuple[str, str]) -> Ink:
    pdf = pikepdf.new()
    found = Ink(pdf, pikepdf.Dictionary())
    found.learn(wanted)
    return found


def darkest(picture, left, top, right, bottom, dpi=100):
    """The darkest grey in a box of millimetres."""
    box = tuple(int(edge * dpi / 25.4) for edge in (left, top, right, bottom))
    return picture.crop(box).getextrema()[0]


def test_a_line_is_words_with_the_spaces_about_them_and_a_line_from_right_to_left_is_one_piece():
    assert ink.pieces(" Jean-Pierre  Le Goff") == [" Jean-Pierre  ", "Le ", "Goff"]
    assert ink.pieces("a\tb\u2028c") == ["a ", "b ", "c"]
    assert ink.pieces("محمد علي") == ["محمد علي"]
    assert ink.pieces("") == []


def test_each_word_is_laid_out_once_and_as_wide_as_its_letters():
    found = inked(("sans", "00"), ("bold", "00"), ("sans", "0"))
    one, two = found.shaped("sans", "0"), found.shaped("sans", "00")
    assert one.width == pytest.approx(1175 / 2048, rel=0.03) and two.width == pytest.approx(2 * one.width, rel=0.01)
    before = len(found.fonts.keys())
    found.learn([("sans", "0")])
    assert len(found.fonts.keys()) == before and one.runs[0].font != found.shaped("bold", "00").runs[0].font


def test_letters_of_another_font_shift_no_other_word_and_what_cannot_be_seen_is_nothing():
    words = ["Жуков", "Ağaoğlu", "中文", "Cœur", "\u00a0", "Ελλάδα", "zuletzt"]
    found = inked(*(("serif", word) for word in words))
    assert found.shaped("serif", "\u00a0").runs == ()
    page = Page()
    for place, word in enumerate(words):
        page.say(word, 20, 20 + 10 * place, 100, 10, face="serif")
    (text,) = text_of(to_pdf([page], "t", "en"))
    assert [word for word in text.split() if word != "中文"] == [one for one in words if one not in ("\u00a0", "中文")]


def test_a_text_stands_left_in_the_middle_or_right_in_the_middle_of_its_height(tmp_path):
    page = Page()
    for place, align in enumerate(("left", "center", "right")):
        page.say("HH", 20, 20 + 30 * place, 100, 20, size=40, align=align)
    (picture,) = pictures(to_pdf([page], "t", "en"), tmp_path)
    width = 2 * 0.713 * 40 * MM_PER_POINT
    for place, left in enumerate((20.0, 70 - width / 2, 120 - width)):
        top = 20 + 30 * place
        assert darkest(picture, left, top, left + width, top + 20) < 60
        assert darkest(picture, 10, top, left - 0.5, top + 20) > 200
        assert darkest(picture, left + width + 0.8, top, 190, top + 20) > 200
        # Capitals stand in the middle: as much white above as below.
        assert darkest(picture, left, top, left + width, top + 4.2) > 200
        assert darkest(picture, left, top + 15.8, left + width, top + 20) > 200


def test_a_form_under_many_pages_and_its_drawings_are_in_the_file_once():
    form = Page()
    form.symbol("suit-s", 50, 50, 10)
    form.box(10, 10, 50, 20, line=0.5, radius=3)
    with Press() as press:
        for start in (0, 3):
            press.put([Page(beneath=form) for _page in range(start, start + 3)])
        content, count = press.saved("t", "en")
    assert count == 6
    with pikepdf.open(io.BytesIO(content)) as pdf:
        objects = [one for one in pdf.objects if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Form"]
        assert len([one for one in objects if [float(edge) for edge in one.BBox] == [0, 0, 210, 297]]) == 1
        assert all(b"/Form0 Do" in page.Contents.read_bytes() for page in pdf.pages)


def test_a_page_on_a_page_stands_where_it_is_put_also_upside_down(tmp_path):
    card = Page(paper="A6")
    card.box(0, 0, 20, 10, fill="#000")
    sheet = Page()
    sheet.place(card, 0, 0, upside_down=True)
    sheet.place(card, 105, 148)
    (picture,) = pictures(to_pdf([sheet], "t", "en"), tmp_path)
    assert darkest(picture, 86, 139, 104, 147) < 60 and darkest(picture, 106, 149, 124, 157) < 60
    assert darkest(picture, 1, 1, 80, 130) > 200


def test_the_same_pages_give_the_same_bytes():
    def made():
        page = Page()
        page.say("Odile Le Goff", 20, 20, 80, 10, card="back")
        page.code("http://192.0.2.1/t/x", 20, 50, 30)
        return to_pdf([page], "t", "en")

    assert made() == made()


def test_each_part_of_a_font_has_a_name_of_its_own_so_that_no_printer_takes_one_for_the_other():
    with Press() as press:
        for letters in ("abc", "xyz"):
            page = Page()
            page.say(letters, 20, 20, 80, 10)
            press.put([page])
        content, _count = press.saved("t", "en")
    with pikepdf.open(io.BytesIO(content)) as pdf:
        fonts = pdf.pages[0].Resources.Font
        names = [str(font.BaseFont) for font in fonts.values()]
        assert len(set(names)) == len(names) == 2 and all(name.endswith("+Paper-Sans") for name in names)
        for font in fonts.values():
            descendant = font.DescendantFonts[0]
            assert font.BaseFont == descendant.BaseFont == descendant.FontDescriptor.FontName
            assert "/FontFile2" in descendant.FontDescriptor
    assert text_of(content) == ["abc", "xyz"]
