"""What the draw of a mêlée breaks, and why its tables are as they are, in words. Players are named by their numbers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

Numbers = Mapping[str, int]
"""Each player's number by the entry's id as text."""

#: rule: what is not kept, said of two; `rounds` those in which they shared a table.
_BREACHES: dict[str, Callable[[], str]] = {
    "partner_again": lambda: _("players %(one)d and %(other)d have been partners already, in round %(rounds)s."),
    "no_rematch": lambda: _("players %(one)d and %(other)d have shared a table already, in round %(rounds)s."),
    "limited_repeats": lambda: _("players %(one)d and %(other)d share a table too often: already in round %(rounds)s."),
    "not_same_club": lambda: _("players %(one)d and %(other)d are of the same club."),
    "keep_apart": lambda: _("players %(one)d and %(other)d were to be kept apart."),
}

#: rule: who should not share this table; none where each needs a table of his own.
_NOT_APART: dict[str, Callable[[], str]] = {
    "not_same_club": lambda: _("Players %(one)d and %(other)d are of the same club."),
    "keep_apart": lambda: _("Players %(one)d and %(other)d were to be kept apart."),
    "": lambda: _("Players %(one)d and %(other)d each need another table."),
}

#: level of the costs: what the exchange would bring.
_INSTEAD: dict[str, Callable[[], str]] = {
    "partner_again": lambda: _("With player %(other)d in the place of player %(one)d more would be partners again."),
    "together_again": lambda: _("With player %(other)d in the place of player %(one)d more would meet again."),
    "opponents_again": lambda: _("With player %(other)d in the place of player %(one)d more would be opponents again."),
    "repeats_over": lambda: _("With player %(other)d in the place of player %(one)d more would meet too often."),
    "same_club": lambda: _("With player %(other)d in the place of player %(one)d more of one club would meet."),
    "kept_apart": lambda: _("With player %(other)d in the place of player %(one)d more would meet who are kept apart."),
    "fixed_tables": lambda: _("With player %(other)d in the place of player %(one)d two would need this table."),
}


def breach(broken: Mapping[str, Any], numbers: Numbers) -> str | None:
    """A must or wish that is not kept; None for what needs no word (a table number that comes again)."""
    who = [numbers[entry] for entry in broken["entries"]]
    rounds = _rounds(broken["rounds"])
    if broken["rule"] == "one_bye":
        return _("player %(one)d rests a second time (round %(rounds)s before).") % {"one": who[0], "rounds": rounds}
    if broken["rule"] == "fixed_table":
        return _("player %(one)d is not at the table needed.") % {"one": who[0]}
    sentence = _BREACHES.get(broken["rule"])
    return None if sentence is None else sentence() % {"one": who[0], "other": who[1], "rounds": rounds}


def reason(told: Mapping[str, Any], numbers: Numbers) -> str | None:
    """Why these four share a table; None for codes that need no words."""
    code, params = told["code"], told["params"]
    if code == "all_new":
        return _("None of the four has shared a table with another of them.")
    who = {"one": numbers[params["entry"]], "other": numbers[params["other"]]}
    if code == "together_again":
        return _together(params, who)
    if code == "not_apart":
        sentence = _NOT_APART.get(params["rule"], _NOT_APART[""])
        return sentence() % who
    if code == "instead":
        level = params["cost"].rstrip("_0123456789")
        return _INSTEAD[level]() % who
    if code == "equal":
        return _("With player %(other)d in the place of player %(one)d nothing would be better: the lot decided.") % who
    return _("No exchange was possible.") if code == "settled" else None


def _together(params: Mapping[str, Any], who: Mapping[str, int]) -> str:
    past = {**who, "partners": _rounds(params["partners"]), "opponents": _rounds(params["opponents"])}
    if not params["opponents"]:
        return _("Players %(one)d and %(other)d were partners in round %(partners)s.") % past
    if not params["partners"]:
        return _("Players %(one)d and %(other)d were opponents in round %(opponents)s.") % past
    return (
        _("Players %(one)d and %(other)d were partners in round %(partners)s and opponents in round %(opponents)s.")
        % past
    )


def _rounds(rounds: Sequence[int]) -> str:
    return ", ".join(str(number) for number in rounds) or "–"
