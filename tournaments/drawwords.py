"""What a draw breaks, and why its tables are as they are, in words. Entries are named by their numbers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

Numbers = Mapping[str, int]
"""Each entry's number by its id as text."""

Say = Callable[[], str]
"""A sentence in the language of who reads it."""


@dataclass(frozen=True, slots=True)
class Words:
    """The sentences that name what is drawn. By rule: ``breaches``, what is not kept, said of two (`rounds` those in
    which they have met); ``forbidden``, why the nearer one was not the opponent; ``worse``, why the exchange would be
    worse for the two who would be left, ``rest`` for one alone."""

    breaches: Mapping[str, Say]
    rests_again: Say
    other_table: Say
    nearest: Say
    forbidden: Mapping[str, Say]
    worse: Mapping[str, Say]
    rest: Say
    lot: Say
    ahead: Say


PAIRS = Words(
    breaches={
        "no_rematch": lambda: _("pairs %(one)d and %(other)d have met already, in round %(rounds)s."),
        "limited_repeats": lambda: _("pairs %(one)d and %(other)d meet too often: already in round %(rounds)s."),
        "not_same_club": lambda: _("pairs %(one)d and %(other)d are of the same club."),
        "keep_apart": lambda: _("pairs %(one)d and %(other)d were to be kept apart."),
    },
    rests_again=lambda: _("pair %(one)d rests a second time (round %(rounds)s before)."),
    other_table=lambda: _("pair %(one)d is not at the table it needs."),
    nearest=lambda: _("Nobody was nearer to pair %(one)d."),
    forbidden={
        "no_rematch": lambda: _("Pair %(one)d is nearer to pair %(other)d, but they have met in round %(rounds)s."),
        "limited_repeats": lambda: _(
            "Pair %(one)d is nearer to pair %(other)d, but they have met in round %(rounds)s."
        ),
        "not_same_club": lambda: _("Pair %(one)d is nearer to pair %(other)d, but they are of the same club."),
        "keep_apart": lambda: _("Pair %(one)d is nearer to pair %(other)d, but they are to be kept apart."),
        "": lambda: _("Pair %(one)d is nearer to pair %(other)d, but each needs a table of its own."),
    },
    worse={
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
    },
    rest=lambda: _("Pair %(one)d is nearer to pair %(other)d, but then pair %(left)d would rest."),
    lot=lambda: _("Pair %(one)d could as well have met pair %(other)d: the lot decided."),
    ahead=lambda: _("With pair %(one)d against pair %(other)d not all later rounds could be drawn."),
)

#: code: why two meet by a plan that was settled before the first round.
_PLANNED: dict[str, Callable[[], str]] = {
    "planned": lambda: _("Round %(round)d of the plan brings these two together."),
    "both_free": lambda: _("Neither has an opponent by the plan in this round, and they would not meet otherwise."),
    "rearranged": lambda: _("Not by the plan: otherwise somebody would have rested more often than others."),
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


def breach(broken: Mapping[str, Any], numbers: Numbers, words: Words = PAIRS) -> str | None:
    """A must or wish that is not kept; None for what needs no word (a table number that comes again)."""
    who = [numbers[entry] for entry in broken["entries"]]
    alone = {"one_bye": words.rests_again, "fixed_table": words.other_table}
    sentence = alone.get(broken["rule"]) or words.breaches.get(broken["rule"])
    if sentence is None:
        return None
    return sentence() % {"one": who[0], "other": who[-1], "rounds": _rounds(broken["rounds"])}


def reason(told: Mapping[str, Any], numbers: Numbers, words: Words = PAIRS) -> str | None:
    """Why two meet and nobody nearer; None for codes that need no words."""
    code, params = told["code"], told["params"]
    if code == "nearest":
        return words.nearest() % {"one": numbers[params["entry"]]}
    if code == "rested_less":
        return _("Number %(one)d sits where the plan had number %(other)d, who had rested less and rests now.") % {
            "one": numbers[params["takes"]],
            "other": numbers[params["for"]],
        }
    if code in _PLANNED:
        return _PLANNED[code]() % dict(params)
    if code == "bracket":
        final = params["part"] == "main" and params["last"] == 2
        return _BRACKET["final" if final else params["part"]]() % dict(params)
    if code not in ("forbidden", "worse", "lot", "ahead"):
        return None
    left = [numbers[entry] for entry in params.get("then", ())]
    values = {
        "one": numbers[params["entry"]],
        "other": numbers[params["other"]],
        "rounds": _rounds(params.get("rounds", ())),
        "left": left[0] if left else 0,
        "right": left[-1] if left else 0,
    }
    return _nearer(code, params.get("rule", ""), len(left), words)() % values


def _nearer(code: str, rule: str, left: int, words: Words) -> Say:
    """What kept a nearer one from being the opponent; ``left``: how many would be left over by it."""
    if code == "forbidden":
        return words.forbidden.get(rule, words.forbidden[""])
    if code in ("lot", "ahead"):
        return words.lot if code == "lot" else words.ahead
    return words.rest if left == 1 else words.worse.get(rule, words.worse[""])


def _rounds(rounds: Sequence[int]) -> str:
    return ", ".join(str(number) for number in rounds) or "–"
