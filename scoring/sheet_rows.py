"""What every verb on a score sheet needs: its row locked, its refusals, and the row of its history."""

import uuid
from typing import Any

from core.actors import Actor
from core.text import one_line
from scoring.models import EntryEvent, ScoreSheet, SheetEntry


class SheetError(Exception):
    """A verb that the sheet cannot take now; ``code`` says why, ``params`` name the deal."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


class SheetConflict(SheetError):
    """Somebody else was first, or the sheet has changed since it was seen: look again, nothing was lost."""


def locked(sheet_id: uuid.UUID) -> ScoreSheet:
    """The sheet, its row locked until the transaction ends: one change at a time recomputes the totals."""
    rows = ScoreSheet.objects.select_for_update(of=("self",)).select_related("ruleset_version", "format")
    try:
        return rows.get(pk=sheet_id)
    except ScoreSheet.DoesNotExist:
        # It may have been counted anew by other rules while this waited for its row: PostgreSQL then holds the new row
        # against the rule set that it had joined to the old one, and finds nothing. Asked again it sees both.
        return rows.get(pk=sheet_id)


def must_be_open(sheet: ScoreSheet) -> None:
    if sheet.state != ScoreSheet.State.OPEN:
        raise SheetError("sheet-closed")


def write_event(
    sheet: ScoreSheet,
    verb: str,
    actor: Actor,
    *,
    entry: SheetEntry | None = None,
    before: Any = None,
    after: Any = None,
    reason: str = "",
) -> None:
    """A row of the sheet's history. Every act raises the sheet's revision by one, so that is the row's number too; two
    acts that overlapped would want the same one, and the index refuses the second.
    """
    EntryEvent.objects.create(
        sheet=sheet,
        seq=sheet.revision,
        verb=verb,
        entry=entry.pk if entry else None,
        position=entry.position if entry else None,
        before=before,
        after=after,
        actor_id=actor.user,
        link=actor.link,
        device=actor.device,
        reason=one_line(reason, 300),
    )
