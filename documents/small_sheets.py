"""Score sheets on A5, which have two columns fewer, and slips on A6 on which a table writes nothing but its totals."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from documents.columns import side_letters
from documents.fonts import MM_PER_POINT, fit, shrink
from documents.page import TINT, Page
from documents.sheet_form import Head
from documents.sheet_words import Table, typed_on

#: Edge of an A5 and of an A6; the height of the foot.
EDGE, SMALL_EDGE = 8.0, 6.0
CODE, SMALL_CODE = 25.0, 24.0
_PAIRS, _PAIR_HEIGHT = 41.5, 14.0
_TABLE, _HEAD = 57.5, 10.0
_FOOT = 203.0
_TOTAL, _SIGN = 11.0, 15.0
#: Rows of a leaf, and how high one may be.
MOST_ROWS, TALLEST = 16, 10.0
_NUMBER, _CONTRACT, _MARK, _TOTALS = 9.0, 23.0, 23.0, 27.0


class ShortForm:
    """The sheet on A5 of a round: deals with the marks and totals of both sides, as many leaves as they need."""

    def __init__(self, head: Head, has_contract: bool) -> None:
        self.head = head
        self.contract = _CONTRACT if has_contract else 0.0
        self.leaves = -(-head.rows // MOST_ROWS)
        per_leaf = -(-head.rows // self.leaves)
        self.rows = [range(start + 1, min(start + per_leaf, head.rows) + 1) for start in range(0, head.rows, per_leaf)]
        room = _FOOT - 6 - _SIGN - 2 - _TOTAL - 1 - _TABLE - _HEAD
        self.row_height = min(TALLEST, room / per_leaf)
        side = (132 - _NUMBER - self.contract) / 2
        self.mark, self.total = side * _MARK / (_MARK + _TOTALS), side * _TOTALS / (_MARK + _TOTALS)
        self.lefts = tuple(EDGE + _NUMBER + self.contract + index * side for index in range(2))
        self.blank = [self._blank(leaf) for leaf in range(self.leaves)]

    def _blank(self, leaf: int) -> Page:
        page = Page(paper="A5")
        right = page.width_mm - EDGE
        page.box(EDGE, EDGE, 40, 30, line=0.9, radius=3.5)
        page.say(_("Table"), EDGE + 2.6, EDGE + 1.4, 20, 3.6, size=8, face="bold")
        _headed(page, self.head, EDGE + 43.5, EDGE, right - CODE - EDGE - 46)
        _blank_code(page, self.head, right - CODE, EDGE - 1.5, CODE)
        for index in range(2):
            left = EDGE + index * 67
            page.box(left, _PAIRS, 65, _PAIR_HEIGHT, line=0.35, radius=2)
            page.symbol("seats-ns" if index == 0 else "seats-ew", left + 58.5, _PAIRS + 5.6, 7)
            page.say(side_letters("AB"[index]), left + 53, _PAIRS + 9.8, 11, 3.4, size=7.5, face="bold", align="center")
        self._table(page, self.rows[leaf], right)
        bottom = _TABLE + _HEAD + len(self.rows[leaf]) * self.row_height
        for left in self.lefts:
            page.box(left - 0.35, bottom - 0.2, self.mark + self.total + 0.7, _TOTAL, line=0.8)
        last = leaf == self.leaves - 1
        word = _("Total") if last else _("Carry over")
        page.say(word, EDGE, bottom, self.lefts[0] - EDGE - 2.5, _TOTAL, size=13, face="bold", align="right")
        if last:
            self._signatures(page, bottom + _TOTAL + 2, right)
        said = _("The winners bring the sheet to the desk, signed by both sides.")
        size = shrink(said, 92, (8.5, 8, 7.5, 7, 6.5), "bold")
        page.say(said, EDGE, _FOOT - 4, 92, 4, size=size, face="bold")
        return page

    def _table(self, page: Page, rows: range, right: float) -> None:
        top = _TABLE + _HEAD
        bottom = top + len(rows) * self.row_height
        for place, number in enumerate(rows):
            y = top + place * self.row_height
            if place % 2:
                page.box(EDGE, y, right - EDGE, self.row_height, fill=TINT)
            page.say(str(number), EDGE, y, _NUMBER, self.row_height, size=11, face="bold", align="center")
            if place:
                page.rule(EDGE, y, right, y, 0.5 if (number - 1) % 4 == 0 else 0.2)
        titles = [(EDGE, _NUMBER, _("No."))]
        titles += [(EDGE + _NUMBER, self.contract, _("Contract"))] if self.contract else []
        for left, width, title in titles:
            size = shrink(title, width - 1, (8, 7.5, 7, 6.5, 6), "bold")
            page.say(title, left, _TABLE, width, _HEAD, size=size, face="bold", align="center")
        for left in self.lefts:
            for x, width, title in ((left, self.mark, _("Marks")), (left + self.mark, self.total, _("Total"))):
                page.say(title, x, _TABLE + _HEAD / 2, width, _HEAD / 2, size=8, face="bold", align="center")
            page.rule(left + self.mark, _TABLE + _HEAD / 2, left + self.mark, bottom, 0.2)
            page.rule(left, _TABLE, left, bottom, 0.8)
        if self.contract:
            page.rule(EDGE + _NUMBER, _TABLE, EDGE + _NUMBER, bottom, 0.2)
        page.rule(self.lefts[0], _TABLE + _HEAD / 2, right, _TABLE + _HEAD / 2, 0.2)
        page.rule(EDGE, top, right, top, 0.5)
        page.box(EDGE - 0.25, _TABLE - 0.25, right - EDGE + 0.5, bottom - _TABLE + 0.5, line=0.5)

    def _signatures(self, page: Page, top: float, right: float) -> None:
        width = (right - EDGE - 34 - 6) / 2
        for index in range(2):
            left = EDGE + index * (width + 3)
            page.box(left, top, width, _SIGN, line=0.35, radius=2)
            page.rule(left + 2, top + _SIGN - 2, left + width - 2, top + _SIGN - 2, 0.25, dotted=True)
        page.box(right - 34, top, 34, _SIGN, line=0.35, radius=2)
        page.say(_("Desk"), right - 32, top + 1, 30, 3.6, size=8, face="bold")
        page.say(_("Checked by ________"), right - 32, top + 9.8, 30, 3.6, size=7.5)


def _headed(page: Page, head: Head, x: float, y: float, room: float) -> None:
    """Title, round and facts from ``y`` down, at most 28 millimetres."""
    title = fit([head.title], room, (13, 12, 11, 10, 9, 8), lambda size: 2 if size > 9 else 3, "serif")
    leading = title.size * 1.1 * MM_PER_POINT
    height = leading * len(title.lines)
    page.lines(title.lines, x, y + height / 2, room, size=title.size, leading=leading, face="serif")
    page.say(head.round_title, x, y + height + 0.8, room, 8, size=20, face="bold", spacing=-0.01)
    facts = fit([head.facts], room, (8, 7.5, 7, 6.5, 6), lambda size: 2 if size > 6 else 3)
    leading = facts.size * 1.2 * MM_PER_POINT
    middle = y + height + 9.4 + leading * len(facts.lines) / 2
    page.lines(facts.lines, x, middle, room, size=facts.size, leading=leading)


def _blank_code(page: Page, head: Head, x: float, y: float, side: float) -> None:
    if head.has_code:
        page.say(_("Score by phone"), x - 5, y + side - 0.6, side + 10, 3.2, size=7.5, align="center")
        return
    page.box(x + 2, y + 2, side - 4, side - 6, line=0.2, radius=2)
    why = fit(
        [head.instead or _("No code: no address was chosen for the phones.")],
        side - 7,
        (7.5, 7, 6.5, 6),
        lambda _size: 5,
    )
    page.lines(why.lines, x + 2, y + side / 2 - 1, side - 4, size=why.size, leading=3.1, align="center")


def short_pages(form: ShortForm, table: Table) -> list[Page]:
    """The sheet of a table on A5."""
    pages = []
    for leaf in range(form.leaves):
        page = Page(paper="A5", beneath=form.blank[leaf])
        right = page.width_mm - EDGE
        if table.number:
            _number(page, table.number, EDGE, EDGE + 2, 40, 28, (28.0, 20.0))
        for index, side in enumerate(table.sides):
            left = EDGE + index * 67
            if side.names:
                _pair(page, side.number, side.names, left + 2.2, _PAIRS, 50.5, _PAIR_HEIGHT)
            else:
                _to_write(page, left + 2.2, _PAIRS, 50.5, _PAIR_HEIGHT)
            both = form.mark + form.total
            said = f"{side_letters('AB'[index])}  {side.number}".strip()
            page.say(said, form.lefts[index], _TABLE, both, _HEAD / 2, size=10, face="bold", align="center")
            if leaf == form.leaves - 1:
                _agrees(page, form, table, index, right)
        if table.url:
            page.code(table.url, right - CODE, EDGE - 1.5, CODE)
        _short_code(page, table, right - CODE, EDGE + CODE - 0.6, CODE)
        words = _feet(form.head, table)
        if form.leaves > 1:
            words.append(_("page %(page)s of %(pages)s") % {"page": leaf + 1, "pages": form.leaves})
        page.say(" · ".join(words), right - 60, _FOOT - 4, 60, 4, size=7.5, align="right")
        pages.append(page)
    return pages


def _agrees(page: Page, form: ShortForm, table: Table, index: int, right: float) -> None:
    top = _TABLE + _HEAD + len(form.rows[-1]) * form.row_height + _TOTAL + 2
    width = (right - EDGE - 34 - 6) / 2
    said = _("Pair %(number)s agrees") % {"number": table.sides[index].number or "____"}
    size = shrink(said, width - 4, (8, 7.5, 7, 6.5, 6), "bold")
    page.say(said, EDGE + index * (width + 3) + 2, top + 1, width - 4, 3.6, size=size, face="bold")


def _number(
    page: Page, number: int, x: float, y: float, width: float, height: float, sizes: tuple[float, float]
) -> None:
    """A table's number in its frame: ``sizes`` of one or two figures and of three, in millimetres of type."""
    text = str(number)
    size = (sizes[0] if len(text) < 3 else sizes[1] if len(text) == 3 else sizes[1] * 3 / len(text)) / MM_PER_POINT
    page.say(text, x, y, width, height, size=size, face="bold", align="center", spacing=-0.04)


def _pair(page: Page, number: str, names: Sequence[str], x: float, y: float, room: float, height: float) -> None:
    """A pair's card and names in a strip."""
    size = 14.0 if len(number) <= 3 else max(9.0, 14.0 * 3 / len(number))
    card = max(9.0, len(number) * size * 0.58 * MM_PER_POINT + 3)
    page.say(number, x, y + height / 2 - 5, card, 10, size=size, face="bold", align="center", card="face")
    room -= card + 2
    fitted = fit(
        names,
        room,
        (10, 9.5, 9, 8.5, 8, 7.5, 7, 6.5, 6, 5.5),
        lambda one: max(2, int((height - 1.5) / (one * 1.15 * MM_PER_POINT))),
        "bold",
    )
    leading = fitted.size * 1.15 * MM_PER_POINT
    page.lines(fitted.lines, x + card + 2, y + height / 2, room, size=fitted.size, leading=leading, face="bold")


def _to_write(page: Page, x: float, y: float, room: float, height: float) -> None:
    """Lines for a number and two names."""
    page.say(_("No."), x, y + 1, 8, 3.6, size=7.5)
    for line in (height / 2 - 0.6, height - 2):
        page.rule(x + (10 if line < height / 2 else 0), y + line, x + room - 2, y + line, 0.25, dotted=True)


def _short_code(page: Page, table: Table, x: float, y: float, side: float) -> None:
    if not (table.url and table.short_code):
        return
    where = _("or type on %(address)s") % {"address": typed_on(table.url)}
    size = shrink(where, side + 8, (7.5, 7, 6.5, 6, 5.5, 5))
    page.say(where, x - 4, y + 1.6, side + 8, 3, size=size, align="center")
    page.say(table.short_code, x - 4, y + 4.4, side + 8, 4.4, size=10, face="bold", align="center", spacing=0.06)


def _feet(head: Head, table: Table) -> list[str]:
    words = [_("Table %(number)s") % {"number": table.number}] if table.number else []
    words += [head.round_title] if head.round_title else []
    if table.game:
        words.append(_("Game %(number)s") % {"number": table.game})
    if table.url and table.short_code:
        words.append(table.short_code)
    return words


class Slip:
    """The slip on A6 of a round: both pairs, a box for the total of each, and who agrees."""

    def __init__(self, head: Head) -> None:
        self.head = head
        self.leaves = 1
        self.blank = self._blank()

    def _blank(self) -> Page:
        page = Page(paper="A6")
        right = page.width_mm - SMALL_EDGE
        page.box(SMALL_EDGE, SMALL_EDGE, 28, 24, line=0.8, radius=3)
        page.say(_("Table"), SMALL_EDGE + 2, SMALL_EDGE + 1, 20, 3, size=7, face="bold")
        _headed(page, self.head, SMALL_EDGE + 31, SMALL_EDGE, right - SMALL_CODE - SMALL_EDGE - 33)
        _blank_code(page, self.head, right - SMALL_CODE, SMALL_EDGE - 1.5, SMALL_CODE)
        for index in range(2):
            top = 41.0 + index * 43
            page.box(SMALL_EDGE, top, right - SMALL_EDGE, 40, line=0.35, radius=2)
            page.box(right - 41, top + 14.5, 38, 14, line=0.8, fill="#fff")
            word = _("Total")
            page.say(word, SMALL_EDGE + 3, top + 14.5, right - SMALL_EDGE - 47, 14, size=12, face="bold", align="right")
            page.rule(SMALL_EDGE + 3, top + 38, right - 3, top + 38, 0.25, dotted=True)
        said = _("The winners bring the sheet to the desk, signed by both sides.")
        fitted = fit([said], right - SMALL_EDGE, (8, 7.5, 7, 6.5, 6), lambda _size: 1, "bold")
        page.lines(fitted.lines, SMALL_EDGE, 132, right - SMALL_EDGE, size=fitted.size, leading=3.4, face="bold")
        return page


def slip_pages(slip: Slip, table: Table) -> list[Page]:
    """The slip of a table, one page."""
    page = Page(paper="A6", beneath=slip.blank)
    right = page.width_mm - SMALL_EDGE
    if table.number:
        _number(page, table.number, SMALL_EDGE, SMALL_EDGE + 2, 28, 22, (21.0, 14.0))
    for index, side in enumerate(table.sides):
        top = 41.0 + index * 43
        if side.names:
            _pair(page, side.number, side.names, SMALL_EDGE + 2.5, top + 1, right - SMALL_EDGE - 14, 12.5)
        else:
            _to_write(page, SMALL_EDGE + 2.5, top + 0.5, right - SMALL_EDGE - 14, 12.5)
        page.say(side_letters("AB"[index]), right - 11, top + 1, 9, 12.5, size=9, face="bold", align="right")
        said = _("Pair %(number)s agrees") % {"number": side.number or "____"}
        page.say(said, SMALL_EDGE + 3, top + 30, 60, 4, size=8, face="bold")
    if table.url:
        page.code(table.url, right - SMALL_CODE, SMALL_EDGE - 1.5, SMALL_CODE)
    _short_code(page, table, right - SMALL_CODE, SMALL_EDGE + SMALL_CODE - 0.4, SMALL_CODE)
    page.say(" · ".join(_feet(slip.head, table)), SMALL_EDGE, 137, right - SMALL_EDGE, 4, size=7.5)
    return [page]
