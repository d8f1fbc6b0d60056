"""The draw for the wall: by family name with the table before it, and by table."""

import re
import uuid
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs import names
from core import hosts
from core.templatetags.look import number
from documents import words
from documents.fonts import MM_PER_POINT, Fitted, fit, shrink, width_mm
from documents.page import HAIR, Page
from tournaments import drawtrail, people
from tournaments.models import Draw, EntryMember, Game, Match, Round, RoundStatus, Stage
from tournaments.services import meetings

MARGIN, TOP, ROWS_TOP, FOOT = 11.0, 11.0, 38.0, 289.0
SEAL_TOP = 272.6
ROW, COLUMN_ROWS = 9.7, 24
COLUMN, GAP = 89.0, 10.0
CARD = 14.0
TABLE_ROW, TABLE_ROWS = 11.6, 20
_PARTICLE = re.compile(r"^(?:(?:de|du|des|von|van|der)\s+|d['’]\s*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Player:
    """A line of the poster by name. ``table`` 0: rests. ``strong`` is what is searched for."""

    key: str
    strong: str
    given: str
    table: int


Carded = tuple[str, tuple[str, ...]]
"""An entry: its number as written, and its names."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A line of the poster by table: its sides, each with one entry, or two players of a mêlée; ``table`` 0 for who
    rests, with one side."""

    table: int
    sides: tuple[tuple[Carded, ...], ...]


@dataclass(frozen=True, slots=True)
class Posters:
    """All that both posters of a round's draw are made from."""

    language: str
    title: str
    over: str
    foot: str
    players: tuple[Player, ...]
    tables: tuple[Seated, ...]
    seal: tuple[str, str]

    def content_key(self) -> str:
        return words.content_key("pdf.draw", asdict(self))


def in_index(family: str) -> str:
    """A family name as people look for it: "de La Tour" under "La Tour (de)". The order is that of clubs.names."""
    found = _PARTICLE.match(family)
    if found is None or found.end() == len(family):
        return family
    return f"{family[found.end() :]} ({found.group().strip()})"


def gather(round_id: uuid.UUID) -> tuple[Round, Posters]:
    """Everything on the posters of a published draw, in the club's language. Round.DoesNotExist."""
    round_ = Round.objects.select_related("stage__tournament__club").get(pk=round_id)
    tournament = round_.stage.tournament
    with words.local_to(tournament) as language:
        seated, table_of = _seated(round_)
        draw = round_.draws.filter(state=Draw.State.PUBLISHED).first()
        foot = ""
        if draw is not None and draw.published_at is not None:
            foot = _("Draw published at %(time)s, version %(version)s") % {
                "time": words.moment(draw.published_at),
                "version": draw.attempt,
            }
        posters = Posters(
            language=language,
            title=_("%(round)s: your table") % {"round": words.round_title(round_)},
            over=f"{tournament.name}, {words.long_date(tournament.local_date)}",
            foot=foot,
            players=_players(round_, table_of),
            tables=seated,
            seal=seal_of(round_.stage),
        )
    return round_, posters


def seal_of(stage: Stage) -> tuple[str, str]:
    """What a paper says of the seal of the draws: a sentence, and the seal itself in groups of four."""
    base, tournament = hosts.current_base_url(), stage.tournament
    said = _("Seal of the draws, fixed before the first one: after the last, anybody can check that nobody chose.")
    if base and tournament.rehearsal_of_id is None:  # of a rehearsal nothing is public
        said += f" {base}{reverse('public-draws', args=[tournament.club.slug, tournament.slug])}"
    return said, drawtrail.grouped(stage.commitment)


def say_seal(page: Page, seal: tuple[str, str]) -> None:
    """The seal above the foot of a poster."""
    room = page.width_mm - 2 * MARGIN
    for text, y, face in ((seal[0], SEAL_TOP, "sans"), (seal[1], SEAL_TOP + 4.2, "bold")):
        page.say(text, MARGIN, y, room, 4, size=shrink(text, room, (9, 8.5, 8, 7.5, 7, 6.5, 6, 5)), face=face)


def _seated(round_: Round) -> tuple[tuple[Seated, ...], dict[uuid.UUID, int]]:
    """The lines by table, byes last, and each entry's table (0: rests)."""
    named = people.in_hall(round_.stage.tournament, round_number=round_.number)
    table_of: dict[uuid.UUID, int] = {}
    lines: dict[int, dict[str, list[Carded]]] = {}
    # A game that is made up was not drawn: its opponent has a table of its own.
    games = Game.objects.filter(match__round=round_, number=1).exclude(match__kind=Match.Kind.CATCH_UP)
    games = games.prefetch_related("match__seats").select_related("match")
    for game in games.order_by("table_no"):
        for seat in sorted(game.match.seats.all(), key=lambda one: (one.side, one.slot)):
            entry = named[seat.participant_id]
            table_of[seat.participant_id] = game.table_no
            lines.setdefault(game.table_no, {}).setdefault(seat.side, []).append((entry.label, entry.names))
    seated = [Seated(table, tuple(map(tuple, sides.values()))) for table, sides in lines.items()]
    for entry_id in round_.statuses.filter(status=RoundStatus.Status.BYE).values_list("entry_id", flat=True):
        table_of[entry_id] = 0
    for entry_id in meetings.resting(round_).values_list("entry_id", flat=True):
        entry = named[entry_id]
        # A team without a name of its own is called by all its players: on one line, which is as wide as the page.
        seated.append(Seated(0, (((entry.label, (entry.joined,) if len(entry.names) > 2 else entry.names),),)))
    return tuple(seated), table_of


def _players(round_: Round, table_of: dict[uuid.UUID, int]) -> tuple[Player, ...]:
    found = []
    members = EntryMember.objects.filter(entry_id__in=list(table_of)).select_related("person")
    for member in members:
        if member.from_round > round_.number or (member.until_round is not None and member.until_round < round_.number):
            continue
        person, table = member.person, table_of[member.entry_id]
        objected = member.shown_as == EntryMember.ShownAs.OBJECTED
        if objected or person.erased_at is not None:
            shown = names.in_hall(person, objected=objected)
            found.append(Player(names.search_key(shown), shown, "", table))
        else:
            key = names.sort_key(person.family, person.given)
            found.append(Player(key, in_index(person.family), person.given, table))
    return tuple(sorted(found, key=lambda player: (player.key, player.table)))


def pages(posters: Posters) -> list[Page]:
    """By name, then by table."""
    return _by_name(posters) + by_table(posters)


def _frame(posters: Posters, corner: str, foot: str) -> Page:
    page = Page()
    right = page.width_mm - MARGIN
    corner_width = width_mm(corner, 38, "bold") + 4
    over = fit([posters.over], right - MARGIN, (13, 12, 11, 10, 9, 8), lambda _size: 1)
    page.say(posters.over, MARGIN, TOP, right - MARGIN, 5.5, size=over.size)
    room = right - MARGIN - corner_width
    title = fit([posters.title], room, (38, 34, 30, 26, 22, 18), lambda _size: 1, "serif")
    page.say(posters.title, MARGIN, TOP + 6, room, 15, size=title.size, face="serif")
    page.say(corner, right - corner_width, TOP + 6, corner_width, 15, size=38, face="bold", align="right")
    page.rule(MARGIN, ROWS_TOP - 2.6, right, ROWS_TOP - 2.6, 1)
    page.rule(MARGIN, FOOT - 7.5, right, FOOT - 7.5, 0.4)
    page.say(foot, MARGIN, FOOT - 6, 110, 6, size=11)
    size = shrink(posters.foot, 78, (11, 10, 9, 8))
    page.say(posters.foot, right - 90, FOOT - 6, 90, 6, size=size, align="right")
    say_seal(page, posters.seal)
    return page


def _prefix(name: str, other: str | None) -> str:
    """The shortest beginning of ``name`` that ``other`` does not share: what stands in the corner."""
    if other is None:
        return name[:1]
    for length in range(1, len(name) + 1):
        if names.search_key(name[:length]) != names.search_key(other[:length]):
            return name[:length].strip()
    return name


def _corner(players: Sequence[Player], start: int, end: int) -> str:
    """ "A – Le R": from which name to which name the page goes."""
    before = players[start - 1].strong if start else None
    after = players[end].strong if end < len(players) else None
    first, last = _prefix(players[start].strong, before), _prefix(players[end - 1].strong, after)
    return f"{first[:8]} – {last[:8]}"


def _by_name(posters: Posters) -> list[Page]:
    players, per_page = posters.players, 2 * COLUMN_ROWS
    count = -(-len(players) // per_page)
    made = []
    for index in range(count):
        start, end = index * per_page, min((index + 1) * per_page, len(players))
        foot = ngettext(
            "%(count)s player by name, poster %(page)s of %(pages)s",
            "%(count)s players by name, poster %(page)s of %(pages)s",
            len(players),
        ) % {"count": number(len(players)), "page": index + 1, "pages": count}
        page = _frame(posters, _corner(players, start, end), foot)
        for place, player in enumerate(players[start:end]):
            column, line = divmod(place, COLUMN_ROWS)
            _player(page, player, MARGIN + column * (COLUMN + GAP), ROWS_TOP + line * ROW, line)
        made.append(page)
    return made


def _player(page: Page, player: Player, x: float, y: float, line: int) -> None:
    if player.table:
        size = 21 if player.table < 1000 else 15
        page.say(str(player.table), x, y + 0.6, CARD, ROW - 1.2, size=size, face="bold", align="center", card="face")
    else:
        word = _("Bye")
        fitted = fit([word], CARD - 1.6, (10, 9, 8, 7, 6), lambda _size: 1, "bold")
        page.say(word, x, y + 0.6, CARD, ROW - 1.2, size=fitted.size, face="bold", align="center", card="face")
    room, left = COLUMN - CARD - 3.5, x + CARD + 3.5
    whole = f"{player.strong} {player.given}".strip()
    if width_mm(player.strong, 14.5, "bold") + width_mm(f" {player.given}", 14.5) <= room:
        page.say(player.strong, left, y, room, ROW, size=14.5, face="bold", after=f" {player.given}")
    elif player.given:
        for part, face, top in ((player.strong, "bold", 0.3), (player.given, "sans", ROW / 2)):
            fitted = fit([part], room, (12.5, 11.5, 10.5, 9.5, 8.5, 7.5, 6.5, 5.5), lambda _size: 1, face)
            page.say(part, left, y + top, room, ROW / 2 - 0.3, size=fitted.size, face=face)
    else:
        shrunk: Fitted = fit([whole], room, (12.5, 11, 9.5, 8, 7), lambda size: 1 if size > 10 else 2, "bold")
        page.lines(
            shrunk.lines,
            left,
            y + ROW / 2,
            room,
            size=shrunk.size,
            leading=shrunk.size * 1.05 * MM_PER_POINT,
            face="bold",
        )
    heavy = line % 6 == 5
    page.rule(x, y + ROW, x + COLUMN, y + ROW, 0.6 if heavy else 0.2, color="#000" if heavy else HAIR)


def by_table(posters: Posters) -> list[Page]:
    """The posters by table alone."""
    lines = posters.tables
    count = -(-len(lines) // TABLE_ROWS)
    tables = sum(1 for line in lines if line.table)
    made = []
    for index in range(count):
        some = lines[index * TABLE_ROWS : (index + 1) * TABLE_ROWS]
        numbers = [str(line.table) for line in some if line.table] or [_("Bye")]
        foot = ngettext(
            "%(count)s table, poster %(page)s of %(pages)s",
            "%(count)s tables, poster %(page)s of %(pages)s",
            tables,
        ) % {"count": number(tables), "page": index + 1, "pages": count}
        corner = numbers[0] if len(numbers) == 1 else f"{numbers[0]} – {numbers[-1]}"
        page = _frame(posters, corner, foot)
        for place, line in enumerate(some):
            _table(page, line, ROWS_TOP + place * TABLE_ROW, place)
        made.append(page)
    return made


def _entry(page: Page, entry: Carded, x: float, y: float, room: float, height: float) -> None:
    """An entry's card and names in a strip of ``height`` millimetres."""
    card, both = entry
    is_low = height < TABLE_ROW
    edge, size = (0.5, 11.0 if len(card) < 4 else 9.5) if is_low else (1.8, 15.0 if len(card) < 4 else 12.0)
    page.say(card, x, y + edge, 12.5, height - 2 * edge, size=size, face="bold", align="center", card="face")
    fitted = fit(
        both,
        room - 17,
        (11.5, 11, 10, 9, 8, 7, 6, 5.5),
        lambda one: int((height - 0.6) / (one * 1.15 * MM_PER_POINT)),
    )
    page.lines(
        fitted.lines, x + 15, y + height / 2, room - 17, size=fitted.size, leading=fitted.size * 1.15 * MM_PER_POINT
    )


def _table(page: Page, line: Seated, y: float, place: int) -> None:
    right = page.width_mm - MARGIN
    word = str(line.table) if line.table else _("Bye")
    size = fit([word], 15.5, (24, 20, 16, 12, 10, 9, 8, 7), lambda _size: 1, "bold").size
    page.say(word, MARGIN, y + 1, 17, TABLE_ROW - 2, size=size, face="bold", align="center", card="back")
    left, room = MARGIN + 21, (right - MARGIN - 21) / (len(line.sides) if line.table == 0 else 2)
    for index, side in enumerate(line.sides):
        # Two players of a side share the height of a pair.
        height = TABLE_ROW / len(side)
        for place, entry in enumerate(side):
            _entry(page, entry, left + index * room, y + place * height, room, height)
    heavy = place % 5 == 4
    page.rule(MARGIN, y + TABLE_ROW, right, y + TABLE_ROW, 0.6 if heavy else 0.2, color="#000" if heavy else HAIR)
