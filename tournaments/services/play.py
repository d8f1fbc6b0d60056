"""What the bearer of a table's link may do with that table's sheet: the page and the API call the same verbs.

A link opens one match of one round. It can write while it is open; after that, and until it is revoked or renewed, who
already holds it may still read.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from core import links
from core.actors import Actor
from core.models import AccessLink
from scoring import agreeing, disputes, late, rules, sheets
from scoring.models import Dispute, ScoreSheet, SheetEntry
from scoring.rules.deal import FIELDS
from tournaments.models import Game
from tournaments.services.errors import TournamentError

#: The side of a sheet by what it is called at the table.
_LETTER: dict[str, str] = {name: letter for letter, name in sheets.SIDE_OF.items()}


class TableClosed(TournamentError):
    """The link no longer writes: its round is over ("table-closed"), or it leads nowhere any more ("table-gone")."""


@dataclass(frozen=True, slots=True)
class TableAccess:
    """What a link opens: its match, and whether it may write there now."""

    link_id: uuid.UUID
    generation: int
    match_id: uuid.UUID
    writable: bool

    def actor(self, device: str = "") -> Actor:
        """Who acts through this link, on the device of this random mark."""
        return Actor(link=self.link_id, device=device[:32])


def by_token(token: str) -> TableAccess | None:
    """The access that a printed code gives now; None for a wrong, closed, revoked or renewed one."""
    link = links.find(AccessLink.Purpose.TABLE, token)
    return _access(link) if link is not None else None


def by_short_code(code: str) -> TableAccess | None:
    """The access that a short code (``core.shortcodes.read``) gives now; None where it leads nowhere, or no more."""
    link = links.find_short(AccessLink.Purpose.TABLE, code)
    return _access(link) if link is not None else None


def by_id(link_id: uuid.UUID, generation: int) -> TableAccess | None:
    """The access of who opened this generation of the link before; None once it is revoked or renewed."""
    link = AccessLink.objects.filter(
        pk=link_id, purpose=AccessLink.Purpose.TABLE, generation=generation, revoked_at__isnull=True
    ).first()
    if link is None or link.opens_at > timezone.now():
        return None
    return _access(link)


def _access(link: AccessLink) -> TableAccess | None:
    if link.target is None:
        return None
    return TableAccess(link.pk, link.generation, link.target, links.is_open(link))


def current_game(match_id: uuid.UUID) -> Game | None:
    """The match's game that is being played; when all are closed, the last one. None where the draw was withdrawn."""
    games = list(
        Game.objects.filter(match_id=match_id)
        .select_related(
            "sheet__ruleset_version__ruleset",
            "sheet__format",
            "match__round__stage__tournament__club",
            "match__round__stage",
        )
        .order_by("number")
    )
    playing = [game for game in games if game.state != Game.State.CLOSED] or games[-1:]
    return playing[0] if playing else None


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
    # An answer that got lost is given again, even when the round was closed meanwhile.
    if not SheetEntry.objects.filter(sheet_id=sheet, client_key=client_key).exists():
        _must_write(access)
    try:
        return sheets.record_deal(sheet, data, position=position, client_key=client_key, actor=actor)
    except sheets.SheetConflict as conflict:
        standing = conflict.params.get("entry")
        if conflict.code == "position-taken" and standing is not None and same_deal(standing.data, data):
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


@transaction.atomic
def confirm(
    access: TableAccess,
    side: str,
    *,
    digest: str,
    actor: Actor,
    reason: str = "",
    sheet_id: uuid.UUID | None = None,
) -> ScoreSheet:
    """Let a side ("NS", "EW") agree to the figures of ``digest``; see ``scoring.agreeing.confirm``."""
    sheet = _sheet(access, sheet_id)
    _must_write(access)
    return agreeing.confirm(sheet, _LETTER.get(side, ""), digest=digest, actor=actor, reason=reason)


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
    sheet = _sheet(access, sheet_id)
    _must_write(access)
    letter = _LETTER.get(side, "")
    return disputes.raise_dispute(sheet, kind, position=position, side=letter, text=text, actor=actor)


@transaction.atomic
def hand_in_late(
    access: TableAccess, typed: Sequence[late.Typed], *, actor: Actor, sheet_id: uuid.UUID
) -> Dispute | None:
    """Put deals before the arbiter that came when their sheet was closed, also of an earlier game of the match; see
    ``scoring.late.keep``. Whoever may still read the table may hand them in. TableClosed ``table-gone``."""
    sheet = _sheet(access, sheet_id)
    now = by_id(access.link_id, access.generation)
    if now is None:
        raise TableClosed("table-gone")
    return late.keep(sheet, typed, actor=actor, while_open=not now.writable)


def known_fields(deal: Mapping[str, Any]) -> dict[str, Any]:
    """The deal with the fields that a deal has, and nothing else: what is kept holds no text of a stranger's."""
    if not isinstance(deal, Mapping):
        raise rules.DealError("", "not_an_object")
    return {name: deal[name] for name in FIELDS if name in deal}


def same_deal(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two deals say the same, however they were written."""
    return rules.parse_deal(one) == rules.parse_deal(other)


def _sheet(access: TableAccess, sheet_id: uuid.UUID | None) -> uuid.UUID:
    """The id of the named sheet of this table, or of its current one."""
    if sheet_id is None:
        game = current_game(access.match_id)
        found = game.sheet_id if game is not None else None
    else:
        owned = Game.objects.filter(match_id=access.match_id, sheet_id=sheet_id)
        found = owned.values_list("sheet_id", flat=True).first()
    if found is None:
        raise TableClosed("table-gone")
    return found


def _must_write(access: TableAccess) -> None:
    """Read again in the transaction that writes: the round may have been closed since the request came in."""
    now = by_id(access.link_id, access.generation)
    if now is None:
        raise TableClosed("table-gone")
    if not now.writable:
        raise TableClosed("table-closed")
