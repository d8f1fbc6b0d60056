"""Points for places, and the ranking made of them: pure, over plain rows."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

#: 1st, 2nd, ... place; everybody after the last one gets its points too.
DEFAULT_PLACE_POINTS = (25, 20, 16, 13, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)


def place_points(rank: int, table: Sequence[int]) -> int:
    """Points for a rank (from 1); equal ranks get the same, places beyond the table its last figure.

    An empty table gives nothing. Raises ValueError for a rank below 1.
    """
    if rank < 1:
        raise ValueError("a rank is 1 or more")
    if not table:
        return 0
    return table[min(rank, len(table)) - 1]


@dataclass(frozen=True, slots=True)
class Placing:
    """A person's place (rank from 1) in one published tournament."""

    person: str
    tournament: str
    rank: int


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A person's season: rank (1, 2, 2, 4), points, and what they are made of, best first."""

    person: str
    rank: int
    points: int
    placings: tuple[tuple[str, int, int], ...]

    @property
    def wins(self) -> int:
        """First places."""
        return sum(rank == 1 for _, rank, _ in self.placings)


def season_ranking(placings: Iterable[Placing], table: Sequence[int]) -> list[SeasonRow]:
    """Rank persons by points, then by the better single places (most first places, then second ones, ...).

    Of two placings of a person in one tournament the better one counts.
    """
    best: dict[tuple[str, str], int] = {}
    for one in placings:
        key = (one.person, one.tournament)
        best[key] = min(best.get(key, one.rank), one.rank)
    made: dict[str, list[tuple[str, int, int]]] = defaultdict(list)
    for (person, tournament), rank in best.items():
        made[person].append((tournament, rank, place_points(rank, table)))
    figured = []
    for person, rows in made.items():
        rows.sort(key=lambda row: (-row[2], row[1], row[0]))
        total = sum(points for _, _, points in rows)
        # Ranks, best first, end with infinity, so that of equal beginnings the longer season is ahead.
        places = (*sorted(rank for _, rank, _ in rows), float("inf"))
        figured.append((-total, places, person, tuple(rows)))
    figured.sort()
    ranked: list[SeasonRow] = []
    previous: tuple[object, object] | None = None
    for place, (minus, places, person, rows_) in enumerate(figured, start=1):
        rank = ranked[-1].rank if previous == (minus, places) else place
        ranked.append(SeasonRow(person, rank, -minus, rows_))
        previous = (minus, places)
    return ranked
