"""What who does not play marks, in words: before a draw, beside it, in results and standings, and in the settings.

A sentence about who rests is whole here, by what rests (a pair, a player, a team): in other languages the noun changes
the words around it. What is marked is a noun in all of them ("972 points", "the average of its own games").
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext

from core.templatetags.look import number
from tournaments.models import Tournament
from tournaments.standings.policies import (
    AVERAGE,
    FLAT,
    HALF_TABLE,
    NOTHING,
    OWN_AVERAGE,
    REFUSE,
    WINNERS,
    ByeRule,
    ForfeitRule,
    MissedRule,
    PolicyError,
    UnplayedRule,
)
from tournaments.standings.ranking import Source

KIND = Tournament.EntryKind


def points(count: int) -> str:
    """ "972 points"."""
    return ngettext("%(points)s point", "%(points)s points", count) % {"points": number(count)}


# Who rests


def marks(rule: ByeRule, table_total: int | None = None) -> str:
    """What a rest is worth, as a noun, with its figure where that is known beforehand. "" for nothing at all."""
    if rule.policy == FLAT:
        return points(rule.points)
    if rule.policy == HALF_TABLE and table_total is not None:
        return points((table_total + 1) // 2)
    said: dict[str, Callable[[], str]] = {
        NOTHING: lambda: "",
        HALF_TABLE: lambda: _("half of what a table of the round marks on average"),
        OWN_AVERAGE: lambda: _("the average of its own games"),
    }
    return said.get(rule.policy, lambda: _("the average of what the others score in the round"))()


def will_rest(kind: str, count: int, what: str) -> str:
    """How many (1 or more) of the ``kind`` that plays will rest, and what they will mark, as a sentence."""
    told: Mapping[str, Callable[[], str]] = {
        KIND.PAIRS: lambda: (
            npgettext("pairs", "One will rest and mark %(what)s.", "%(n)d will rest and mark %(what)s.", count)
            if what
            else npgettext("pairs", "One will rest and mark nothing.", "%(n)d will rest and mark nothing.", count)
        ),
        KIND.SINGLES: lambda: (
            npgettext("players", "One will rest and mark %(what)s.", "%(n)d will rest and mark %(what)s.", count)
            if what
            else npgettext("players", "One will rest and mark nothing.", "%(n)d will rest and mark nothing.", count)
        ),
        KIND.TEAMS: lambda: (
            npgettext(
                "teams",
                "One will rest; each of its pairs will mark %(what)s.",
                "%(n)d will rest; each of their pairs will mark %(what)s.",
                count,
            )
            if what
            else npgettext("teams", "One will rest and mark nothing.", "%(n)d will rest and mark nothing.", count)
        ),
    }
    return told[kind]() % {"n": count, "what": what}


def rests(kind: str, rule: ByeRule, what: str, *, made_up: str = "") -> str:
    """What somebody does who rests, after its name: "rests in this round and marks 972 points.". ``made_up``: what its
    game that is made up says, instead of that it may be."""
    told: Mapping[str, Callable[[], str]] = {
        KIND.PAIRS: lambda: (
            pgettext("pair", "rests in this round and marks %(what)s.")
            if what
            else pgettext("pair", "rests in this round and marks nothing.")
        ),
        KIND.SINGLES: lambda: (
            pgettext("player", "rests in this round and marks %(what)s.")
            if what
            else pgettext("player", "rests in this round and marks nothing.")
        ),
        KIND.TEAMS: lambda: (
            pgettext("team", "rests in this round; each of its pairs marks %(what)s.")
            if what
            else pgettext("team", "rests in this round and marks nothing.")
        ),
    }
    sentence = told[kind]() % {"what": what}
    if rule.catch_up and kind == KIND.PAIRS:
        sentence = f"{sentence} {made_up or _('It may make up its game later.')}"
    return sentence


def in_short(kind: str, rule: ByeRule, table_total: int | None = None) -> str:
    """What holds for who rests, in a list of settings."""
    if rule.policy == REFUSE and kind == KIND.SINGLES:
        return _("nobody rests: what is no multiple of four is not drawn")
    if rule.policy == REFUSE:
        return _("nobody rests: an odd number is not drawn")
    what = marks(rule, table_total)
    if kind == KIND.SINGLES:
        said = pgettext("player", "who rests marks %(what)s") if what else pgettext("player", "who rests marks nothing")
    elif kind == KIND.TEAMS:
        said = (
            pgettext("team", "each pair of the team that rests marks %(what)s")
            if what
            else pgettext("team", "who rests marks nothing")
        )
    else:
        said = pgettext("pair", "who rests marks %(what)s") if what else pgettext("pair", "who rests marks nothing")
    return said % {"what": what}


def too_many(kind: str) -> str:
    """The number at which somebody rests."""
    return _("No multiple of four") if kind == KIND.SINGLES else _("Odd number")


def made_up(table: int, *, is_over: bool) -> str:
    """Of who rested, at which table its game is made up, or was."""
    text = _("Its game was made up at table %(table)d.") if is_over else _("Its game is made up at table %(table)d.")
    return text % {"table": table}


def title(kind: str) -> str:
    """Over the part of the settings that asks for all this."""
    if kind == KIND.SINGLES:
        return _("The player who rests marks …")
    return _("The team that rests marks …") if kind == KIND.TEAMS else _("The pair that rests marks …")


def rested(names: str, scored: int | None, rule: ByeRule) -> str:
    """The line of published results about somebody who rested."""
    said: dict[str, Callable[[], str]] = {
        AVERAGE: lambda: _("%(names)s rested: %(points)s, the average of the round."),
        HALF_TABLE: lambda: _("%(names)s rested: %(points)s, half of a table."),
        OWN_AVERAGE: lambda: _("%(names)s rested: %(points)s, the average of its own games."),
        REFUSE: lambda: _("%(names)s rested: %(points)s, the average of the round."),
    }
    otherwise = lambda: _("%(names)s rested: %(points)s.")  # noqa: E731
    return said.get(rule.policy, otherwise)() % {"names": names, "points": number(scored)}


# What was missed, and forfeits


def missed(names: str, scored: int, source: str) -> str:
    """The line of published results about somebody who came late, or was absent."""
    text = _("%(names)s came later: %(points)s.") if source == Source.LATE else _("%(names)s absent: %(points)s.")
    return text % {"names": names, "points": number(scored)}


def missed_marks(rule: MissedRule) -> str:
    """What a missed round is worth, as a noun."""
    if rule.policy == FLAT:
        return points(rule.points)
    if rule.policy != AVERAGE:
        return points(0)
    if rule.less:
        return _("the average of the round, less %(points)s") % {"points": points(rule.less)}
    return _("the average of the round")


def forfeit_marks(rule: ForfeitRule, sides: str = "") -> str:
    """What a game that was forfeited is worth, as a line: who was there, who was not; of ``sides`` "AB" nobody was."""
    if len(sides) > 1:
        return _("each side marks %(points)s") % {"points": points(rule.absent_points)}
    there = _("the average of the winners of the round") if rule.policy == WINNERS else points(rule.points)
    return _("who is there: %(there)s; who is not: %(absent)s") % {"there": there, "absent": points(rule.absent_points)}


def unplayed_marks(rule: UnplayedRule) -> str:
    """What each side marks for a deal that its table could not play, as a line."""
    if rule.policy == OWN_AVERAGE:
        return _("for each deal that is not played a side marks the average of its own deals in this game")
    marked = points(rule.points if rule.policy == FLAT else 0)
    return _("for each deal that is not played a side marks %(points)s") % {"points": marked}


def forfeited(sides: str, labels: Mapping[str, str]) -> str:
    """Who forfeited a game, as a sentence; ``labels`` are what both sides ("A", "B") are called."""
    if len(sides) > 1:
        return _("Forfeit of both sides.")
    return _("Forfeit: %(side)s.") % {"side": labels[sides]}


# Standings


def mark(source: str) -> str:
    """The letter beside points that were not made at a table; "" for those that were."""
    letters: dict[str, Callable[[], str]] = {
        Source.BYE: lambda: pgettext("mark beside points", "r"),
        Source.LATE: lambda: pgettext("mark beside points", "l"),
        Source.ABSENT: lambda: pgettext("mark beside points", "a"),
        Source.FORFEIT: lambda: pgettext("mark beside points", "f"),
    }
    return letters[source]() if source in letters else ""


def meaning(source: str) -> str:
    """What such a letter means."""
    return {
        Source.BYE: lambda: pgettext("points that were given", "rest"),
        Source.LATE: lambda: pgettext("points that were given", "came late"),
        Source.ABSENT: lambda: pgettext("points that were given", "absent"),
        Source.FORFEIT: lambda: pgettext("points that were given", "forfeit"),
    }[Source(source)]()


def legend(rows: Iterable[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """The letters that stand in these rows of standings, each with its meaning, in a fixed order."""
    seen = {cell["source"] for row in rows for cell in row["rounds"].values()}
    return [(mark(source), meaning(source)) for source in Source if source.value in seen and mark(source)]


def cut(rounds: list[int]) -> str:
    """Which rounds were cut short, as a sentence; "" for none."""
    if not rounds:
        return ""
    listed = ", ".join(map(str, rounds))
    text = ngettext("Round %(rounds)s was cut short.", "Rounds %(rounds)s were cut short.", len(rounds))
    return text % {"rounds": listed}


# Refusals


def refusal(error: PolicyError) -> str:
    """What of the settled rules cannot be, for the person at the page."""
    said: dict[str, Callable[[], str]] = {
        "out_of_range": lambda: _("From %(least)s to %(most)s."),
        "not_whole": lambda: _("A whole number."),
    }
    text = said.get(error.code, lambda: _("Choose one of what is offered."))()
    return text % {name: number(value) if isinstance(value, int) else value for name, value in error.params.items()}
