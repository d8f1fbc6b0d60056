"""Who is ahead, and why: a pure ranking over rows of results by an ordered list of criteria.

Nothing is rounded here, nothing is looked up, and no rank is typed by hand: the same rows and criteria give the same
list. Rows equal on every criterion share a rank and the next ranks are skipped (1, 2, 2, 4).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

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
from tournaments.standings.scores import once
from tournaments.standings.scores import rounded_mean as rounded_mean
from tournaments.standings.scores import terms_of as terms_of
from tournaments.standings.terms import Field, value_of
from tournaments.standings.terms import Terms as Parts


class RankedRow(NamedTuple):
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
    everybody = Field(known if field is None else field)
    placed = sorted(zip(known, _all_figures(known, chosen, everybody), strict=True), key=lambda one: one[1].order)
    ranks = _ranks(placed)
    ranked_so = Counter(ranks)
    return [
        RankedRow(
            place,
            row.ranked and ranked_so[place] > 1,
            row,
            once(row, "terms", terms_of),
            figures.values,
            decided,
            once(row, "played", _played),
            figures.parts,
        )
        for (row, figures), place, decided in zip(placed, ranks, _deciding(names, placed), strict=True)
    ]


class _Figures(NamedTuple):
    """What a row is ranked by: its figure for each criterion, all that orders it (the least first), the figures with
    the names of their criteria, and what each is the sum of."""

    figures: tuple[int, ...]
    order: tuple[int, ...]
    values: tuple[tuple[str, int], ...]
    parts: tuple[tuple[str, Parts | None], ...]


Figured = tuple[int, Parts | None]
"""The figure of one criterion, and what it is the sum of where that is had with it."""
Placed = Sequence[tuple[ScoreRow, _Figures]]


def _all_figures(rows: Sequence[ScoreRow], chosen: Sequence[Chosen], field: Field) -> list[_Figures]:
    if all(CRITERIA[one].alone for one in chosen):
        key = " ".join(chosen)

        def make(row: ScoreRow) -> _Figures:
            return _put_together(row, chosen, [_of_row(row, one) for one in chosen])

        return [once(row, key, make) for row in rows]
    columns: list[list[Figured]] = []
    for one in chosen:
        columns.append(_column(rows, one, field, columns))
    return [_put_together(row, chosen, figured) for row, *figured in zip(rows, *columns, strict=True)]


def _put_together(row: ScoreRow, chosen: Sequence[str], figured: Sequence[Figured]) -> _Figures:
    figures = tuple([figure for figure, _ in figured])
    names = [str(one) for one in chosen]
    signed = [-figure if CRITERIA[name].more_is_better else figure for name, figure in zip(names, figures, strict=True)]
    return _Figures(
        figures,
        (not row.ranked, *signed, row.number),
        tuple(zip(names, figures, strict=True)),
        tuple(zip(names, [parts for _, parts in figured], strict=True)),
    )


def _of_row(row: ScoreRow, name: str) -> Figured:
    """The figure of a criterion that looks at nothing but the row."""
    figure = CRITERIA[name].figure
    if figure is not None:
        return figure(row), None
    parts = _told(name, row)
    return value_of(parts), parts


def _column(
    rows: Sequence[ScoreRow], chosen: Chosen, field: Field, before: Sequence[Sequence[Figured]]
) -> list[Figured]:
    """Work out a criterion for every row; one that is made for groups, for all who are equal by those ``before`` it
    and ranked."""
    criterion, params = CRITERIA[chosen], chosen.params
    if criterion.figure is not None:
        return [_of_row(row, str(chosen)) for row in rows]
    if criterion.terms is not None:
        told = [criterion.terms(row, field, params) for row in rows]
        return [(value_of(parts), parts) for parts in told]
    assert criterion.of_group is not None
    equals: dict[tuple[int, ...], list[ScoreRow]] = defaultdict(list)
    for place, row in enumerate(rows):
        if row.ranked:
            equals[tuple([column[place][0] for column in before])].append(row)
    found: dict[str, Parts] = {}
    for group in equals.values():
        if len(group) > 1:
            found.update(criterion.of_group(group, field, params))
    told = [found.get(row.entry, ()) for row in rows]
    return [(value_of(parts), parts) for parts in told]


def _played(row: ScoreRow) -> int:
    return sum([one.source == Source.GAME for one in row.results])


def _told(name: str, row: ScoreRow) -> Parts:
    """What the figure of a criterion that only looks at the row is the sum of."""
    terms = CRITERIA[name].terms
    assert terms is not None
    return terms(row, Field(()), {})


def _ranks(placed: Placed) -> list[int | None]:
    ranks: list[int | None] = []
    for place, (row, figures) in enumerate(placed):
        equal = place > 0 and figures.figures == placed[place - 1][1].figures
        ranks.append(None if not row.ranked else ranks[-1] if equal else place + 1)
    return ranks


def _deciding(names: Sequence[str], placed: Placed) -> list[str | None]:
    """For each row the first criterion on which it and the ranked row after it differ."""
    found: list[str | None] = []
    for (_, mine), (after, theirs) in pairwise(placed):
        decided = None
        if after.ranked and mine.figures != theirs.figures:
            figures = zip(names, mine.figures, theirs.figures, strict=True)
            decided = next(name for name, one, other in figures if one != other)
        found.append(decided)
    return [*found, None] if placed else []


def _check(rows: Sequence[ScoreRow]) -> None:
    if len({row.entry for row in rows}) < len(rows):
        entry, _ = Counter(row.entry for row in rows).most_common(1)[0]
        raise RankingError("duplicate_entry", entry=entry)
    if len({row.number for row in rows}) < len(rows):
        number, _ = Counter(row.number for row in rows).most_common(1)[0]
        raise RankingError("duplicate_number", number=number)
    for row in rows:
        twice = once(row, "twice", _twice)
        if twice:
            raise RankingError("duplicate_result", entry=row.entry, round=twice[0], game=twice[1])


def _twice(row: ScoreRow) -> tuple[int, int] | tuple[()]:
    """The round and the game of which a row has more than one result; empty where there is none."""
    seen = [(one.round, one.game) for one in row.results]
    return () if len(set(seen)) == len(seen) else Counter(seen).most_common(1)[0][0]
