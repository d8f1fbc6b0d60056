"""What the screens of the hall, and the desk's page of them, say."""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.templatetags.look import NO_BREAK
from core.templatetags.look import clock as time_of_day
from tournaments import clockwords

#: A screen that has not asked for so long shows something old, or nothing.
LOST_AFTER = dt.timedelta(seconds=60)


def words(language: str) -> dict[str, str]:
    """The sentences of the screen's script; # stands for a number or a time."""
    return {
        "time": f"H{NO_BREAK}h{NO_BREAK}M" if language.startswith("fr") else "HH:M",
        "now": _("It is"),
        "fresh": _("Updated at #"),
        "old": _("Screen stopped for # min"),
        "older": _("Screen stopped since #"),
        "gone": _("This screen’s link is void. Open the new one."),
        "find": _("Three letters of your name"),
        "none": _("Nobody of this name has a place in this round."),
        "full": _("Full screen"),
    }


def clock_text(clock: Mapping[str, Any] | None) -> str:
    """What a clock shows at this moment, for a page that does not go on by itself."""
    if clock is None:
        return time_of_day(timezone.now())
    left = clock["left"]
    if left is None:
        left = int(clock["ends"] / 1000 - timezone.now().timestamp())
    return clockwords.span(dt.timedelta(seconds=max(0, left)))


def views() -> dict[str, str]:
    """What the views are called."""
    return {
        "names": _("Find your table, by name"),
        "names-1": _("By name, first half of the alphabet"),
        "names-2": _("By name, second half of the alphabet"),
        "tables": _("Who sits where, by table"),
        "round": _("The round: time left, tables awaited"),
        "standings": _("Published standings"),
        "categories": _("Published standings by category"),
        "ceremony": _("Final ceremony"),
        "slides": _("Sponsors’ slides"),
    }


def short_views() -> list[tuple[str, str]]:
    """The same in a word or two, for buttons."""
    return [
        ("names", _("By name")),
        ("names-1", _("By name, 1st half")),
        ("names-2", _("By name, 2nd half")),
        ("tables", _("By table")),
        ("round", _("The round")),
        ("standings", _("Standings")),
        ("categories", _("Categories")),
        ("ceremony", _("Final ceremony")),
        ("slides", _("Slides")),
    ]


def seen(at: dt.datetime | None) -> tuple[str, bool]:
    """When a screen was last there, in words, and whether that is now."""
    if at is None:
        return _("Not opened yet."), False
    age = timezone.now() - at
    if age < LOST_AFTER:
        return _("It is there now."), True
    minutes = int(age.total_seconds() // 60)
    if minutes < 60:
        text = ngettext("Last seen %(n)d minute ago.", "Last seen %(n)d minutes ago.", minutes) % {"n": minutes}
        return text, False
    return _("Last seen at %(time)s.") % {"time": time_of_day(at)}, False


#: What the verbs on screens, slides and the ceremony refuse.
REFUSALS = {
    "screen-name": lambda: _("Say what the screen is called."),
    "screen-known": lambda: _("There is a screen of this name already."),
    "screen-many": lambda: _("A tournament has at most %(most)d screens. Take one away first."),
    "screen-nothing": lambda: _("Choose one view at least."),
    "screen-view": lambda: _("A view that was chosen is not known here. Choose again."),
    "screen-seconds": lambda: _("Between %(least)d and %(most)d seconds, please."),
    "slide-many": lambda: _("There are %(most)d slides already. Take one away first."),
    "slide-missing": lambda: _("Choose a picture first."),
    "slide-moved": lambda: _("Somebody else has just moved the slides. Look at them again."),
    "ceremony-early": lambda: _("The final standings are not published yet."),
    "ceremony-rank": lambda: _("A place between 1 and %(most)d, please."),
    "ceremony-prizes": lambda: _("There is no prize to give yet: make the list of prizes first."),
    "ceremony-moved": lambda: _("Somebody else has just gone on. Here is where the ceremony is."),
}
