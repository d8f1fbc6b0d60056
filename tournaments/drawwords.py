"""What a draw breaks, and why its tables are as they are, in words. Entries are named by their numbers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

Numbers = Mapping[str, int]
"""Each entry's number by its id as text."""

#: rule: what is not kept, said of two; `rounds` those in which they have met.
_BREACHES: dict[str, Callable[[], str]] = {
    "no_rematch": lambda: _("pairs %(one)d and %(other)d have met already, in round %(rounds)s."),
    "limited_repeats": lambda: _("pairs %(one)d and %(other)d meet too often: already in round %(rounds)s."),
    "not_same_club": lambda: _("pairs %(one)d and %(other)d are of the same club."),
    "keep_apart": lambda: _("pairs %(one)d and %(other)d were to be kept apart."),
}

#: rule: why the nearer one was not the opponent.
_FORBIDDEN: dict[str, Callable[[], str]] = {
    "no_rematch": lambda: _("Pair %(one)d is nearer to pair %(other)d, but they have met in round %(rounds)s."),
    "limited_repeats": lambda: _("Pair %(one)d is nearer to pair %(other)d, but they have met in round %(rounds)s."),
    "not_same_club": lambda: _("Pair %(one)d is nearer to pair %(other)d, but they are of the same club."),
    "keep_apart": lambda: _("Pair %(one)d is nearer to pair %(other)d, but they are to be kept apart."),
    "": lambda: _("Pair %(one)d is nearer to pair %(other)d, but each needs a table of its own."),
}

#: rule: why the exchange would be worse for the two who would be left.
_WORSE: dict[str, Callable[[], str]] = {
    "no_rematch": lambda: _(
        "Pair %(one)d is nearer to pair %(other)d, but then pairs %(left)d and %(right)d would meet again."
    ),
    "limited_repeats": lambda: _(
        "Pair %(one)d is nearer to pair %(other)d, but then pairs %(left)d and %(right)d would meet again."
    ),
    "not_same_club": lambda: _(
        "Pair %(one)d is nearer to pair %(other)d, but then pairs %(left)d and %(right)d of one club would meet."
    ),
    "keep_apart": lambda: _(
        "Pair %(one)d is nearer to pair %(other)d, but then pairs %(left)d and %(right)d would meet, who are to be "
        "kept apart."
    ),
    "": lambda: _(
        "Pair %(one)d is nearer to pair %(other)d, but then pairs %(left)d and %(right)d would be further apart."
    ),
}


#: code: why two meet by a plan that was settled before the first round.
_PLANNED: dict[str, Callable[[], str]] = {
    "planned": lambda: _("Round %(round)d of the plan brings these two together."),
    "both_free": lambda: _("Neither has an opponent by the plan in this round, and they would not meet otherwise."),
    "pool": lambda: _("Both are in pool %(pool)d."),
}

#: part of a knockout: what the match is for.
_BRACKET: dict[str, Callable[[], str]] = {
    "main": lambda: _("The winner stays in the knockout."),
    "final": lambda: _("The final of the knockout."),
    "third": lambda: _("For the third place."),
    "places": lambda: _("For the places %(first)d to %(last)d."),
    "consolation": lambda: _("In the consolation, for the places %(first)d to %(last)d."),
}


def breach(broken: Mapping[str, Any], numbers: Numbers) -> str | None:
    """A must or wish that is not kept; None for what needs no word (a table number that comes again)."""
    who = [numbers[entry] for entry in broken["entries"]]
    rounds = _rounds(broken["rounds"])
    if broken["rule"] == "one_bye":
        return _("pair %(one)d rests a second time (round %(rounds)s before).") % {"one": who[0], "rounds": rounds}
    if broken["rule"] == "fixed_table":
        return _("pair %(one)d is not at the table it needs.") % {"one": who[0]}
    sentence = _BREACHES.get(broken["rule"])
    return None if sentence is None else sentence() % {"one": who[0], "other": who[1], "rounds": rounds}


def reason(told: Mapping[str, Any], numbers: Numbers) -> str | None:
    """Why a pair meets its opponent and nobody nearer; None for codes that need no words."""
    params = told["params"]
    if told["code"] == "nearest":
        return _("Nobody was nearer to pair %(one)d.") % {"one": numbers[params["entry"]]}
    if told["code"] in _PLANNED:
        return _PLANNED[told["code"]]() % dict(params)
    if told["code"] == "bracket":
        final = params["part"] == "main" and params["last"] == 2
        return _BRACKET["final" if final else params["part"]]() % dict(params)
    if told["code"] not in ("forbidden", "worse", "lot", "ahead"):
        return None
    left = [numbers[entry] for entry in params.get("then", ())]
    values = {
        "one": numbers[params["entry"]],
        "other": numbers[params["other"]],
        "rounds": _rounds(params.get("rounds", ())),
        "left": left[0] if left else 0,
        "right": left[-1] if left else 0,
    }
    if told["code"] == "forbidden":
        return _FORBIDDEN.get(params["rule"], _FORBIDDEN[""])() % values
    if told["code"] == "lot":
        return _("Pair %(one)d could as well have met pair %(other)d: the lot decided.") % values
    if told["code"] == "ahead":
        return _("With pair %(one)d against pair %(other)d not all later rounds could be drawn.") % values
    if len(left) == 1:
        return _("Pair %(one)d is nearer to pair %(other)d, but then pair %(left)d would rest.") % values
    return _WORSE.get(params["rule"], _WORSE[""])() % values


def _rounds(rounds: Sequence[int]) -> str:
    return ", ".join(str(number) for number in rounds) or "–"
