"""What a simulated tournament is judged by, counted from its rounds: nothing is taken from the engine's own word but
the musts and wishes that it says it broke."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from statistics import median
from typing import Protocol

from tournaments.draws.model import Breach


class Seated(Protocol):
    """A table: its number, and the ids of both sides."""

    @property
    def table(self) -> int: ...
    @property
    def ns(self) -> tuple[int, ...]: ...
    @property
    def ew(self) -> tuple[int, ...]: ...


class Played(Protocol):
    """A round: its tables, and who was in none."""

    @property
    def tables(self) -> Sequence[Seated]: ...
    @property
    def byes(self) -> tuple[int, ...]: ...
    @property
    def absent(self) -> tuple[int, ...]: ...
    @property
    def out(self) -> tuple[int, ...]: ...
    @property
    def seconds(self) -> float: ...


@dataclass(frozen=True, slots=True)
class Metrics:
    """How a simulated tournament came out.

    `rematches`: meetings of two opponents after their first (in a mêlée each of two meets both of the other side);
    `partner_rematches`: the same for partners. `most_byes`, `least_byes`: of those in every round at a table or at
    rest; None where there is nobody. `same_club`: meetings of two opponents of one club. `table_repeats`: how often
    somebody sat at a table he had sat at. `musts`, `wishes`: what the draws say they broke, by rule.
    `median_seconds`, `most_seconds`: of a draw. `kendall_tau`: of the final and the true ranking, 1 where they are the
    same, -1 where one is the other upside down, about 0 where it is all luck. `top_eighth_found`: the share of the true
    first eighth (one at least) that is in the first eighth of the final ranking.
    """

    rematches: int
    partner_rematches: int
    most_byes: int | None
    least_byes: int | None
    same_club: int
    table_repeats: int
    musts: Mapping[str, int]
    wishes: Mapping[str, int]
    median_seconds: float
    most_seconds: float
    kendall_tau: float
    top_eighth_found: float


def measured(
    rounds: Sequence[Played],
    breaches: Iterable[Breach],
    clubs: Mapping[int, int],
    ranking: Sequence[int],
    truth: Sequence[int],
) -> Metrics:
    """The metrics of `rounds`; `ranking` and `truth`: all ids, the best first."""
    tables = [table for one in rounds for table in one.tables]
    opponents = [tuple(sorted(both)) for table in tables for both in product(table.ns, table.ew)]
    partners = [both for table in tables for side in (table.ns, table.ew) for both in combinations(sorted(side), 2)]
    missing = {who for one in rounds for who in (*one.absent, *one.out)}
    rested = Counter(who for one in rounds for who in one.byes)
    byes = [rested[who] for who in truth if who not in missing]
    said = list(breaches)
    seconds = [one.seconds for one in rounds]
    return Metrics(
        rematches=_again(opponents),
        partner_rematches=_again(partners),
        most_byes=max(byes, default=None),
        least_byes=min(byes, default=None),
        same_club=sum(clubs[one] == clubs[other] for one, other in opponents),
        table_repeats=_again((who, table.table) for table in tables for who in (*table.ns, *table.ew)),
        musts=_by_rule(said, must=True),
        wishes=_by_rule(said, must=False),
        median_seconds=median(seconds),
        most_seconds=max(seconds),
        kendall_tau=kendall_tau(ranking, truth),
        top_eighth_found=top_eighth_found(ranking, truth),
    )


def _again(things: Iterable[Hashable]) -> int:
    """How many come after the first of their kind."""
    return sum(count - 1 for count in Counter(things).values())


def _by_rule(breaches: Iterable[Breach], *, must: bool) -> dict[str, int]:
    return dict(sorted(Counter(one.rule for one in breaches if one.must is must).items()))


def kendall_tau(ranking: Sequence[int], truth: Sequence[int]) -> float:
    """Of all twos, the share that both rankings put in the same order, minus the share that they do not; 4 digits."""
    place = {who: number for number, who in enumerate(truth)}
    places = [place[who] for who in ranking]
    twos = len(places) * (len(places) - 1) // 2
    turned = sum(one > other for one, other in combinations(places, 2))
    return round((twos - 2 * turned) / twos, 4)


def top_eighth_found(ranking: Sequence[int], truth: Sequence[int]) -> float:
    """The share of the true first eighth (to the nearest whole, one at least) in the ranking's; 4 digits."""
    size = max(1, (2 * len(truth) + 8) // 16)
    return round(len({*ranking[:size]} & {*truth[:size]}) / size, 4)
