"""Evenings of a mêlée played through the one door, and counted again from their tables alone."""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise
from typing import Any

from tests.tournaments.draws.evenings import seed
from tournaments.draws import DrawEntry, DrawRequest, DrawResult, Meeting, PlayedRound, draw, round_seed


def both(one: str, other: str) -> frozenset[str]:
    return frozenset((one, other))


@dataclass
class Mingling:
    """`count` players p1, p2, …; change `entries` between the rounds to let people come, miss a round, or leave."""

    count: int
    rounds: int
    name: object = 0
    more: Mapping[str, Any] = field(default_factory=dict)
    entries: list[DrawEntry] = field(default_factory=list)
    played: list[PlayedRound] = field(default_factory=list)
    results: list[DrawResult] = field(default_factory=list)
    partners: Counter[frozenset[str]] = field(default_factory=Counter)
    opponents: Counter[frozenset[str]] = field(default_factory=Counter)
    together: Counter[frozenset[str]] = field(default_factory=Counter)
    rests: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        if not self.entries:
            self.entries = [DrawEntry(f"p{number}", number) for number in range(1, self.count + 1)]

    def request(self, **more: Any) -> DrawRequest:
        number = len(self.played) + 1
        key = more.pop("seed", round_seed(seed(f"melee/{self.name}/{self.count}"), number, 1))
        return DrawRequest(
            "melee", key, number, self.rounds, tuple(self.entries), tuple(self.played), **{**self.more, **more}
        )

    def play(self, **more: Any) -> DrawResult:
        """Draw the next round, check it, and play it as drawn."""
        request = self.request(**more)
        result = draw(request)
        self.check(result)
        self.results.append(result)
        for table in result.tables:
            self.partners.update((both(*table.ns), both(*table.ew)))
            self.opponents.update(both(one, other) for one in table.ns for other in table.ew)
            self.together.update(both(*two) for two in combinations((*table.ns, *table.ew), 2))
        self.rests.update(result.byes)
        meetings = tuple(Meeting(table.ns, table.ew, table.table) for table in result.tables)
        absent = tuple(entry.id for entry in self.entries if not entry.plays)
        self.played.append(PlayedRound(result.round, meetings, result.byes, absent, result.plan))
        return result

    def play_all(self) -> "Mingling":
        while len(self.played) < self.rounds:
            self.play()
        return self

    def check(self, result: DrawResult) -> None:
        """Tables of four with different numbers, everybody who is there named once, as few rests as can be."""
        there = [entry.id for entry in self.entries if entry.plays]
        seated = [one for table in result.tables for one in (*table.ns, *table.ew)]
        assert sorted((*seated, *result.byes)) == sorted(there)
        assert len(result.byes) == len(there) % 4
        assert all(len(table.ns) == len(table.ew) == 2 for table in result.tables)
        assert sorted(table.table for table in result.tables) == list(range(1, len(result.tables) + 1))
        assert not result.out

    def change(self, entry: str, **what: Any) -> None:
        here = next(place for place, one in enumerate(self.entries) if one.id == entry)
        self.entries[here] = replace(self.entries[here], **what)

    def add(self, count: int = 1) -> None:
        for _ in range(count):
            number = len(self.entries) + 1
            self.entries.append(DrawEntry(f"p{number}", number))

    def rests_of_the_faithful(self) -> list[int]:
        """How often each rested who was there in all rounds."""
        missed = {one for played in self.played for one in played.absent}
        late = {entry.id for entry in self.entries} - {
            one for played in self.played[:1] for table in played.meetings for one in (*table.ns, *table.ew)
        }
        late -= set(self.played[0].byes)
        return [self.rests[entry.id] for entry in self.entries if entry.id not in missed | late]

    def rested_running(self) -> list[str]:
        rounds = [set(played.byes) for played in self.played]
        return [one for before, after in pairwise(rounds) for one in before & after]


def repeats(counter: Counter[frozenset[str]]) -> int:
    return sum(times - 1 for times in counter.values())


def past(chance: random.Random, ids: list[str], rounds: int) -> tuple[PlayedRound, ...]:
    """`rounds` rounds of anybody with and against anybody."""
    found = []
    for number in range(1, rounds + 1):
        here = chance.sample(ids, len(ids))
        last = len(here) // 4 * 4
        tables = [here[first : first + 4] for first in range(0, last, 4)]
        meetings = tuple(Meeting((a, b), (c, d), place) for place, (a, b, c, d) in enumerate(tables, 1))
        found.append(PlayedRound(number, meetings, tuple(here[last:])))
    return tuple(found)
