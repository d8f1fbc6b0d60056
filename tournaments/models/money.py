"""Money: what is due and received, receipts, the till. Prizes: the list of a tournament, and what was handed out of it.

Sums are in cents of the tournament's currency. What was received, given, handed out or counted is told by rows that
nothing changes or deletes: a wrong one is made void by a counter entry.
"""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Person
from core.models import UUIDModel
from tournaments.models.contest import Entry, Tournament
from tournaments.models.outcome import Publication


class Method(models.TextChoices):
    """How a sum changed hands. OTHER: it is not known, or none of these."""

    CASH = "cash", _("cash")
    CHEQUE = "cheque", _("cheque")
    TRANSFER = "transfer", _("transfer")
    CARD = "card", _("card")
    ONLINE = "online", _("online")
    OTHER = "other", _("otherwise")


class Payment(UUIDModel):
    """A sum received for an entry (positive), or given back to it (negative); append-only.

    ``person``: of whom it is, None where it is of the entry as a whole. ``kind`` MOVED: it goes with a player to
    another entry, and no money changes hands. ``voids``: the row that this one is the counter entry of.
    """

    class Kind(models.TextChoices):
        FEE = "fee", _("fee")
        REFUND = "refund", _("refund")
        MOVED = "moved", _("moved to another entry")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="payments")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="payments")
    person = models.ForeignKey(Person, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.FEE)
    method = models.CharField(max_length=10, choices=Method.choices, default=Method.OTHER)
    amount_cents = models.IntegerField()
    note = models.CharField(max_length=80, blank=True)
    voids = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="counters")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["at"]
        constraints = [models.UniqueConstraint(fields=["voids"], name="tournaments_payment_void_once")]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Written with the tournament of its entry."""
        self.tournament_id = self.entry.tournament_id
        super().save(*args, **kwargs)


class FeeRules(UUIDModel):
    """How the fee of a tournament is meant: ``per`` an entry or each of its players; ``kinds``, the other fees there
    are beside it, a list of ``key``, ``name`` and ``cents`` (0: free)."""

    class Per(models.TextChoices):
        ENTRY = "entry", _("for a whole entry")
        PERSON = "person", _("for each player")

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="fee_rules")
    per = models.CharField(max_length=10, choices=Per.choices, default=Per.ENTRY)
    kinds = models.JSONField(default=list)


class FeeChoice(UUIDModel):
    """That another fee than the usual one (``key``, of ``FeeRules.kinds``) is due for an entry or, where the fee is for
    each player, for one of them (``person``)."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="fee_choices")
    person = models.ForeignKey(Person, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    key = models.CharField(max_length=8)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entry", "person"], name="tournaments_fee_choice_once"),
            models.UniqueConstraint(
                fields=["entry"], condition=models.Q(person__isnull=True), name="tournaments_fee_choice_of_entry_once"
            ),
        ]


class ReceiptBook(UUIDModel):
    """The receipts of a club in a year: ``last`` is the last number that was given, here or, before the first one here,
    elsewhere. Its row is locked while one is given, so that there is no gap and no number twice."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="receipt_books")
    year = models.PositiveSmallIntegerField()
    last = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "year"], name="tournaments_receipt_book_once")]


class Receipt(UUIDModel):
    """A receipt for a payment, under the next number of its club and year; append-only. It stays when the payment is
    made void, and is then shown as void."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="receipts")
    year = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    payment = models.OneToOneField(Payment, on_delete=models.PROTECT, related_name="receipt")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["year", "number"]
        constraints = [
            models.UniqueConstraint(fields=["club", "year", "number"], name="tournaments_receipt_number_once")
        ]


class CashLine(UUIDModel):
    """A sum that came into the till or went out of it (negative) beside fees and prizes; append-only."""

    class Kind(models.TextChoices):
        FLOAT = "float", _("opening float")
        INCOME = "income", _("other income")
        EXPENSE = "expense", _("expense")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="cash_lines")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    method = models.CharField(max_length=10, choices=Method.choices, default=Method.CASH)
    amount_cents = models.IntegerField()
    note = models.CharField(max_length=80, blank=True)
    voids = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="counters")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["at"]
        constraints = [models.UniqueConstraint(fields=["voids"], name="tournaments_cash_line_void_once")]


class TillCount(UUIDModel):
    """What was counted in the till, beside what should have been in it at that moment; append-only."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="till_counts")
    counted_cents = models.IntegerField()
    expected_cents = models.IntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["at"]


class PrizeList(UUIDModel):
    """The prizes of a tournament (``prizes``: ``tournaments.standings.prizes.Prize.as_data``), and how they are given.

    ``publication``: the standings by which they are settled; ``awards`` is then who has won what by them, until
    somebody settles them anew. ``seed`` of the lots is made when they are settled for the first time. ``revision``
    rises with every change. ``is_shown``: everybody sees the list; ``winners_shown``: and, once settled, who won.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="prize_list")
    prizes = models.JSONField(default=list)
    several = models.BooleanField(default=False)
    ties = models.CharField(max_length=10, default="shared")
    seed = models.CharField(max_length=64, blank=True)
    revision = models.PositiveIntegerField(default=0)
    publication = models.ForeignKey(
        Publication, null=True, blank=True, on_delete=models.PROTECT, related_name="prize_lists"
    )
    awards = models.JSONField(default=list)
    settled_at = models.DateTimeField(null=True, blank=True)
    is_shown = models.BooleanField(default=False)
    winners_shown = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(ties__in=["shared", "drawn", "on"]), name="tournaments_ties")
        ]


class PrizeHanding(UUIDModel):
    """A prize handed to an entry (``seq`` odd), or taken back by a counter entry (even); append-only.

    ``award``: its key in the list; ``slots``: the prizes that it is, or is a share of. ``seq`` counts from 1 for each
    award, so that of two who hand the same one at once one does it. ``signed_by``: the player who signed for it, None
    where it is only ticked.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="prize_handings")
    award = models.CharField(max_length=64)
    seq = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="prizes")
    slots = models.JSONField(default=list)
    kind = models.CharField(max_length=10)
    label = models.CharField(max_length=80, blank=True)
    cents = models.PositiveIntegerField(null=True, blank=True)
    signed_by = models.ForeignKey(Person, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["at"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "award", "seq"], name="tournaments_prize_handed_once"),
            models.CheckConstraint(condition=models.Q(seq__gte=1), name="tournaments_prize_seq_positive"),
        ]
