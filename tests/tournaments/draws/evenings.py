"""Whole evenings for the draw tests: entries, histories, and rounds drawn one after the other."""

import hashlib
import random
from collections.abc import Iterator
from dataclasses import replace

from tournaments.draws import (
    DrawEntry,
    DrawRequest,
    DrawResult,
    LockedTable,
    Meeting,
    PlayedRound,
    Rule,
    draw,
    round_seed,
)


def seed(name: object) -> str:
    """A seed that is always the same for the same name."""
    return hashlib.sha256(str(name).encode()).hexdigest()


def entries(count: int) -> tuple[DrawEntry, ...]:
    return tuple(DrawEntry(f"e{number}", number) for number in range(1, count + 1))


def as_played(result: DrawResult) -> PlayedRound:
    meetings = tuple(Meeting(table.ns, table.ew, table.table) for table in result.tables)
    return PlayedRound(result.round, meetings, result.byes)


def meeting(one: str, other: str, table: int | None = None, won: str = "") -> Meeting:
    """Two pairs that met."""
    return Meeting((one,), (other,), table, won)


def lock(one: str, other: str, table: int | None = None) -> LockedTable:
    return LockedTable((one,), (other,), table)


def rules(*names: str) -> tuple[Rule, ...]:
    return tuple(Rule(name) for name in names)


def evening(count: int, rounds: int, master: str) -> Iterator[DrawResult]:
    """`rounds` rounds of `count` entries, all present throughout."""
    played: list[PlayedRound] = []
    for number in range(1, rounds + 1):
        result = draw(
            DrawRequest("random", round_seed(master, number, 1), number, rounds, entries(count), tuple(played))
        )
        played.append(as_played(result))
        yield result


def pairs_of(result: DrawResult) -> set[frozenset[str]]:
    return {frozenset((*table.ns, *table.ew)) for table in result.tables}


def everybody(result: DrawResult) -> list[str]:
    seated = [entry for table in result.tables for entry in (*table.ns, *table.ew)]
    return sorted((*seated, *result.byes))


def must_breaches(result: DrawResult) -> list[tuple[str, tuple[str, ...]]]:
    return [(breach.rule, breach.entries) for breach in result.breaches if breach.must]


def whole_evening(system: str, size: int, rounds: int, **changes: object) -> list[DrawResult]:
    """`rounds` rounds of a skill-less field: who wins, and by how much, is the seed's affair."""
    chance = random.Random(f"{system}/{size}")
    standing = {one.id: (0, 0) for one in entries(size)}
    played: list[PlayedRound] = []
    results = []
    for number in range(1, rounds + 1):
        people = tuple(replace(one, standing=standing[one.id], club=f"c{one.number % 9}") for one in entries(size))
        asked = DrawRequest(system, seed(f"{system}/{size}/{number}"), number, rounds, people, tuple(played))
        results.append(draw(replace(asked, **changes)))  # type: ignore[arg-type]
        meetings = []
        for table in results[-1].tables:
            points = chance.randint(0, 1944)
            for side, scored in ((table.ns, points), (table.ew, 1944 - points)):
                wins, total = standing[side[0]]
                standing[side[0]] = (wins + (scored > 972), total + scored)
            won = "ns" if points > 972 else "ew" if points < 972 else ""
            meetings.append(meeting(table.ns[0], table.ew[0], table.table, won))
        played.append(PlayedRound(number, tuple(meetings), results[-1].byes))
    return results
