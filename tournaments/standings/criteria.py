"""The criteria that may rank a tournament, one by one: what each counts, and what its figure is made of. Pure.

What becomes of rests, forfeits, rounds that were missed and opponents who left is written down for the organisers, a
paragraph a criterion, in docs/standings.md; the code below is what it says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Self

from tournaments.standings import opponents
from tournaments.standings.scores import RankingError, ScoreRow, Source, points_of
from tournaments.standings.terms import (
    CAPPED,
    GIVEN,
    LEFT_OUT,
    POINTS,
    STRENGTHS,
    Field,
    Params,
    Term,
    Terms,
)

#: The figure of `place` for who has none: behind everybody who has one.
NO_PLACE = 100_000
#: The place of who is still in a knockout: before everybody who is out.
STILL_IN = -1

OPPONENTS, TALLIES, LOT = "opponents", "tallies", "lot"
"""What a criterion has to be told beside the results: who met whom, what was done in the deals, the lot."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A figure that a criterion is told: a whole number from `least` to `most`, or one of `choices`; as is `usual`."""

    name: str
    usual: int | str
    least: int = 0
    most: int = 0
    choices: tuple[str, ...] = ()

    def takes(self, value: object) -> bool:
        if self.choices:
            return value in self.choices
        return isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most


@dataclass(frozen=True, slots=True)
class Criterion:
    """How a figure is made from a row: the sum of its terms. `of_group`: it is made for all who are equal so far at
    once. `needs`: what it has to be told beside the results. `kept`: its terms cannot be told from the points of the
    rounds, and go with the figures. `automatic`: the tournament's form puts it there, nobody chooses it. `figure`: the
    sum alone, where it is had for less than its terms. `alone`: it comes from the row and from nothing else."""

    terms: Callable[[ScoreRow, Field, Params], Terms] | None = None
    more_is_better: bool = True
    of_group: Callable[[Sequence[ScoreRow], Field, Params], Mapping[str, Terms]] | None = None
    parameters: tuple[Parameter, ...] = ()
    needs: frozenset[str] = frozenset()
    kept: bool = True
    automatic: bool = False
    figure: Callable[[ScoreRow], int] | None = None
    alone: bool = False


def _adjusted(row: ScoreRow) -> Terms:
    """What was given or taken beside the results, as one term."""
    return (Term(0, sum(one.points for one in row.adjustments), why=GIVEN),) if row.adjustments else ()


def _points(row: ScoreRow, _field: Field, _params: Params) -> Terms:
    return (*(Term(one.round, one.scored) for one in row.results), *_adjusted(row))


def _match_points(row: ScoreRow, _field: Field, _params: Params) -> Terms:
    return tuple(Term(one.round, one.match_points) for one in row.results if one.match_points)


def _wins(row: ScoreRow, _field: Field, _params: Params) -> Terms:
    """Games and forfeits that scored more than they conceded. A rest or a late arrival wins nothing."""
    won = (Source.GAME, Source.FORFEIT)
    return tuple([Term(one.round, 1) for one in row.results if one.scored > one.conceded and one.source in won])


def _difference(row: ScoreRow, _field: Field, _params: Params) -> Terms:
    """Scored minus conceded over all results; adjustments are nobody's opponent and do not count."""
    return tuple(Term(one.round, one.scored - one.conceded) for one in row.results)


def _against(row: ScoreRow, _field: Field, _params: Params) -> Terms:
    return tuple(Term(one.round, one.conceded) for one in row.results)


def _best_game(row: ScoreRow, _field: Field, _params: Params) -> Terms:
    """The highest score of a game played at a table; nothing for who has played none."""
    played = [one for one in row.results if one.source == Source.GAME]
    best = max([one.scored for one in played], default=0)
    first = next((one for one in played if one.scored == best), None)
    return () if first is None else (Term(first.round, best),)


def _capped(row: ScoreRow, _field: Field, params: Params) -> Terms:
    """Each result counts `cap` at most."""
    cap = params["cap"]
    return (
        *(
            Term(one.round, one.scored) if one.scored <= cap else Term(one.round, cap, figure=one.scored, why=CAPPED)
            for one in row.results
        ),
        *_adjusted(row),
    )


def _by_round(row: ScoreRow, field: Field) -> list[tuple[int, int]]:
    """The points of each round in which anybody marked something; of one in which the row marked nothing, 0."""
    scored = dict.fromkeys(field.rounds(row.span), 0)
    for one in row.results:
        scored[one.round] = scored.get(one.round, 0) + one.scored
    return sorted(scored.items())


def _best_of(row: ScoreRow, field: Field, count: Callable[[int], int]) -> Terms:
    """The best so many rounds. At least one counts; of equal ones the earlier is left out."""
    rounds = _by_round(row, field)
    left_out = max(0, min(len(rounds) - count(len(rounds)), len(rounds) - 1))
    worst = {number for number, _ in sorted(rounds, key=lambda one: (one[1], one[0]))[:left_out]}
    return (
        *(
            Term(number, 0, figure=scored, why=LEFT_OUT) if number in worst else Term(number, scored)
            for number, scored in rounds
        ),
        *_adjusted(row),
    )


def _best_rounds(row: ScoreRow, field: Field, params: Params) -> Terms:
    return _best_of(row, field, lambda _rounds: int(params["rounds"]))


def _without_worst(row: ScoreRow, field: Field, params: Params) -> Terms:
    return _best_of(row, field, lambda rounds: rounds - int(params["rounds"]))


def _of_deals(name: str) -> Callable[[ScoreRow, Field, Params], Terms]:
    def counted(row: ScoreRow, _field: Field, _params: Params) -> Terms:
        tallies = ((one.round, getattr(one.tally, name)) for one in row.results if one.tally is not None)
        return tuple(Term(number, count) for number, count in tallies if count)

    return counted


def _games(row: ScoreRow, _field: Field, _params: Params) -> Terms:
    """Games played at a table."""
    return tuple(Term(one.round, 1) for one in row.results if one.source == Source.GAME)


_NEEDS_OPPONENTS = frozenset({OPPONENTS})
_BY = Parameter("by", POINTS, choices=STRENGTHS)
_CUT = (Parameter("weakest", 0, 0, 5), Parameter("strongest", 0, 0, 5))

#: Those that the tournament's form puts first, then all that may be chosen, as they are offered.
CRITERIA: Mapping[str, Criterion] = MappingProxyType(
    {
        "stage": Criterion(
            lambda row, _field, _params: (Term(0, row.stage),),
            kept=False,
            automatic=True,
            figure=lambda row: row.stage,
            alone=True,
        ),
        "place": Criterion(
            lambda row, _field, _params: (Term(0, row.place or NO_PLACE),),
            more_is_better=False,
            kept=False,
            automatic=True,
            figure=lambda row: row.place or NO_PLACE,
            alone=True,
        ),
        "points": Criterion(_points, kept=False, figure=points_of, alone=True),
        "wins": Criterion(_wins, alone=True),
        "match_points": Criterion(_match_points, alone=True),
        "capped_points": Criterion(_capped, parameters=(Parameter("cap", 1500, 1, 100_000),)),
        "without_worst": Criterion(_without_worst, parameters=(Parameter("rounds", 1, 1, 29),)),
        "best_rounds": Criterion(_best_rounds, parameters=(Parameter("rounds", 3, 1, 30),)),
        "difference": Criterion(
            _difference,
            kept=False,
            figure=lambda row: sum([one.scored - one.conceded for one in row.results]),
            alone=True,
        ),
        "points_against": Criterion(
            _against,
            more_is_better=False,
            kept=False,
            figure=lambda row: sum([one.conceded for one in row.results]),
            alone=True,
        ),
        "best_game": Criterion(_best_game, alone=True),
        "head_to_head": Criterion(of_group=opponents.head_to_head, needs=_NEEDS_OPPONENTS),
        "opponents": Criterion(opponents.strength, parameters=(_BY, *_CUT), needs=_NEEDS_OPPONENTS),
        "beaten": Criterion(opponents.beaten, parameters=(_BY,), needs=_NEEDS_OPPONENTS),
        "deals_won": Criterion(_of_deals("won"), needs=frozenset({TALLIES}), alone=True),
        "contracts_made": Criterion(_of_deals("made"), needs=frozenset({TALLIES}), alone=True),
        "capots": Criterion(_of_deals("capots"), needs=frozenset({TALLIES}), alone=True),
        "fewest_games": Criterion(_games, more_is_better=False, alone=True),
        "lot": Criterion(
            lambda row, _field, _params: (Term(0, row.lot),), more_is_better=False, needs=frozenset({LOT}), kept=False
        ),
    }
)
#: Those that an organiser may choose from, as they are offered.
OFFERED: tuple[str, ...] = tuple(name for name, one in CRITERIA.items() if not one.automatic)


class Chosen(str):
    """The name of a criterion, with what it is told: all of its parameters, in their order. Made by ``choose``."""

    told: tuple[tuple[str, int | str], ...]

    def __new__(cls, name: str, told: tuple[tuple[str, int | str], ...] = ()) -> Self:
        made = super().__new__(cls, name)
        made.told = told
        return made

    @property
    def params(self) -> dict[str, int | str]:
        return dict(self.told)

    def as_data(self) -> dict[str, Any]:
        """As settings keep it; ``chosen_from`` reads it back."""
        return {"name": str(self), **self.params}


def choose(name: str, **told: object) -> Chosen:
    """A criterion, told what is said and the rest as is usual. RankingError `unknown_criterion`, `bad_parameter`."""
    if name not in CRITERIA:
        raise RankingError("unknown_criterion", criterion=name)
    known = CRITERIA[name].parameters
    for one in told:
        if one not in {parameter.name for parameter in known}:
            raise RankingError("bad_parameter", criterion=name, parameter=str(one))
    found: list[tuple[str, int | str]] = []
    for parameter in known:
        value = told.get(parameter.name, parameter.usual)
        if not parameter.takes(value) or not isinstance(value, int | str):
            raise RankingError("bad_parameter", criterion=name, parameter=parameter.name)
        found.append((parameter.name, value))
    return Chosen(name, tuple(found))


def as_chosen(asked: str) -> Chosen:
    """A criterion as it was chosen; one that is only named is told what is usual. RankingError `unknown_criterion`."""
    return asked if isinstance(asked, Chosen) else choose(asked)


def chosen_from(data: Any) -> tuple[Chosen, ...]:
    """The criteria that settings hold, an ordered list of ``Chosen.as_data``. RankingError: those of ``choose``, and
    `no_criteria`, `duplicate_criterion`; `unknown_criterion` also for one that nobody chooses."""
    if not isinstance(data, list) or not data:
        raise RankingError("no_criteria")
    found: list[Chosen] = []
    for one in data:
        if not isinstance(one, Mapping) or one.get("name") not in OFFERED:
            raise RankingError("unknown_criterion", criterion=str(one.get("name") if isinstance(one, Mapping) else one))
        told = {str(key): value for key, value in one.items() if key != "name"}
        found.append(choose(str(one["name"]), **told))
    must_be_once(found)
    return tuple(found)


def must_be_once(names: Sequence[str]) -> None:
    """RankingError `no_criteria`, `duplicate_criterion`."""
    if not names:
        raise RankingError("no_criteria")
    for name in names:
        if names.count(name) > 1:
            raise RankingError("duplicate_criterion", criterion=name)


def needs_of(criteria: Iterable[str]) -> frozenset[str]:
    """What criteria have to be told beside the results."""
    return frozenset(need for name in criteria for need in CRITERIA[name].needs)


def told_of(criteria: Iterable[str]) -> dict[str, dict[str, int | str]]:
    """What those criteria are told that are told anything, by their names."""
    return {str(one): one.params for one in map(as_chosen, criteria) if one.told}
