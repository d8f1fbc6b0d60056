"""The verbs on a score sheet of friends: two, three or four players, no club, no tournament, no account.

Who has the table's link writes at it. A table holds the games of an evening one after the other, each on a sheet of its
own, at the same link. There is no trail and nobody to ask: what is kept is the first names and the deals, and all of it
is erased, histories included, once nothing was written for ``DAYS_KEPT`` days, or at once by who holds the link.

A seat is a letter: N, W, S, E to the right of four; N, E of two; A, B, C of three.
"""

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from core import erasing, links
from core.models import AccessLink
from core.text import one_line
from scoring.models import (
    Confirmation,
    Dispute,
    EntryEvent,
    FriendsGame,
    FriendsTable,
    GameFormat,
    ScoreSheet,
    SheetEntry,
    SheetSide,
)
from scoring.rules.game_format import MOST_DEALS
from scoring.rules.game_format import GameFormat as GameRules
from scoring.rulesets_store import preset_version
from scoring.seated import SEATED, sides_of
from scoring.sheet_game import digest_of

DAYS_KEPT = 30
MOST_NAME = 12
#: Games at one table: an evening has a few, and so a table cannot grow without end.
MOST_GAMES = 100
#: What counts unless somebody chooses: two players have a rule set of their own.
USUAL: Mapping[int, str] = {2: "guide-belote-two", 3: "club", 4: "club"}


class FriendsError(Exception):
    """A verb that a table of friends cannot take; ``code``: games-range, table-gone."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Length:
    """How long a game is: ``kind`` "target" (points), "deals", or "open" (``number`` is not looked at then)."""

    kind: str
    number: int = 0


@transaction.atomic
def open_table(players: int, names: Sequence[str], preset: str, length: Length) -> AccessLink:
    """Make a table with its first game; the link that opens it, whose token can be had again (``links.token_of``).

    ``preset`` is the key of a published rule set, "" for the usual one. Raises ``rules.RuleSetError`` for an unknown
    one, ``FormatError`` for a length that no game has.
    """
    tidy = [one_line(name, MOST_NAME) for name in [*names, *[""] * players][:players]]
    table = FriendsTable.objects.create(
        players=players,
        names=tidy,
        ruleset_version=preset_version(preset or USUAL[players]),
        format=_format(length),
        open_ended=length.kind == "open",
    )
    _start(table, 1)
    return links.issue(AccessLink.Purpose.FRIENDS, table.pk)


def _format(length: Length) -> GameFormat:
    """The plain game of this length; one row for all tables, since such a row is never erased."""
    kind = "target" if length.kind == "target" else "deals"
    number = MOST_DEALS if length.kind == "open" else length.number
    plain = {"kind": kind, "length": number, "ending": {}, "caps": {}, "match_points": {}, "games_to_win": 1}
    GameRules.from_data(plain)
    found = GameFormat.objects.filter(**plain).first()
    return found if found is not None else GameFormat.objects.create(**plain)


def _start(table: FriendsTable, number: int) -> FriendsGame:
    options = {} if table.players == 4 else {SEATED: table.players}
    sheet = ScoreSheet.objects.create(
        ruleset_version_id=table.ruleset_version_id, format_id=table.format_id, options=options, digest=digest_of([])
    )
    SheetSide.objects.bulk_create(SheetSide(sheet=sheet, side=side) for side in sides_of(sheet))
    return FriendsGame.objects.create(table=table, number=number, sheet=sheet)


def games_of(table_id: uuid.UUID) -> list[FriendsGame]:
    """The games of a table in their order, the last one being played; none where it was erased."""
    found = FriendsGame.objects.filter(table=table_id).order_by("number")
    return list(found.select_related("table", "sheet__ruleset_version__ruleset", "sheet__format"))


@transaction.atomic
def again(table_id: uuid.UUID, seen: uuid.UUID) -> FriendsGame:
    """Begin the next game with the same players; ``seen`` is the sheet of the one that is over. Of two who ask at once
    both get the same. Nothing is lost of the game before: a deal that comes late is still written on its sheet."""
    table = FriendsTable.objects.select_for_update().filter(pk=table_id).first()
    if table is None:
        raise FriendsError("table-gone")
    last = table.games.order_by("-number").first()
    assert last is not None
    if last.sheet_id != seen or not last.sheet.entries.exists():
        return last
    if last.number >= MOST_GAMES:
        raise FriendsError("games-range")
    return _start(table, last.number + 1)


# Erasing


@transaction.atomic
def erase(table_id: uuid.UUID) -> None:
    """Erase a table with its names, its link, its games and their histories. One that is gone already stays gone."""
    table = FriendsTable.objects.select_for_update().filter(pk=table_id).first()
    if table is None:
        return
    AccessLink.objects.filter(purpose=AccessLink.Purpose.FRIENDS, target=table_id).delete()
    sheets = list(table.games.values_list("sheet_id", flat=True))
    # A phone that is writing ends first, or finds nothing.
    list(ScoreSheet.objects.select_for_update().filter(pk__in=sheets).order_by("pk").values_list("pk", flat=True))
    table.games.all().delete()
    with erasing.permitted(sheets):
        EntryEvent.objects.filter(sheet__in=sheets).delete()
    for rows in (Confirmation, Dispute, SheetEntry, SheetSide):
        rows.objects.filter(sheet__in=sheets).delete()
    ScoreSheet.objects.filter(pk__in=sheets).delete()
    table.delete()


def unused(now: dt.datetime | None = None) -> list[uuid.UUID]:
    """The tables at which nothing was written for DAYS_KEPT days."""
    before = (now or timezone.now()) - dt.timedelta(days=DAYS_KEPT)
    last = FriendsTable.objects.filter(created_at__lt=before).annotate(last=Max("games__sheet__updated_at"))
    return list(last.filter(last__lt=before).order_by("created_at").values_list("pk", flat=True))


def erase_unused(now: dt.datetime | None = None) -> int:
    """Erase them; how many."""
    found = unused(now)
    for table_id in found:
        erase(table_id)
    return len(found)
