"""The clock of a round: what was done with it, told over to what it shows. Pure: it is handed the time.

It runs by itself from when the tables are set, unless somebody says later that the round starts now. While it is
stopped the expected end moves on. Nothing runs anywhere: all follows from the instants of what was done.
"""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Protocol

START, PAUSE, GO_ON, LENGTH, LAST_DEAL, NOT_LAST = "start", "pause", "on", "length", "last", "not-last"


class Act(Protocol):
    """What somebody did with the clock, and when; ``minutes`` where a length was said."""

    @property
    def kind(self) -> str: ...
    @property
    def at(self) -> dt.datetime: ...
    @property
    def minutes(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Clock:
    """What a clock shows. ``since``: when the round began (None before); ``pauses``: from when until when it stood, the
    last one open (None) while it stands; ``minutes`` it is to last, None where nobody knows; ``last_deal``: since when
    the last deal is announced; ``stopped``: when the round was closed."""

    since: dt.datetime | None = None
    is_started: bool = False
    pauses: tuple[tuple[dt.datetime, dt.datetime | None], ...] = ()
    minutes: int | None = None
    last_deal: dt.datetime | None = None
    stopped: dt.datetime | None = None

    @property
    def is_paused(self) -> bool:
        return bool(self.pauses) and self.pauses[-1][1] is None

    @property
    def is_over(self) -> bool:
        return self.stopped is not None

    def between(self, start: dt.datetime, end: dt.datetime) -> dt.timedelta:
        """How long it ran between two instants; never less than nothing."""
        if self.since is None:
            return dt.timedelta()
        start, end = max(start, self.since), min(end, self.stopped or end)
        stood = dt.timedelta()
        for begun, ended in self.pauses:
            stood += max(dt.timedelta(), min(ended or end, end) - max(begun, start))
        return max(dt.timedelta(), end - start - stood)

    def ran(self, now: dt.datetime) -> dt.timedelta:
        """How long the round has been played."""
        return dt.timedelta() if self.since is None else self.between(self.since, now)

    def left(self, now: dt.datetime) -> dt.timedelta | None:
        """What is left until the expected end, less than nothing once it is past; None where no length is known."""
        if self.minutes is None or self.since is None:
            return None
        return dt.timedelta(minutes=self.minutes) - self.ran(now)

    def ends_at(self, now: dt.datetime) -> dt.datetime | None:
        """The expected end; while the clock stands, as if it went on now."""
        left = self.left(now)
        return None if left is None else min(now, self.stopped or now) + left


def clock_of(
    since: dt.datetime | None, acts: Iterable[Act], minutes: int | None, stopped: dt.datetime | None = None
) -> Clock:
    """The clock of a round whose tables were set at ``since``, planned for so many ``minutes``, closed at ``stopped``.
    ``acts`` in the order in which they were done; what changes nothing, such as a second pause, is passed over."""
    clock = Clock(since, minutes=minutes, stopped=stopped)
    for act in acts:
        if can(clock, act.kind):
            clock = _after(clock, act)
    return clock


def can(clock: Clock, kind: str) -> bool:
    """Whether an act would change something now."""
    if clock.since is None:
        return False
    return {
        START: not clock.is_started,
        PAUSE: not clock.is_paused,
        GO_ON: clock.is_paused,
        LENGTH: True,
        LAST_DEAL: clock.last_deal is None,
        NOT_LAST: clock.last_deal is not None,
    }.get(kind, False)


def _after(clock: Clock, act: Act) -> Clock:
    if act.kind == START:
        return replace(clock, since=act.at, is_started=True, pauses=())
    if act.kind == PAUSE:
        return replace(clock, pauses=(*clock.pauses, (act.at, None)))
    if act.kind == GO_ON:
        return replace(clock, pauses=(*clock.pauses[:-1], (clock.pauses[-1][0], act.at)))
    if act.kind == LENGTH:
        return replace(clock, minutes=act.minutes)
    return replace(clock, last_deal=act.at if act.kind == LAST_DEAL else None)
