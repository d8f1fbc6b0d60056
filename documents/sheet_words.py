"""The words of one table on its score sheet: laid over the blank form, which leaves room for them."""

import functools
from dataclasses import dataclass

from django.utils.translation import gettext as _

from documents.columns import WIDTH, side_letters
from documents.fonts import MM_PER_POINT, Fitted, fit, shrink
from documents.page import Page
from documents.sheet_form import (
    CODE,
    FOOT,
    HEAD_HEIGHT,
    LEFT,
    NUMBER_FRAME,
    PAIR_HEIGHT,
    PAIR_LEFTS,
    PAIR_WIDTH,
    PAIRS_TOP,
    RIGHT,
    ROWS_TOP,
    TABLE_TOP,
    TOP,
    TOTAL_HEIGHT,
    Form,
)


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a table: the number on its card, and who plays."""

    number: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table's sheet. ``game``: its number in the match, 0 where a match is one game. ``url``: "" without a code.
    ``after``: where both go next, "" where the draw of the next round says so."""

    number: int
    game: int
    sides: tuple[Side, Side]
    url: str
    short_code: str
    after: str = ""


def typed_on(url: str) -> str:
    """Where the short code is typed, of a table's address: as short as a browser takes it."""
    return url.rpartition("/t/")[0].partition("://")[2] + "/t"


def number_size(text: str) -> float:
    """Points of a table's number in its frame: figures of 45 mm type, 33 for three, smaller for more."""
    millimetres = 45.0 if len(text) <= 2 else 33.0 if len(text) == 3 else 92.0 / len(text)
    return millimetres / MM_PER_POINT


@functools.lru_cache(maxsize=1024)
def fitted_names(names: tuple[str, ...], room: float) -> Fitted:
    """Both names in a pair's frame: 12 points and three lines, smaller where that is not enough, never cut."""
    sizes = (12, 11, 10, 9, 8.5, 8, 7.5, 7, 6.5, 6, 5.5)
    return fit(names, room, sizes, lambda size: max(3, int(17.2 / (size * 1.18 * MM_PER_POINT))), "bold")


def filled_pages(form: Form, table: Table) -> list[Page]:
    """A table's words alone, to be laid over the blank form."""
    pages = []
    for leaf, rows in enumerate(form.rows):
        page = Page()
        number = str(table.number)
        width, height = NUMBER_FRAME
        page.say(
            number,
            LEFT,
            TOP + 3,
            width,
            height - 3,
            size=number_size(number),
            face="bold",
            align="center",
            spacing=-0.04,
        )
        for index, side in enumerate(table.sides):
            _pair(page, index, side)
        _side_words(form, page, table, ROWS_TOP + len(rows) * form.row_height, last=leaf == form.leaves - 1)
        if table.url and table.short_code:
            where = _("or type on %(address)s") % {"address": typed_on(table.url)}
            size = shrink(where, 36, (9, 8.5, 8, 7.5, 7, 6.5, 6))
            page.say(where, CODE[0] - 2, 43.8, 36, 3.6, size=size, align="center")
            page.say(table.short_code, CODE[0], 47.4, 32, 5.5, size=12.5, face="bold", align="center", spacing=0.06)
        if table.after and leaf == form.leaves - 1:
            size = shrink(table.after, WIDTH, (10.5, 10, 9.5, 9, 8.5, 8, 7, 6))
            page.say(table.after, LEFT, FOOT - 9, WIDTH, 4.2, size=size, face="bold")
        page.say(_foot(form, table, leaf), RIGHT - 90, FOOT - 5, 90, 5, size=9, align="right")
        pages.append(page)
    return pages


def spare_pages(form: Form, table: Table) -> list[Page]:
    """A spare sheet: the table's number if it has one, and lines to write on where numbers and names would be."""
    pages = []
    sign = (WIDTH - 44 - 8) / 2
    for leaf, rows in enumerate(form.rows):
        page = Page()
        width, height = NUMBER_FRAME
        if table.number:
            number = str(table.number)
            size = number_size(number)
            page.say(number, LEFT, TOP + 3, width, height - 3, size=size, face="bold", align="center", spacing=-0.04)
        top = ROWS_TOP + len(rows) * form.row_height
        for index, left in enumerate(PAIR_LEFTS):
            page.say(_("No."), left + 3, PAIRS_TOP + 2.2, 10, 4, size=9)
            for y in (PAIRS_TOP + 9, PAIRS_TOP + 16.6):
                page.rule(left + (21 if y < PAIRS_TOP + 10 else 3), y, left + PAIR_WIDTH - 15.5, y, 0.25, dotted=True)
            page.rule(left + 3, PAIRS_TOP + 9, left + 18, PAIRS_TOP + 9, 0.25, dotted=True)
            side = f"{side_letters('AB'[index])}  ____"
            both = form.columns.mark + form.columns.total
            page.say(
                side, form.side_lefts[index], TABLE_TOP, both, HEAD_HEIGHT / 2, size=12, face="bold", align="center"
            )
            if leaf == form.leaves - 1:
                agrees = _("Pair %(number)s agrees") % {"number": "____"}
                x = LEFT + index * (sign + 4) + 2.5
                page.say(agrees, x, top + TOTAL_HEIGHT + 5.4, sign - 5, 4.5, size=10, face="bold")
        words = [_("Table %(number)s") % {"number": table.number}] if table.number else []
        words += [_("spare sheet")]
        if form.leaves > 1:
            words.append(_("page %(page)s of %(pages)s") % {"page": leaf + 1, "pages": form.leaves})
        page.say(" · ".join(words), RIGHT - 90, FOOT - 5, 90, 5, size=9, align="right")
        pages.append(page)
    return pages


def _foot(form: Form, table: Table, leaf: int) -> str:
    words = [_("Table %(number)s") % {"number": table.number}, form.head.round_title]
    if table.game:
        words.append(_("Game %(number)s") % {"number": table.game})
    if form.leaves > 1:
        words.append(_("page %(page)s of %(pages)s") % {"page": leaf + 1, "pages": form.leaves})
    if table.url and table.short_code:
        words.append(table.short_code)
    return " · ".join(words)


def _pair(page: Page, index: int, side: Side) -> None:
    left = PAIR_LEFTS[index] + 3.5
    size = 19.0 if len(side.number) <= 4 else 19.0 * 4 / len(side.number)
    card = max(10.5, len(side.number) * size * 0.58 * MM_PER_POINT + 3.6)
    page.say(side.number, left, PAIRS_TOP + 2.75, card, 13.5, size=size, face="bold", align="center", card="face")
    x = left + card + 3.5
    room = PAIR_LEFTS[index] + PAIR_WIDTH - 14 - x
    names = fitted_names(side.names, room)
    page.lines(
        names.lines,
        x,
        PAIRS_TOP + PAIR_HEIGHT / 2,
        room,
        size=names.size,
        leading=names.size * 1.18 * MM_PER_POINT,
        face="bold",
    )


def _side_words(form: Form, page: Page, table: Table, top: float, *, last: bool) -> None:
    both = form.columns.mark + form.columns.total
    sign = (WIDTH - 44 - 8) / 2
    for index, side in enumerate(table.sides):
        left = form.side_lefts[index]
        page.say(
            f"{side_letters('AB'[index])}  {side.number}",
            left,
            TABLE_TOP,
            both,
            HEAD_HEIGHT / 2,
            size=12,
            face="bold",
            align="center",
        )
        page.say(side.number, left + 1.5, top + TOTAL_HEIGHT - 4.4, both, 3.4, size=8.5, face="bold")
        if last:
            agrees = _("Pair %(number)s agrees") % {"number": side.number}
            page.say(
                agrees,
                LEFT + index * (sign + 4) + 2.5,
                top + TOTAL_HEIGHT + 5.4,
                sign - 5,
                4.5,
                size=10,
                face="bold",
            )
