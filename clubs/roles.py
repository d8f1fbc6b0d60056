"""Who may do what: one table. Views name a right, never a role.

The roles are those of a club's evening. ``public``, ``table`` and ``administrator`` are not granted by a membership:
anyone is the first, the bearer of a table's link is the second, a superuser is the last.
"""

from enum import Enum
from typing import Any

from django.utils.translation import gettext_lazy as _


class Role(Enum):
    """A role, weakest first."""

    PUBLIC = "public"
    TABLE = "table"
    READER = "reader"
    DESK = "desk"
    ARBITER = "arbiter"
    TREASURER = "treasurer"
    ORGANISER = "organiser"
    REGION = "region"
    ADMINISTRATOR = "administrator"

    @property
    def label(self) -> Any:
        return LABELS[self.value]

    @property
    def granted(self) -> bool:
        """Whether a membership can give it."""
        return self not in {Role.PUBLIC, Role.TABLE, Role.ADMINISTRATOR}


LABELS = {
    "public": _("Anyone"),
    "table": _("Table's phone"),
    "reader": _("Reader"),
    "desk": _("Desk"),
    "arbiter": _("Arbiter"),
    "treasurer": _("Treasurer"),
    "organiser": _("Organiser"),
    "region": _("Region's secretary"),
    "administrator": _("Administrator"),
}


class Right(Enum):
    """What a page may ask for."""

    SEE_PUBLISHED = "see published results"
    PLAY_TABLE = "enter deals at one table"
    SEE_CLUB = "see the club's tournaments, unpublished ones too"
    ENTER_SHEETS = "enter and close any sheet, add entries"
    CORRECT = "reopen and correct a closed sheet"
    MONEY = "see and record payments"
    ORGANISE = "set up, import, draw, publish, members"
    SEE_REGION = "see a region's workings"
    MANAGE_REGION = "run a region's season"
    ADMINISTER = "this installation: address, all clubs"


_ANYONE = frozenset({Right.SEE_PUBLISHED})
_READER = _ANYONE | {Right.SEE_CLUB}
_DESK = _READER | {Right.ENTER_SHEETS}

#: The table. A region's secretary has these rights in the region, not in its clubs.
RIGHTS: dict[Role, frozenset[Right]] = {
    Role.PUBLIC: _ANYONE,
    Role.TABLE: _ANYONE | {Right.PLAY_TABLE},
    Role.READER: _READER,
    Role.DESK: _DESK,
    Role.ARBITER: _DESK | {Right.CORRECT},
    Role.TREASURER: _READER | {Right.MONEY},
    Role.ORGANISER: _DESK | {Right.CORRECT, Right.MONEY, Right.ORGANISE},
    Role.REGION: _ANYONE | {Right.SEE_REGION, Right.MANAGE_REGION},
    Role.ADMINISTRATOR: frozenset(Right) - {Right.PLAY_TABLE},
}
