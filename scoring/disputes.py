"""What a table does not agree about goes to the arbiter, the deal named, and is decided with a reason.

While something is open, the table's phone cannot close the sheet; its deals may still be put right, and the desk may
close it with a reason.
"""

import datetime as dt
import uuid

from django.db import IntegrityError, transaction
from django.utils import timezone

from core.actors import Actor
from core.text import one_line
from scoring.models import Dispute, EntryEvent, ScoreSheet
from scoring.sheet_game import SIDE_OF, standing_entries
from scoring.sheet_rows import SheetConflict, SheetError, locked, must_be_open, write_event
from scoring.signals import sheet_changed

#: A protest waits for its decision so long at most; later the arbiter's list says so.
PROTEST_MINUTES = 15
MOST_TEXT = 200
#: What a table raises by itself; deals that come late raise what they do (``scoring.late``).
RAISED = (Dispute.Kind.DISAGREEMENT, Dispute.Kind.PROTEST)


@transaction.atomic
def raise_dispute(
    sheet_id: uuid.UUID, kind: str, *, position: int = 0, side: str = "", text: str = "", actor: Actor
) -> Dispute:
    """Put before the arbiter that a table disagrees about the line at ``position`` (0: the sheet as a whole), or that a
    ``side`` ("A", "B") protests.

    What is open already is not opened twice: the open one is answered. SheetError ``dispute-kind``, ``side-unknown``,
    ``sheet-closed``, ``no-such-deal``.
    """
    if kind not in RAISED:
        raise SheetError("dispute-kind")
    is_protest = kind == Dispute.Kind.PROTEST
    if is_protest and side not in SIDE_OF:
        raise SheetError("side-unknown")
    named = side if is_protest else ""  # who disagrees with whom is the same disagreement
    sheet = locked(sheet_id)
    known = sheet.disputes.filter(kind=kind, position=position, side=named, decided_at__isnull=True)
    found = known.first()
    if found is not None:
        return found
    must_be_open(sheet)
    if not 0 <= position <= len(standing_entries(sheet)):
        raise SheetError("no-such-deal", position=position)
    now = timezone.now()
    made = Dispute(
        sheet=sheet,
        kind=kind,
        position=position,
        side=named,
        text=one_line(text, MOST_TEXT),
        link=actor.link,
        device=actor.device,
        raised_at=now,
        deadline=now + dt.timedelta(minutes=PROTEST_MINUTES) if is_protest else None,
    )
    try:
        with transaction.atomic():
            made.save(force_insert=True)
    except IntegrityError:
        return known.get()
    tell(sheet, EntryEvent.Verb.DISPUTED, made, actor)
    return made


@transaction.atomic
def decide(dispute_id: uuid.UUID, outcome: str, reason: str, actor: Actor) -> Dispute:
    """Decide what a table did not agree about, with a reason; the figures themselves are put right by their own verbs.

    SheetConflict ``dispute-decided`` where somebody has decided it by now; SheetError ``dispute-outcome``,
    ``reason-missing``.
    """
    if outcome not in Dispute.Outcome.values:
        raise SheetError("dispute-outcome")
    said = one_line(reason, 300)
    if not said:
        raise SheetError("reason-missing")
    sheet = locked(Dispute.objects.values_list("sheet_id", flat=True).get(pk=dispute_id))
    dispute = Dispute.objects.get(pk=dispute_id)
    if dispute.decided_at is not None:
        raise SheetConflict("dispute-decided", position=dispute.position, entry=None)
    dispute.outcome, dispute.reason = outcome, said
    dispute.decided_at, dispute.decided_by_id = timezone.now(), actor.user
    dispute.save(update_fields=["outcome", "reason", "decided_at", "decided_by"])
    tell(sheet, EntryEvent.Verb.DECIDED, dispute, actor, said)
    return dispute


def tell(sheet: ScoreSheet, verb: str, dispute: Dispute, actor: Actor, reason: str = "", **more: int) -> None:
    """Write it into the history of the sheet, whose revision rises: whoever shows it looks again. ``more``: figures."""
    sheet.revision += 1
    sheet.updated_at = timezone.now()
    sheet.save(update_fields=["revision", "updated_at"])
    # What the players typed may name somebody: it stands with the dispute, and never in what cannot be changed.
    named = {"dispute": str(dispute.pk), "kind": dispute.kind, "position": dispute.position, "side": dispute.side}
    told = {**named, **more}
    write_event(
        sheet, verb, actor, after={**told, "outcome": dispute.outcome} if dispute.outcome else told, reason=reason
    )
    sheet_changed.send(sender=ScoreSheet, sheet=sheet)
