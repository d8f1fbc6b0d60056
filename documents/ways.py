"""How the tournament went for each, on a sheet of its own: opponents, tables, deals, totals, places after each round.
And who met whom: everybody's games at a glance."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from core.templatetags.look import number, signed
from documents import heads, lists, words
from documents.fonts import MM_PER_POINT, fit, shrink
from documents.imposing import together
from documents.kinds import Choice, Content, Nothing
from documents.page import HAIR, TINT, Page
from tournaments import givenwords, people, publicwords
from tournaments.models import Round, Tournament
from tournaments.services.results import round_figures, standings_figures
from tournaments.services.sheetfigures import sheets_figures
from tournaments.standings.path import Figures, Step, path_of

EDGE = 8.0
#: Up to so many there is a square of all against all; beyond, a line each with its rounds.
MOST_IN_SQUARE = 24
Names = Mapping[UUID, people.EntryName]


@dataclass(frozen=True, slots=True)
class Played:
    """A line of the sheet. ``deals``: what each deal brought, "" where it is not known; ``note``: why there was no
    table."""

    round: str
    table: str
    card: str
    against: tuple[str, ...]
    points: str
    theirs: str
    won: bool
    total: str
    place: str
    deals: str
    note: str


@dataclass(frozen=True, slots=True)
class Way:
    """The sheet of one entry. ``place``: its rank in words, "" without one; ``ranks``: those after each line, of
    ``count`` who are ranked."""

    label: str
    names: tuple[str, ...]
    place: str
    points: str
    beside: str
    lines: tuple[Played, ...]
    ranks: tuple[int | None, ...]
    count: int


@dataclass(frozen=True, slots=True)
class _Read:
    """All closed rounds of a tournament: results, sheets, and the standings after each, by the round's number."""

    rounds: tuple[int, ...]
    results: Figures
    sheets: Figures
    standings: Figures

    @property
    def rows(self) -> list[dict[str, Any]]:
        last = self.standings[self.rounds[-1]]
        return [*last["rows"], *last.get("pairs", ())]


def _read(tournament: Tournament, *, closely: bool) -> _Read:
    """Nothing "no-results" before a round is closed. ``closely``: with sheets, and the standings after each round."""
    closed = Round.objects.filter(stage__tournament=tournament, state=Round.State.CLOSED)
    rounds = list(closed.select_related("stage__tournament").order_by("stage__position", "number"))
    if not rounds:
        raise Nothing("no-results")
    numbers = tuple(one.number for one in rounds)
    after = numbers if closely else numbers[-1:]
    return _Read(
        numbers,
        {one.number: round_figures(one) for one in rounds},
        {one.number: sheets_figures(one) for one in rounds} if closely else {},
        {number: standings_figures(tournament, upto=number) for number in after},
    )


# One pair's evening


def gather_ways(tournament: Tournament, choice: Choice) -> Content:
    """The sheets of the entries whose numbers are chosen, by number."""
    read = _read(tournament, closely=True)
    named = people.in_hall(tournament)
    found = []
    rows = sorted(read.rows, key=lambda row: (named[UUID(row["entry"])].number, named[UUID(row["entry"])].label))
    for row in rows:
        name = named[UUID(row["entry"])]
        if choice.holds(name.number):
            found.append(_way(row, name, path_of(row["entry"], read.results, read.sheets, read.standings), named, rows))
    if not found:
        raise Nothing("no-such")
    over = f"{tournament.name}, {words.long_date(tournament.local_date)}"
    foot = words.after_round(tournament, read.rounds[-1])
    foot = f"{foot} · {tournament.club.name}"

    def pages() -> list[Page]:
        made = [_way_page(one, over, foot) for one in found]
        return together(made) if choice.size != "A5" else made

    data = [over, foot, [asdict(one) for one in found]]
    return Content(_("Each one’s tournament"), data, pages)


def _way(
    row: dict[str, Any], name: people.EntryName, steps: list[Step], named: Names, rows: list[dict[str, Any]]
) -> Way:
    ranked = sum(1 for one in rows if one["rank"] is not None and one.get("line") == row.get("line"))
    place = ""
    if row["rank"] is not None:
        place = _("place %(rank)s of %(count)s") % {"rank": number(row["rank"]), "count": number(ranked)}
    beside = row["terms"]["adjustments"]
    return Way(
        label=name.label,
        names=name.players if len(name.players) <= 2 else name.names,
        place=place,
        points=number(row["points"]),
        beside=_("Penalties, bonuses: %(points)s") % {"points": signed(beside)} if beside else "",
        lines=tuple(_line(step, named) for step in steps),
        ranks=tuple(step.rank for step in steps),
        count=ranked,
    )


def _line(step: Step, named: Names) -> Played:
    against = [named[UUID(one)] for one in step.against if UUID(one) in named]
    others = tuple(name for one in against for name in one.names)
    note = "" if step.table is not None or step.meeting is not None else publicwords.without_table(step)
    if step.forfeit:
        note = givenwords.meaning("forfeit")
    deals = ""
    if step.sheet is not None and step.side in ("A", "B"):
        mine = 0 if step.side == "A" else 1
        deals = " · ".join(number(deal["score"][mine]) for deal in step.sheet["deals"])
    return Played(
        round=str(step.round),
        table=str(step.table or step.meeting or "–"),
        card=people.side_label(one.label for one in against),
        against=others,
        points=number(step.points),
        theirs=number(step.conceded) if step.conceded is not None else "",
        won=bool(step.won),
        total=number(step.total),
        place=number(step.rank) if step.rank is not None else "–",
        deals=deals,
        note=note,
    )


_SQUARE_SIZES = (9, 8.5, 8, 7.5, 7, 6.5, 6, 5.5, 5, 4.5, 4)
#: Columns after the opponents: their width and title.
_COLUMNS: tuple[tuple[float, Callable[[], str]], ...] = (
    (15.0, lambda: _("Points")),
    (15.0, lambda: _("Theirs")),
    (15.0, lambda: _("Total")),
    (11.5, lambda: _("Place")),
)


def _way_page(way: Way, over: str, foot: str) -> Page:
    page = Page(paper="A5")
    room, right = page.width_mm - 2 * EDGE, page.width_mm - EDGE
    top = heads.head(page, over, _("Your tournament"), edge=EDGE, top=EDGE, large=24)
    size = 24.0 if len(way.label) < 4 else 18.0
    page.say(way.label, EDGE, top, 18, 15, size=size, face="bold", align="center", card="face")
    names = fit(way.names, room - 66, (13, 12, 11, 10, 9, 8, 7, 6), lambda one: int(15 / (one * 1.2 * MM_PER_POINT)))
    leading = names.size * 1.2 * MM_PER_POINT
    page.lines(names.lines, EDGE + 21.5, top + 7.5, room - 66, size=names.size, leading=leading, face="bold")
    page.say(way.points, right - 44, top - 0.6, 44, 10, size=24, face="bold", align="right")
    page.say(way.place, right - 44, top + 9.4, 44, 6, size=shrink(way.place, 44, (11, 10, 9, 8, 7)), align="right")
    y = top + 20
    lefts = [right - sum(width for width, _title in _COLUMNS[place:]) for place in range(len(_COLUMNS))]
    page.say(_("Round"), EDGE, y, 12, 6, size=8, face="bold", align="center")
    page.say(_("Table"), EDGE + 12, y, 14, 6, size=8, face="bold", align="center")
    page.say(_("Against"), EDGE + 27, y, 40, 6, size=8, face="bold")
    for left, (width, title) in zip(lefts, _COLUMNS, strict=True):
        page.say(title(), left, y, width - 1, 6, size=8, face="bold", align="right")
    page.rule(EDGE, y + 6.4, right, y + 6.4, 0.5)
    y += 6.6
    height = min(16.0, (page.height_mm - EDGE - 12 - y) / max(1, len(way.lines)))
    for place, line in enumerate(way.lines):
        _way_line(page, line, y + place * height, height, lefts, tinted=place % 2 == 1)
    y += len(way.lines) * height
    page.rule(EDGE, y, right, y, 0.5)
    if way.beside:
        page.say(way.beside, EDGE, y + 1, room, 5, size=9, align="right")
        y += 6
    if page.height_mm - EDGE - 8 - y > 48 and sum(1 for one in way.ranks if one) > 1:
        _curve(page, way, y + 6, page.height_mm - EDGE - 10)
    heads.foot(page, foot, edge=EDGE)
    return page


def _curve(page: Page, way: Way, top: float, bottom: float) -> None:
    """The places after each round as a line: the first one on top."""
    page.say(_("Place after each round"), EDGE, top, 90, 5, size=9, face="bold")
    left, right, top, bottom = EDGE + 12, page.width_mm - EDGE - 8, top + 10, min(bottom - 8, top + 66)
    step = (right - left) / (len(way.ranks) - 1)
    lowest = max(way.count, 2)

    def height(rank: int) -> float:
        return top + (rank - 1) / (lowest - 1) * (bottom - top)

    for rank in (1, lowest):
        page.say(number(rank), EDGE, height(rank) - 2.5, 9, 5, size=8, align="right")
        page.rule(left - 2, height(rank), right + 2, height(rank), 0.2, color=HAIR)
    points = [
        (place, left + place * step, height(rank), rank) for place, rank in enumerate(way.ranks) if rank is not None
    ]
    for (_at, x1, y1, _rank), (_next, x2, y2, _after) in pairwise(points):
        page.rule(x1, y1, x2, y2, 0.7)
    for place, x, y, rank in points:
        page.box(x - 1.5, y - 1.5, 3, 3, radius=1.5, fill="#000")
        page.say(number(rank), x - 6, y - 7 if y > top + 6 else y + 2.2, 12, 4.6, size=9, face="bold", align="center")
        page.say(way.lines[place].round, x - 6, bottom + 3, 12, 4, size=8, align="center")


def _way_line(page: Page, line: Played, y: float, height: float, lefts: list[float], *, tinted: bool) -> None:
    right = page.width_mm - EDGE
    if tinted:
        page.box(EDGE, y, right - EDGE, height, fill=TINT)
    upper = height * 0.7 if line.deals else height
    page.say(line.round, EDGE, y, 12, upper, size=12, face="bold", align="center")
    if line.table != "–":
        tall = min(8.0, upper - 1)
        page.say(
            line.table, EDGE + 14, y + (upper - tall) / 2, 10, tall, size=10, face="bold", align="center", card="back"
        )
    room = lefts[0] - EDGE - 28
    if line.against:
        label = f"{line.card}  "
        sizes = (9.5, 9, 8.5, 8, 7.5, 7, 6.5, 6, 5.5)
        names = fit(
            line.against, room - 11, sizes, lambda one: max(1, int((upper - 0.6) / (one * 1.12 * MM_PER_POINT)))
        )
        page.say(label.strip(), EDGE + 27, y, 9, upper, size=shrink(label, 9, (10, 9, 8, 7, 6), "bold"), face="bold")
        leading = names.size * 1.12 * MM_PER_POINT
        page.lines(names.lines, EDGE + 37, y + upper / 2, room - 11, size=names.size, leading=leading)
    else:
        note = line.note or "–"
        page.say(note, EDGE + 27, y, room, upper, size=shrink(note, room, (9.5, 9, 8, 7, 6, 5)))
    cells = ((line.points, line.won), (line.theirs, False), (line.total, True), (line.place, True))
    for left, (width, _title), (text, strong) in zip(lefts, _COLUMNS, cells, strict=True):
        face = "bold" if strong else "sans"
        page.say(text, left, y, width - 1, upper, size=11, face=face, align="right")
    if line.deals:
        said = _("deals: %(deals)s") % {"deals": line.deals}
        wide = right - EDGE - 28
        page.say(
            said, EDGE + 27, y + upper - 0.6, wide, height - upper, size=shrink(said, wide, (7.5, 7, 6.5, 6, 5, 4.5))
        )


# Who met whom


def gather_cross(tournament: Tournament, _choice: Choice) -> Content:
    """A square of all against all where that can be read, else a line each with a cell a round; best first."""
    read = _read(tournament, closely=False)
    named = people.in_hall(tournament)
    rows = read.standings[read.rounds[-1]]["rows"]
    steps = {row["entry"]: path_of(row["entry"], read.results, {}, {}) for row in rows}
    over = f"{tournament.name}, {words.long_date(tournament.local_date)}"
    title = _("Who met whom")
    note = words.after_round(tournament, read.rounds[-1])
    if len(rows) <= MOST_IN_SQUARE:
        square = _square(rows, steps, named)
        return Content(title, [over, note, square], lambda: [_square_page(square, over, title, note)])
    paper = _by_round(rows, steps, named, read.rounds, over, title, note)
    return Content(title, asdict(paper), lambda: lists.pages(paper))


Square = list[tuple[str, str, tuple[str, ...], str, list[str]]]
"""A line each: place, number, names, total, and a cell against everybody in the same order, "" where they never met."""


def _square(rows: list[dict[str, Any]], steps: Mapping[str, list[Step]], named: Names) -> Square:
    found = []
    for row in rows:
        cells: dict[str, list[str]] = {other["entry"]: [] for other in rows}
        for step in steps[row["entry"]]:
            for other in step.against:
                if other in cells:
                    cells[other].append(number(step.points))
        name = named[UUID(row["entry"])]
        place = "–" if row["rank"] is None else number(row["rank"])
        found.append((place, name.label, name.names, number(row["points"]), ["\n".join(one) for one in cells.values()]))
    return found


def _square_page(square: Square, over: str, title: str, note: str) -> Page:
    page = Page(wide=True)
    edge = 10.0
    right = page.width_mm - edge
    top = heads.head(page, over, title, edge=edge, top=8, large=26) + 7
    names_at, cells_at = edge + 19, edge + 19 + max(38.0, min(78.0, right - edge - 19 - 17 - len(square) * 14.0))
    side = (right - 17 - cells_at) / len(square)
    height = min(11.0, (page.height_mm - 19 - top) / len(square))
    for place, (_rank, label, _names, _total, _cells) in enumerate(square):
        size = shrink(label, side - 0.6, (10, 9, 8, 7, 6, 5), "bold")
        page.say(label, cells_at + place * side, top - 6.4, side, 6, size=size, face="bold", align="center")
    page.say(_("Total"), right - 17, top - 6.4, 17, 6, size=8.5, face="bold", align="right")
    widest = max((met for row in square for cell in row[4] for met in cell.split("\n")), key=len, default="")
    usual = shrink(widest, side - 0.8, (9, 8.5, 8, 7.5, 7, 6.5, 6, 5.5, 5, 4.5, 4))
    for line, (rank, label, names, total, cells) in enumerate(square):
        y = top + line * height
        if line % 2:
            page.box(edge, y, right - edge, height, fill=TINT)
        page.say(rank, edge, y, 7, height, size=min(9.5, height * 1.7), align="right")
        size = shrink(label, 9, (9.5, 9, 8, 7, 6), "bold")
        page.say(label, edge + 8.4, y, 9.6, height, size=min(size, height * 1.7), face="bold", align="center")
        room = cells_at - names_at - 2
        fitted = fit(names, room, _SQUARE_SIZES, lambda one: max(1, int(height / (one * 0.381))))
        leading = fitted.size * 1.06 * MM_PER_POINT
        page.lines(fitted.lines, names_at, y + height / 2, room, size=fitted.size, leading=leading)
        for place, cell in enumerate(cells):
            x = cells_at + place * side
            if place == line:
                page.box(x, y, side, height, fill=HAIR)
            elif cell:
                met = cell.split("\n")
                size = min(usual, height * 2.3 / len(met))
                page.lines(met, x, y + height / 2, side, size=size, leading=size * 1.1 * MM_PER_POINT, align="center")
        page.say(total, right - 17, y, 17, height, size=min(10, height * 1.8), face="bold", align="right")
        page.rule(edge, y + height, right, y + height, 0.15, color=HAIR)
    bottom = top + len(square) * height
    for place in range(len(square) + 1):
        page.rule(cells_at + place * side, top - 6.4, cells_at + place * side, bottom, 0.15, color=HAIR)
    page.rule(edge, top, right, top, 0.4)
    said = _("Each line: the points made against those whose numbers stand above.")
    heads.foot(page, f"{note} · {said}", edge=edge)
    return page


def _by_round(
    rows: list[dict[str, Any]],
    steps: Mapping[str, list[Step]],
    named: Names,
    rounds: tuple[int, ...],
    over: str,
    title: str,
    note: str,
) -> lists.ListPaper:
    columns = [lists.Column(_("Place")), lists.Column(_("No."), "card"), lists.Column(_("Names"), "words")]
    columns += [lists.Column(_("R%(number)s") % {"number": one}) for one in rounds]
    lines = []
    for row in rows:
        name = named[UUID(row["entry"])]
        met: dict[int, list[str]] = {}
        for step in steps[row["entry"]]:
            who = people.side_label(named[UUID(one)].label for one in step.against) or "–"
            met.setdefault(step.round, []).append(f"{who}: {number(step.points)}")
        cells: list[lists.Cell] = [" / ".join(met.get(one, [])) for one in rounds]
        place: lists.Cell = row["rank"] if row["rank"] is not None else "–"
        lines.append((place, name.label, name.names, *cells, row["points"]))
    legend = _("Each round: the number met, and the points made.")
    return lists.ListPaper(
        title=title,
        over=over,
        note=note,
        columns=(*columns, lists.Column(_("Total"), "strong")),
        rows=tuple(lines),
        foot=legend,
    )
