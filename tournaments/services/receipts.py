"""Receipts: numbered by club and year without a gap and without a number twice.

The book of a club and year is one row. It is locked while a number is given, and both are written in one transaction:
who comes second waits and has the next number; where anything fails, the number was never given. A receipt stays when
its payment is made void: it is shown as void then, and its number is not given again. A tournament's file holds none:
the numbers are the club's, and stay in the installation where they were given.
"""

import uuid

from django.db import transaction
from django.utils import timezone

from clubs.models import Club
from core import audit
from core.actors import Actor
from tournaments.models import Payment, Receipt, ReceiptBook
from tournaments.services import contests
from tournaments.services.errors import TournamentError

GIVEN = "receipt.given"


@transaction.atomic
def give(payment_id: uuid.UUID, actor: Actor) -> Receipt:
    """The receipt of a payment: a new one under the next number, or the one that was given for it already.

    TournamentError ``receipt-payment`` (a refund, a counter entry, what was moved, what is void or no money at all),
    ``receipt-rehearsal``.
    """
    payment = Payment.objects.select_related("tournament__club", "entry").get(pk=payment_id)
    tournament = payment.tournament
    if tournament.rehearsal_of_id is not None:
        raise TournamentError("receipt-rehearsal")
    contests.lock(tournament.pk)
    known = Receipt.objects.filter(payment=payment).first()
    if known is not None:
        return known
    if payment.kind != Payment.Kind.FEE or payment.amount_cents <= 0 or payment.counters.exists():
        raise TournamentError("receipt-payment")
    book = locked_book(tournament.club, timezone.localdate().year)
    book.last += 1
    book.save(update_fields=["last"])
    made = Receipt.objects.create(
        club=tournament.club, year=book.year, number=book.last, payment=payment, by_id=actor.user
    )
    after = {"number": payment.entry.number, "receipt": label_of(made)}
    audit.record(actor, GIVEN, made, club_id=tournament.club_id, after=after)
    return made


def locked_book(club: Club, year: int) -> ReceiptBook:
    """The book of a club and year, its row locked until the end of the transaction."""
    ReceiptBook.objects.get_or_create(club=club, year=year)
    return ReceiptBook.objects.select_for_update().get(club=club, year=year)


def label_of(receipt: Receipt) -> str:
    """How a receipt is called: "2026-0042"."""
    return f"{receipt.year}-{receipt.number:04d}"
