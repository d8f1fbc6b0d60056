"""How long is kept what only serves corrections: photographs of paper sheets, devices at the tables, tries of codes.

It goes, round by round, in the first night after the time for corrections at the desk has run out
(``services.windows``); what the arbiter has still to decide about keeps the photographs of its sheet. At the latest it
goes ``DAYS`` after the tournament, whatever was made public.
"""

import datetime as dt

from django.utils import timezone

from core import files
from scoring.models import Dispute
from tournaments.models import PairTries, Round, SheetPhoto, TableDevice, Tournament
from tournaments.services import windows
from tournaments.windows import Window

#: So long after a tournament's day, or after it was sent if that is later, it is erased: twice the longest time that
#: the desk can be given for corrections (``tournaments.windows``).
DAYS = 30


def until(tournament: Tournament) -> dt.datetime:
    """When what is taken now for a tournament is erased at the latest."""
    day = dt.datetime.combine(tournament.local_date, dt.time(), tzinfo=dt.UTC)
    return max(day, timezone.now()) + dt.timedelta(days=DAYS)


def erase() -> None:
    """Erase what the time for corrections has run out of; each night. Safe to call at any time."""
    for round_ in _over():
        _erase_of(round_)
    before = timezone.now() - dt.timedelta(days=DAYS)
    of_old = {"match__round__stage__tournament__local_date__lt": before.date(), "last_at__lt": before}
    TableDevice.objects.filter(**of_old).delete()
    PairTries.objects.filter(since__lt=before).delete()
    files.tidy()


def _over() -> list[Round]:
    """The rounds of which something is kept that the desk corrects no more."""
    photos = SheetPhoto.objects.values("sheet__game__match__round")
    devices = TableDevice.objects.values("match__round")
    closed = Round.objects.filter(state=Round.State.CLOSED).select_related("stage")
    found = {*closed.filter(pk__in=photos), *closed.filter(pk__in=devices)}
    return [round_ for round_ in found if windows.of_round(round_).window == Window.CLOSED]


def _erase_of(round_: Round) -> None:
    asked = Dispute.objects.filter(decided_at__isnull=True).values("sheet")
    SheetPhoto.objects.filter(sheet__game__match__round=round_).exclude(sheet__in=asked).delete()
    TableDevice.objects.filter(match__round=round_).delete()
    PairTries.objects.filter(sheet__game__match__round=round_).delete()
