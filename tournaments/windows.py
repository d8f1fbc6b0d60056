"""Who may still correct a result, and until when: three windows, by role and by the server's clock. Pure.

While a round is played and both sides have agreed, either of them may open the sheet again for a while; then it is for
the desk; some time after the results of the round were made public it is for the organiser alone, or for nobody until
the organiser opens corrections again.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

MOST_AGREE, MOST_DESK, MOST_WAIT = 120, 20_160, 120
"""Minutes: two hours at a table, a fortnight at the desk, two hours without an agreement."""


class Window(Enum):
    """Who may correct now."""

    AGREE = "agree"
    """The table itself, if both sides agree again; and the desk."""
    DESK = "desk"
    CLOSED = "closed"


class After(Enum):
    """Who may correct once the windows are over."""

    ORGANISER = "organiser"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Rules:
    """``agree``: minutes in which a table may open its own sheet again (0: never). ``desk``: minutes after the results
    of a round were made public in which the desk corrects (None: without an end). ``after``: who may later. ``wait``:
    minutes without an agreement (1 or more) after which a game that is over goes to the arbiter's list."""

    agree: int = 10
    desk: int | None = 30
    after: After = After.ORGANISER
    wait: int = 10

    @classmethod
    def from_settings(cls, settings: Mapping[str, Any]) -> Rules:
        """What the settings of a stage say under ``corrections``; the usual where they say nothing."""
        usual = cls()
        told = {**usual.to_settings(), **settings.get("corrections", {})}
        return cls(told["agree"], told["desk"], After(told["after"]), told["wait"])

    def to_settings(self) -> dict[str, Any]:
        """As ``from_settings`` reads it."""
        return {"agree": self.agree, "desk": self.desk, "after": self.after.value, "wait": self.wait}


@dataclass(frozen=True, slots=True)
class Times:
    """What the windows follow from. ``agreed_at``: when both sides closed the sheet, None where they did not;
    ``round_over``: the round is closed; ``public_at``: since when its results are public, None while they are not;
    ``open_until``: until when the organiser has opened corrections again."""

    agreed_at: dt.datetime | None = None
    round_over: bool = False
    public_at: dt.datetime | None = None
    open_until: dt.datetime | None = None


@dataclass(frozen=True, slots=True)
class Now:
    """The window at a moment; ``until``: when it ends (of a closed one: since when it is), None where that follows from
    what people do."""

    window: Window
    until: dt.datetime | None = None


def at(now: dt.datetime, rules: Rules, times: Times) -> Now:
    """Who may correct at ``now``. A moment at which a window ends belongs to the next one."""
    if times.agreed_at is not None and not times.round_over:
        end = times.agreed_at + dt.timedelta(minutes=rules.agree)
        if now < end:
            return Now(Window.AGREE, end)
    if times.public_at is None or rules.desk is None:
        return Now(Window.DESK)
    end = times.public_at + dt.timedelta(minutes=rules.desk)
    opened = times.open_until
    if opened is not None and opened > end:
        return Now(Window.DESK if now < opened else Window.CLOSED, opened)
    return Now(Window.DESK if now < end else Window.CLOSED, end)
