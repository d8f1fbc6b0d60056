"""Who is ahead, and why: a pure ranking over rows of results by an ordered list of criteria.

Nothing is rounded here, nothing is looked up, and no rank is typed by hand: the same rows and criteria give the same
list. Rows equal on every criterion share a rank and the next ranks are skipped (1, 2, 2, 4).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.standings.criteria import CRITERIA as CRITERIA
from tournaments.standings.criteria import NO_PLACE as NO_PLACE
from tournaments.standings.criteria import STILL_IN as STILL_IN
from tournaments.standings.criteria import Chosen, as_chosen, must_be_once
from tournaments.standings.scores import RankingAdjustment as RankingAdjustment
from tournaments.standings.scores import RankingError as RankingError
from tournaments.standings.scores import RoundResult as RoundResult
from tournaments.standings.scores import ScoreRow as ScoreRow
from tournaments.standings.scores import Source as Source
from tournaments.standings.scores import Terms as Terms
from tournaments.standings.scores import bye_average as bye_average
from tournaments.standings.scores import rounded_mean as rounded_mean
from tournaments.standings.scores import terms_of as terms_of
from tournaments.standings.terms import Field, value_of
from tournaments.standings.terms import Terms as Parts


@dataclass(frozen=True, slots=True)
class RankedRow:
    """A place in the standings and its reasons.

    `rank`: 1 or more, None for an entry outside the ranking. `tied`: another row has the same rank. `values`: each
    criterion with this row's figure, in the order of the criteria; `parts`: what each of these figures is the sum of
    (of what can be told from the rounds only once it is asked for: `all_parts`).
    `decided_by`: the criterion that puts this row ahead of the next one; None where nothing does (equal rows, the last
    row, entries outside the ranking). `played`: games played at a table.
    """

    rank: int | None
    tied: bool
    row: ScoreRow
    terms: Terms
    values: tuple[tuple[str, int], ...]
    decided_by: str | None
    played: int
    parts: tuple[tuple[str, Parts | None], ...] = ()

    @property
    def all_parts(self) -> tuple[tuple[str, Parts], ...]:
        """Each criterion with what this row's figure is the sum of."""
        return tuple((name, _told(name, self.row) if parts is None else parts) for name, parts in self.parts)

    @property
    def entry(self) -> str:
        return self.row.entry

    @property
    def points(self) -> int:
        return self.terms.points

    def value(self, criterion: str) -> int:
        """This row's figure for `criterion`; KeyError where the ranking did not use it."""
        return dict(self.values)[criterion]


@dataclass(slots=True)
class _Figured:
    """A row with its figure for each criterion so far, and what each is the sum of."""

    row: ScoreRow
    figures: tuple[int, ...] = ()
    parts: tuple[Parts | None, ...] = ()

    def add(self, figure: int, parts: Parts | None) -> None:
        self.figures = (*self.figures, figure)
        self.parts = (*self.parts, parts)


def rank(
    rows: Iterable[ScoreRow], criteria: Sequence[str], *, field: Iterable[ScoreRow] | None = None
) -> list[RankedRow]:
    """The standings of `rows` by `criteria`, first criterion first, best row first.

    `criteria`: names in CRITERIA, told what is usual or something else (`criteria.choose`); at least one, none twice.
    `field`: everybody in the contest, where only some are ranked among each other: opponents are looked up there. Equal
    rows stand in the order of their numbers. Entries outside the ranking come last, in the same order among themselves.
    Raises RankingError.
    """
    known = list(rows)
    chosen = [as_chosen(one) for one in criteria]
    names = [str(one) for one in chosen]
    must_be_once(names)
    _check(known)
    figured = [_Figured(row) for row in known]
    everybody = Field(known if field is None else field)
    for one in chosen:
        _figure(figured, one, everybody)
    signs = [-1 if CRITERIA[name].more_is_better else 1 for name in names]

    def order(item: _Figured) -> tuple[bool, list[int], int]:
        ordered = [sign * figure for sign, figure in zip(signs, item.figures, strict=True)]
        return not item.row.ranked, ordered, item.row.number

    figured.sort(key=order)
    ranks = _ranks(figured)
    ranked_so = Counter(ranks)
    return [
        RankedRow(
            rank=ranks[place],
            tied=item.row.ranked and ranked_so[ranks[place]] > 1,
            row=item.row,
            terms=terms_of(item.row),
            values=tuple(zip(names, item.figures, strict=True)),
            decided_by=_decided_by(names, figured, place),
            played=sum([one.source == Source.GAME for one in item.row.results]),
            parts=tuple(zip(names, item.parts, strict=True)),
        )
        for place, item in enumerate(figured)
    ]


def _figure(figured: Sequence[_Figured], chosen: Chosen, field: Field) -> None:
    """Work out a criterion for every row; one that is made for groups, for all who are equal so far and ranked."""
    criterion, params = CRITERIA[chosen], chosen.params
    if criterion.figure is not None:
        for item in figured:
            item.add(criterion.figure(item.row), None)
        return
    if criterion.terms is not None:
        for item in figured:
            parts = criterion.terms(item.row, field, params)
            item.add(value_of(parts), parts)
        return
    assert criterion.of_group is not None
    equals: dict[tuple[int, ...], list[ScoreRow]] = defaultdict(list)
    for item in figured:
        if item.row.ranked:
            equals[item.figures].append(item.row)
    found: dict[str, Parts] = {}
    for group in equals.values():
        if len(group) > 1:
            found.update(criterion.of_group(group, field, params))
    for item in figured:
        parts = found.get(item.row.entry, ())
        item.add(value_of(parts), parts)


def _told(name: str, row: ScoreRow) -> Parts:
    """What the figure of a criterion that only looks at the row is the sum of."""
    terms = CRITERIA[name].terms
    assert terms is not None
    return terms(row, Field(()), {})


def _ranks(figured: Sequence[_Figured]) -> list[int | None]:
    ranks: list[int | None] = []
    for place, item in enumerate(figured):
        equal = place > 0 and item.figures == figured[place - 1].figures
        ranks.append(None if not item.row.ranked else ranks[-1] if equal else place + 1)
    return ranks


def _decided_by(names: Sequence[str], figured: Sequence[_Figured], place: int) -> str | None:
    """The first criterion on which the row at `place` and the ranked row after it differ."""
    if place + 1 == len(figured) or not figured[place + 1].row.ranked:
        return None
    mine, theirs = figured[place].figures, figured[place + 1].figures
    return next((name for name, one, other in zip(names, mine, theirs, strict=True) if one != other), None)


def _check(rows: Sequence[ScoreRow]) -> None:
    entries: set[str] = set()
    numbers: set[int] = set()
    for row in rows:
        if row.entry in entries:
            raise RankingError("duplicate_entry", entry=row.entry)
        if row.number in numbers:
            raise RankingError("duplicate_number", number=row.number)
        entries.add(row.entry)
        numbers.add(row.number)
        seen = {(one.round, one.game) for one in row.results}
        if len(seen) < len(row.results):
            (number, game), _ = Counter((one.round, one.game) for one in row.results).most_common(1)[0]
            raise RankingError("duplicate_result", entry=row.entry, round=number, game=game)
