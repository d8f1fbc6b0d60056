"""Certificates on A4 lying on its side: for the place that was reached, or to thank everybody who played."""

from dataclasses import asdict, dataclass
from uuid import UUID

from django.utils.translation import gettext as _

from core.templatetags.look import number
from documents import words
from documents.fonts import MM_PER_POINT, fit, shrink
from documents.kinds import Choice, Content, Nothing
from documents.page import HAIR, Page
from tournaments import people
from tournaments.models import Standing, Tournament

#: Places that have one where nobody says up to which.
USUAL_PLACES = 3
THANKS = "thanks"


@dataclass(frozen=True, slots=True)
class Certificate:
    """``place``: what was reached, "" on one that only thanks."""

    names: tuple[str, ...]
    place: str
    line: str


def gather(tournament: Tournament, choice: Choice) -> Content:
    """Certificates of the places that are chosen, the first one first; with the style "thanks" one for each entry whose
    number is chosen, without a place. Nothing "no-standings", "no-such"."""
    named = people.in_hall(tournament)
    if choice.style == THANKS:
        entries = sorted(named.values(), key=lambda one: (one.number, one.label))
        found = [
            Certificate(one.names, "", _("for taking part, and for your good company"))
            for one in entries
            if one.status == "active" and one.team is None and choice.holds(one.number) and one.names
        ]
    else:
        found = _placed(tournament, choice, named)
    if not found:
        raise Nothing("no-such")
    over, day = tournament.name, words.long_date(tournament.local_date)
    place = tournament.place or tournament.club.name
    signs = (_("For the organisers"), _("The arbiter"))
    where = f"{place}, {day}"

    def pages() -> list[Page]:
        border = _border()
        return [_page(border, one, over, tournament.club.name, where, signs) for one in found]

    title = _("Certificates")
    return Content(title, [over, tournament.club.name, where, signs, [asdict(one) for one in found]], pages)


def _placed(tournament: Tournament, choice: Choice, named: dict[UUID, people.EntryName]) -> list[Certificate]:
    standing = Standing.objects.filter(tournament=tournament).first()
    if standing is None:
        raise Nothing("no-standings")
    rows = standing.figures["rows"]
    if not any(row["rounds"] for row in rows):
        raise Nothing("no-standings")
    last = choice.last or max(choice.first, USUAL_PLACES)
    lines = {"ns": _("North-South"), "ew": _("East-West")}
    found = []
    for row in sorted(rows, key=lambda row: (row["rank"] is None, row["rank"])):
        if row["rank"] is None or not max(1, choice.first) <= row["rank"] <= last:
            continue
        count = sum(1 for one in rows if one["rank"] is not None and one.get("line") == row.get("line"))
        line = _("with %(points)s points, among %(count)s") % {"points": number(row["points"]), "count": number(count)}
        if row.get("line"):
            line = f"{lines[row['line']]}, {line}"
        found.append(Certificate(named[UUID(row["entry"])].names, ordinal(row["rank"]), line))
    return found


def ordinal(rank: int) -> str:
    """A place as it is said: "1st place" in its language's own way."""
    if rank == 1:
        return _("First place")
    if rank == 2:
        return _("Second place")
    if rank == 3:
        return _("Third place")
    return _("Place %(rank)s") % {"rank": number(rank)}


def _page(border: Page, one: Certificate, over: str, club: str, where: str, signs: tuple[str, str]) -> Page:
    page = Page(wide=True, beneath=border)
    room, left = 297 - 70, 35.0
    page.say(club, left, 27, room, 8, size=shrink(club, room, (15, 14, 12, 10, 8)), align="center")
    title = fit([over], room, (34, 30, 26, 22, 18), lambda size: 1 if size > 22 else 2, "serif")
    leading = title.size * 1.1 * MM_PER_POINT
    page.lines(title.lines, left, 44, room, size=title.size, leading=leading, face="serif", align="center")
    page.rule(118, 56, 179, 56, 0.6)
    big = one.place or _("Thank you")
    page.say(big, left, 62, room, 26, size=shrink(big, room, (58, 50, 42), "serif"), face="serif", align="center")
    sizes = (30, 27, 24, 21, 18, 16, 14, 12)
    names = fit(one.names, room, sizes, lambda size: max(2, int(36 / (size * 1.2 * MM_PER_POINT))), "bold")
    leading = names.size * 1.2 * MM_PER_POINT
    page.lines(names.lines, left, 112, room, size=names.size, leading=leading, face="bold", align="center")
    page.say(one.line, left, 133, room, 8, size=shrink(one.line, room, (15, 14, 12, 10)), align="center")
    page.say(where, left, 146, room, 8, size=shrink(where, room, (13, 12, 11, 10, 8)), align="center")
    for place, sign in enumerate(signs):
        x = 50.0 + place * 122
        page.rule(x, 176, x + 75, 176, 0.3, dotted=True)
        page.say(sign, x, 177.5, 75, 6, size=10, align="center")
    return page


def _border() -> Page:
    """A frame with the lattice of a card's back in it, beneath every certificate."""
    page = Page(wide=True)
    page.box(10, 10, 277, 190, line=1.2, radius=6)
    page.box(17, 17, 263, 176, line=0.4, radius=3)
    step = 4.0
    # Rows of diamonds between both frames: along the upper and lower edge, then along the sides.
    across = [(18 + step * (place + 0.5), y) for place in range(65) for y in (13.7, 196.3)]
    along = [(x, 19 + step * (place + 0.5)) for place in range(43) for x in (13.7, 283.3)]
    for x, y in across + along:
        for x1, y1, x2, y2 in (
            (x - 1.5, y, x, y - 1.5),
            (x, y - 1.5, x + 1.5, y),
            (x + 1.5, y, x, y + 1.5),
            (x, y + 1.5, x - 1.5, y),
        ):
            page.rule(x1, y1, x2, y2, 0.18, color=HAIR)
    return page
