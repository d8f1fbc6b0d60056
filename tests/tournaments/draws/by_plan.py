"""Stages played through the one door by the systems that follow a plan, with results and people at random."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.tournaments.draws.evenings import seed
from tournaments.draws import DrawEntry, DrawRequest, DrawResult, Meeting, PlayedRound, draw, round_seed

MECHANICAL = ("round-robin", "even-odd", "mitchell")
BRACKETS = ("knockout", "pools-knockout")


@dataclass
class Stage:
    """`count` entries e1, e2, …; change `entries` between the rounds to let people come, miss a round, or leave."""

    system: str
    count: int
    rounds: int
    settings: Mapping[str, Any] = field(default_factory=dict)
    chance: random.Random = field(default_factory=lambda: random.Random(0))
    entries: list[DrawEntry] = field(default_factory=list)
    played: list[PlayedRound] = field(default_factory=list)
    results: list[DrawResult] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.entries:
            self.entries = [DrawEntry(f"e{number}", number) for number in range(1, self.count + 1)]

    def request(self, **more: Any) -> DrawRequest:
        """The request for the next round."""
        number = len(self.played) + 1
        key = round_seed(seed(f"{self.system}/{self.count}"), number, 1)
        known: dict[str, Any] = {"settings": self.settings, **more}
        return DrawRequest(self.system, key, number, self.rounds, tuple(self.entries), tuple(self.played), **known)

    def play(self, winner: str = "", **more: Any) -> DrawResult:
        """Draw the next round and play it: `winner` ns, ew, low (the lower number wins), or by chance."""
        result = draw(self.request(**more))
        self.results.append(result)
        meetings = []
        for table in result.tables:
            won = winner or self.chance.choice(("ns", "ew"))
            if winner == "low":
                won = "ns" if number_of(table.ns[0]) < number_of(table.ew[0]) else "ew"
            meetings.append(Meeting(table.ns, table.ew, table.table, won, table.bracket))
        absent = tuple(entry.id for entry in self.entries if not entry.plays)
        self.played.append(PlayedRound(result.round, tuple(meetings), result.byes, absent, result.plan))
        check_everybody(self.entries, result)
        return result

    def play_all(self, winner: str = "") -> list[DrawResult]:
        while len(self.played) < self.rounds:
            self.play(winner)
        return self.results

    def change(self, entry: str, **what: Any) -> None:
        """Change an entry: `plays` false for who is not there, `comes` false too for who has left."""
        here = next(place for place, one in enumerate(self.entries) if one.id == entry)
        old = self.entries[here]
        self.entries[here] = DrawEntry(**{**{name: getattr(old, name) for name in DrawEntry.__slots__}, **what})


def number_of(entry: str) -> int:
    return int(entry[1:])


def check_everybody(entries: Sequence[DrawEntry], result: DrawResult) -> None:
    """Everybody who is there is named once; tables have different numbers."""
    seated = [one for table in result.tables for one in (*table.ns, *table.ew)]
    there = [entry.id for entry in entries if entry.plays]
    assert sorted((*seated, *result.byes, *result.out)) == sorted(there)
    assert len({table.table for table in result.tables}) == len(result.tables)
    assert all(len(table.ns) == len(table.ew) == 1 for table in result.tables)


def pairs_in(result: DrawResult) -> set[frozenset[str]]:
    return {frozenset((*table.ns, *table.ew)) for table in result.tables}


def rematches(results: Sequence[DrawResult]) -> int:
    pairs = [one for result in results for one in pairs_in(result)]
    return len(pairs) - len(set(pairs))
