"""Seasons of a region and the rankings made of published tournaments."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models import Region
from core.models import UUIDModel


class Season(UUIDModel):
    """A span of dates in a region. ``place_points``: points for 1st, 2nd, ... place; later places get the last."""

    region = models.ForeignKey(Region, on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(_("name"), max_length=60)
    starts = models.DateField(_("first day"))
    ends = models.DateField(_("last day"))
    place_points = models.JSONField(default=list)
    revision = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["-starts"]
        constraints = [
            models.UniqueConstraint(fields=["region", "name"], name="rankings_season_name_once"),
            models.CheckConstraint(condition=models.Q(ends__gte=models.F("starts")), name="rankings_season_dates"),
        ]


class SeasonRanking(UUIDModel):
    """The ranking of a season as last computed: figures with ids of persons, never names."""

    season = models.OneToOneField(Season, on_delete=models.CASCADE, related_name="ranking")
    revision = models.PositiveIntegerField()
    figures = models.JSONField()
    sha256 = models.CharField(max_length=64)
    computed_at = models.DateTimeField(default=timezone.now)
