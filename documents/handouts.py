"""What is set up and given out: numbers for the tables, badges for the players, a poster with the code of the page."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from core import hosts
from documents import words
from documents.fonts import MM_PER_POINT, fit, shrink
from documents.imposing import cut
from documents.kinds import Choice, Content, Nothing
from documents.page import HAIR, Page
from tournaments import people
from tournaments.models import Game, Tournament

#: The most tables that are made cards for where nobody says how many.
MOST_TABLES = 500
BADGE = (90.0, 55.0)


# Numbers for the tables


def gather_table_cards(tournament: Tournament, choice: Choice) -> Content:
    """A card a table: on A4 to be folded into a tent, on A5 or A6 flat. Without a range as many as the entries need,
    or as were used."""
    first = max(1, choice.first)
    last = choice.last or _tables(tournament)
    numbers = range(first, min(max(first, last), first + MOST_TABLES - 1) + 1)
    over = f"{tournament.name} · {tournament.club.name}"
    size = choice.size or "A4"
    facts = {"tables": len(numbers)}
    return Content(_("Table numbers"), [size, over, list(numbers)], lambda: table_cards(numbers, over, size), facts)


def table_cards(numbers: Iterable[int], over: str, size: str) -> list[Page]:
    """A card for each of these tables, as many on a sheet as go on it."""
    if size == "A4":
        return [_tent(number, over) for number in numbers]
    return _flat([_flat_card(number, over) for number in numbers], size)


def _tables(tournament: Tournament) -> int:
    """The highest table that was used; before a draw as many as the entries fill."""
    used = Game.objects.filter(match__round__stage__tournament=tournament).order_by("-table_no")
    highest = used.values_list("table_no", flat=True).first()
    if highest:
        return highest
    playing = tournament.entries.filter(status="active", team=None).count()
    seats = {"pairs": 2, "singles": 4}.get(tournament.entry_kind)
    pairs = tournament.entries.filter(status="active").exclude(team=None).count()
    return max(1, playing // seats if seats else pairs // 2)


def _face(number: int, over: str) -> Page:
    """One side of a tent, on A5 lying on its side."""
    face = Page(paper="A5", wide=True)
    text = str(number)
    face.say(_("Table"), 12, 12, 60, 12, size=30, face="serif")
    size = {1: 112.0, 2: 112.0, 3: 88.0}.get(len(text), 62.0) / MM_PER_POINT
    face.say(text, 0, 10, face.width_mm, 122, size=size, face="bold", align="center", spacing=-0.03)
    room = face.width_mm - 24
    face.rule(12, 131, face.width_mm - 12, 131, 0.6)
    face.say(over, 12, 132.5, room, 8, size=shrink(over, room, (13, 12, 11, 10, 9, 8)), align="center")
    return face


def _tent(number: int, over: str) -> Page:
    """Both sides above each other, the upper one on its head: folded in the middle it stands."""
    sheet = Page()
    face = _face(number, over)
    sheet.place(face, 0, 0, upside_down=True)
    sheet.place(face, 0, 148.5)
    sheet.rule(6, 148.5, 204, 148.5, 0.15, color=HAIR, dotted=True)
    return sheet


def _flat_card(number: int, over: str) -> Page:
    """A number on A6 lying on its side: a table's, so it is filled."""
    card = Page(paper="A6", wide=True)
    card.box(5, 5, 138, 95, radius=9, fill="#000")
    text = str(number)
    card.say(_("Table"), 12, 9, 60, 9, size=20, face="serif", color="#fff")
    size = {1: 74.0, 2: 74.0, 3: 58.0}.get(len(text), 42.0) / MM_PER_POINT
    card.say(text, 5, 10, 138, 78, size=size, face="bold", align="center", spacing=-0.03, color="#fff")
    foot = fit([over], 124, (11, 10, 9, 8, 7, 6), lambda one: 1 if one > 9 else 2)
    leading = foot.size * 1.2 * MM_PER_POINT
    card.lines(foot.lines, 12, 92, 124, size=foot.size, leading=leading, align="center", color="#fff")
    return card


def _flat(cards: list[Page], size: str) -> list[Page]:
    """A6: four to a sheet of A4 on its side; A5: two to a sheet upright."""
    places = ((0.0, 0.0), (148.5, 0.0), (0.0, 105.0), (148.5, 105.0)) if size == "A6" else ((0.0, 0.0), (0.0, 148.5))
    scale = 1.0 if size == "A6" else 210 / 148
    count = -(-len(cards) // len(places))
    made = []
    for index in range(count):
        sheet = Page(wide=size == "A6")
        for place, (x, y) in enumerate(places):
            if index + place * count < len(cards):
                sheet.place(cards[index + place * count], x, y, scale=scale)
        if size == "A6":
            cut(sheet, halves=True)
        else:
            sheet.rule(3, 148.5, 207, 148.5, 0.15, color=HAIR, dotted=True)
        made.append(sheet)
    return made


# Badges


@dataclass(frozen=True, slots=True)
class Badge:
    """A player's badge: who, the number of the entry, and the club."""

    name: str
    label: str
    club: str


def gather_badges(tournament: Tournament, choice: Choice) -> Content:
    """A badge a player of the entries whose numbers are chosen, by number: ten to a sheet."""
    badges = [
        Badge(player, entry.label, entry.home_club)
        for entry in sorted(people.in_hall(tournament).values(), key=lambda one: (one.number, one.label))
        if entry.kind != "team" and choice.holds(entry.number)
        for player in entry.players
    ]
    if not badges:
        raise Nothing("no-entries")
    over, day = tournament.name, words.long_date(tournament.local_date)
    data = [over, day, [asdict(one) for one in badges]]
    return Content(_("Badges"), data, lambda: badge_pages(badges, over, day))


def badge_pages(badges: Sequence[Badge], over: str, day: str) -> list[Page]:
    """The badges in their order, ten to a sheet."""
    made = []
    for start in range(0, len(badges), 10):
        sheet = Page()
        for place, badge in enumerate(badges[start : start + 10]):
            row, column = divmod(place, 2)
            _badge(sheet, badge, 15 + column * BADGE[0], 11 + row * BADGE[1], over, day)
        made.append(sheet)
    return made


def _badge(sheet: Page, badge: Badge, x: float, y: float, over: str, day: str) -> None:
    width, height = BADGE
    for dx, dy in ((0, 0), (width, 0), (0, height), (width, height)):
        # Crosses at the corners, to cut along.
        sheet.rule(x + dx - 2, y + dy, x + dx + 2, y + dy, 0.15, color=HAIR)
        sheet.rule(x + dx, y + dy - 2, x + dx, y + dy + 2, 0.15, color=HAIR)
    head = fit([over], width - 12, (10.5, 9.5, 8.5, 7.5, 6.5, 5.5), lambda one: 1 if one > 7.5 else 2)
    leading = head.size * 1.15 * MM_PER_POINT
    sheet.lines(head.lines, x + 6, y + 6.6, width - 12, size=head.size, leading=leading)
    sheet.rule(x + 6, y + 10.4, x + width - 6, y + 10.4, 0.5)
    sizes = (24, 22, 20, 18, 16, 14, 12, 10, 9)
    name = fit([badge.name], width - 12, sizes, lambda one: int(25 / (one * 1.1 * MM_PER_POINT)), "bold")
    leading = name.size * 1.1 * MM_PER_POINT
    sheet.lines(name.lines, x + 6, y + 24.5, width - 12, size=name.size, leading=leading, face="bold")
    size = 15.0 if len(badge.label) < 4 else 11.0
    sheet.say(badge.label, x + 6, y + height - 16, 14, 11, size=size, face="bold", align="center", card="face")
    lines = [one for one in (badge.club, day) if one]
    fitted = [(one, shrink(one, width - 34, (10, 9, 8, 7, 6, 5))) for one in lines]
    for place, (text, size) in enumerate(fitted):
        top = y + height - 10.5 - 5 * len(fitted) / 2 + 5 * place
        sheet.say(text, x + 23, top, width - 29, 5, size=size)


# The code of the page


def gather_code_poster(tournament: Tournament, choice: Choice) -> Content:
    """A poster with the code of the tournament's public page. Nothing "no-address" where none was chosen."""
    base = hosts.current_base_url()
    if not base or tournament.rehearsal_of_id is not None:
        raise Nothing("no-address")
    address = base + reverse("public-tournament", args=[tournament.club.slug, tournament.slug])
    said = {
        "title": tournament.name,
        "over": f"{tournament.club.name} · {words.long_date(tournament.local_date)}",
        "call": _("Draws, results and standings on your phone"),
        "how": _("Point the camera of your phone at the code, then touch the address that appears."),
        "address": address,
    }
    size = choice.size or "A4"

    def pages() -> list[Page]:
        poster = _code_poster(said)
        if size == "A4":
            return [poster]
        sheet = Page(wide=True)
        for x in (0.0, 148.5):
            sheet.place(poster, x, 0, scale=148 / 210)
        cut(sheet, halves=False)
        return [sheet]

    return Content(_("Poster with the code of the page"), [size, said], pages)


def _code_poster(said: dict[str, str]) -> Page:
    page = Page()
    room = 210 - 28
    page.say(said["over"], 14, 16, room, 8, size=shrink(said["over"], room, (16, 14, 12, 10, 8)), align="center")
    title = fit([said["title"]], room, (48, 42, 36, 30, 26, 22), lambda one: 2 if one > 22 else 3, "serif")
    leading = title.size * 1.08 * MM_PER_POINT
    page.lines(title.lines, 14, 47, room, size=title.size, leading=leading, face="serif", align="center")
    call = fit([said["call"]], room, (24, 22, 20, 18, 16), lambda _one: 2, "bold")
    page.lines(call.lines, 14, 80, room, size=call.size, leading=call.size * 0.43, face="bold", align="center")
    page.box(38, 96, 134, 134, line=1.1, radius=8)
    page.code(said["address"], 43, 101, 124)
    how = fit([said["how"]], room - 20, (15, 14, 13, 12), lambda _one: 2)
    page.lines(how.lines, 24, 247, room - 20, size=how.size, leading=how.size * 0.46, align="center")
    shown = said["address"].partition("://")[2].rstrip("/")
    page.say(
        shown, 14, 256, room, 9, size=shrink(shown, room, (18, 16, 14, 12, 10, 8), "bold"), face="bold", align="center"
    )
    return page
