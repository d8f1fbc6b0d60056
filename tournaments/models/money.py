"""Prizes: the list of a tournament, and what was handed out of it."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from clubs.models import Person
from core.models import UUIDModel
from tournaments.models.contest import Entry, Tournament
from tournaments.models.outcome import Publication


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
