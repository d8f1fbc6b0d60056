"""The standings explained on paper: of everyone what the points come from, what each criterion is made of, and what
decided it ahead of the next. The words and figures are those of the page of the standings (tournaments.explained)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from core.templatetags.look import NO_BREAK, number, signed
from documents import closing, heads, standings
from documents.fonts import MM_PER_POINT, Fitted, break_lines, fit, shrink, width_mm
from documents.kinds import Content, Nothing
from documents.page import HAIR, TINT, Page
from tournaments import criteriawords, explained, givenwords, people
from tournaments.models import Standing, Tournament

EDGE, TOP, FOOT = 11.0, 9.0, 15.0
#: What stands over the columns of a block: place, number, names, total; and what the points are made of.
HEAD, IDENTITY = 10.0, 5.0
COLUMNS, GUTTER = 3, 5.0
SIZE, LEADING, TITLE, BELOW = 8.0, 3.6, 4.4, 1.6
#: Between two blocks.
BETWEEN = 3.0


@dataclass(frozen=True, slots=True)
class Section:
    """A figure explained: its title, itself, and lines of words with what each adds ("" for words alone); the line
    that is ``strong`` is what decided."""

    title: str
    total: str
    lines: tuple[tuple[str, str], ...] = ()
    strong: int = -1


@dataclass(frozen=True, slots=True)
class Block:
    """One of the ranking. ``identity``: what the points are made of, in one line; ``continued``: the rest of one
    that is longer than a page."""

    place: str
    label: str
    names: tuple[str, ...]
    points: str
    identity: str
    sections: tuple[Section, ...]
    continued: bool = False


@dataclass(frozen=True, slots=True)
class Paper:
    """A ranking explained: ``order``: the criteria in words under a title of their own."""

    title: str
    over: str
    note: str
    foot: str
    order: tuple[str, ...]
    blocks: tuple[Block, ...]


def gather(tournament: Tournament) -> Content:
    """The standings as last computed, explained. Nothing "no-standings"."""
    standing = Standing.objects.filter(tournament=tournament).first()
    if standing is None or not any(row["rounds"] for row in standing.figures["rows"]):
        raise Nothing("no-standings")
    named = people.in_hall(tournament)
    note, legend = standings.heading(tournament, standing), givenwords.cut(standing.figures.get("cut", []))
    papers = [
        Paper(
            title=_("%(standings)s explained") % {"standings": title},
            over=standings.over(tournament),
            note=note,
            foot=" · ".join(filter(None, (tournament.club.name, legend))),
            order=(_("What decides, in this order"), *criteriawords.lines(standing.figures)),
            blocks=tuple(blocks(standing.figures, rows, named)),
        )
        for title, rows in standings.rankings(standing.figures)
    ]
    data = [asdict(one) for one in papers]
    title = _("%(standings)s explained") % {"standings": _("Standings")}
    return Content(title, data, lambda: [page for one in papers for page in pages(one)])


# What is said


def blocks(figures: Mapping[str, Any], rows: Sequence[Mapping[str, Any]], named: explained.Names) -> Iterator[Block]:
    """A block for each of the ranking, in its order."""
    kept = [row for row in rows if UUID(row["entry"]) in named]
    for place, row in enumerate(kept, start=1):
        name = named[UUID(row["entry"])]
        yield Block(
            place="–" if row["rank"] is None else number(row["rank"]),
            label=name.label,
            names=name.names,
            points=number(row["points"]),
            identity=_identity(row),
            sections=tuple(_sections(figures, row, explained.next_of(kept, place), named)),
        )


def _identity(row: Mapping[str, Any]) -> str:
    terms = row["terms"]
    text = _("%(points)s = %(results)s from the games, %(byes)s from rests, %(adjustments)s from penalties and bonuses")
    return text % {
        "points": number(row["points"]),
        "results": number(terms["results"]),
        "byes": number(terms["byes"]),
        "adjustments": signed(terms["adjustments"]),
    }


def _sections(
    figures: Mapping[str, Any], row: Mapping[str, Any], following: Mapping[str, Any] | None, named: explained.Names
) -> Iterator[Section]:
    """Every criterion in its order, of the points what each round brought (first, where they are no criterion), then
    what put it ahead of the next. Reasons of penalties are not told: the paper may hang in the hall."""
    lines = tuple((label, number(points)) for label, points in explained.sum_of(row))
    total = Section(criteriawords.name("points"), number(row["points"]), lines)
    told = {one.name: one for one in explained.explanations(figures, row, named, by_number=True)}
    names = [str(one) for one in criteriawords.asked_by(figures) if one in row["values"]]
    if "points" not in names:
        yield total
    for name in names:
        if name == "points":
            yield total
            continue
        one = told.get(name)
        parts = tuple((label, number(amount)) for label, amount in one.parts) if one is not None else ()
        note = ((one.note, ""),) if one is not None and one.note else ()
        yield Section(criteriawords.name(name), explained.figure(row, name), (*note, *parts))
    if following is not None:
        yield _ahead(figures, row, following, named)


def _ahead(
    figures: Mapping[str, Any], row: Mapping[str, Any], following: Mapping[str, Any], named: explained.Names
) -> Section:
    """The criteria until the one that decided, with both figures."""
    compared = explained.compared(figures["criteria"], row, following)
    seen = [one for one in compared if one["state"] != "unseen"]
    strong = next((place for place, one in enumerate(seen) if one["state"] == "decided"), -1)
    lines = tuple((one["label"], one["values"].replace(" ", NO_BREAK)) for one in seen)
    return Section(explained.over_compared(row, following, named), "", lines, strong)


# Where it stands


@dataclass(frozen=True, slots=True)
class _Set:
    """A section laid out: its lines (words, figure, face) of LEADING each under a title of so many lines."""

    title: tuple[str, ...]
    total: str
    lines: tuple[tuple[str, str, str], ...]

    @property
    def height(self) -> float:
        return TITLE + LEADING * (len(self.title) - 1 + len(self.lines)) + BELOW


Columns = list[list[_Set]]


def pages(paper: Paper) -> list[Page]:
    """The pages: nobody is parted over two of them who fits on one."""
    room = Page().width_mm - 2 * EDGE
    made = [Page()]
    y = top = _head(made[0], paper)
    bottom = made[0].height_mm - FOOT
    closing.put(made[0], paper.order, EDGE, y - closing.ABOVE, room)
    y += closing.height(paper.order, room) - closing.ABOVE + BETWEEN
    whole = bottom - top
    for place, (block, columns) in enumerate(_laid(paper.blocks, (room - GUTTER * (COLUMNS - 1)) / COLUMNS, whole)):
        height = _height(columns)
        if y + height > bottom:
            made.append(Page())
            y = _head(made[-1], paper)
        _block(made[-1], block, columns, y, height, tinted=place % 2 == 0)
        y += height + BETWEEN
    for index, page in enumerate(made, start=1):
        heads.foot(page, paper.foot, edge=EDGE, index=index, count=len(made))
    return made


def _head(page: Page, paper: Paper) -> float:
    """Gives where what follows may begin."""
    y = heads.head(page, paper.over, paper.title, edge=EDGE, top=TOP, large=26)
    room = page.width_mm - 2 * EDGE
    page.say(paper.note, EDGE, y - 1, room, 5, size=shrink(paper.note, room, (10, 9.5, 9, 8.5, 8, 7.5, 7, 6)))
    return y + 6


def _height(columns: Columns) -> float:
    return HEAD + IDENTITY + max((sum(one.height for one in column) for column in columns), default=0.0)


def _laid(found: Sequence[Block], width: float, most: float) -> Iterator[tuple[Block, Columns]]:
    """The blocks with their sections in columns; one that is higher than a page (``most``) in several."""
    most -= HEAD + IDENTITY
    for block in found:
        rest = [piece for one in block.sections for piece in _cut(_set(one, width), most)]
        is_first = True
        while rest or is_first:
            some = rest if _flow(rest, most) is not None else _most(rest, most)
            columns = _balanced(some, most)
            yield block if is_first else replace(block, continued=True), columns
            rest, is_first = rest[len(some) :], False


def _most(sections: list[_Set], most: float) -> list[_Set]:
    """As many as go on a page, at least one."""
    count = 1
    while _flow(sections[: count + 1], most) is not None:
        count += 1
    return sections[:count]


def _flow(sections: Sequence[_Set], height: float) -> Columns | None:
    """The sections one below the other in columns of this height; None where there are too few columns."""
    columns: Columns = [[]]
    filled = 0.0
    for one in sections:
        if columns[-1] and filled + one.height > height + 0.01:
            columns.append([])
            filled = 0.0
        columns[-1].append(one)
        filled += one.height
    fits = len(columns) <= COLUMNS and all(sum(one.height for one in column) <= height + 0.01 for column in columns)
    return columns if fits else None


def _balanced(sections: Sequence[_Set], most: float) -> Columns:
    """The sections in columns that are as short as can be, line by line from a third of all up."""
    height = max([sum(one.height for one in sections) / COLUMNS, *(one.height for one in sections)], default=0.0)
    while height < most:
        columns = _flow(sections, height)
        if columns is not None:
            return columns
        height += LEADING / 2
    return _flow(sections, most) or [list(sections)]


def _set(section: Section, width: float) -> _Set:
    total = width_mm(section.total, SIZE + 0.5, "bold") + 2 if section.total else 0
    title = tuple(break_lines(section.title, width - total, SIZE + 0.5, "bold"))
    lines: list[tuple[str, str, str]] = []
    for place, (words, figure) in enumerate(section.lines):
        face = "bold" if place == section.strong else "sans"
        beside = width_mm(figure, SIZE, face) + 2 if figure else 0
        if beside > width / 2 and width_mm(words, SIZE, face) > width - beside:
            # A figure of words, as wide as those it belongs to: it stands below them.
            lines += [*((one, "", face) for one in break_lines(words, width, SIZE, face)), ("", figure, face)]
            continue
        *above, last = break_lines(words, width - beside, SIZE, face)
        lines += [*((one, "", face) for one in above), (last, figure, face)]
    return _Set(title, section.total, tuple(lines))


def _cut(section: _Set, most: float) -> list[_Set]:
    """The section in pieces that are no higher than a page."""
    if section.height <= most:
        return [section]
    count = int((most - TITLE - BELOW) / LEADING) - len(section.title)
    return [
        replace(section, lines=section.lines[start : start + count], total=section.total if start == 0 else "…")
        for start in range(0, len(section.lines), count)
    ]


def _block(page: Page, block: Block, columns: Columns, y: float, height: float, *, tinted: bool) -> None:
    right = page.width_mm - EDGE
    page.rule(EDGE, y, right, y, 0.5)
    if tinted:
        page.box(EDGE, y, right - EDGE, HEAD, fill=TINT)
    size = shrink(block.place, 12, (17, 15, 13, 11))
    page.say(block.place, EDGE, y, 13, HEAD, size=size, face="serif", align="center")
    label = shrink(block.label, 12, (11.5, 11, 10, 9, 8, 7), "bold")
    page.say(block.label, EDGE + 14, y + 1.6, 14, HEAD - 3.2, size=label, face="bold", align="center", card="face")
    points = width_mm(block.points, 17, "bold") + 2
    room = right - EDGE - 34 - points
    fitted = _names(block, room)
    leading = fitted.size * 1.12 * MM_PER_POINT
    page.lines(fitted.lines, EDGE + 32, y + HEAD / 2, room, size=fitted.size, leading=leading, face="bold")
    page.say(block.points, right - points, y, points - 1, HEAD, size=17, face="bold", align="right")
    room = right - EDGE
    size = shrink(block.identity, room, (8.5, 8, 7.5, 7, 6.5, 6))
    page.say(block.identity, EDGE, y + HEAD + 0.3, room, IDENTITY - 0.6, size=size)
    width = (room - GUTTER * (COLUMNS - 1)) / COLUMNS
    for place, column in enumerate(columns):
        x = EDGE + place * (width + GUTTER)
        if place:
            page.rule(x - GUTTER / 2, y + HEAD + IDENTITY, x - GUTTER / 2, y + height - BELOW, 0.15, color=HAIR)
        at = y + HEAD + IDENTITY
        for section in column:
            _section(page, section, x, at, width)
            at += section.height


def _names(block: Block, room: float) -> Fitted:
    """On one line, else one below the other."""
    joined = " – ".join(block.names) + (" …" if block.continued else "")
    size = shrink(joined, room, (11.5, 11, 10.5, 10, 9.5, 0), "bold")
    if size:
        return Fitted(size, (joined,))
    return fit(block.names, room, (10.5, 9.5, 8.5, 7.5, 6.5, 5.5, 4.5), lambda one: int(HEAD / (one * 0.42)), "bold")


def _section(page: Page, section: _Set, x: float, y: float, width: float) -> None:
    """Its words and its figures as one text each, which is quick to lay out."""
    total = width_mm(section.total, SIZE + 0.5, "bold") + 2 if section.total else 0
    titled = LEADING * len(section.title)
    page.say("\n".join(section.title), x, y, width - total, LEADING, size=SIZE + 0.5, face="bold")
    page.say(section.total, x + width - total, y, total, LEADING, size=SIZE + 0.5, face="bold", align="right")
    y += titled + TITLE - LEADING
    for face in ("sans", "bold"):
        if any(of == face for _words, _figure, of in section.lines):
            words = [words if of == face else "" for words, _figure, of in section.lines]
            figures = [figure if of == face else "" for _words, figure, of in section.lines]
            page.say("\n".join(words), x, y, width, LEADING, size=SIZE, face=face)
            page.say("\n".join(figures), x, y, width, LEADING, size=SIZE, face=face, align="right")
