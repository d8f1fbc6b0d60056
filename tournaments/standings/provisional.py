"""The standings while tables still play, as if every game ended now. Pure.

What stands on the open sheets is added to what counts already, each game with what it would be worth if it were over,
and who rests marks what the rule gives of what there is so far. Nothing of it is kept: the standings that count are
made of closed sheets alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.standings.given import Mark, Others, Total
from tournaments.standings.ranking import RoundResult, ScoreRow, Source
from tournaments.standings.scores import Tally


@dataclass(frozen=True, slots=True)
class Running:
    """A game that is being played: its round, which game of its match it is, the entries of each side, what would count
    for each side if it ended now, and how many deals are still to come (None: nobody can tell)."""

    round: int
    game: int
    sides: tuple[tuple[str, ...], ...]
    totals: tuple[int, ...]
    match_points: tuple[int, ...]
    to_come: int | None


@dataclass(frozen=True, slots=True)
class Waits:
    """What a row still waits for: so many ``deals`` at ``tables`` that play, some of which nobody can count
    (``open_end``), and, ``rests``, what a rest gives once the round is closed."""

    deals: int = 0
    tables: int = 0
    open_end: bool = False
    rests: bool = False

    def and_a_table(self, to_come: int | None) -> Waits:
        return replace(
            self, deals=self.deals + (to_come or 0), tables=self.tables + 1, open_end=self.open_end or to_come is None
        )


RestRule = Callable[[Others, Total], Mark | None]
"""What a rest is worth, of what the others scored in the round so far and of all own games."""


def as_if_over(rows: Sequence[ScoreRow], running: Iterable[Running]) -> list[ScoreRow]:
    """The rows with what every game that is being played would bring if it ended now."""
    more: dict[str, list[RoundResult]] = defaultdict(list)
    for game in running:
        for place, side in enumerate(game.sides):
            met = tuple(entry for other in game.sides if other != side for entry in other)
            scored = game.totals[place]
            against = sum(total for other, total in enumerate(game.totals) if other != place)
            for entry in side:
                more[entry].append(
                    RoundResult(
                        game.round, scored, against, game.match_points[place], Source.GAME, game.game, met, Tally()
                    )
                )
    return [_with(row, more.get(row.entry, ())) for row in rows]


def with_rests(rows: Sequence[ScoreRow], number: int, resting: Iterable[str], rule: RestRule) -> list[ScoreRow]:
    """The rows with what those mark who rest in round ``number``, of what the others have so far: it moves with it."""
    rest = set(resting)
    scores = [one.scored for row in rows for one in row.results if one.round == number and one.source == Source.GAME]
    others = Others(Total.of(scores))
    found = []
    for row in rows:
        has_one = any(one.round == number for one in row.results)
        own = Total.of(one.scored for one in row.results if one.source == Source.GAME)
        mark = rule(others, own) if row.entry in rest and not has_one else None
        given = () if mark is None else (RoundResult(number, mark.points, mark.against, mark.match_points, Source.BYE),)
        found.append(_with(row, given))
    return found


def _with(row: ScoreRow, more: Sequence[RoundResult]) -> ScoreRow:
    if not more:
        return row
    return replace(row, results=tuple(sorted((*row.results, *more), key=lambda one: (one.round, one.game))))


def waits(
    running: Iterable[Running], resting: Iterable[str], team_of: Mapping[str, str] | None = None
) -> dict[str, Waits]:
    """By entry (by team, for a pair that ``team_of`` knows) what it still waits for; who waits for nothing is not
    named."""
    teams = team_of or {}
    found: dict[str, Waits] = defaultdict(Waits)
    for game in running:
        for entry in {teams.get(one, one) for side in game.sides for one in side}:
            found[entry] = found[entry].and_a_table(game.to_come)
    for entry in resting:
        found[teams.get(entry, entry)] = replace(found[teams.get(entry, entry)], rests=True)
    return dict(found)
