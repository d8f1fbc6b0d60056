"""What is marked, as the ranking reads it: results and adjustments, and what points are made of. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")


class RankingError(Exception):
    """Rows or criteria that cannot be ranked, as the organiser's settings or data gave them.

    Codes: `no_criteria`, `unknown_criterion` (criterion), `duplicate_criterion` (criterion), `bad_parameter`
    (criterion, parameter), `duplicate_entry` (entry), `duplicate_number` (number), `duplicate_result` (entry, round,
    game).
    """

    def __init__(self, code: str, **params: str | int) -> None:
        self.code = code
        self.params: Mapping[str, str | int] = MappingProxyType(dict(params))
        details = ", ".join(f"{key}={value}" for key, value in params.items())
        super().__init__(f"{code} ({details})" if details else code)


class Source(StrEnum):
    """Where a result comes from: played at a table, or given by a written rule."""

    GAME = "game"
    BYE = "bye"
    LATE = "late"
    ABSENT = "absent"
    FORFEIT = "forfeit"


class Tally(NamedTuple):
    """What a side did in the deals of a game: deals that brought it more than the other side, contracts of its own that
    were made, and deals in which it took all the tricks."""

    won: int = 0
    made: int = 0
    capots: int = 0


class RoundResult(NamedTuple):
    """One result of one entry: a round (1 or more) and, where a round has several games, which (1 or more).

    `scored` and `conceded` in points of the rule set, `match_points` in those of the game format; whole numbers, any
    sign. A result given by a rule says what it concedes too: for the average of the round the same figure as it
    scores, since over a round the others concede together what they score together.

    `opponents`: the entries it met; in a forfeit only who was there has met anybody, and a game that was made up is no
    meeting. `tally`: None where the deals are not known. Both are read only where a criterion asks for them.
    """

    round: int
    scored: int
    conceded: int
    match_points: int = 0
    source: Source = Source.GAME
    game: int = 1
    opponents: tuple[str, ...] = ()
    tally: Tally | None = None


@dataclass(frozen=True, slots=True)
class RankingAdjustment:
    """Points added (or, negative, taken) outside any result: a penalty, a bonus. `round` None: of the whole stage."""

    points: int
    reason: str
    round: int | None = None


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """All that counts for one entry. `number` is unique and orders the equal. `ranked` False: a stand-in or
    disqualified, listed after the others without a rank. `stage`: the last stage it came to (1 or more); `place`: where
    its way through a knockout has ended, 1 the best, 0 for who was in none, `STILL_IN` for who plays on. `lot`: its
    place in the lot, 1 the best, 0 where none was asked for.

    Where a contest has several stages, `span` are the first and the last round that count for it, and `whole` all that
    it has marked: what it is worth to an opponent is counted over the rounds that count for that one.

    `figured`: what was worked out from this row alone; see `once`.
    """

    entry: str
    number: int
    results: tuple[RoundResult, ...] = ()
    adjustments: tuple[RankingAdjustment, ...] = ()
    ranked: bool = True
    stage: int = 1
    place: int = 0
    lot: int = 0
    span: tuple[int, int] | None = None
    whole: tuple[RoundResult, ...] = ()
    figured: dict[str, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    @property
    def marked(self) -> tuple[RoundResult, ...]:
        """All that it has marked, whatever of it counts."""
        return self.results if self.span is None else self.whole


@dataclass(frozen=True, slots=True)
class Terms:
    """What the points are made of: points = results + byes + adjustments, always.

    `results`: scored at tables, and given for lateness, absence and forfeits; `byes`: given for resting.
    """

    results: int
    byes: int
    adjustments: int

    @property
    def points(self) -> int:
        return self.results + self.byes + self.adjustments


def once(row: ScoreRow, name: str, make: Callable[[ScoreRow], T]) -> T:
    """What ``make`` makes of a row and of nothing else, made the first time only: of 2,000 rows most are the same after
    a sheet as before it (`rows.kept_row`). Not to be changed by who gets it."""
    found: T | None = row.figured.get(name)
    if found is None:
        found = row.figured[name] = make(row)
    return found


def points_of(row: ScoreRow) -> int:
    """The points of one row: all that its results and adjustments come to."""
    return sum([one.scored for one in row.results]) + sum([one.points for one in row.adjustments])


def terms_of(row: ScoreRow) -> Terms:
    """The points of one row by where they come from."""
    byes = sum([one.scored for one in row.results if one.source == Source.BYE])
    return Terms(
        results=sum([one.scored for one in row.results]) - byes,
        byes=byes,
        adjustments=sum([one.points for one in row.adjustments]),
    )


def within(row: ScoreRow, keep: Callable[[int], bool], *, without_round: bool = True) -> ScoreRow:
    """A row with only what was marked in the rounds that are to be kept; `without_round`: what was given or taken for
    no round in particular stays too."""
    return replace(
        row,
        results=tuple(one for one in row.results if keep(one.round)),
        whole=tuple(one for one in row.whole if keep(one.round)),
        adjustments=tuple(one for one in row.adjustments if (without_round if one.round is None else keep(one.round))),
    )


def bye_average(scores: Iterable[int]) -> int | None:
    """What a rest is worth under the policy `average of the round`: the mean of what the others scored in it.

    `scores`: the points of every entry that played the round at a table, both sides of each, taken once the round is
    closed (later corrections make a new call, nothing drifts). The mean is rounded to the nearest whole point, a half
    upwards, in whole numbers only: 80.5 gives 81, -80.5 gives -80. None where nobody played: there is no average, and
    the caller says so rather than giving 0 in silence.
    """
    counted = list(scores)
    return rounded_mean(sum(counted), len(counted))


def rounded_mean(total: int, count: int) -> int | None:
    """The mean of `count` figures that come to `total`, to the nearest whole number, a half upwards; None of none."""
    return (2 * total + count) // (2 * count) if count else None
