"""What the desk works with beside the play: the clock of a round, and the club's list of faults."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from core.models import UUIDModel
from tournaments.models.play import Round


class ClockEvent(UUIDModel):
    """What somebody did with the clock of a round, never changed; what the clock shows follows from all of them and the
    time (see ``tournaments.clock``). ``seq`` counts from 1, so that of two who do the next thing at once one does it.
    ``minutes``: how long the round is to last, where that is what was said."""

    class Kind(models.TextChoices):
        START = "start", _("started")
        PAUSE = "pause", _("stopped")
        GO_ON = "on", _("going on")
        LENGTH = "length", _("another length")
        LAST_DEAL = "last", _("last deal")
        NOT_LAST = "not-last", _("last deal taken back")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="clock")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["seq"]
        constraints = [models.UniqueConstraint(fields=["round", "seq"], name="tournaments_clock_event_once")]


class Fault(UUIDModel):
    """A fault at the table on a club's list, with what it usually costs: the first time, and each time after that.

    ``key``: of one that came with the program, whose name is then translated; ``name`` what the club calls it, "" for
    the usual name. Points go to the other side or are taken from the one at fault, as the sanction says. None that was
    used is deleted: ``removed_at``.
    """

    class Sanction(models.TextChoices):
        WARNING = "warning", _("a warning")
        OTHER = "other", _("points for the other side")
        OWN = "own", _("points taken from the side at fault")
        DEAL = "deal", _("the deal counts 0 for the side at fault, and points for the other")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="faults")
    key = models.CharField(max_length=30, blank=True)
    name = models.CharField(max_length=60, blank=True)
    first = models.CharField(max_length=10, choices=Sanction.choices)
    first_points = models.PositiveIntegerField(default=0)
    again = models.CharField(max_length=10, choices=Sanction.choices)
    again_points = models.PositiveIntegerField(default=0)
    position = models.PositiveSmallIntegerField(default=0)
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["position", "name"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "key"], condition=~models.Q(key=""), name="tournaments_fault_key_once"
            ),
            models.UniqueConstraint(
                "club",
                Lower("name"),
                condition=models.Q(removed_at__isnull=True) & ~models.Q(name=""),
                name="tournaments_fault_name_once",
            ),
        ]
