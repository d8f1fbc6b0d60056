"""The blank score sheet: where everything stands, in millimetres, on A4 upright.

Margins 9, foot 7; black and one tint, so that it survives a tired printer and a photocopy. What is printed to be
circled stands at least 5.4 apart; what is written has room for a hand.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from documents.columns import PITCH, WIDTH, Column, Columns, side_letters, trump_letters
from documents.fonts import MM_PER_POINT, fit, shrink
from documents.page import TINT, Page

LEFT, TOP, FOOT = 9.0, 9.0, 290.0
RIGHT = LEFT + WIDTH
#: Left, top and side of the code, its quiet zone included.
CODE = (RIGHT - 32, TOP - 1.5, 32.0)
NUMBER_FRAME = (64.0, 47.0)
MIDDLE = (80.0, 82.0)
PAIRS_TOP, PAIR_HEIGHT, PAIR_WIDTH = 60.0, 19.0, 93.5
PAIR_LEFTS = (LEFT, RIGHT - PAIR_WIDTH)
TABLE_TOP, HEAD_HEIGHT = 82.5, 12.4
ROWS_TOP = TABLE_TOP + HEAD_HEIGHT
MOST_ROWS = 16
TOTAL_HEIGHT = 16.0
SIGN_HEIGHT = 22.0
#: Height of a row by how many there are on the page; 9 for 15 and 16.
ROW_HEIGHTS = {11: 12.0, 12: 12.0, 13: 11.0, 14: 10.2, 15: 9.0, 16: 9.0}
TALLEST_ROW = 13.5


@dataclass(frozen=True, slots=True)
class Head:
    """The words that all sheets of a round share."""

    title: str
    round_title: str
    facts: str
    club: str
    rules: str
    rows: int
    has_code: bool
    #: What stands where the code would be, "" for the reason why there is none.
    instead: str = ""


class Form:
    """The form of a round: as many leaves a table as its deals need. ``side_lefts``: where each side's part begins."""

    def __init__(self, head: Head, columns: Columns) -> None:
        self.head = head
        self.columns = columns
        self.leaves = -(-head.rows // MOST_ROWS)
        per_leaf = -(-head.rows // self.leaves)
        self.rows = [range(start + 1, min(start + per_leaf, head.rows) + 1) for start in range(0, head.rows, per_leaf)]
        self.row_height = ROW_HEIGHTS.get(per_leaf, TALLEST_ROW)
        self.side_lefts = tuple(LEFT + columns.sides + index * (columns.mark + columns.total) for index in range(2))

    def blank_pages(self) -> list[Page]:
        """The form without a table's words, one page a leaf."""
        pages = []
        for leaf, rows in enumerate(self.rows):
            page = Page()
            self._blank_head(page)
            self._blank_pairs(page)
            bottom = self._blank_table(page, rows)
            self._blank_totals(page, bottom, last=leaf == self.leaves - 1)
            if leaf == self.leaves - 1:
                self._blank_signatures(page, bottom + TOTAL_HEIGHT + 4)
            page.say(
                _("The winners bring the sheet to the desk, signed by both sides."),
                LEFT,
                FOOT - 5,
                130,
                5,
                size=10.5,
                face="bold",
            )
            pages.append(page)
        return pages

    # The blank form, from the top

    def _blank_head(self, page: Page) -> None:
        page.box(LEFT, TOP, *NUMBER_FRAME, line=1.1, radius=5)
        page.say(_("Table"), LEFT + 4, TOP + 2.2, 30, 4.5, size=10.5, face="bold")
        x, room = MIDDLE
        title = fit([self.head.title], room, (19, 17, 15, 13.5, 12), lambda size: 2 if size > 12 else 3, "serif")
        leading = title.size * 1.1 * MM_PER_POINT
        page.lines(
            title.lines, x, TOP + leading * len(title.lines) / 2, room, size=title.size, leading=leading, face="serif"
        )
        y = TOP + leading * len(title.lines) + 2.6
        page.say(self.head.round_title, x, y, room, 11, size=30, face="bold", spacing=-0.01)
        y += 12.4
        facts = fit([self.head.facts], room, (10, 9.5, 9, 8.5, 8, 7.5), lambda _size: 1)
        where = fit([f"{self.head.club} · {self.head.rules}"], room, (10, 9.5, 9), lambda _size: 1)
        if len(where.lines) > 1:
            where = fit([self.head.club, self.head.rules], room, (10, 9.5, 9, 8.5, 8, 7), lambda _size: 2)
        for fitted in (facts, where):
            for line in fitted.lines:
                page.say(line, x, y, room, 4.5, size=fitted.size)
                y += 4.5
        if y < TOP + 43.5:
            page.say(
                _("First dealer:"),
                x,
                y + 1.2,
                room,
                4.5,
                size=10,
                face="bold",
                after="  " + _("N    E    S    W  (circle)"),
            )
        self._blank_code(page)

    def _blank_code(self, page: Page) -> None:
        x, y, side = CODE
        if self.head.has_code:
            page.say(_("Score by phone"), x - 6, y + side + 0.6, side + 12, 4, size=9, align="center")
            return
        page.box(x, TOP, side, 24, line=0.2, radius=2.5)
        said = self.head.instead or _("No code: no address was chosen for the phones.")
        why = fit([said], side - 4, (9, 8.5, 8), lambda _size: 4)
        page.lines(why.lines, x, TOP + 12, side, size=why.size, leading=4, align="center")

    def _blank_pairs(self, page: Page) -> None:
        for index, left in enumerate(PAIR_LEFTS):
            page.box(left, PAIRS_TOP, PAIR_WIDTH, PAIR_HEIGHT, line=0.35, radius=2.5)
            middle = left + PAIR_WIDTH - 8
            page.symbol("seats-ns" if index == 0 else "seats-ew", middle, PAIRS_TOP + 7.4, 9)
            page.say(
                side_letters("AB"[index]), middle - 6, PAIRS_TOP + 12.4, 12, 4, size=9, face="bold", align="center"
            )

    def _blank_table(self, page: Page, rows: range) -> float:
        """The table of the deals; gives where it ends."""
        bottom = ROWS_TOP + len(rows) * self.row_height
        self._tints(page, rows)
        for place, counted in enumerate(rows):
            self._row(page, counted, ROWS_TOP + place * self.row_height)
        self._heads(page)
        self._grid(page, rows, bottom)
        return bottom

    def _tints(self, page: Page, rows: range) -> None:
        for place in range(1, len(rows), 2):
            y = ROWS_TOP + place * self.row_height
            page.box(LEFT, y, self.columns.sides, self.row_height, fill=TINT)
            for left in self.side_lefts:
                page.box(left, y, self.columns.mark, self.row_height, fill=TINT)

    def _grid(self, page: Page, rows: range, bottom: float) -> None:
        columns = self.columns
        for column in columns.columns:
            page.rule(LEFT + column.left, TABLE_TOP, LEFT + column.left, bottom, 0.2)
        for left in self.side_lefts:
            page.rule(left + columns.mark, TABLE_TOP + HEAD_HEIGHT / 2, left + columns.mark, bottom, 0.2)
            page.rule(left, TABLE_TOP, left, bottom, 0.8)
        page.rule(self.side_lefts[0], TABLE_TOP + HEAD_HEIGHT / 2, RIGHT, TABLE_TOP + HEAD_HEIGHT / 2, 0.2)
        for place in range(1, len(rows)):
            y = ROWS_TOP + place * self.row_height
            page.rule(LEFT, y, RIGHT, y, 0.5 if (rows[place] - 1) % 4 == 0 else 0.2)
        page.rule(LEFT, ROWS_TOP, RIGHT, ROWS_TOP, 0.5)
        page.box(LEFT - 0.25, TABLE_TOP - 0.25, WIDTH + 0.5, bottom - TABLE_TOP + 0.5, line=0.5)

    def _heads(self, page: Page) -> None:
        middle = TABLE_TOP + HEAD_HEIGHT / 2
        page.say(_("No."), LEFT, TABLE_TOP, self.columns.number, HEAD_HEIGHT, size=8.5, face="bold", align="center")
        for column in self.columns.columns:
            left, width = LEFT + column.left, column.width
            leading = 3.4
            shift = leading / 2 if column.hint else 0
            page.lines(
                column.head, left, middle - shift, width, size=column.size, leading=leading, face="bold", align="center"
            )
            if column.hint:
                top = middle - shift + leading * len(column.head) / 2
                size = shrink(column.hint, width - 1, (8.5, 8, 7.5, 7, 6.5))
                page.say(column.hint, left, top, width, leading, size=size, align="center")
        for left in self.side_lefts:
            for offset, width, word in (
                (0.0, self.columns.mark, _("Marks")),
                (self.columns.mark, self.columns.total, _("Total")),
            ):
                page.say(word, left + offset, middle, width, HEAD_HEIGHT / 2, size=8.5, face="bold", align="center")

    def _row(self, page: Page, counted: int, y: float) -> None:
        page.say(
            str(counted),
            LEFT,
            y,
            self.columns.number,
            self.row_height,
            size=13,
            face="bold",
            align="center",
            spacing=-0.02,
        )
        for column in self.columns.columns:
            draw = getattr(self, f"_cell_{column.name}", None)
            if draw is not None:
                draw(page, column, y)

    def _two(self, page: Page, words: tuple[str, ...], column: Column, y: float) -> None:
        """Words to be circled: below each other, or side by side where the rows are too low for that."""
        left, middle = LEFT + column.left, y + self.row_height / 2
        if self.row_height < 2 * PITCH and column.width >= 2 * PITCH + 1:
            half = column.width / 2
            for place, word in enumerate(words):
                page.say(word, left + place * half, y, half, self.row_height, size=9, align="center")
            return
        pitch = max(4.4, min(5.6, self.row_height / 2 - 0.2))
        page.lines(words, left, middle, column.width, size=9, leading=pitch, align="center")

    def _cell_declarer(self, page: Page, column: Column, y: float) -> None:
        self._two(page, (side_letters("A"), side_letters("B")), column, y)

    _cell_last_trick = _cell_declarer

    def _cell_double(self, page: Page, column: Column, y: float) -> None:
        self._two(page, tuple(f"×{times}" for times in self.columns.doublings), column, y)

    def _cell_trump(self, page: Page, column: Column, y: float) -> None:
        trumps = self.columns.trumps
        pitch = (column.width - 1) / len(trumps)
        middle = y + self.row_height / 2
        for place, trump in enumerate(trumps):
            x = LEFT + column.left + 0.5 + pitch * (place + 0.5)
            if trump in ("SA", "TA"):
                size = 9 if pitch > 6 else 8
                page.say(
                    trump_letters(trump),
                    x - pitch / 2,
                    y,
                    pitch,
                    self.row_height,
                    size=size,
                    face="bold",
                    align="center",
                )
            else:
                page.symbol(f"suit-{trump.lower()}", x, middle, min(4.6, pitch - 1), hollow=trump in ("H", "D"))

    def _cell_belote(self, page: Page, column: Column, y: float) -> None:
        left, middle, width = LEFT + column.left, y + self.row_height / 2, column.width
        apart = min(2.7, self.row_height / 4 - 0.2)
        top = middle - (apart if self.columns.sweep_in_belote else 0)
        for index, side in enumerate("AB"):
            page.say(
                side_letters(side),
                left + 0.6 + index * (width / 2 - 0.6),
                top - 2.5,
                width / 2 - 0.6,
                5,
                size=9,
                align="center",
            )
        if self.columns.sweep_in_belote:
            self._tick(page, _("capot"), left, middle + apart, width)

    def _cell_sweep(self, page: Page, column: Column, y: float) -> None:
        self._tick(page, _("capot"), LEFT + column.left, y + self.row_height / 2, column.width)

    def _cell_alone(self, page: Page, column: Column, y: float) -> None:
        page.box(
            LEFT + column.left + column.width / 2 - 1.4, y + self.row_height / 2 - 1.4, 2.8, 2.8, line=0.25, fill="#fff"
        )

    def _tick(self, page: Page, word: str, left: float, middle: float, width: float) -> None:
        start = left + width / 2 - 6.2
        page.box(start, middle - 1.4, 2.8, 2.8, line=0.25, fill="#fff")
        page.say(word, start + 3.8, middle - 2, 10, 4, size=8.5)

    def _cell_announces(self, page: Page, column: Column, y: float) -> None:
        left, right = LEFT + column.left, LEFT + column.left + column.width
        middle = y + self.row_height / 2
        for index, side in enumerate("AB"):
            top = y if index == 0 else middle
            page.say(side_letters(side), left + 0.8, top, 8, self.row_height / 2, size=7)
        page.rule(left + 0.8, middle, right - 0.8, middle, 0.2, dotted=True)

    def _blank_totals(self, page: Page, top: float, *, last: bool) -> None:
        side = self.columns.mark + self.columns.total
        for left in self.side_lefts:
            page.box(left - 0.45, top - 0.25, side + 0.9, TOTAL_HEIGHT + 0.25, line=0.9)
        end = self.side_lefts[0] - 3
        word = _("Total") if last else _("Carry over")
        page.say(word, end - 60, top, 60, TOTAL_HEIGHT, size=15, face="bold", align="right")
        if last:
            note = (_("Penalty or dispute: call the arbiter,"), _("who writes it here and signs: ______________"))
            page.lines(note, LEFT, top + TOTAL_HEIGHT / 2, end - LEFT - 15.5, size=9, leading=4, align="right")

    def _blank_signatures(self, page: Page, top: float) -> None:
        width = (WIDTH - 44 - 8) / 2
        for index in range(2):
            left = LEFT + index * (width + 4)
            page.box(left, top, width, SIGN_HEIGHT, line=0.35, radius=2.5)
            page.rule(
                left + 2.5, top + SIGN_HEIGHT - 2.2, left + width - 2.5, top + SIGN_HEIGHT - 2.2, 0.25, dotted=True
            )
        left = RIGHT - 44
        page.box(left, top, 44, SIGN_HEIGHT, line=0.35, radius=2.5)
        page.say(_("Desk"), left + 2.5, top + 1.4, 40, 4.5, size=10, face="bold")
        page.say(_("Entered at ____ : ____"), left + 2.5, top + 11.6, 40, 4.2, size=9)
        page.say(_("Checked by ________"), left + 2.5, top + 16, 40, 4.2, size=9)
