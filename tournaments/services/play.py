"""What the bearer of a table's link may do with that table's sheet: the page and the API call the same verbs.

Which table that is ``tableaccess`` says: a match of a round, or a table of friends, where nobody agrees or is called.
"""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from core.actors import Actor
from scoring import agreeing, disputes, friends, late, rules, seated, sheets, versions
from scoring.models import Dispute, ScoreSheet, SheetEntry
from scoring.rules.deal import FIELDS
from scoring.rules.marked import is_marked
from tournaments.services import paircodes, windows
from tournaments.services.tableaccess import FriendsAccess as FriendsAccess
from tournaments.services.tableaccess import TableAccess as TableAccess
from tournaments.services.tableaccess import TableClosed as TableClosed
from tournaments.services.tableaccess import by_id as by_id
from tournaments.services.tableaccess import by_short_code as by_short_code
from tournaments.services.tableaccess import by_token as by_token
from tournaments.services.tableaccess import current_game as current_game

#: The side of a sheet by what it is called at the table.
_LETTER: dict[str, str] = {name: letter for letter, name in sheets.SIDE_OF.items()}


@transaction.atomic
def record(
    access: TableAccess,
    deal: Mapping[str, Any],
    *,
    position: int,
    client_key: str,
    actor: Actor,
    sheet_id: uuid.UUID | None = None,
) -> SheetEntry:
    """Write a deal on the table's sheet, once for each ``client_key``; see ``scoring.sheets.record_deal``.

    ``sheet_id`` is the sheet that the writer had before him (the current game's if left out): a deal that arrives
    late never lands in the match's next game. The same deal from both phones is one: where the deal that stands at
    ``position`` says the same, it is the answer. Raises TableClosed, ``sheets.SheetError`` and its SheetConflict,
    ``rules.DealError``.
    """
    data = known_fields(deal)
    sheet = _sheet(access, sheet_id)
    try:
        _must_write(access)
    except TableClosed:
        # An answer that got lost is given again, even when the round was closed meanwhile.
        if not SheetEntry.objects.filter(sheet_id=sheet, client_key=client_key).exists():
            raise
    try:
        return sheets.record_deal(sheet, data, position=position, client_key=client_key, actor=actor)
    except sheets.SheetConflict as conflict:
        standing = conflict.params.get("entry")
        if conflict.code == "position-taken" and standing is not None and says_the_same(standing, data):
            return standing  # type: ignore[no-any-return]
        raise
    except ScoreSheet.DoesNotExist:
        raise TableClosed("table-gone") from None


@transaction.atomic
def amend(
    access: TableAccess,
    position: int,
    deal: Mapping[str, Any],
    *,
    seen: int,
    actor: Actor,
    sheet_id: uuid.UUID | None = None,
) -> SheetEntry:
    """Replace the deal at ``position`` by who saw revision ``seen``; see ``scoring.sheets.amend_deal``."""
    data = known_fields(deal)
    sheet = _sheet(access, sheet_id)
    _must_write(access)
    return sheets.amend_deal(sheet, position, data, seen=seen, actor=actor)


@transaction.atomic
def take_back(
    access: TableAccess, position: int, *, seen: int, actor: Actor, sheet_id: uuid.UUID | None = None
) -> ScoreSheet:
    """Take the last deal back; see ``scoring.sheets.void_last``."""
    sheet = _sheet(access, sheet_id)
    _must_write(access)
    return sheets.void_last(sheet, position, seen=seen, actor=actor)


@transaction.atomic
def set_dealer(access: TableAccess, seat: str, *, actor: Actor, sheet_id: uuid.UUID | None = None) -> ScoreSheet:
    """Say who dealt first: "N", "E", "S" or "W"."""
    sheet = _sheet(access, sheet_id)
    _must_write(access)
    return sheets.set_first_dealer(sheet, seat, actor)


def confirm(
    access: TableAccess,
    side: str,
    *,
    digest: str,
    actor: Actor,
    reason: str = "",
    code: str = "",
    sheet_id: uuid.UUID | None = None,
) -> ScoreSheet:
    """Let a side ("NS", "EW") agree to the figures of ``digest``; see ``scoring.agreeing.confirm``. ``code``: that of
    its pair, where the tournament asks for one; see ``paircodes.must_know``, whose count of wrong ones stays."""
    sheet, letter = _sheet_of_match(access, sheet_id), _LETTER.get(side, "")
    _must_write(access)  # no code is looked at where none is needed any more
    with_code = paircodes.must_know(access.match_id, sheet, letter, code)
    with transaction.atomic():
        _must_write(access)
        return agreeing.confirm(sheet, letter, digest=digest, actor=actor, reason=reason, with_code=with_code)


@transaction.atomic
def ask_again(access: TableAccess, side: str, *, actor: Actor, sheet_id: uuid.UUID | None = None) -> ScoreSheet:
    """Open a sheet again that both sides have agreed to, for ``side`` ("NS", "EW"), as long as the table may; see
    ``scoring.agreeing.ask_again`` and ``services.windows``. OutsideWindow ``corrections-table``."""
    sheet = _sheet_of_match(access, sheet_id)
    _must_write(access)
    return agreeing.ask_again(sheet, _LETTER.get(side, ""), actor=actor, allow=windows.must_allow_table)


@transaction.atomic
def dispute(
    access: TableAccess,
    kind: str,
    *,
    position: int = 0,
    side: str = "",
    text: str = "",
    actor: Actor,
    sheet_id: uuid.UUID | None = None,
) -> Dispute:
    """Put before the arbiter what the table does not agree about; see ``scoring.disputes.raise_dispute``."""
    sheet = _sheet_of_match(access, sheet_id)
    _must_write(access)
    letter = _LETTER.get(side, "")
    return disputes.raise_dispute(sheet, kind, position=position, side=letter, text=text, actor=actor)


@transaction.atomic
def hand_in_late(
    access: TableAccess, typed: Sequence[late.Typed], *, actor: Actor, sheet_id: uuid.UUID
) -> Dispute | None:
    """Put deals before the arbiter that came when their sheet was closed, also of an earlier game of the match; see
    ``scoring.late.keep``. Whoever may still read the table may hand them in. TableClosed ``table-gone``."""
    sheet = _sheet_of_match(access, sheet_id)
    now = by_id(access.link_id, access.generation)
    if now is None:
        raise TableClosed("table-gone")
    return late.keep(sheet, typed, actor=actor, while_open=not now.writable)


@transaction.atomic
def keep_version(access: TableAccess, typed: late.Typed, *, actor: Actor, sheet_id: uuid.UUID) -> Dispute | None:
    """Keep a deal beside the one that another phone wrote in its place, for the table to settle; see
    ``scoring.versions.keep``."""
    sheet = _sheet_of_match(access, sheet_id)
    _must_write(access)
    return versions.keep(sheet, typed, actor=actor)


@transaction.atomic
def settle(
    access: TableAccess,
    dispute: uuid.UUID,
    version: uuid.UUID | None,
    *,
    seen: int,
    actor: Actor,
    sheet_id: uuid.UUID,
) -> Dispute:
    """Keep one of two versions of a deal; see ``scoring.versions.settle``."""
    sheet = _sheet_of_match(access, sheet_id)
    _must_write(access)
    return versions.settle(sheet, dispute, version, seen=seen, actor=actor)


def play_again(access: TableAccess, seen: uuid.UUID) -> None:
    """Begin the next game at a table of friends; see ``scoring.friends.again``. TableClosed at a tournament's table."""
    if not isinstance(access, FriendsAccess):
        raise TableClosed("table-closed")
    try:
        friends.again(access.table_id, seen)
    except friends.FriendsError as error:
        raise TableClosed(error.code) from None


def known_fields(deal: Mapping[str, Any]) -> dict[str, Any]:
    """The deal with the fields that a deal has, and nothing else: what is kept holds no text of a stranger's."""
    if not isinstance(deal, Mapping):
        raise rules.DealError("", "not_an_object")
    return {name: deal[name] for name in FIELDS if name in deal}


def says_the_same(standing: SheetEntry, deal: Mapping[str, Any]) -> bool:
    """Whether a deal says the same as the one that stands, however they were written."""
    if is_marked(standing.data):
        return False
    return seated.read(standing.sheet, standing.data) == seated.read(standing.sheet, deal)


def _sheet(access: TableAccess, sheet_id: uuid.UUID | None) -> uuid.UUID:
    """The id of the named sheet of this table, or of its current one."""
    if sheet_id is None:
        current = access.current_sheet()
        found = current.pk if current is not None else None
    else:
        found = sheet_id if access.owns(sheet_id) else None
    if found is None:
        raise TableClosed("table-gone")
    return found


def _sheet_of_match(access: TableAccess, sheet_id: uuid.UUID | None) -> uuid.UUID:
    """The same, where both sides agree and an arbiter decides."""
    if isinstance(access, FriendsAccess):
        raise TableClosed("no-arbiter")
    return _sheet(access, sheet_id)


def _must_write(access: TableAccess) -> None:
    """Read again in the transaction that writes: the round may have been closed since the request came in."""
    now = by_id(access.link_id, access.generation)
    if now is None:
        raise TableClosed("table-gone")
    if not now.writable:
        raise TableClosed("table-closed")
