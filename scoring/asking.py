"""A line of a paper that nobody can read for sure is asked for again: the desk marks it while it types, and says when
it is clear.

Such a question stands among what a sheet has open (``scoring.disputes``), so that everybody who looks at the sheet sees
it; while it stands, the sheet cannot be closed, not even with a reason: to answer it takes no longer than a reason
does.
"""

import uuid

from django.db import IntegrityError, transaction
from django.utils import timezone

from core.actors import Actor
from core.text import one_line
from scoring import disputes
from scoring.models import Dispute, EntryEvent
from scoring.sheet_game import standing_entries
from scoring.sheet_rows import SheetConflict, SheetError, locked, must_be_open


@transaction.atomic
def ask(sheet_id: uuid.UUID, position: int, text: str = "", *, actor: Actor) -> Dispute:
    """Mark the line at ``position`` (0: the paper as a whole; one after the last: the next one) to be asked again.

    A line that is marked is not marked twice: the mark that stands is answered. SheetError ``sheet-closed``,
    ``no-such-deal``.
    """
    sheet = locked(sheet_id)
    known = sheet.disputes.filter(kind=Dispute.Kind.ASK, position=position, decided_at__isnull=True)
    found = known.first()
    if found is not None:
        return found
    must_be_open(sheet)
    if not 0 <= position <= len(standing_entries(sheet)) + 1:
        raise SheetError("no-such-deal", position=position)
    said = one_line(text, disputes.MOST_TEXT)
    made = Dispute(sheet=sheet, kind=Dispute.Kind.ASK, position=position, text=said, raised_at=timezone.now())
    try:
        with transaction.atomic():
            made.save(force_insert=True)
    except IntegrityError:
        return known.get()
    disputes.tell(sheet, EntryEvent.Verb.DISPUTED, made, actor)
    return made


@transaction.atomic
def clear(dispute_id: uuid.UUID, answer: str, *, actor: Actor) -> Dispute:
    """Say that a line is clear now, with the ``answer``; its figures are put right by their own verbs, whoever does it.

    SheetError ``dispute-kind`` for another kind of question, ``reason-missing``; SheetConflict ``dispute-decided``.
    """
    if not Dispute.objects.filter(pk=dispute_id, kind=Dispute.Kind.ASK).exists():
        raise SheetError("dispute-kind")
    try:
        return disputes.decide(dispute_id, Dispute.Outcome.SETTLED, answer, actor)
    except SheetConflict:
        raise SheetConflict("ask-cleared", position=0, entry=None) from None
