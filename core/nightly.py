"""What is to be done once a day, when nobody plays: asked for by the sweeper at the first look after three in the
morning (local time), or once the site is started that day."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.utils import timezone

from core import jobs
from core.jobs import JobContext
from core.models import Job

KIND = "nightly"
"""The kind of the job that asks for all the others; its key is the local date, so that there is one a day."""

#: The local hour from which a day's work is asked for: the longest evening is over by then.
FROM_HOUR = 3

_asks: list[Callable[[], None]] = []


def each_night(ask: Callable[[], None]) -> Callable[[], None]:
    """Register what asks for some work of each night, in the transaction in which it is called; in an app's ``tasks``
    module, which is found by itself. It may be called again the same night."""
    if ask not in _asks:
        _asks.append(ask)
    return ask


def ask(now: datetime | None = None) -> bool:
    """Ask for the day's work, if that was not done yet; whether it was done now. Safe to call at any time."""
    local = timezone.localtime(now)
    key = local.date().isoformat()
    if local.hour < FROM_HOUR or Job.objects.filter(kind=KIND, key=key).exists():
        return False
    jobs.enqueue(KIND, key)
    return True


def make(_job: JobContext) -> dict[str, Any]:
    """The job: ask for everything that is registered."""
    for one in _asks:
        one()
    return {"asked": len(_asks)}
