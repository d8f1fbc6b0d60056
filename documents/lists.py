"""A ranked list of any length on paper: standings, a season's ranking. Rows of one height, so pages are counted first.

Columns are as wide as what is in them; the words (names) get the rest, shrink and take two lines before they are
ever cut. A list that is too wide for a page upright lies on its side.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from core.templatetags.look import number
from documents import closing
from documents.fonts import MM_PER_POINT, fit, shrink, width_mm
from documents.page import TINT, Page

MARGIN, HEAD_TOP, ROWS_TOP, FOOT_HEIGHT = 11.0, 10.0, 43.0, 12.0
ROW = 7.2
SIZES = (10.5, 10, 9.5, 9, 8.5, 8, 7.5, 7, 6.5, 6, 5.5, 5)
#: Room left and right of what stands in a column.
GAP = 3.0
#: Size of a note beside that of the list.
NOTE = 0.8
#: Words (names) want this much before a page is turned on its side.
ENOUGH = 58.0

#: Columns in which something is drawn, and how wide they are.
_DRAWN = {"box": 8.0, "line": 52.0}
_ALIGNS = {"words": "left", "note": "left", "card": "center", "box": "center", "line": "left"}

Cell = str | int | None | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """``kind``: "number" (right), "strong" (right, bold), "card" (a pair's number), "words" (left; they get what room
    is left and may shrink), "note" (left, small), "box" (to tick, where the cell is "") or "line" (to sign on)."""

    title: str
    kind: str = "number"


@dataclass(frozen=True, slots=True)
class ListPaper:
    """A list to be printed. A cell is a number, one text, or several that may stand on two lines (names). ``row``: the
    height of a row in millimetres; where it is higher, so are the letters if there is room. ``closing``: under the
    list, a title and numbered lines."""

    title: str
    over: str
    note: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    foot: str
    legend: str = ""
    row: float = ROW
    closing: tuple[str, ...] = ()


def _words(cell: Cell) -> str:
    if isinstance(cell, tuple):
        return " – ".join(cell)
    return number(cell) if isinstance(cell, int) else cell or ""


def _natural(paper: ListPaper, index: int, size: float) -> float:
    column = paper.columns[index]
    if column.kind in _DRAWN:
        return max(_DRAWN[column.kind], width_mm(column.title, 8.5, "bold")) + GAP
    face = "bold" if column.kind in ("strong", "card") else "sans"
    size = size * NOTE if column.kind == "note" else size
    widest = max((width_mm(_words(row[index]), size, face) for row in paper.rows), default=0.0)
    head = min(width_mm(word, 8.5, "bold") for word in [max(column.title.split(" "), key=len)])
    return max(widest + (2.4 if column.kind == "card" else 0), head) + GAP


@dataclass(frozen=True, slots=True)
class _Layout:
    wide: bool
    size: float
    row: float
    lefts: tuple[float, ...]
    widths: tuple[float, ...]

    @property
    def per_page(self) -> int:
        height = 210 if self.wide else 297
        return int((height - ROWS_TOP - FOOT_HEIGHT) / self.row)


def _layout(paper: ListPaper) -> _Layout:
    """Upright if the words keep enough room at the usual size, else on its side, else smaller."""
    usual = [(False, 10.5), *((True, size) for size in (10.5, 9.5, 8.5, 7.5, 6.5, 5.5))]
    larger = [(False, 10.5 * paper.row / ROW * part) for part in (1.0, 0.9, 0.8)] if paper.row > ROW else []
    for wide, size in (*(one for one in larger if one[1] > 10.5), *usual):
        room = (297 if wide else 210) - 2 * MARGIN
        natural = [_natural(paper, index, size) for index in range(len(paper.columns))]
        words = [index for index, column in enumerate(paper.columns) if column.kind == "words"]
        fixed = sum(width for index, width in enumerate(natural) if index not in words)
        wanted = sum(natural[index] for index in words)
        left_over = room - fixed
        if left_over >= min(wanted, ENOUGH * len(words)) or size == 5.5:
            break
    share = min(1.0, max(left_over, 10.0) / wanted) if wanted else 0
    widths = [width * share if index in words else width for index, width in enumerate(natural)]
    # What is left goes to the columns that stand right of the first words, so that a line stays easy to follow.
    spare = room - sum(widths)
    after = [index for index in range(len(widths)) if index > (words[0] if words else -1)] or [len(widths) - 1]
    for index in after:
        widths[index] += spare / len(after)
    lefts = [MARGIN + sum(widths[:index]) for index in range(len(widths))]
    return _Layout(wide, size, paper.row, tuple(lefts), tuple(widths))


def pages(paper: ListPaper) -> list[Page]:
    """The pages of a list: at least one, its title, columns and page number on each."""
    plan = _layout(paper)
    count = max(1, -(-len(paper.rows) // plan.per_page))
    room = plan.lefts[-1] + plan.widths[-1] - MARGIN
    last = len(paper.rows) - (count - 1) * plan.per_page
    under = closing.height(paper.closing, room)
    if under and (last * plan.row + under) > (210 if plan.wide else 297) - ROWS_TOP - FOOT_HEIGHT:
        count, last = count + 1, 0
    made = []
    for index in range(count):
        start = index * plan.per_page
        rows = paper.rows[start : start + plan.per_page]
        page = Page(wide=plan.wide)
        _head(page, paper, plan, start, len(rows))
        if rows:
            _rows(page, paper, plan, rows)
        if under and index + 1 == count:
            closing.put(page, paper.closing, MARGIN, ROWS_TOP + last * plan.row, room)
        _foot(page, paper, index + 1, count)
        made.append(page)
    return made


def _head(page: Page, paper: ListPaper, plan: _Layout, start: int, count: int) -> None:
    right = page.width_mm - MARGIN
    span = f"{number(start + 1)} – {number(start + count)}" if count else ""
    span_width = width_mm(span, 24, "bold") + 6 if span else 0
    room = right - MARGIN - span_width
    over = shrink(paper.over, right - MARGIN, (13, 12, 11, 10, 9, 8, 7))
    page.say(paper.over, MARGIN, HEAD_TOP, right - MARGIN, 6, size=over)
    title = fit([paper.title], room, (30, 26, 22, 18, 15, 13), lambda size: 1 if size > 18 else 2, "serif")
    leading = title.size * 1.08 * MM_PER_POINT
    page.lines(title.lines, MARGIN, HEAD_TOP + 12.5, room, size=title.size, leading=leading, face="serif")
    if span:
        page.say(span, right - span_width, HEAD_TOP + 7.5, span_width, 10, size=24, face="bold", align="right")
    if paper.note:
        page.say(
            paper.note, MARGIN, HEAD_TOP + 19, right - MARGIN, 5, size=shrink(paper.note, right - MARGIN, (10, 9, 8, 7))
        )
    page.rule(MARGIN, ROWS_TOP - 7.6, right, ROWS_TOP - 7.6, 1)
    if paper.rows and not count:
        return  # only what closes the list is left for this page
    for index, column in enumerate(paper.columns):
        room = plan.widths[index] - GAP / 2
        head = fit([column.title], room, (8.5, 8, 7.5, 7, 6.5, 6), lambda _size: 2, "bold")
        align = _ALIGNS.get(column.kind, "right")
        page.lines(
            head.lines,
            plan.lefts[index] + (GAP / 4),
            ROWS_TOP - 3.6,
            room,
            size=head.size,
            leading=3.1,
            face="bold",
            align=align,
        )
    page.rule(MARGIN, ROWS_TOP, right, ROWS_TOP, 0.4)


def _rows(page: Page, paper: ListPaper, plan: _Layout, rows: Sequence[Sequence[Cell]]) -> None:
    """The lines of a page, column by column: a column's texts are one text of many lines, which is quick to lay out."""
    right = page.width_mm - MARGIN
    for place in range(len(rows)):
        y = ROWS_TOP + place * plan.row
        if place % 2:
            page.box(MARGIN, y, right - MARGIN, plan.row, fill=TINT)
        if place % 5 == 4:
            page.rule(MARGIN, y + plan.row, right, y + plan.row, 0.35)
    for index, column in enumerate(paper.columns):
        left, width = plan.lefts[index] + GAP / 4, plan.widths[index] - GAP / 2
        lines = [_line(page, column, row[index], left, place, width, plan) for place, row in enumerate(rows)]
        align = _ALIGNS.get(column.kind, "right")
        page.lines(
            lines,
            left,
            ROWS_TOP + len(lines) * plan.row / 2,
            width,
            size=plan.size * NOTE if column.kind == "note" else plan.size,
            leading=plan.row,
            face="bold" if column.kind in ("strong", "card") else "sans",
            align=align,
        )


def _line(page: Page, column: Column, cell: Cell, left: float, place: int, width: float, plan: _Layout) -> str:
    """What stands in a column's text for this cell; "" for words that need a smaller size and were placed apart."""
    text, size, y = _words(cell), plan.size, ROWS_TOP + place * plan.row
    if column.kind == "card" and text:
        height = min(plan.row - 1.8, 8.0)
        page.box(left, y + (plan.row - height) / 2, width, height, line=0.4, radius=1.6, fill="#fff")
    if column.kind == "box" and not text:
        page.box(left + width / 2 - 1.9, y + plan.row / 2 - 1.9, 3.8, 3.8, line=0.3, fill="#fff")
    if column.kind == "line":
        page.rule(left, y + plan.row - 1.6, left + width, y + plan.row - 1.6, 0.25, dotted=True)
    if column.kind == "words" and width_mm(text, size) > width:
        _shrunk(page, cell, left, y + plan.row / 2, width, plan)
        return ""
    return text


def _shrunk(page: Page, cell: Cell, left: float, middle: float, width: float, plan: _Layout) -> None:
    """Words on two lines, smaller where it must be."""
    parts = cell if isinstance(cell, tuple) else (_words(cell),)
    largest = min(plan.size, 8.5 * plan.row / ROW)
    sizes = [largest, *(one for one in SIZES if one < largest)]
    fitted = fit(parts, width, sizes, lambda one: int((plan.row - 0.2) / (one * 1.05 * MM_PER_POINT)))
    leading = fitted.size * 1.08 * MM_PER_POINT
    page.lines(fitted.lines, left, middle, width, size=fitted.size, leading=leading)


def _foot(page: Page, paper: ListPaper, index: int, count: int) -> None:
    right, y = page.width_mm - MARGIN, page.height_mm - FOOT_HEIGHT + 2.5
    page.rule(MARGIN, y, right, y, 0.4)
    words = " · ".join(filter(None, (paper.foot, paper.legend)))
    size = shrink(words, right - MARGIN - 32, (9, 8.5, 8, 7.5, 7, 6.5, 6))
    page.say(words, MARGIN, y + 0.8, right - MARGIN - 30, 5, size=size)
    where = _("page %(page)s of %(pages)s") % {"page": number(index), "pages": number(count)}
    page.say(where, right - 30, y + 0.8, 30, 5, size=9, align="right")
