"""The ways of drawing in plain words: what each is, what it can be told, and what is advised before the first draw."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournaments import words
from tournaments.draws.advice import Advice
from tournaments.draws.model import DrawError
from tournaments.standings.figures import OWN

#: system: its name, and one sentence on it.
SYSTEMS: dict[str, tuple[Any, Any]] = {
    "random": (
        _lazy("By lot each round"),
        _lazy("Everything is drawn anew; nobody meets twice while that is possible."),
    ),
    "swiss": (_lazy("Swiss"), _lazy("Those who stand close to each other meet, and nobody meets twice.")),
    "danish": (
        _lazy("Danish, by the standings"),
        _lazy("First against second, third against fourth; they may meet again."),
    ),
    "equal-wins": (_lazy("Equal wins"), _lazy("Those with as many wins meet, by lot.")),
    "winners-losers": (
        _lazy("Winners against winners"),
        _lazy("Who won the last round meets a winner, who lost it a loser, by lot."),
    ),
    "even-odd": (
        _lazy("Even and odd"),
        _lazy("Even numbers move up one table each round, odd numbers stay: nothing has to be announced."),
    ),
    "mitchell": (
        _lazy("Mitchell"),
        _lazy("North-south stays, east-west moves up one table each round: nothing has to be announced."),
    ),
    "round-robin": (_lazy("Everybody meets everybody"), _lazy("For small fields: eight need seven rounds.")),
    "pools-knockout": (
        _lazy("Pools, then knockout"),
        _lazy("Everybody meets everybody in pools of three to six; the best play a knockout."),
    ),
    "knockout": (_lazy("Knockout"), _lazy("Who wins goes on; who loses can play in a consolation.")),
    "melee": (
        _lazy("Mêlée"),
        _lazy("Another partner and other opponents each round, planned for the whole evening."),
    ),
    "manual": (
        _lazy("By hand"),
        _lazy("You say who meets whom; the page says what it breaks and what could be better."),
    ),
}

#: The systems as they stand on the page, in groups.
GROUPS: tuple[tuple[Any, tuple[str, ...]], ...] = (
    (_lazy("Drawn each round"), ("random", "swiss", "danish", "equal-wins", "winners-losers")),
    (_lazy("By a plan made before the first round"), ("even-odd", "mitchell", "round-robin")),
    (_lazy("Down to one winner"), ("pools-knockout", "knockout")),
    (_lazy("Otherwise"), ("manual",)),
)

#: What decides the standings, by the figure that comes first; or the organiser's own order.
RANKINGS: dict[str, Any] = {
    "points": _lazy("points; of equals the points difference, then the best game"),
    "wins": _lazy("games won; of equals the points, the points difference, then the best game"),
    "match_points": _lazy(
        "match points of the game's format; of equals the points, the difference, then the best game"
    ),
    OWN: _lazy("an order of criteria of your own"),
}


def name(system: str) -> str:
    """What a system is called."""
    return str(SYSTEMS[system][0])


def goes_through() -> str:
    """What a bracket does with who has no opponent."""
    return _("in the knockout, who has no opponent goes on without playing")


#: code of an advice: its sentence.
_ADVICE: dict[str, Callable[[], str]] = {
    "pools": lambda: _(
        "%(pools)d pools of %(smallest)d to %(largest)d, %(rounds)d rounds; then a knockout of %(qualified)d."
    ),
    "movement": lambda: _("Nobody meets twice in %(most)d rounds."),
    "everybody_meets": lambda: _("Everybody meets everybody."),
    "melee_fresh": lambda: _("Nobody has to share a table twice with anybody."),
    "melee_tight": lambda: _("Hardly anybody has to share a table twice with somebody."),
    "repeats_from": lambda: _("From round %(round)d on some must meet again: everybody has met everybody by then."),
    "movement_again": lambda: _("In round %(round)d the movement begins again: the same two meet."),
    "not_everybody": lambda: _(
        "For everybody to meet everybody it takes %(most)d rounds: with fewer, rivals will have had other opponents."
    ),
    "unbeaten": lambda: _("At the end up to %(most)d may have won everything: more rounds would part them."),
    "melee_partners": lambda: _("After %(most)d rounds everybody has been everybody's partner: some will be so again."),
    "melee_together": lambda: _(
        "Some will share a table twice: it takes %(least)d players for nobody to do so in so many rounds."
    ),
}


def advice(told: Advice, tables_each: int = 1) -> str:
    """The sentence of an advice; ``tables_each``: at how many tables two of them meet (of teams, several)."""
    params = dict(told.params)
    if told.code == "tables":
        tables, resting = int(params["tables"]) * tables_each, int(params["resting"])
        text = ngettext("%(n)d table.", "%(n)d tables.", tables) % {"n": tables}
        return f"{text} {_resting(resting)}" if resting else text
    if told.code == "knockout":
        byes = int(params["byes"])
        text = _("The rounds are as many as the knockout needs.")
        free = ngettext("%(n)d goes through the first round.", "%(n)d go through the first round.", byes) % {"n": byes}
        return f"{text} {free}" if byes else text
    if told.code == "pools" and params["smallest"] == params["largest"]:
        return _("%(pools)d pools of %(smallest)d, %(rounds)d rounds; then a knockout of %(qualified)d.") % params
    sentence = _ADVICE.get(told.code)
    return words.of_error(DrawError(told.code, **params)) if sentence is None else sentence() % params


def _resting(count: int) -> str:
    return ngettext("%(n)d rests each round, in turn.", "%(n)d rest each round, in turn.", count) % {"n": count}
