"""What is made for the case that the machine fails."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from core.models import UUIDModel
from tournaments.models.contest import Stage


class PaperPlan(UUIDModel):
    """Rounds drawn beforehand and printed, to be played from paper if the machine dies; never changed.

    ``rounds``: of each its ``number``, ``tables`` (``table``, ``ns``, ``ew``, ``bracket``), ``byes``, ``plan`` (of a
    system that follows one, else null) and ``true``: whether the engine will draw just this if nobody comes or leaves.
    Where it is not true it was drawn with ``seed``, made by lot for this paper alone; the sealed seed stays unused.
    ``lacks`` counts, by rule, what the plan could not keep of the musts.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="paper_plans")
    number = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=64)
    rounds = models.JSONField()
    lacks = models.JSONField(default=dict)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["stage", "number"], name="tournaments_paper_plan_once")]
