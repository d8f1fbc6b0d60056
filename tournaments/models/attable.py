"""Beside the play: which devices opened a table, wrong codes of pairs, photographs of paper sheets. In no file, and
gone with the time for corrections (``tournaments.services.keeping``)."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.models import StoredFile, UUIDModel
from scoring.models import ScoreSheet, SheetSide
from tournaments.models.play import Match


class TableDevice(UUIDModel):
    """A browser that opened a table by its code: its random mark, never more of who it is than a coarse kind.

    ``shut_at``: since when the desk lets it write no more at this table.
    """

    class Came(models.TextChoices):
        SQUARE = "square", _("by the square")
        TYPED = "typed", _("by the typed code")

    class Kind(models.TextChoices):
        PHONE = "phone", _("phone")
        COMPUTER = "computer", _("computer")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="devices")
    mark = models.CharField(max_length=32)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    came = models.CharField(max_length=10, choices=Came.choices)
    first_at = models.DateTimeField(default=timezone.now)
    last_at = models.DateTimeField(default=timezone.now)
    shut_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["first_at"]
        constraints = [models.UniqueConstraint(fields=["match", "mark"], name="tournaments_device_once")]


class PairTries(models.Model):
    """How many wrong codes of its pair a side of a sheet was given since then."""

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.CASCADE, related_name="+")
    side = models.CharField(max_length=1, choices=SheetSide.Side.choices)
    count = models.PositiveIntegerField(default=0)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["sheet", "side"], name="tournaments_pair_tries_once")]


class SheetPhoto(UUIDModel):
    """A photograph of a paper sheet, for the desk and the arbiter; ``place`` from 1, so that a sheet has a few only.

    The stored file expires with the time for corrections, and takes this row with it.
    """

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.CASCADE, related_name="photos")
    place = models.PositiveSmallIntegerField()
    file = models.OneToOneField(StoredFile, on_delete=models.CASCADE, related_name="photo")
    link = models.UUIDField(null=True, blank=True)
    device = models.CharField(max_length=32, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "place"], name="tournaments_photo_place_once"),
            models.CheckConstraint(
                condition=models.Q(place__gte=1, place__lte=4), name="tournaments_photo_place_known"
            ),
        ]
