"""The plain data that the reading of an entry list hands from one step to the next."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

Param = str | int

MAX_BYTES = 1024 * 1024
MAX_ROWS = 5_000
MAX_COLUMNS = 60
MAX_CELL = 500
MAX_NAME = 80
MAX_CLUB = 120
MAX_CATEGORY = 40
MAX_NUMBER = 9_999
MAX_RATING = 100_000


class EntryListError(Exception):
    """The list as a whole (or the line typed at the keyboard) cannot be used: a code, and what the sentence needs."""

    def __init__(self, code: str, **params: Param) -> None:
        super().__init__(code)
        self.code = code
        self.params: dict[str, Param] = params

    def __str__(self) -> str:
        return self.code


@dataclass(frozen=True, slots=True)
class Reason:
    """Something to tell the organiser about one row or the file: ``words.message(code, params)`` is the sentence."""

    code: str
    params: dict[str, Param] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row that is not blank. ``number`` is its place in the file from 1, as a spreadsheet counts it."""

    number: int
    cells: tuple[str, ...]

    def cell(self, index: int) -> str:
        """The text of a column counted from 0; "" past the end of a short row."""
        return self.cells[index] if index < len(self.cells) else ""


@dataclass(frozen=True, slots=True)
class Table:
    """A file as rows of clean text: no control or direction characters, spaces single, NFC.

    ``blank_rows`` holds the numbers of the blank rows (at most MAX_ROWS of them), ``blank_count`` how many there were.
    """

    rows: tuple[TableRow, ...]
    encoding: str
    delimiter: str
    blank_rows: tuple[int, ...] = ()
    blank_count: int = 0
    notes: tuple[Reason, ...] = ()

    @property
    def width(self) -> int:
        return max((len(row.cells) for row in self.rows), default=0)


class Role(StrEnum):
    """What a column holds. ``PERSONAL`` and ``UNUSED`` columns are never looked at again."""

    NUMBER = "number"
    PAIR = "pair"
    PLAYER_1 = "player_1"
    FAMILY_1 = "family_1"
    GIVEN_1 = "given_1"
    LICENCE_1 = "licence_1"
    PLAYER_2 = "player_2"
    FAMILY_2 = "family_2"
    GIVEN_2 = "given_2"
    LICENCE_2 = "licence_2"
    CLUB = "club"
    CATEGORY = "category"
    RATING = "rating"
    PAID = "paid"
    PRESENT = "present"
    PERSONAL = "personal"
    UNUSED = "unused"


PLAYER_ROLES = frozenset(
    {Role.PAIR, Role.PLAYER_1, Role.FAMILY_1, Role.GIVEN_1, Role.PLAYER_2, Role.FAMILY_2, Role.GIVEN_2}
)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the file: its place from 0, the words at its head ("" where there is none), what it holds."""

    index: int
    header: str
    role: Role


@dataclass(frozen=True, slots=True)
class ColumnMapping:
    """Which column is what. ``header_row`` is the row number of the headings, None for a file without."""

    columns: tuple[Column, ...]
    header_row: int | None

    def index(self, role: Role) -> int | None:
        """The first column that has this role, or None."""
        return next((column.index for column in self.columns if column.role is role), None)

    def with_role(self, index: int, role: Role) -> ColumnMapping:
        """The same mapping with one column read as something else; who had that role before becomes unused."""
        single = role not in (Role.PERSONAL, Role.UNUSED)
        changed = []
        for column in self.columns:
            if column.index == index:
                changed.append(replace(column, role=role))
            elif single and column.role is role:
                changed.append(replace(column, role=Role.UNUSED))
            else:
                changed.append(column)
        return replace(self, columns=tuple(changed))

    def headed(self, role: Role) -> tuple[str, ...]:
        """The headings of all columns with this role; a column without heading gives its letter."""
        return tuple(column.header or column_letter(column.index) for column in self.columns if column.role is role)

    def to_dict(self) -> dict[str, Any]:
        return {
            "header_row": self.header_row,
            "columns": [{"index": c.index, "header": c.header, "role": c.role.value} for c in self.columns],
        }


def column_letter(index: int) -> str:
    """A, B, ... Z, AA as a spreadsheet names the column counted from 0."""
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


class Action(StrEnum):
    """What an import does with a row.

    TAKEN a new entry as written; CHANGED a new entry that differs from what the row says (``existing_id`` None), or an
    entry of the tournament that is brought up to date; UNCHANGED already there; REFUSED not entered, the reason says
    why; SKIPPED a total or title row; BLANK nothing in it.
    """

    TAKEN = "taken"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    REFUSED = "refused"
    SKIPPED = "skipped"
    BLANK = "blank"


@dataclass(frozen=True, slots=True)
class PlannedPlayer:
    """A player as he would be entered.

    ``name`` is what to show: "Jean Martin", or as typed where the order of the names is not known (``sure`` False;
    ``family`` and ``given`` are then the better guess). ``strong``: the order was written (own columns, capitals, comma
    or an initial), not concluded from other names. ``licence`` tells namesakes apart and is never shown.
    """

    name: str
    family: str
    given: str
    sure: bool
    key: str
    strong: bool = False
    licence: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """One row of the file and what becomes of it; ``amount_cents`` in the tournament's currency.

    For an update (``existing_id`` set, CHANGED) the values are those the entry shall have afterwards; None in ``paid``,
    ``amount_cents``, ``present`` and ``rating`` and "" in ``club`` and ``category`` leave what is there. A partner who
    joins is the second of ``players``; the names of who is entered already are not changed.
    """

    row_number: int
    action: Action
    number: int | None = None
    players: tuple[PlannedPlayer, ...] = ()
    club: str = ""
    category: str = ""
    paid: bool | None = None
    amount_cents: int | None = None
    present: bool | None = None
    rating: int | None = None
    reasons: tuple[Reason, ...] = ()
    existing_id: str | None = None

    @property
    def creates(self) -> bool:
        return self.existing_id is None and self.action in (Action.TAKEN, Action.CHANGED)

    @property
    def updates(self) -> bool:
        return self.existing_id is not None and self.action is Action.CHANGED

    @property
    def complete(self) -> bool:
        """False in a list of pairs for a player without partner: entered, not drawn until somebody joins him."""
        return len(self.players) == 2

    def to_dict(self, *, licences: bool = False) -> dict[str, Any]:
        players = [
            {"name": p.name, "family": p.family, "given": p.given, "sure": p.sure}
            | ({"licence": p.licence} if licences else {})
            for p in self.players
        ]
        return {
            "row": self.row_number,
            "action": self.action.value,
            "number": self.number,
            "players": players,
            "club": self.club,
            "category": self.category,
            "paid": self.paid,
            "amount_cents": self.amount_cents,
            "present": self.present,
            "rating": self.rating,
            "reasons": [{"code": r.code, "params": r.params} for r in self.reasons],
            "existing": self.existing_id,
        }


@dataclass(frozen=True, slots=True)
class ExistingPlayer:
    """A player of an entry that the tournament already has. Give ``licence`` where it is known: it tells namesakes."""

    family: str
    given: str
    licence: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class ExistingEntry:
    """An entry that the tournament already has: one player (no partner yet) or two."""

    id: str
    number: int | None
    players: tuple[ExistingPlayer, ...]
    club: str = ""
    category: str = ""
    paid: bool = False
    amount_cents: int | None = None
    present: bool | None = None
    withdrawn: bool = False
    rating: int | None = None

    def to_dict(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "number": self.number,
            "players": [[p.family, p.given, p.licence] for p in self.players],
            "club": self.club,
            "category": self.category,
            "paid": self.paid,
            "amount_cents": self.amount_cents,
            "present": self.present,
            "withdrawn": self.withdrawn,
            "rating": self.rating,
        }


@dataclass(frozen=True, slots=True)
class Plan:
    """What an import would do, row by row in the order of the file.

    ``digest`` (64 hex digits) covers the rows, the mapping and the entries they were compared with: it travels with
    the form, and the import applies only a plan that has the digest that was shown.
    """

    rows: tuple[PlannedRow, ...]
    mapping: ColumnMapping
    digest: str
    notes: tuple[Reason, ...] = ()
    blank_count: int = 0

    @property
    def dropped_columns(self) -> tuple[str, ...]:
        """Headings of the personal columns that a tournament does not need; nothing of them is kept."""
        return self.mapping.headed(Role.PERSONAL)

    @property
    def unused_columns(self) -> tuple[str, ...]:
        """Headings of the columns whose meaning was not recognised; nothing of them is kept."""
        return self.mapping.headed(Role.UNUSED)

    @property
    def counts(self) -> dict[str, int]:
        """How many rows of each action, every action present; blank rows beyond the listed ones included."""
        counted = Counter(row.action.value for row in self.rows)
        counts = {action.value: counted[action.value] for action in Action}
        listed = counts[Action.BLANK.value]
        counts[Action.BLANK.value] = max(listed, self.blank_count)
        return counts

    @property
    def changes_nothing(self) -> bool:
        return not any(row.creates or row.updates for row in self.rows)

    def to_dict(self) -> dict[str, Any]:
        """For a preview: JSON types only, without licence numbers."""
        return {
            "digest": self.digest,
            "counts": self.counts,
            "mapping": self.mapping.to_dict(),
            "dropped_columns": list(self.dropped_columns),
            "unused_columns": list(self.unused_columns),
            "notes": [{"code": n.code, "params": n.params} for n in self.notes],
            "rows": [row.to_dict() for row in self.rows],
        }
