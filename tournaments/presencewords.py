"""Where somebody is, in words: for the list, the roll and the page of an entry. No word agrees with who it is said of,
so that it fits pairs, players and teams in every language."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.whereabouts import Where


@dataclass(frozen=True, slots=True)
class Said:
    """A state as a shape, a word and a colour: ``css`` of its pill, empty where plain text does."""

    text: str
    icon: str = ""
    css: str = ""


#: state: its drawing, its pill, its words.
_STATES: dict[str, tuple[str, str, Callable[[Where], str]]] = {
    "plays": ("", "", lambda where: _("at table %(table)d") % {"table": where.table} if where.table else _("plays")),
    "rests": ("half", "", lambda where: _("rests in round %(round)d") % {"round": where.round}),
    "out": ("cross", "pill-soft", lambda where: _("out of the knockout")),
    "waiting": ("clock", "pill-soft", lambda where: _("not in round %(round)d") % {"round": where.round}),
    "arrived": (
        "clock",
        "pill-soft",
        lambda where: _("came after the draw of round %(round)d") % {"round": where.round},
    ),
    "absent": ("ring", "pill-late", lambda where: _("not there in round %(round)d") % {"round": where.round}),
    "missing": ("ring", "pill-late", lambda where: _("not come for round %(round)d") % {"round": where.round}),
    "late": ("clock", "pill-late", lambda where: _("comes in round %(round)d") % {"round": where.round}),
    "incomplete": ("triangle", "pill-late", lambda where: _("looks for a partner")),
    "leaving": ("chevron", "pill-soft", lambda where: _("leaves after round %(round)d") % {"round": where.round}),
    "withdrawn": ("cross", "pill-soft", lambda where: _("has left")),
    "disqualified": ("hand", "pill-warn", lambda where: _("disqualified, out of the ranking")),
}


def said(where: Where) -> Said:
    """Where somebody is."""
    icon, css, text = _STATES[where.state]
    return Said(text(where), icon, css)


def filter_label(name: str) -> str:
    """A filter of the list; see ``whereabouts.FILTERS``. Empty: everybody."""
    return {
        "": _("All"),
        "absent": _("Not there"),
        "late": _("Late"),
        "left": _("Have left"),
        "alone": _("Without a partner"),
    }[name]


def here_of(here: int, of: int) -> str:
    """How far the roll is."""
    return _("%(here)d of %(of)d are here.") % {"here": here, "of": of}


def missing(count: int) -> str:
    """How many are missing, while the roll is open."""
    if not count:
        return _("Nobody is missing.")
    return ngettext(
        "%(n)d is missing and will not be drawn if the roll is closed now.",
        "%(n)d are missing and will not be drawn if the roll is closed now.",
        count,
    ) % {"n": count}


def not_drawn(count: int, number: int) -> str:
    """How many will not be drawn in round ``number``."""
    if not count:
        return _("Everybody is drawn in round %(round)d.") % {"round": number}
    return ngettext(
        "%(n)d is not there and is not drawn in round %(round)d.",
        "%(n)d are not there and are not drawn in round %(round)d.",
        count,
    ) % {"n": count, "round": number}


def roll_open(number: int, here: int, of: int) -> str:
    """That the roll is being called, and how far it is."""
    return _("The roll for round %(round)d is open: %(here)d of %(of)d are here.") % {
        "round": number,
        "here": here,
        "of": of,
    }


def to_roll() -> str:
    return _("To the roll")


def who() -> str:
    return _("Who?")


def call_roll() -> str:
    return _("Call the roll")
