"""The papers of ``documents.fallback``, page by page."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from core.templatetags.look import number
from documents import lists, page, posters, render, rule_pages, sheets
from documents.columns import layout
from documents.fallback import Counted, Fallback
from documents.fonts import MM_PER_POINT, break_lines, fit, shrink
from documents.page import TINT, Page, Progress
from documents.sheet_form import Form
from documents.sheet_words import Side, Table, spare_pages
from scoring.rules import RuleSet

MARGIN, TOP, FOOT = 12.0, 11.0, 287.0
#: Rounds in a list by name; more go on a second list.
ROUNDS_A_LIST = 10
#: A line of the list to add up: room for a hand.
GRID_ROW, GRID_TOP = 9.6, 40.0


def pages(fallback: Fallback) -> list[Page]:
    """All pages but the spare sheets."""
    made = [_cover(fallback)]
    for poster in fallback.posters:
        made += posters.by_table(poster)
    made += _by_name(fallback)
    made += _grid(fallback)
    made += _rules(fallback)
    return made


def make(fallback: Fallback, rules: RuleSet, progress: Progress) -> tuple[bytes, int]:
    """The PDF and its number of pages; ``progress(pages done, pages in all)``."""
    head, spares = pages(fallback), _spares(fallback)
    form = Form(fallback.head, layout(rules))
    whole = len(head) + len(spares) * form.leaves
    title = f"{fallback.title}, {fallback.name}"
    first, _count = page.all_to_pdf(head, title, fallback.language, lambda done, _all: progress(done, whole))
    parts = [first]
    if spares:
        content, _count = sheets.stamped(
            form,
            spares,
            title,
            fallback.language,
            lambda done, _all: progress(len(head) + done * form.leaves, whole),
            spare_pages,
        )
        parts.append(content)
    return render.joined(parts, title, fallback.language)


def _spares(fallback: Fallback) -> list[Table]:
    """A sheet for each table and copy, table by table, then those without a number."""
    nobody = (Side("", ()), Side("", ()))
    numbered = [Table(table, 0, nobody, "", "") for _copy in range(fallback.copies) for table in fallback.tables]
    return numbered + [Table(0, 0, nobody, "", "")] * fallback.blanks


# What to do


def _cover(fallback: Fallback) -> Page:
    sheet = Page()
    room = sheet.width_mm - 2 * MARGIN
    sheet.say(fallback.over, MARGIN, TOP, room, 6, size=shrink(fallback.over, room, (14, 13, 12, 11, 10, 9, 8, 7)))
    title = _("If the machine stops")
    sheet.say(title, MARGIN, TOP + 8, room, 18, size=shrink(title, room, (44, 40, 36, 32), "serif"), face="serif")
    sheet.rule(MARGIN, TOP + 28, MARGIN + room, TOP + 28, 1)
    made = _("%(plan)s, made at %(time)s") % {"plan": fallback.title, "time": fallback.made}
    sheet.say(made, MARGIN, TOP + 31, room, 9, size=shrink(made, room, (18, 16, 14, 12, 10)), face="bold")
    steps, said = list(_steps(fallback)), [*fallback.how]
    for scale in (1.0, 0.94, 0.88, 0.82, 0.76, 0.7, 0.64, 0.58):
        if _told(sheet, steps, said, scale, room, dry=True) <= FOOT or scale == 0.58:
            _told(sheet, steps, said, scale, room)
            break
    return sheet


def _steps(fallback: Fallback) -> Iterator[str]:
    if fallback.posters:
        yield _("Hang up the next round by table, and the list by name beside it. Everybody sits down as it says.")
    yield _("Each table writes on a paper sheet. Both sides sign it, and the winners bring it to the desk.")
    yield _("The desk writes the points of the round on the list to add up, and adds.")
    yield _("Who sits elsewhere than printed: write the true numbers on the sheet. Who has left: cross the number out.")
    yield _(
        "When the machine runs again: open Print, then “If the machine stops”, and take each round over from paper, in "
        "its order. Then type its sheets at the desk as ever, and close the round."
    )


def _told(
    sheet: Page, steps: Sequence[str], said: Sequence[str], scale: float, room: float, *, dry: bool = False
) -> float:
    """The steps with their numbers, then how it was drawn; how far down they come."""
    y, size = TOP + 46, 16 * scale
    leading = size * 1.28 * MM_PER_POINT
    for place, text in enumerate(steps, start=1):
        lines = break_lines(text, room - 16, size)
        if not dry:
            side = 11 * scale
            sheet.say(
                str(place), MARGIN, y - 0.6, side, side, size=18 * scale, face="bold", align="center", card="back"
            )
            sheet.lines(lines, MARGIN + 16, y + leading * len(lines) / 2, room - 16, size=size, leading=leading)
        y += max(leading * len(lines), 12 * scale) + 5 * scale
    y += 4 * scale
    if not dry:
        sheet.rule(MARGIN, y, MARGIN + room, y, 0.4)
    y += 5 * scale
    small = 12.5 * scale
    leading = small * 1.28 * MM_PER_POINT
    for text in said:
        lines = break_lines(text, room, small)
        if not dry:
            sheet.lines(lines, MARGIN, y + leading * len(lines) / 2, room, size=small, leading=leading)
        y += leading * len(lines) + 3 * scale
    return y


# Everybody by name


def _by_name(fallback: Fallback) -> list[Page]:
    made = []
    for start in range(0, len(fallback.numbers), ROUNDS_A_LIST):
        some = slice(start, start + ROUNDS_A_LIST)
        columns = [lists.Column(_("No."), "card"), lists.Column(_("Name"), "words")]
        columns += [lists.Column(_("R%(number)s") % {"number": one}, "strong") for one in fallback.numbers[some]]
        rows = tuple((one.label, one.name, *(_table(table) for table in one.tables[some])) for one in fallback.index)
        paper = lists.ListPaper(
            title=_("By name: your tables"),
            over=fallback.over,
            note=_("The number under a round is that of the table; a dash is a rest."),
            columns=tuple(columns),
            rows=rows,
            foot=_("%(plan)s, made at %(time)s") % {"plan": fallback.title, "time": fallback.made},
        )
        made += lists.pages(paper)
    return made


def _table(table: int | None) -> str:
    return "" if table is None else "–" if table == 0 else str(table)


# To add up by hand


def _grid(fallback: Fallback) -> list[Page]:
    rounds = fallback.to_add
    wide = len(rounds) > 4
    height = 210 if wide else 297
    per_page = int((height - GRID_TOP - 14) / GRID_ROW)
    count = max(1, -(-len(fallback.totals) // per_page))
    made = []
    for index in range(count):
        some = fallback.totals[index * per_page : (index + 1) * per_page]
        made.append(_grid_page(fallback, some, wide=wide, place=(index + 1, count)))
    return made


def _grid_page(fallback: Fallback, some: Sequence[Counted], *, wide: bool, place: tuple[int, int]) -> Page:
    sheet = Page(wide=wide)
    right = sheet.width_mm - MARGIN
    room = right - MARGIN
    sheet.say(fallback.over, MARGIN, 9, room, 6, size=shrink(fallback.over, room, (12, 11, 10, 9, 8, 7)))
    title = _("Points, to be added up by hand")
    sheet.say(title, MARGIN, 15, room, 12, size=shrink(title, room, (26, 22, 18), "serif"), face="serif")
    rounds = fallback.to_add
    # A round's points and the sum with them: what a hand needs.
    cell = min(24.0, (room - 14 - 62) / (len(rounds) + 2))
    lefts = [right - cell * (len(rounds) + 2 - column) for column in range(len(rounds) + 2)]
    heads = [_("So far"), *(_("R%(number)s") % {"number": one} for one in rounds), _("Total")]
    sheet.rule(MARGIN, GRID_TOP - 8, right, GRID_TOP - 8, 1)
    sheet.say(_("No."), MARGIN, GRID_TOP - 7, 13, 6, size=9, face="bold", align="center")
    sheet.say(_("Names"), MARGIN + 15, GRID_TOP - 7, 60, 6, size=9, face="bold")
    for left, head in zip(lefts, heads, strict=True):
        size = shrink(head, cell - 1, (9, 8, 7, 6), "bold")
        sheet.say(head, left, GRID_TOP - 7, cell, 6, size=size, face="bold", align="center")
    for line, one in enumerate(some):
        _grid_row(sheet, line, one, points_at=lefts[0], cell=cell)
    bottom = GRID_TOP + len(some) * GRID_ROW
    for left in lefts:
        sheet.rule(left, GRID_TOP - 8, left, bottom, 0.6 if left in (lefts[0], lefts[-1]) else 0.25)
    sheet.rule(MARGIN, GRID_TOP, right, GRID_TOP, 0.4)
    foot = _("%(plan)s, made at %(time)s") % {"plan": fallback.title, "time": fallback.made}
    y = sheet.height_mm - 11
    sheet.say(foot, MARGIN, y, room - 40, 5, size=9)
    where = _("page %(page)s of %(pages)s") % {"page": number(place[0]), "pages": number(place[1])}
    sheet.say(where, right - 40, y, 40, 5, size=9, align="right")
    return sheet


def _grid_row(sheet: Page, line: int, one: Counted, *, points_at: float, cell: float) -> None:
    """Number, names and points so far in line ``line`` (from 0); the cells after them stay empty."""
    y, right = GRID_TOP + line * GRID_ROW, sheet.width_mm - MARGIN
    if line % 2:
        sheet.box(MARGIN, y, right - MARGIN, GRID_ROW, fill=TINT)
    size = 11 if len(one.label) < 4 else 9
    sheet.say(one.label, MARGIN, y + 1.2, 13, GRID_ROW - 2.4, size=size, face="bold", align="center", card="face")
    width = points_at - MARGIN - 16
    names = fit(one.names, width, (10, 9.5, 9, 8.5, 8, 7.5, 7, 6.5, 6, 5.5), _lines_of_a_row)
    leading = names.size * 1.1 * MM_PER_POINT
    sheet.lines(names.lines, MARGIN + 15, y + GRID_ROW / 2, width, size=names.size, leading=leading)
    points = number(one.points)
    fitting = shrink(points, cell - 2, (11, 10, 9, 8, 7), "bold")
    sheet.say(points, points_at, y, cell - 1.5, GRID_ROW, size=fitting, face="bold", align="right")
    sheet.rule(MARGIN, y + GRID_ROW, right, y + GRID_ROW, 0.5 if line % 5 == 4 else 0.2)


def _lines_of_a_row(size: float) -> int:
    return int((GRID_ROW - 0.8) / (size * 1.1 * MM_PER_POINT))


# The rules in short


def _rules(fallback: Fallback) -> list[Page]:
    title = _("The rules in short: %(rules)s") % {"rules": fallback.rules_title}
    return rule_pages.pages_of(fallback.over, title, fallback.rules)
