"""The criteria that rank a tournament, in words: what each is called, and what it counts in one line."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext, pgettext

from core.templatetags.look import number
from tournaments import systemwords
from tournaments.standings.criteria import CRITERIA, Chosen, as_chosen, choose
from tournaments.standings.figures import OWN, own_criteria
from tournaments.standings.scores import RankingError
from tournaments.standings.terms import MATCH_POINTS, POINTS, WINS

#: What each criterion is called.
CRITERION_NAMES: dict[str, Callable[[], str]] = {
    "stage": lambda: _("Part of the tournament reached"),
    "place": lambda: _("Place in the knockout"),
    "points": lambda: _("Total points"),
    "wins": lambda: _("Games won"),
    "match_points": lambda: _("Match points"),
    "capped_points": lambda: _("Capped points"),
    "without_worst": lambda: _("Points without the worst rounds"),
    "best_rounds": lambda: _("Points of the best rounds"),
    "difference": lambda: _("Points difference"),
    "points_against": lambda: _("Points against"),
    "best_game": lambda: _("Best game"),
    "head_to_head": lambda: _("Games between the equals"),
    "opponents": lambda: _("Strength of the opponents"),
    "beaten": lambda: _("Strength of those beaten"),
    "deals_won": lambda: _("Deals won"),
    "contracts_made": lambda: _("Contracts made"),
    "capots": lambda: _("Capots made"),
    "fewest_games": lambda: _("Fewest games"),
    "lot": lambda: _("Lot"),
}

#: The same within a line, before a figure.
_IN_SHORT: dict[str, Callable[[], str]] = {
    "stage": lambda: _("part reached"),
    "place": lambda: _("place in the knockout"),
    "points": lambda: _("total points"),
    "wins": lambda: _("games won"),
    "match_points": lambda: _("match points"),
    "capped_points": lambda: _("capped points"),
    "without_worst": lambda: _("without the worst"),
    "best_rounds": lambda: _("best rounds"),
    "difference": lambda: _("difference"),
    "points_against": lambda: _("points against"),
    "best_game": lambda: _("best game"),
    "head_to_head": lambda: _("games between them"),
    "opponents": lambda: _("opponents"),
    "beaten": lambda: _("those beaten"),
    "deals_won": lambda: _("deals won"),
    "contracts_made": lambda: _("contracts made"),
    "capots": lambda: _("capots"),
    "fewest_games": lambda: _("games"),
    "lot": lambda: _("lot"),
}


def _unit(name: str) -> Callable[[], tuple[str, str]]:
    return lambda: (capfirst(in_short(name)), in_short(name))


#: What stands over the figure before the points, and behind it on a narrow screen.
FIRST_TITLES: dict[str, Callable[[], tuple[str, str]]] = {
    **{name: _unit(name) for name in CRITERION_NAMES},
    "wins": lambda: (_("Won"), pgettext("games", "won")),
    "match_points": lambda: (_("Match points"), _("match points")),
}

#: By what the strength of opponents is told.
STRENGTHS: dict[str, str | Promise] = {
    POINTS: _lazy("their points"),
    MATCH_POINTS: _lazy("their match points"),
    WINS: _lazy("their games won"),
}

_MEANINGS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "stage": lambda told: _("who came further is ahead"),
    "place": lambda told: _("how far everybody came, the winner first"),
    "points": lambda told: _("all that the rounds brought, with rests, penalties and bonuses"),
    "wins": lambda told: _("games won at a table, or because the others did not come; a rest wins nothing"),
    "match_points": lambda told: _("as the game format gives them, with those that rests bring"),
    "capped_points": lambda told: (
        _("as the total, but every game counts %(cap)s at most") % {"cap": number(told["cap"])}
    ),
    "without_worst": lambda told: (
        ngettext(
            "as the total, without the worst round", "as the total, without the %(n)d worst rounds", told["rounds"]
        )
        % {"n": told["rounds"]}
    ),
    "best_rounds": lambda told: (
        ngettext(
            "as the total, but only the best round counts",
            "as the total, but only the best %(n)d rounds count",
            told["rounds"],
        )
        % {"n": told["rounds"]}
    ),
    "difference": lambda told: _("points scored less points conceded, without penalties and bonuses"),
    "points_against": lambda told: _("points conceded: who has fewer is ahead"),
    "best_game": lambda told: _("the highest score of a game at a table"),
    "head_to_head": lambda told: _(
        "among those equal so far, games won less games lost against each other; only where every two of them have met"
    ),
    "opponents": lambda told: _opponents(told),
    "beaten": lambda told: (
        _("of those that it beat %(figure)s, of those with whom it was equal half") % {"figure": STRENGTHS[told["by"]]}
    ),
    "deals_won": lambda told: _("deals that brought more points than the other side had from them"),
    "contracts_made": lambda told: _("contracts taken and made"),
    "capots": lambda told: _("deals in which it took all the tricks"),
    "fewest_games": lambda told: _("games played at a table: who needed fewer is ahead"),
    "lot": lambda told: _("drawn once for everybody, from the sealed seed of the draws: it leaves no two equal"),
}


def _opponents(told: Mapping[str, Any]) -> str:
    found = [_("of all that it met %(figure)s, added up") % {"figure": STRENGTHS[told["by"]]}]
    if told["weakest"]:
        found.append(
            ngettext("without the weakest", "without the %(n)d weakest", told["weakest"]) % {"n": told["weakest"]}
        )
    if told["strongest"]:
        found.append(
            ngettext("without the strongest", "without the %(n)d strongest", told["strongest"])
            % {"n": told["strongest"]}
        )
    return ", ".join(found)


def name(criterion: str) -> str:
    """What a criterion is called."""
    return CRITERION_NAMES[criterion]()


def in_short(criterion: str) -> str:
    """The same within a line, before a figure."""
    return _IN_SHORT[criterion]()


def meaning(criterion: Chosen) -> str:
    """What a criterion counts, as it is told, in words that go on after its name."""
    return _MEANINGS[criterion](criterion.params)


def line(criterion: Chosen) -> str:
    """A criterion in one line: its name and what it counts."""
    return _("%(criterion)s: %(meaning)s") % {"criterion": name(criterion), "meaning": meaning(criterion)}


def asked_by(figures: Mapping[str, Any]) -> list[Chosen]:
    """The criteria by which figures were ranked, in their order, as they were told; those that are known here."""
    found = []
    for one in figures["criteria"]:
        if one in CRITERIA:
            try:
                found.append(choose(one, **figures.get("parameters", {}).get(one, {})))
            except RankingError:
                found.append(choose(one))
    return found


def lines(figures: Mapping[str, Any]) -> list[str]:
    """The criteria by which figures were ranked, in their order, one line each."""
    return [line(one) for one in asked_by(figures)]


def order(criteria: Iterable[str]) -> str:
    """The criteria in one sentence: "total points; of equals the difference, then the best game"."""
    names = [in_short(as_chosen(one)) for one in criteria]
    if len(names) == 1:
        return names[0]
    return _("%(first)s; of equals: %(then)s") % {"first": names[0], "then": ", ".join(names[1:])}


def of_settings(settings: Mapping[str, Any], ranking: str) -> str:
    """What ranks by settings, in one sentence: a usual order by its name, or OWN."""
    return order(own_criteria(settings)) if ranking == OWN else str(systemwords.RANKINGS[ranking])
