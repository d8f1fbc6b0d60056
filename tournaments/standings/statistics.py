"""What the published rounds tell of the play: contracts by bid, coinches, points a round, ranks after each: pure.

All of it follows from the figures of publications and from nothing else, so that it changes with a new version only.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.standings.path import Figures

#: Bids that are words stand behind those that are figures, in this order.
_WORDS = ("take", "capot", "generale")
FAILED = "failed"
#: Who may be followed through the rounds in one drawing: more lines cannot be told apart.
MOST_FOLLOWED = 10


@dataclass(frozen=True, slots=True)
class Bid:
    """How often a contract was played and made. ``bid``: points, or a word (take, capot, generale)."""

    bid: int | str
    played: int
    made: int

    @property
    def failed(self) -> int:
        return self.played - self.made


@dataclass(frozen=True, slots=True)
class Doubled:
    """Contracts that were doubled (``coinche``) or redoubled (``surcoinche``): how many, and how many of them fell, so
    that the double paid."""

    double: str
    played: int
    paid: int


@dataclass(frozen=True, slots=True)
class Spread:
    """What those who played a round have from it: the least, a quarter, the middle one, three quarters, the most."""

    round: int
    count: int
    least: float
    quarter: float
    middle: float
    three_quarters: float
    most: float


@dataclass(frozen=True, slots=True)
class Followed:
    """An entry's rank after each round; None after one in whose standings it has none."""

    entry: str
    ranks: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Statistics:
    """``deals``: deals played with a contract, ``passed``: those that all passed; ``sheets`` of them, and
    ``totals_only``: sheets of which only totals are known. ``trumps``: how often each was played. ``sweeps``: deals in
    which one side made every trick; ``belotes``."""

    rounds: tuple[int, ...]
    sheets: int
    totals_only: int
    deals: int
    passed: int
    bids: tuple[Bid, ...]
    doubles: tuple[Doubled, ...]
    trumps: tuple[tuple[str, int], ...]
    sweeps: int
    belotes: int
    spreads: tuple[Spread, ...]
    followed: tuple[Followed, ...]
    ranked_rounds: tuple[int, ...]


def statistics(results: Figures, sheets: Figures, standings: Figures) -> Statistics:
    """The statistics of the rounds that are public; see ``path`` for the figures."""
    all_sheets = [one for number in sorted(sheets) for one in sheets[number]["sheets"]]
    typed = [one for one in all_sheets if not any("marked" in line for line in one["deals"])]
    lines = [line for one in typed for line in one["deals"]]
    played = [line for line in lines if line.get("declarer") is not None and line["result"] != "replay"]
    ranked = sorted(number for number in standings if standings[number]["rows"])
    return Statistics(
        rounds=tuple(sorted(results)),
        sheets=len(typed),
        totals_only=len(all_sheets) - len(typed),
        deals=len(played),
        passed=sum(line.get("declarer") is None for line in lines),
        bids=tuple(_bids(played)),
        doubles=tuple(_doubles(played)),
        trumps=tuple(Counter(line["trump"] for line in played if line.get("trump")).most_common()),
        sweeps=sum(_is_sweep(line) for line in played),
        belotes=sum(len(line.get("belote", ())) for line in played),
        spreads=tuple(_spreads(results)),
        followed=tuple(_followed(standings, ranked)),
        ranked_rounds=tuple(ranked),
    )


def _fell(line: Mapping[str, Any]) -> bool:
    return bool(line["result"] == FAILED or line.get("made") is False)


def _is_sweep(line: Mapping[str, Any]) -> bool:
    """Every trick to one side: written down, so or by the tricks of each, or bid and made."""
    is_told = bool(line.get("sweep")) or 0 in (line.get("tricks") or {}).values()
    return is_told or (line.get("contract") in ("capot", "generale") and not _fell(line))


def _bids(played: Iterable[Mapping[str, Any]]) -> Iterator[Bid]:
    """By bid, figures from the lowest, then words."""
    all_of: Counter[int | str] = Counter()
    fallen: Counter[int | str] = Counter()
    for line in played:
        bid = line.get("contract")
        if bid is None:
            continue
        all_of[bid] += 1
        fallen[bid] += _fell(line)

    def order(bid: int | str) -> tuple[int, int]:
        return (0, bid) if isinstance(bid, int) else (1, _WORDS.index(bid) if bid in _WORDS else len(_WORDS))

    for bid in sorted(all_of, key=order):
        yield Bid(bid, all_of[bid], all_of[bid] - fallen[bid])


def _doubles(played: Sequence[Mapping[str, Any]]) -> Iterator[Doubled]:
    for double in ("coinche", "surcoinche"):
        mine = [line for line in played if line.get("double") == double]
        if mine:
            yield Doubled(double, len(mine), sum(_fell(line) for line in mine))


def _spreads(results: Figures) -> Iterator[Spread]:
    """Of each round with what was scored at its tables, a figure a side: the players of a mêlée share theirs."""
    for number in sorted(results):
        scored = []
        for table in results[number]["tables"]:
            if any("forfeit" in seat for seat in table["sides"]):
                continue
            sides = {seat["side"]: seat["points"] for seat in table["sides"]}
            scored += [points for points in sides.values() if points is not None]
        if scored:
            values = sorted(scored)
            part = [_part(values, share) for share in (0, 1, 2, 3, 4)]
            yield Spread(number, len(values), *part)


def _part(values: Sequence[int], quarters: int) -> float:
    """The value behind so many quarters of the sorted values, between two of them in proportion."""
    whole, rest = divmod((len(values) - 1) * quarters, 4)
    if not rest:
        return values[whole]
    return values[whole] + (values[whole + 1] - values[whole]) * rest / 4


def _followed(standings: Figures, ranked: Sequence[int]) -> Iterator[Followed]:
    """The first of the last standings, each with its rank after every round; nothing where there is one round only."""
    if len(ranked) < 2:
        return
    ranks: dict[int, dict[str, int | None]] = defaultdict(dict)
    for number in ranked:
        ranks[number] = {row["entry"]: row["rank"] for row in standings[number]["rows"]}
    last = standings[ranked[-1]]
    if any("line" in row for row in last["rows"]):  # two rankings in one list: ranks of different lists
        return
    for row in [row for row in last["rows"] if row["rank"] is not None][:MOST_FOLLOWED]:
        yield Followed(row["entry"], tuple(ranks[number].get(row["entry"]) for number in ranked))
