"""The clock of a round in words and figures, for the desk, the phones and any screen that shows it."""

import datetime as dt
from typing import Any

from django.utils.translation import gettext as _

from core.templatetags.look import clock as time_of_day
from tournaments import clock
from tournaments.clock import Clock

#: What stands before a time that is past; a true minus.
_PAST = "−"


def span(left: dt.timedelta) -> str:
    """A time as a clock shows it: "12:05", "1:02:05"; "−3:10" for what is past."""
    seconds = int(left.total_seconds())
    sign = _PAST if seconds < 0 else ""
    hours, rest = divmod(abs(seconds), 3600)
    minutes, seconds = divmod(rest, 60)
    return f"{sign}{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{sign}{minutes}:{seconds:02d}"


def shown(of: Clock, now: dt.datetime) -> dict[str, Any]:
    """What a page shows of a clock: ``left`` in seconds (None where no length is known) with its ``text``, ``runs``:
    whether it goes on counting while the page stands, the expected end, what it does, and what may be done with it."""
    left = of.left(now)
    ends_at = of.ends_at(now)
    return {
        "left": None if left is None else int(left.total_seconds()),
        "text": "" if left is None else span(left),
        "runs": not of.is_paused and not of.is_over and of.since is not None,
        "ends_at": None if ends_at is None else time_of_day(ends_at),
        "minutes": of.minutes,
        "is_paused": of.is_paused,
        "is_started": of.is_started,
        "last_deal": of.last_deal,
        "says": _says(of),
        "is_short": left is not None and not of.last_deal and left < dt.timedelta(minutes=_SOON),
    }


#: Minutes before the expected end from which the last deal should be announced.
_SOON = 5


def _says(of: Clock) -> str:
    if of.is_over or of.since is None:
        return ""
    if of.is_paused:
        return _("Stopped since %(time)s.") % {"time": time_of_day(of.pauses[-1][0])}
    return _("Running since %(time)s.") % {"time": time_of_day(of.since)}


def announced(of: Clock) -> str:
    """What the tables are told; "" for nothing."""
    if of.is_over:
        return ""
    if of.last_deal is not None:
        return _("The desk announces the last deal.")
    return _("The desk has stopped the clock.") if of.is_paused else ""


def done(act: str) -> str:
    """What is said after an act."""
    return {
        clock.START: _("The round starts now."),
        clock.PAUSE: _("The clock stands."),
        clock.GO_ON: _("The clock goes on."),
        clock.LENGTH: _("The length of the round is noted: it holds for the next rounds too."),
        clock.LAST_DEAL: _("The last deal is announced: the phones say so."),
        clock.NOT_LAST: _("The announcement of the last deal is taken back."),
    }.get(act, "")
