"""The rules of a draw in plain words."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournaments.draws import model
from tournaments.draws.model import Rule

#: rule: its name, and what it means.
RULES: dict[str, tuple[Any, Any]] = {
    model.ONE_BYE: (_lazy("Rests in turn"), _lazy("Nobody rests twice running, nor again before all have rested.")),
    model.NO_REMATCH: (_lazy("New opponents"), _lazy("Nobody meets an earlier opponent.")),
    model.LIMITED_REPEATS: (_lazy("Repeats limited"), _lazy("Two meet at most so many times in all.")),
    model.NOT_SAME_CLUB: (_lazy("Clubs apart"), _lazy("No two of one club meet.")),
    model.KEEP_APART: (_lazy("Kept apart"), _lazy("No two of those named here meet.")),
    model.NEW_TABLE: (_lazy("A new table each round"), _lazy("Nobody sits at a table twice.")),
    model.BALANCED_SIDES: (_lazy("Sides in turn"), _lazy("Everybody sits as often north-south as east-west.")),
}
#: In a mêlée two can be partners as well as opponents.
_OF_MELEE: dict[str, Any] = {
    model.NO_REMATCH: _lazy("No two share a table twice, as partners or opponents."),
    model.LIMITED_REPEATS: _lazy("Two share a table at most so many times in all."),
    model.NOT_SAME_CLUB: _lazy("No two of one club share a table."),
    model.KEEP_APART: _lazy("No two of those named here share a table."),
}


def name(rule: str) -> str:
    """What a rule is called."""
    return str(RULES[rule][0])


def meaning(rule: str, *, melee: bool = False) -> str:
    """What a rule keeps, in a sentence."""
    return str(_OF_MELEE[rule] if melee and rule in _OF_MELEE else RULES[rule][1])


#: rule: the sentence with its figure.
_FIGURES: dict[str, Callable[[], str]] = {
    model.NOT_SAME_CLUB: lambda: _("No two of one club meet up to round %(until)d."),
    model.KEEP_APART: lambda: _("Kept apart up to round %(until)d."),
}


def sentence(rule: Rule, *, melee: bool = False) -> str:
    """A rule as it counts, with its figures; who is kept apart is not named."""
    if rule.name == model.LIMITED_REPEATS:
        return ngettext("Two meet at most %(n)d time.", "Two meet at most %(n)d times.", rule.times) % {"n": rule.times}
    if rule.until is not None and rule.name in _FIGURES:
        return _FIGURES[rule.name]() % {"until": rule.until}
    return meaning(rule.name, melee=melee)
