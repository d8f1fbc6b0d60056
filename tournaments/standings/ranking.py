"""Who is ahead, and why: a pure ranking over rows of results by an ordered list of criteria.

Nothing is rounded here, nothing is looked up, and no rank is typed by hand: the same rows and criteria give the same
list. Rows equal on every criterion share a rank and the next ranks are skipped (1, 2, 2, 4).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class RankingError(Exception):
    """Rows or criteria that cannot be ranked, as the organiser's settings or data gave them.

    Codes: `no_criteria`, `unknown_criterion` (criterion), `duplicate_criterion` (criterion), `duplicate_entry`
    (entry), `duplicate_number` (number), `duplicate_result` (entry, round, game).
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


@dataclass(frozen=True, slots=True)
class RoundResult:
    """One result of one entry: a round (1 or more) and, where a round has several games, which (1 or more).

    `scored` and `conceded` in points of the rule set, `match_points` in those of the game format; whole numbers, any
    sign. A result given by a rule says what it concedes too: for the average of the round the same figure as it
    scores, since over a round the others concede together what they score together.
    """

    round: int
    scored: int
    conceded: int
    match_points: int = 0
    source: Source = Source.GAME
    game: int = 1


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
    its way through a knockout has ended, 1 the best, 0 for who was in none, `STILL_IN` for who plays on."""

    entry: str
    number: int
    results: tuple[RoundResult, ...] = ()
    adjustments: tuple[RankingAdjustment, ...] = ()
    ranked: bool = True
    stage: int = 1
    place: int = 0


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


@dataclass(frozen=True, slots=True)
class RankedRow:
    """A place in the standings and its reasons.

    `rank`: 1 or more, None for an entry outside the ranking. `tied`: another row has the same rank. `values`: each
    criterion with this row's figure, in the order of the criteria. `decided_by`: the criterion that puts this row
    ahead of the next one; None where nothing does (equal rows, the last row, entries outside the ranking).
    `played`: games played at a table.
    """

    rank: int | None
    tied: bool
    row: ScoreRow
    terms: Terms
    values: tuple[tuple[str, int], ...]
    decided_by: str | None
    played: int

    @property
    def entry(self) -> str:
        return self.row.entry

    @property
    def points(self) -> int:
        return self.terms.points

    def value(self, criterion: str) -> int:
        """This row's figure for `criterion`; KeyError where the ranking did not use it."""
        return dict(self.values)[criterion]


@dataclass(frozen=True, slots=True)
class Criterion:
    """How a figure is made from a row, and whether more of it is better."""

    of: Callable[[ScoreRow], int]
    more_is_better: bool = True


def terms_of(row: ScoreRow) -> Terms:
    """The points of one row by where they come from."""
    return Terms(
        results=sum(one.scored for one in row.results if one.source != Source.BYE),
        byes=sum(one.scored for one in row.results if one.source == Source.BYE),
        adjustments=sum(one.points for one in row.adjustments),
    )


def _difference(row: ScoreRow) -> int:
    """Scored minus conceded over all results; adjustments are nobody's opponent and do not count."""
    return sum(one.scored - one.conceded for one in row.results)


def _wins(row: ScoreRow) -> int:
    """Games and forfeits that scored more than they conceded. A rest or a late arrival wins nothing."""
    won = (Source.GAME, Source.FORFEIT)
    return sum(one.source in won and one.scored > one.conceded for one in row.results)


def _best_game(row: ScoreRow) -> int:
    """The highest score of a game played at a table; 0 for who has played none."""
    return max((one.scored for one in row.results if one.source == Source.GAME), default=0)


#: The figure of `place` for who has none: behind everybody who has one.
NO_PLACE = 100_000
#: The place of who is still in a knockout: before everybody who is out.
STILL_IN = -1

CRITERIA: Mapping[str, Criterion] = MappingProxyType(
    {
        "stage": Criterion(lambda row: row.stage),
        "place": Criterion(lambda row: row.place or NO_PLACE, more_is_better=False),
        "points": Criterion(lambda row: terms_of(row).points),
        "match_points": Criterion(lambda row: sum(one.match_points for one in row.results)),
        "wins": Criterion(_wins),
        "difference": Criterion(_difference),
        "points_against": Criterion(lambda row: sum(one.conceded for one in row.results), more_is_better=False),
        "best_game": Criterion(_best_game),
    }
)


Figured = tuple[ScoreRow, tuple[int, ...]]
"""A row with its figure for each criterion."""


def rank(rows: Iterable[ScoreRow], criteria: Sequence[str]) -> list[RankedRow]:
    """The standings of `rows` by `criteria`, first criterion first, best row first.

    `criteria`: names in CRITERIA, at least one, none twice. Equal rows stand in the order of their numbers. Entries
    outside the ranking come last, in the same order among themselves. Raises RankingError.
    """
    known = list(rows)
    _check(known, criteria)
    chosen = [(name, CRITERIA[name]) for name in criteria]
    figured = [(row, tuple(criterion.of(row) for _, criterion in chosen)) for row in known]
    signs = [-1 if criterion.more_is_better else 1 for _, criterion in chosen]

    def order(item: Figured) -> tuple[bool, list[int], int]:
        row, figures = item
        return not row.ranked, [sign * figure for sign, figure in zip(signs, figures, strict=True)], row.number

    figured.sort(key=order)
    ranks = _ranks(figured)
    ranked_so = Counter(ranks)
    return [
        RankedRow(
            rank=ranks[place],
            tied=row.ranked and ranked_so[ranks[place]] > 1,
            row=row,
            terms=terms_of(row),
            values=tuple(zip(criteria, figures, strict=True)),
            decided_by=_decided_by(criteria, figured, place),
            played=sum(one.source == Source.GAME for one in row.results),
        )
        for place, (row, figures) in enumerate(figured)
    ]


def _ranks(figured: Sequence[Figured]) -> list[int | None]:
    ranks: list[int | None] = []
    for place, (row, figures) in enumerate(figured):
        equal = place > 0 and figures == figured[place - 1][1]
        ranks.append(None if not row.ranked else ranks[-1] if equal else place + 1)
    return ranks


def _decided_by(criteria: Sequence[str], figured: Sequence[Figured], place: int) -> str | None:
    """The first criterion on which the row at `place` and the ranked row after it differ."""
    if place + 1 == len(figured) or not figured[place + 1][0].ranked:
        return None
    mine, theirs = figured[place][1], figured[place + 1][1]
    return next((name for name, one, other in zip(criteria, mine, theirs, strict=True) if one != other), None)


def _check(rows: Sequence[ScoreRow], criteria: Sequence[str]) -> None:
    if not criteria:
        raise RankingError("no_criteria")
    for name in criteria:
        if name not in CRITERIA:
            raise RankingError("unknown_criterion", criterion=name)
        if criteria.count(name) > 1:
            raise RankingError("duplicate_criterion", criterion=name)
    entries: set[str] = set()
    numbers: set[int] = set()
    for row in rows:
        if row.entry in entries:
            raise RankingError("duplicate_entry", entry=row.entry)
        if row.number in numbers:
            raise RankingError("duplicate_number", number=row.number)
        entries.add(row.entry)
        numbers.add(row.number)
        seen: set[tuple[int, int]] = set()
        for one in row.results:
            if (one.round, one.game) in seen:
                raise RankingError("duplicate_result", entry=row.entry, round=one.round, game=one.game)
            seen.add((one.round, one.game))


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
