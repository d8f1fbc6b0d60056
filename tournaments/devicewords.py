"""The devices of a table in words, at the desk and on the phones."""

import uuid
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.templatetags.look import clock
from tournaments.models import Game, TableDevice
from tournaments.services import devices


def rows_of(game: Game) -> list[dict[str, Any]]:
    """What the sheet's page at the desk shows of each device that opened the table."""
    return [
        {
            "id": one.row.pk,
            "title": _title(one.row, one.number),
            "text": _text(one),
            "is_shut": one.is_shut,
            "since": one.row.shut_at,
        }
        for one in devices.of_game(game)
    ]


def _title(row: TableDevice, number: int) -> str:
    text = _("Phone %(number)d") if row.kind == TableDevice.Kind.PHONE else _("Computer %(number)d")
    if row.mark == devices.PROGRAM:
        text = _("Program %(number)d")
    return text % {"number": number}


def _text(one: devices.Seen) -> str:
    came = _("square scanned") if one.row.came == TableDevice.Came.SQUARE else _("code typed")
    if one.row.mark == devices.PROGRAM:
        came = _("through the programming interface")
    wrote = ngettext("%(n)d change of a deal", "%(n)d changes of deals", one.wrote) % {"n": one.wrote}
    if not one.wrote:
        wrote = _("wrote nothing")
    text = _("%(came)s at %(first)s, last seen at %(last)s, %(wrote)s")
    return text % {"came": came, "first": clock(one.row.first_at), "last": clock(one.last_at), "wrote": wrote}


def told(match_id: uuid.UUID) -> list[dict[str, str]]:
    """The devices of a table for the document that its phones read: the beginning of the mark, and since when. Times
    are those of the clock in the zone that is active."""
    return [{"device": one.mark[:4], "time": clock(one.first_at)} for one in devices.of_match(match_id)]
