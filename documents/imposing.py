"""Several small papers on one sheet of A4, to be cut apart: in such an order that the piles, laid on each other, are in
theirs."""

from collections.abc import Sequence

from documents.page import HAIR, Page

#: How many stand on a sheet, by their size: on its side for two, upright for four. Where each stands, in millimetres.
_PLACES = {
    "A5": (True, ((0.0, 0.0), (148.5, 0.0))),
    "A6": (False, ((0.0, 0.0), (105.0, 0.0), (0.0, 148.5), (105.0, 148.5))),
}
#: Side of an A5 in sides of an A6.
LARGER = 148 / 105


def together(papers: Sequence[Page]) -> list[Page]:
    """The papers, all of one size (A5 or A6), on sheets of A4: two or four a sheet, with lines to cut along.

    The first pile takes as many as there are sheets, the second one the next, and so on.
    """
    if not papers:
        return []
    wide, places = _PLACES[papers[0].paper]
    count = -(-len(papers) // len(places))
    made = []
    for index in range(count):
        sheet = Page(wide=wide)
        for place, (x, y) in enumerate(places):
            number = index + place * count
            if number < len(papers):
                sheet.place(papers[number], x, y)
        cut(sheet, halves=len(places) == 4)
        made.append(sheet)
    return made


def cut(sheet: Page, *, halves: bool) -> None:
    """Dotted lines through the middle of a sheet: from top to bottom, and with ``halves`` from side to side too."""
    middle = sheet.width_mm / 2
    sheet.rule(middle, 3, middle, sheet.height_mm - 3, 0.15, color=HAIR, dotted=True)
    if halves:
        y = sheet.height_mm / 2
        sheet.rule(3, y, sheet.width_mm - 3, y, 0.15, color=HAIR, dotted=True)


def enlarged(paper: Page, scale: float, size: str) -> Page:
    """A small paper as one of a larger size."""
    larger = Page(paper=size)
    larger.place(paper, (larger.width_mm - paper.width_mm * scale) / 2, 0, scale=scale)
    return larger
