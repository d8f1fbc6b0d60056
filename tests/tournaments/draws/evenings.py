"""Whole evenings for the draw tests: entries, histories, and rounds drawn one after the other."""

import hashlib
from collections.abc import Iterator

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
