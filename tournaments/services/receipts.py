"""Receipts: numbered by club and year without a gap and without a number twice.

The book of a club and year is one row. It is locked while a number is given, and both are written in one transaction:
who comes second waits and has the next number; where anything fails, the number was never given. A receipt stays when
its payment is made void: it is shown as void then, and its number is not given again. A tournament's file holds none:
the numbers are the club's, and stay in the installation where they were given. Where others of the year were given
elsewhere, the last of them is told here before the first one (``begin_after``), and they go on from it.
"""

import uuid
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from clubs.models import Club
from core import audit
from core.actors import Actor
from tournaments.models import Payment, Receipt, ReceiptBook, Tournament
from tournaments.services import contests
from tournaments.services.errors import Conflict, TournamentError

GIVEN, BEGUN = "receipt.given", "receipts.begun"
#: A slip of the finger must not make a year of receipts with eight figures: more than any club gives.
MOST_BEFORE = 99_999


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
    return _label(receipt.year, receipt.number)


def _label(year: int, number: int) -> str:
    return f"{year}-{number:04d}"


# Numbers given elsewhere


@dataclass(frozen=True, slots=True)
class Numbering:
    """Where a club is in its numbers of this year: what the ``next`` receipt will be called, the last number ``before``
    it (0: none), and whether none was ``given`` here yet, so that what was given elsewhere can still be told."""

    year: int
    before: int
    next: str
    given: bool


def numbering(club: Club) -> Numbering:
    """Where the club is in its numbers now."""
    year = timezone.localdate().year
    last = ReceiptBook.objects.filter(club=club, year=year).values_list("last", flat=True).first() or 0
    return Numbering(year, last, _label(year, last + 1), is_begun(club, year))


def is_begun(club: Club, year: int) -> bool:
    """Whether a receipt of that year was given here."""
    return Receipt.objects.filter(club=club, year=year).exists()


@transaction.atomic
def begin_after(tournament_id: uuid.UUID, number: int, actor: Actor) -> ReceiptBook:
    """Note that receipts up to ``number`` (1 to ``MOST_BEFORE``) were given this year elsewhere: on another machine or
    by hand. The club's next one here follows it. Until then it may be told again, only higher; told twice it is once.

    TournamentError ``receipts-range``, ``receipts-lower`` (with the ``number`` that was told), ``receipt-rehearsal``;
    Conflict ``receipts-begun``: one was given here, and numbers have no gap.
    """
    tournament = Tournament.objects.select_related("club").get(pk=tournament_id)
    if tournament.rehearsal_of_id is not None:
        raise TournamentError("receipt-rehearsal")
    if not 1 <= number <= MOST_BEFORE:
        raise TournamentError("receipts-range", "number", most=MOST_BEFORE)
    book = locked_book(tournament.club, timezone.localdate().year)
    if is_begun(tournament.club, book.year):
        raise Conflict("receipts-begun", "number")
    if number < book.last:
        raise TournamentError("receipts-lower", "number", number=book.last)
    if number > book.last:
        before, book.last = book.last, number
        book.save(update_fields=["last"])
        told = {"last": _label(book.year, number)}
        was = {"last": _label(book.year, before)} if before else {}
        audit.record(actor, BEGUN, tournament, club_id=tournament.club_id, before=was, after=told)
    return book
