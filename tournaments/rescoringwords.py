"""What deals do not say of what other rules count, in words."""

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.models import EntryEvent, ScoreSheet
from scoring.rescoring import RULED
from scoring.rules.marked import NAME

_ABOUT: dict[str, Callable[[int], str]] = {
    "announces": lambda n: ngettext(
        "%(n)d deal says nothing of announces.", "%(n)d deals say nothing of announces.", n
    ),
    "belote": lambda n: ngettext("%(n)d deal says nothing of a belote.", "%(n)d deals say nothing of a belote.", n),
    "sweep": lambda n: ngettext(
        "%(n)d deal with nothing for one side does not say whether the other took all tricks.",
        "%(n)d deals with nothing for one side do not say whether the other took all tricks.",
        n,
    ),
    "alone": lambda n: ngettext(
        "%(n)d deal with nothing for one side does not say whether one player took all tricks.",
        "%(n)d deals with nothing for one side do not say whether one player took all tricks.",
        n,
    ),
    RULED: lambda n: ngettext(
        "%(n)d time the arbiter gave points or another score: it stays as it is.",
        "%(n)d times the arbiter gave points or another score: they stay as they are.",
        n,
    ),
    NAME: lambda n: ngettext(
        "%(n)d line was taken over from a paper as it is marked there: it stays as it is.",
        "%(n)d lines were taken over from a paper as they are marked there: they stay as they are.",
        n,
    ),
}


def refused(sheet: ScoreSheet | None, why: str) -> str:
    """Why a table's deal is refused; where its sheet was counted anew meanwhile, that the rules are others."""
    if sheet is None or not sheet.events.filter(verb=EntryEvent.Verb.RESCORED).exists():
        return why
    return _("The rules of this table were changed. %(why)s") % {"why": why}


def silent_about(field: str, count: int) -> str:
    """How many deals say nothing of a field (see ``scoring.rescoring.Silent``)."""
    return _ABOUT[field](count) % {"n": count}
