"""Two versions of one deal, from two phones: the second is kept with the sheet, shown to both, and settled there.

What stands on the sheet stays until a phone settles it; the other version stays as the trace of it. While it is open
the table cannot close the sheet, and the arbiter's list has it: he can settle it too (``late.take_in``).
"""

import uuid
from typing import Any

from django.db import transaction
from django.utils import timezone

from core.actors import Actor
from scoring import late
from scoring.disputes import tell
from scoring.models import Dispute, EntryEvent, LateDeal, ScoreSheet
from scoring.sheet_figures import clean
from scoring.sheet_game import game_of, standing_entries
from scoring.sheet_rows import SheetConflict, SheetError, locked, must_be_open


@transaction.atomic
def keep(sheet_id: uuid.UUID, typed: late.Typed, *, actor: Actor) -> Dispute | None:
    """Keep a deal beside the one that stands in its place; None where that one says the same, or it was kept before.

    SheetError ``sheet-closed``, ``no-such-deal`` where nothing stands there, ``late-too-many``; ``rules.DealError`` for
    what the sheet's rules have no such deal for.
    """
    sheet = locked(sheet_id)
    must_be_open(sheet)
    standing = standing_entries(sheet)
    if not 1 <= typed.position <= len(standing):
        raise SheetError("no-such-deal", position=typed.position)
    row = late.row_of(sheet, typed)
    _must_be_possible(sheet, [entry.data for entry in standing], row)
    is_known = sheet.late_deals.filter(client_key=row.client_key, digest=row.digest).exists()
    if is_known or late.same(standing[typed.position - 1].data, row.data):
        return None
    if sheet.late_deals.count() >= late.MOST:
        raise SheetError("late-too-many", most=late.MOST)
    dispute, _made = Dispute.objects.get_or_create(
        sheet=sheet,
        kind=Dispute.Kind.VERSIONS,
        position=typed.position,
        side="",
        decided_at=None,
        defaults={"link": actor.link, "device": actor.device},
    )
    row.dispute, row.device = dispute, actor.device
    row.save(force_insert=True)
    tell(sheet, EntryEvent.Verb.DISPUTED, dispute, actor, deals=1)
    return dispute


def _must_be_possible(sheet: ScoreSheet, deals: list[Any], row: LateDeal) -> None:
    """DealError unless the sheet could have it in the place that it is for: every phone at the table shows it."""
    deals[row.position - 1] = clean(sheet, row.data)
    game_of(sheet, deals)


@transaction.atomic
def settle(
    sheet_id: uuid.UUID, dispute_id: uuid.UUID, version: uuid.UUID | None, *, seen: int, actor: Actor
) -> Dispute:
    """Keep one of the versions at a place: the kept one of this id, or (None) the sheet's. ``seen`` is the revision
    that the table had before its eyes.

    SheetConflict ``versions-settled`` where somebody has settled it by now, ``sheet-changed``; SheetError
    ``sheet-closed``, and what the verbs refuse that write the deal.
    """
    sheet = locked(sheet_id)
    rows = Dispute.objects.filter(sheet=sheet, kind=Dispute.Kind.VERSIONS, decided_at__isnull=True)
    dispute = rows.filter(pk=dispute_id).first()
    if dispute is None:
        raise SheetConflict("versions-settled", position=0, entry=None)
    must_be_open(sheet)
    if sheet.revision != seen:
        raise SheetConflict("sheet-changed", position=dispute.position, entry=None)
    if version is not None:
        chosen = dispute.late_deals.filter(pk=version).first()
        if chosen is None:
            raise SheetConflict("versions-settled", position=dispute.position, entry=None)
        late.write(sheet.pk, chosen.position, chosen.data, chosen, actor, "")
        sheet.refresh_from_db(fields=["revision", "digest", "complete", "state"])
    dispute.outcome = Dispute.Outcome.STANDS if version is None else Dispute.Outcome.CHANGED
    dispute.decided_at = timezone.now()
    dispute.save(update_fields=["outcome", "decided_at"])
    tell(sheet, EntryEvent.Verb.DECIDED, dispute, actor)
    return dispute


def open_on(sheet: ScoreSheet) -> list[tuple[Dispute, list[LateDeal]]]:
    """What is to be settled on a sheet, in the order of its places, each with the versions beside the sheet's."""
    rows = sheet.disputes.filter(kind=Dispute.Kind.VERSIONS, decided_at__isnull=True)
    return [(one, list(one.late_deals.all())) for one in rows.order_by("position").prefetch_related("late_deals")]
