"""Which devices opened a table: listed at the desk, told to the first of them, and shut out by the desk.

A device is a random mark in a cookie. Nothing else of it is kept but whether it is a phone or a computer.
"""

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Max, Q, QuerySet
from django.utils import timezone

from core import audit
from core.actors import Actor
from scoring.models import EntryEvent
from tournaments.models import Game, TableDevice
from tournaments.services.errors import TournamentError

#: Opening the page again within this time is not written down anew.
AGAIN_AFTER = timedelta(minutes=1)
#: So many are listed of one table: a table has four players, and whoever helps them.
MOST = 100
#: The mark of all that comes through the API: it has no cookie, and is one device more.
PROGRAM = "api"
_WRITES = (EntryEvent.Verb.RECORDED, EntryEvent.Verb.AMENDED, EntryEvent.Verb.VOIDED)


@dataclass(frozen=True, slots=True)
class Seen:
    """A device of a table: the ``number``-th that opened it, ``wrote`` so many changes of deals, last ``last_at``."""

    row: TableDevice
    number: int
    wrote: int
    last_at: datetime

    @property
    def is_shut(self) -> bool:
        return self.row.shut_at is not None


def opened(match_id: uuid.UUID, mark: str, *, came: str, is_phone: bool) -> None:
    """Write down that a device has opened a table with its code; the first way it came stays. Where very many have, it
    takes the place of one that wrote nothing; where all of them wrote, it is not listed, and may not write."""
    known = TableDevice.objects.filter(match=match_id, mark=mark[:32]).first()
    if known is not None:
        _seen(known)
    elif _has_room(match_id) or _make_room(match_id):
        kind = TableDevice.Kind.PHONE if is_phone else TableDevice.Kind.COMPUTER
        TableDevice.objects.get_or_create(match_id=match_id, mark=mark[:32], defaults={"came": came, "kind": kind})


def _has_room(match_id: uuid.UUID) -> bool:
    return TableDevice.objects.filter(match=match_id).count() < MOST


def _make_room(match_id: uuid.UUID) -> bool:
    """Take the device off the list that was seen longest ago of those that wrote nothing, are not shut out and are not
    the first one; whether there was one."""
    wrote = _told_by(match_id).filter(verb__in=_WRITES).values("device")
    others = TableDevice.objects.filter(match=match_id).order_by("first_at", "pk").values_list("pk", flat=True)[1:]
    idle = TableDevice.objects.filter(pk__in=list(others), shut_at__isnull=True).exclude(mark__in=wrote)
    found = idle.order_by("last_at", "first_at").first()
    if found is None:
        return False
    found.delete()
    return True


def looked(match_id: uuid.UUID, mark: str) -> None:
    """Write down that a device has opened the table's page again."""
    known = TableDevice.objects.filter(match_id=match_id, mark=mark[:32]).first()
    if known is not None:
        _seen(known)


def _seen(row: TableDevice) -> None:
    now = timezone.now()
    if now - row.last_at > AGAIN_AFTER:
        TableDevice.objects.filter(pk=row.pk).update(last_at=now)


def is_shut_out(match_id: uuid.UUID, mark: str) -> bool:
    """Whether this device may write no more at this table: the desk has shut it out, or so many have opened the table
    that it is not on the desk's list. Who is off the list since the time for corrections is over may."""
    known = list(TableDevice.objects.filter(match_id=match_id, mark=mark[:32]).values_list("shut_at", flat=True))
    return known[0] is not None if known else not _has_room(match_id)


def of_match(match_id: uuid.UUID) -> list[TableDevice]:
    """The devices of a table, the first one first."""
    return list(TableDevice.objects.filter(match=match_id).order_by("first_at", "pk"))


def _told_by(match_id: uuid.UUID) -> QuerySet[EntryEvent]:
    """What the histories of a table's sheets tell of its link."""
    sheets = Game.objects.filter(match=match_id).values("sheet")
    return EntryEvent.objects.filter(sheet__in=sheets, link__isnull=False)


def of_game(game: Game) -> list[Seen]:
    """The devices of a game's table with what they wrote, at all games of its match."""
    told = (
        _told_by(game.match_id)
        .order_by()
        .values("device")
        .annotate(wrote=Count("pk", filter=Q(verb__in=_WRITES)), last=Max("at"))
    )
    wrote = {row["device"]: row for row in told}
    found = []
    for number, row in enumerate(of_match(game.match_id), 1):
        mine = wrote.get(row.mark)
        last = max(row.last_at, mine["last"]) if mine else row.last_at
        found.append(Seen(row, number, mine["wrote"] if mine else 0, last))
    return found


@transaction.atomic
def shut_out(game_id: uuid.UUID, device_id: uuid.UUID, actor: Actor, *, again: bool = False) -> TableDevice:
    """Let a device write no more at the table of a game or, ``again``, let it write again. TournamentError
    ``device-gone`` where it is none of this table's."""
    game = Game.objects.select_related("match__round__stage__tournament").get(pk=game_id)
    row = TableDevice.objects.select_for_update().filter(pk=device_id, match=game.match_id).first()
    if row is None:
        raise TournamentError("device-gone")
    if (row.shut_at is None) == again:
        return row
    row.shut_at = None if again else timezone.now()
    row.save(update_fields=["shut_at"])
    audit.record(
        actor,
        "device.let-in" if again else "device.shut-out",
        row,
        club_id=game.match.round.stage.tournament.club_id,
        after={"table": game.table_no, "round": game.match.round.number},
    )
    return row
