"""Both sides agree: each confirms exactly the figures that it saw, and with the second the sheet is closed.

What is agreed to is what stood when it was last changed: a deal that comes, changes or goes, a call of time, other
players, a sheet opened again, and a confirmation is history. Who agreed, by which link and on which device, the
sheet's history tells.
"""

import datetime as dt
import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from core.actors import Actor
from core.text import one_line
from scoring.models import Confirmation, Dispute, EntryEvent, ScoreSheet
from scoring.sheet_figures import totals_of
from scoring.sheet_game import SIDE_OF
from scoring.sheet_rows import SheetConflict, SheetError, locked, must_be_open, write_event
from scoring.sheets import close_sheet, must_be_closable, open_again
from scoring.signals import sheet_changed

_VERB = EntryEvent.Verb
#: What changes what is agreed to. Who dealt first and the totals of the paper do not.
CHANGES = (
    _VERB.RECORDED,
    _VERB.AMENDED,
    _VERB.VOIDED,
    _VERB.REOPENED,
    _VERB.TIME,
    _VERB.TURNED,
    _VERB.SEATS,
    _VERB.RESTORED,
    _VERB.RESCORED,
    _VERB.RULED,
)


@dataclass(slots=True)
class Agreement:
    """How far a table agrees: the confirmations of what stands by side ("A", "B"), and what was put to the arbiter, the
    oldest first. ``since``: when what stands was last changed (None for an empty sheet); ``revision`` that change's."""

    revision: int = 0
    since: dt.datetime | None = None
    confirmed: dict[str, Confirmation] = field(default_factory=dict)
    disputes: list[Dispute] = field(default_factory=list)
    #: What the sheet's history has at all, by the verbs of its rows.
    verbs: set[str] = field(default_factory=set)

    @property
    def is_full(self) -> bool:
        return len(self.confirmed) == len(SIDE_OF)

    @property
    def open_disputes(self) -> list[Dispute]:
        return [one for one in self.disputes if one.decided_at is None]

    @property
    def is_handed_over(self) -> bool:
        """Whether both sides agreed on one device."""
        return self.is_full and len({one.device for one in self.confirmed.values()} - {""}) == 1

    @property
    def reason(self) -> str:
        """Why the game is to end before its end, as the first side said; "" where it needs no reason."""
        return next((one.reason for one in self.confirmed.values() if one.reason), "")


def agreements_of(sheets: Iterable[ScoreSheet]) -> dict[uuid.UUID, Agreement]:
    """The agreement about each of these sheets, in three queries; in two where nobody has confirmed anything yet."""
    rows = {sheet.pk: sheet for sheet in sheets}
    found = {pk: Agreement() for pk in rows}
    events = EntryEvent.objects.filter(sheet__in=rows).order_by().values("sheet", "verb")
    for pk, verb, seq, at in events.annotate(seq=Max("seq"), at=Max("at")).values_list("sheet", "verb", "seq", "at"):
        one = found[pk]
        one.verbs.add(verb)
        if verb in CHANGES and seq > one.revision:
            one.revision, one.since = seq, at
    if any(EntryEvent.Verb.CONFIRMED in one.verbs for one in found.values()):
        for row in Confirmation.objects.filter(sheet__in=rows).order_by("at"):
            if row.revision == found[row.sheet_id].revision and row.digest == rows[row.sheet_id].digest:
                found[row.sheet_id].confirmed[row.side] = row
    for dispute in Dispute.objects.filter(sheet__in=rows).order_by("raised_at"):
        found[dispute.sheet_id].disputes.append(dispute)
    return found


def agreement_of(sheet: ScoreSheet) -> Agreement:
    """The agreement about one sheet."""
    return agreements_of([sheet])[sheet.pk]


@transaction.atomic
def ask_again(
    sheet_id: uuid.UUID, side: str, *, actor: Actor, allow: Callable[[ScoreSheet], None] = lambda sheet: None
) -> ScoreSheet:
    """Open a sheet again that both sides have closed, because one ``side`` ("A", "B") asks for it: both have to agree
    again. An open one stays as it is.

    ``allow`` is asked about the locked sheet before, and refuses by raising. SheetError ``side-unknown``,
    ``sheet-closed`` where not both sides closed it.
    """
    if side not in SIDE_OF:
        raise SheetError("side-unknown")
    sheet = locked(sheet_id)
    if sheet.state == ScoreSheet.State.OPEN:
        return sheet
    if not agreement_of(sheet).is_full:
        raise SheetError("sheet-closed")
    allow(sheet)
    return open_again(sheet, actor, side=side)


@transaction.atomic
def confirm(
    sheet_id: uuid.UUID, side: str, *, digest: str, actor: Actor, reason: str = "", with_code: bool = False
) -> ScoreSheet:
    """Let a side ("A", "B") agree to the figures of ``digest``. Once both have, the sheet is closed.

    The same again changes nothing. An unfinished game needs a ``reason``, from who agrees first. ``with_code``: it has
    shown that it is that side, which the history keeps. Raises SheetConflict ``sheet-changed`` where the figures are
    others by now; SheetError ``side-unknown``, ``sheet-closed``, ``sheet-versions`` while two versions of a deal are
    to be settled, ``sheet-disputed`` while the arbiter has something to decide about it, and what
    ``sheets.close_sheet`` refuses.
    """
    if side not in SIDE_OF:
        raise SheetError("side-unknown")
    sheet = locked(sheet_id)
    if sheet.digest != digest:
        raise SheetConflict("sheet-changed", position=0, entry=None)
    agreement = agreement_of(sheet)
    if side in agreement.confirmed:
        return sheet
    must_be_open(sheet)
    if agreement.open_disputes:
        is_theirs = all(one.kind == Dispute.Kind.VERSIONS for one in agreement.open_disputes)
        raise SheetError("sheet-versions" if is_theirs else "sheet-disputed")
    why = "" if sheet.complete else one_line(reason, 300) or agreement.reason
    must_be_closable(sheet, why)
    agreement.confirmed[side] = Confirmation.objects.create(
        sheet=sheet, side=side, revision=agreement.revision, digest=digest, device=actor.device, reason=why
    )
    sheet.revision += 1
    sheet.updated_at = timezone.now()
    sheet.save(update_fields=["revision", "updated_at"])
    told = {"side": side, **totals_of(sheet), "handed_over": agreement.is_handed_over}
    if with_code:
        told["with_code"] = True
    write_event(sheet, EntryEvent.Verb.CONFIRMED, actor, after=told, reason=why)
    if agreement.is_full:
        return close_sheet(sheet_id, digest=digest, actor=actor, reason=why)
    sheet_changed.send(sender=ScoreSheet, sheet=sheet)
    return sheet
