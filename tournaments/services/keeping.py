"""How long is kept what only serves corrections: photographs of paper sheets, devices at the tables, tries of codes."""

import datetime as dt

from django.utils import timezone

from core import files
from tournaments.models import PairTries, TableDevice, Tournament

#: So long after a tournament's day, or after it was sent if that is later, it is erased: twice the longest time that
#: the desk can be given for corrections (``tournaments.windows``).
DAYS = 30


def until(tournament: Tournament) -> dt.datetime:
    """When what is taken now for a tournament is erased."""
    day = dt.datetime.combine(tournament.local_date, dt.time(), tzinfo=dt.UTC)
    return max(day, timezone.now()) + dt.timedelta(days=DAYS)


def erase() -> None:
    """Erase what the time for corrections has run out of; each night. Safe to call at any time."""
    files.tidy()
    before = timezone.now() - dt.timedelta(days=DAYS)
    of_old = {"match__round__stage__tournament__local_date__lt": before.date(), "last_at__lt": before}
    TableDevice.objects.filter(**of_old).delete()
    PairTries.objects.filter(since__lt=before).delete()
