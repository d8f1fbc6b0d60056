"""Money received for entries and given back: rows that nothing changes. A wrong one is made void by a counter entry.

The tick of a list, "paid", is a payment too: of what is still open, in cash. Taken away, that payment is made void.
"""

import uuid

from django.db import IntegrityError, transaction
from django.db.models import Sum

from core import audit
from core.actors import Actor
from core.text import one_line
from tournaments.models import Entry, EntryMember, Method, Payment, Receipt, Tournament
from tournaments.services import contests, fees
from tournaments.services.errors import Conflict, TournamentError

MOST_CENTS = 1_000_000
RECEIVED, REFUNDED, VOIDED, TICKED = "payment.received", "payment.refunded", "payment.voided", "entry.paid"


def _locked(entry_id: uuid.UUID) -> Entry:
    """The entry that owes the fee, its tournament locked: money of one tournament is written one after the other."""
    entry = Entry.objects.select_related("tournament", "team").get(pk=entry_id)
    contests.lock(entry.tournament_id)
    return fees.payer_of(entry)


@transaction.atomic
def receive(
    entry_id: uuid.UUID,
    cents: int,
    method: str,
    actor: Actor,
    *,
    person_id: uuid.UUID | None = None,
    note: str = "",
    seen: int | None = None,
) -> Payment:
    """A sum (1 cent or more) is received for an entry, of one of its players or of the whole. ``seen``: how many lines
    the entry had on the page, None where nobody saw one.

    TournamentError ``payment-range``, ``payment-method``, ``payment-person``; Conflict ``payment-seen``.
    """
    entry = _locked(entry_id)
    must_be_seen(seen, entry.payments.count())
    return _write(entry, _checked(cents), Payment.Kind.FEE, method, actor, person_id, note)


@transaction.atomic
def refund(
    entry_id: uuid.UUID,
    cents: int,
    method: str,
    actor: Actor,
    *,
    person_id: uuid.UUID | None = None,
    note: str = "",
    seen: int | None = None,
) -> Payment:
    """A sum is given back. What ``receive`` refuses, and ``refund-more`` (more than was received)."""
    entry = _locked(entry_id)
    must_be_seen(seen, entry.payments.count())
    if _checked(cents) > received(entry):
        raise TournamentError("refund-more", "amount")
    return _write(entry, -cents, Payment.Kind.REFUND, method, actor, person_id, note)


def must_be_seen(seen: int | None, now: int) -> None:
    """Conflict ``payment-seen`` where a line was written since the page was shown: a second press, or another till."""
    if seen is not None and seen != now:
        raise Conflict("payment-seen")


def received(entry: Entry) -> int:
    """What was received for an entry, refunds taken off, in cents."""
    return entry.payments.aggregate(sum=Sum("amount_cents"))["sum"] or 0


def _checked(cents: int) -> int:
    if not 1 <= cents <= MOST_CENTS:
        raise TournamentError("payment-range", "amount")
    return cents


def _write(
    entry: Entry, cents: int, kind: str, method: str, actor: Actor, person_id: uuid.UUID | None, note: str
) -> Payment:
    if method not in Method.values:
        raise TournamentError("payment-method", "method")
    if person_id is not None and not _is_of(entry, person_id):
        raise TournamentError("payment-person", "person")
    made = Payment.objects.create(
        entry=entry,
        person_id=person_id,
        kind=kind,
        method=method,
        amount_cents=cents,
        note=one_line(note, 80),
        by_id=actor.user,
    )
    verb = REFUNDED if kind == Payment.Kind.REFUND else RECEIVED
    audit.record(actor, verb, made, club_id=entry.tournament.club_id, after={"number": entry.number})
    fees.note(entry.tournament, [entry.pk])
    return made


def _is_of(entry: Entry, person_id: uuid.UUID) -> bool:
    """Whether somebody plays, or has played, in an entry or a pair of that team."""
    ids = [entry.pk, *entry.pairs.values_list("pk", flat=True)]
    return EntryMember.objects.filter(entry__in=ids, person=person_id).exists()


@transaction.atomic
def void(payment_id: uuid.UUID, actor: Actor) -> Payment:
    """Make a payment or a refund void by its counter entry, once. Conflict ``payment-void``; TournamentError
    ``payment-counter`` (a counter entry, or what was moved to another entry, stays)."""
    wrong = Payment.objects.select_related("entry__tournament", "entry__team").get(pk=payment_id)
    entry = _locked(wrong.entry_id)
    if wrong.voids_id is not None or wrong.kind == Payment.Kind.MOVED:
        raise TournamentError("payment-counter")
    made = _void(wrong, actor)
    audit.record(actor, VOIDED, made, club_id=entry.tournament.club_id, after={"number": entry.number})
    fees.note(entry.tournament, [entry.pk])
    return made


def _void(wrong: Payment, actor: Actor) -> Payment:
    try:
        with transaction.atomic():
            return Payment.objects.create(
                entry=wrong.entry,
                person_id=wrong.person_id,
                kind=wrong.kind,
                method=wrong.method,
                amount_cents=-wrong.amount_cents,
                note=wrong.note,
                voids=wrong,
                by_id=actor.user,
            )
    except IntegrityError:
        raise Conflict("payment-void") from None


@transaction.atomic
def tick(entry_id: uuid.UUID, is_paid: bool, actor: Actor) -> Entry:
    """Mark an entry as paid in full, in cash, or as still to pay; what is so already stays.

    Conflict ``paid-several``: several sums were received, or there is a receipt; what is wrong of them is to be said.
    """
    entry = _locked(entry_id)
    entry.refresh_from_db()
    before = entry.paid
    if is_paid and before != Entry.Paid.YES:
        pay_open(entry, actor)
    elif not is_paid and before != Entry.Paid.NO:
        _take_back(entry, actor)
        entry.paid = Entry.Paid.NO
        entry.save(update_fields=["paid"])
    audit.record(
        actor, TICKED, entry, club_id=entry.tournament.club_id, before={"paid": before}, after={"paid": entry.paid}
    )
    return entry


def pay_open(entry: Entry, actor: Actor) -> None:
    """Receive what is still open of an entry, in cash; it is paid then. In the transaction of who says so."""
    account = fees.dues(entry.tournament, [entry.pk])[entry.pk].account
    if account.open or not account.is_ticked:
        Payment.objects.create(entry=entry, method=Method.CASH, amount_cents=account.open, by_id=actor.user)
    entry.paid = Entry.Paid.YES
    entry.save(update_fields=["paid"])


def _take_back(entry: Entry, actor: Actor) -> None:
    rows = list(fees.standing(entry.tournament).filter(entry=entry))
    has_more = entry.payments.exclude(kind=Payment.Kind.FEE).exists()
    if len(rows) > 1 or has_more or Receipt.objects.filter(payment__in=rows).exists():
        raise Conflict("paid-several", number=entry.number)
    for row in rows:
        _void(row, actor)


def move(tournament: Tournament, old: Entry, new: Entry, actor: Actor) -> None:
    """What was received for an entry goes with its player to another one; no money changes hands. In the transaction
    of who moves them."""
    sums = old.payments.order_by().values_list("person").annotate(Sum("amount_cents"))
    for person_id, cents in list(sums):
        for entry, amount in ((old, -cents), (new, cents)):
            if cents:
                Payment.objects.create(
                    entry=entry,
                    person_id=person_id,
                    kind=Payment.Kind.MOVED,
                    amount_cents=amount,
                    by_id=actor.user,
                )
    fees.note(tournament, [old.pk, new.pk])
