"""Who plays, in the columns of a table: the number as it is written, and each name in a column of its own."""

import uuid
from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from tournaments.exports.model import Cell, Column, Kind
from tournaments.people import EntryName, side_label

Named = Mapping[uuid.UUID, EntryName]

#: As many names stand beside each other at most; the last column holds those that are left.
MOST = 6
#: Who sits on a side of a table: a pair, or two players of a mêlée.
A_SIDE = 2


def number(label: str) -> Cell:
    """A number as it is written: of a pair of a team, and of two players, it is a text ("3B", "4 + 9")."""
    return int(label) if label.isdecimal() and not label.startswith("0") else label


def width(named: Iterable[EntryName]) -> int:
    """How many columns the names of these need."""
    return min(MOST, max((len(name.names) for name in named), default=1))


def columns(title: str, names: int) -> tuple[Column, ...]:
    """The number under ``title`` and ``names`` columns of names."""
    several = [Column(f"name_{n}", _("Player %(number)s") % {"number": n}) for n in range(1, names + 1)]
    return Column("number", str(title), Kind.NUMBER), *(several if names > 1 else [Column("name_1", _("Name"))])


def cells(name: EntryName | None, names: int) -> tuple[Cell, ...]:
    """What stands in these columns; nothing where nobody is known."""
    return (None,) * (names + 1) if name is None else (number(name.label), *_padded(name.names, names))


def side_columns(key: str, title: str) -> tuple[Column, ...]:
    """The columns of one side of a table."""
    return (
        Column(f"{key}_number", title, Kind.NUMBER),
        *(
            Column(f"{key}_name_{n}", _("%(side)s, player %(number)s") % {"side": title, "number": n})
            for n in range(1, A_SIDE + 1)
        ),
    )


def sides() -> tuple[Column, ...]:
    """The columns of both sides of a table."""
    return side_columns("ns", _("North-South")) + side_columns("ew", _("East-West"))


def side_cells(side: Sequence[EntryName]) -> tuple[Cell, ...]:
    """Who sits on a side."""
    if not side:
        return (None,) * (A_SIDE + 1)
    names = [one for entry in side for one in entry.names]
    return (number(side_label(entry.label for entry in side)), *_padded(names, A_SIDE))


def _padded(names: Sequence[str], count: int) -> tuple[Cell, ...]:
    if len(names) > count:
        names = (*names[: count - 1], " – ".join(names[count - 1 :]))
    return (*names, *(None,) * (count - len(names)))
