"""Papers typed at the desk a second time, blind: who had a hand in a sheet, and what the second reader typed."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.models import UUIDModel
from tournaments.models.play import Game


class SheetHand(models.Model):
    """An account that had a hand in a sheet: it typed the sheet, or it types it again without having seen it. Never
    both: an account has one row a sheet, and the row never changes its part."""

    class Part(models.TextChoices):
        TYPED = "typed", _("typed it")
        BLIND = "blind", _("types it again, blind")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="hands")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    part = models.CharField(max_length=5, choices=Part.choices)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "account"], name="tournaments_hand_once"),
            models.CheckConstraint(condition=models.Q(part__in=["typed", "blind"]), name="tournaments_hand_part"),
        ]


class SecondReading(UUIDModel):
    """A sheet that is to be typed a second time. ``hand``: whose, once somebody has taken it; ``lines`` what was typed,
    as the lines of a sheet hold it. It is open until it is settled, or given back (``dropped_at``; whoever gave it back
    may have looked since, and does not take it again)."""

    class Outcome(models.TextChoices):
        SAME = "same", _("both are the same")
        FIRST = "first", _("the first stands")
        SECOND = "second", _("the sheet is put right")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="readings")
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    asked_at = models.DateTimeField(default=timezone.now)
    is_sample = models.BooleanField(default=False)
    hand: Any = models.OneToOneField(SheetHand, null=True, blank=True, on_delete=models.CASCADE, related_name="reading")
    lines = models.JSONField(default=list)
    finished_at = models.DateTimeField(null=True, blank=True)
    dropped_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=6, choices=Outcome.choices, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["asked_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["game"],
                condition=models.Q(settled_at__isnull=True, dropped_at__isnull=True),
                name="tournaments_reading_open_once",
            ),
            models.CheckConstraint(
                condition=models.Q(finished_at__isnull=True) | models.Q(hand__isnull=False),
                name="tournaments_reading_by_somebody",
            ),
        ]
