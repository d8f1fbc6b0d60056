"""Where do I sit: the published draw by name and by table, with whole names as on the posters."""

import itertools
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs import names
from tournaments import people
from tournaments.hall.pages import Page, body, folded, packed, round_title, shown_round, tall, width
from tournaments.models import EntryMember, Game, Round, Seat, Tournament
from tournaments.services import catchup, meetings

#: Columns, and lines in each: a name takes two, so three columns of twelve; a table too, so two of eight. How high such
#: a line is, in the units of the screen's styles.
_NAMES, _NAME_LINE = (3, 24), 1.8
_TABLES, _TABLE_LINE = (2, 16), 2.8
#: The smallest letters of either list, and how many ems of them a line of it holds, less what breaking costs.
_TINY_NAME, _NAME_ROOM = 1.55, 16.4
_TINY_TABLE, _TABLE_ROOM = 1.5, 25.5
#: A side is as high as its card at least; what parts two sides.
_CARD, _GAP = 2.2, 0.3
#: The width of a column in ems of the large, the middle and the small letters of names; and how much of it the word
#: takes that somebody rests.
_LARGE, _MIDDLE, _SMALL, _WORD = 10.2, 12.8, 14.5, 3.0
#: So many ranges of letters are named at the foot, beyond them only the one that is shown.
_FEW_PAGES = 6


@dataclass(frozen=True, slots=True)
class Player:
    """A line by name: ``strong`` and ``light`` are the family and the given name, ``table`` 0 for who rests."""

    key: str
    strong: str
    light: str
    table: int

    @property
    def size(self) -> str:
        """How large it can be written without being cut: "", "is-long" or, on two lines, "is-longer" and "is-tiny". The
        screen's script goes on from there where its letters are wider."""
        strong, light = width(self.strong, bold=True), width(self.light)
        ems = strong + 0.3 + light + (0 if self.table else _WORD)
        if ems <= _MIDDLE:
            return "" if ems <= _LARGE else "is-long"
        return "is-longer" if max(strong, light) + (0 if self.table else _WORD) <= _SMALL else "is-tiny"

    @property
    def tall(self) -> int:
        """The lines of its column that it takes."""
        if self.size != "is-tiny":
            return 2
        room = _NAME_ROOM - (0 if self.table else _WORD)
        lines = folded(width(self.strong, bold=True), room) + (folded(width(self.light), room) if self.light else 0)
        return tall(lines * _TINY_NAME, _NAME_LINE)

    @property
    def search(self) -> str:
        """The words by which it is found, as they are written and as they are typed."""
        key = names.search_key(f"{self.strong} {self.light}")
        typed = names.spelled(key)
        return key if typed == key else f"{key} {typed}"


@dataclass(frozen=True, slots=True)
class Table:
    """A line by table: its sides, each with its number and its names; ``table`` 0 for who rests, with one side."""

    table: int
    sides: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def size(self) -> str:
        if self.tall > 2:
            return "is-tiny"
        return "" if max(self._widths, default=0) <= 17 else "is-long"

    @property
    def tall(self) -> int:
        """The lines of its column that it takes."""
        room = _TABLE_ROOM - (0 if self.table else _WORD)
        sides = [max(_CARD, folded(ems, room) * _TINY_TABLE) for ems in self._widths]
        return tall(sum(sides) + _GAP * (len(sides) - 1), _TABLE_LINE)

    @property
    def _widths(self) -> list[float]:
        return [width(" – ".join(shown)) for _label, shown in self.sides]


def _seats(round_: Round) -> dict[uuid.UUID, int]:
    """The table of each entry that plays in the round, or rests (0). Who plays out of competition, so that somebody can
    make up a game, has a table of its own."""
    seats = Seat.objects.filter(round=round_, outside=False, match__games__number=1)
    table_of = dict(seats.values_list("participant_id", "match__games__table_no"))
    for entry_id in meetings.resting(round_).values_list("entry_id", flat=True):
        table_of.setdefault(entry_id, 0)
    return table_of


def players(round_: Round) -> list[Player]:
    """Everybody who has a place in the round, by name; of a pair replaced since, who plays in this round."""
    table_of = _seats(round_)
    found = []
    for member in EntryMember.objects.filter(entry_id__in=list(table_of)).select_related("person"):
        if member.from_round > round_.number or (member.until_round is not None and member.until_round < round_.number):
            continue
        person, table = member.person, table_of[member.entry_id]
        objected = member.shown_as == EntryMember.ShownAs.OBJECTED
        if objected or person.erased_at is not None:
            shown = names.in_hall(person, objected=objected)
            found.append(Player(names.search_key(shown), shown, "", table))
        else:
            found.append(Player(names.sort_key(person.family, person.given), person.family, person.given, table))
    return sorted(found, key=lambda one: (one.key, one.table))


def tables(round_: Round) -> list[Table]:
    """The tables in their order with who sits there, then who rests."""
    named = people.in_hall(round_.stage.tournament, round_number=round_.number)
    found = []
    games = Game.objects.filter(match__round=round_, number=1).prefetch_related("match__seats")
    for game in games.order_by("table_no"):
        sides: dict[str, list[people.EntryName]] = {}
        for seat in sorted(game.match.seats.all(), key=lambda one: (one.side, one.slot)):
            sides.setdefault(seat.side, []).append(named[seat.participant_id])
        found.append(Table(game.table_no, tuple(_side(side) for side in sides.values())))
    at_table = set(_seats_taken(round_))
    resting = [one for one in meetings.resting(round_).values_list("entry_id", flat=True) if one not in at_table]
    return [*found, *(Table(0, (_side([named[one]]),)) for one in resting)]


def _seats_taken(round_: Round) -> list[uuid.UUID]:
    return list(Seat.objects.filter(round=round_, outside=False).values_list("participant_id", flat=True))


def _side(entries: Sequence[people.EntryName]) -> tuple[str, tuple[str, ...]]:
    label = people.side_label(entry.label for entry in entries)
    return label, tuple(name for entry in entries for name in entry.names)


# Pages


def by_name(tournament: Tournament, half: int = 0) -> list[Page]:
    """Pages of names; of ``half`` 1 or 2 those of one half of the alphabet, so that two screens share a big hall.
    Nothing while no round is being played."""
    round_ = _being_played(tournament)
    if round_ is None:
        return []
    rows = players(round_)
    middle = -(-len(rows) // 2)
    start, end = {1: (0, middle), 2: (middle, len(rows))}.get(half, (0, len(rows)))
    shown = packed(rows[start:end], *_NAMES)
    bounds = list(itertools.accumulate((len(page) for page in shown), initial=start))
    ranges = [_range(rows, one, other) for one, other in itertools.pairwise(bounds)]
    elsewhere = _elsewhere(tournament, round_)
    return [
        Page(
            kind="names",
            over=f"{tournament.name} · {round_title(round_)}",
            title=_("Find your table"),
            body=body("names", rows=page),
            strip=body("strip", elsewhere=elsewhere, ranges=_at_foot(ranges, number)),
        )
        for number, page in enumerate(shown)
    ]


def by_table(tournament: Tournament) -> list[Page]:
    """Pages of tables. Nothing while no round is being played."""
    round_ = _being_played(tournament)
    if round_ is None:
        return []
    shown = packed(tables(round_), *_TABLES)
    ranges = [_table_range(page) for page in shown]
    elsewhere = _elsewhere(tournament, round_)
    return [
        Page(
            kind="tables",
            over=f"{tournament.name} · {round_title(round_)}",
            title=_("Who sits where"),
            body=body("tables", rows=page),
            strip=body("strip", elsewhere=elsewhere, ranges=_at_foot(ranges, number)),
        )
        for number, page in enumerate(shown)
    ]


def _being_played(tournament: Tournament) -> Round | None:
    round_ = shown_round(tournament)
    return round_ if round_ is not None and round_.state == Round.State.PLAYING else None


def _elsewhere(tournament: Tournament, round_: Round) -> list[int]:
    """The tables of other rounds that are still playing: a draw waits for its round, but not for a game made up."""
    others = catchup.at_table(tournament).exclude(match__round=round_).order_by("table_no")
    return list(others.values_list("table_no", flat=True)[:6])


def _at_foot(ranges: Sequence[str], current: int) -> list[tuple[str, bool]]:
    """What stands at the foot: all ranges with the one that is shown, or of many the one that is shown and where it
    is among them."""
    if len(ranges) < 2:
        return []
    if len(ranges) <= _FEW_PAGES:
        return [(text, number == current) for number, text in enumerate(ranges)]
    return [(ranges[current], True), (f"{current + 1} / {len(ranges)}", False)]


def _table_range(page: Sequence[Table]) -> str:
    numbers = [row.table for row in page if row.table]
    return f"{numbers[0]} – {numbers[-1]}" if numbers else _("Resting")


def _range(rows: Sequence[Player], start: int, end: int) -> str:
    """ "A – Le R": from which letters to which a page goes, as many as part it from its neighbours."""
    before = rows[start - 1].key if start else ""
    after = rows[end].key if end < len(rows) else ""
    return f"{_beginning(rows[start].key, before)} – {_beginning(rows[end - 1].key, after)}"


def _beginning(key: str, other: str) -> str:
    length = 1
    while length < min(len(key), 4) and other[:length] == key[:length]:
        length += 1
    return key[:length].strip().title()
