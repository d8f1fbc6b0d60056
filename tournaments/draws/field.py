"""The request checked and turned into what the systems work on: indices in the order of the entries' numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

from tournaments.draws.model import (
    BALANCED_SIDES,
    KEEP_APART,
    LIMITED_REPEATS,
    NEW_TABLE,
    NO_REMATCH,
    NOT_SAME_CLUB,
    ONE_BYE,
    DrawEntry,
    DrawError,
    DrawRequest,
    PlayedRound,
    Rule,
)
from tournaments.draws.seeds import checked_seed

Pair = tuple[int, int]

MUSTS = frozenset({ONE_BYE, NO_REMATCH, LIMITED_REPEATS, NOT_SAME_CLUB, KEEP_APART})
MOST_POINTS = 500_000
"""What an entry can stand at, plus or minus: the squares of differences stay within what the costs allow for."""

MOST_ROUNDS = 10_000
"""More rounds than this are none."""

WISHES = MUSTS | {NEW_TABLE, BALANCED_SIDES}


def pair(one: int, other: int) -> Pair:
    """The two indices, lower first."""
    return (one, other) if one < other else (other, one)


@dataclass(frozen=True, slots=True)
class LockedSeats:
    """A fixed meeting by index; `table` None where the draw chooses it."""

    ns: tuple[int, ...]
    ew: tuple[int, ...]
    table: int | None


@dataclass(frozen=True, slots=True)
class Field:
    """The playing entries 0 … n-1 by number, with their past among themselves.

    `met[(i, j)]`, i < j: the rounds in which they met as opponents; `partnered[(i, j)]`: as partners. `rested[i]`: the
    rounds i rested. `sides[i]`: rounds played north-south minus rounds played east-west. `tables[i]`: the rounds i sat
    at each table. `last_round`: the greatest number among the rounds played, 0 before the first.
    """

    entries: tuple[DrawEntry, ...]
    met: dict[Pair, tuple[int, ...]]
    partnered: dict[Pair, tuple[int, ...]]
    rested: tuple[tuple[int, ...], ...]
    sides: tuple[int, ...]
    tables: tuple[dict[int, tuple[int, ...]], ...]
    last_round: int
    locked: tuple[LockedSeats, ...]

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(entry.id for entry in self.entries)

    @property
    def may_rest(self) -> tuple[bool, ...]:
        return tuple(entry.may_rest for entry in self.entries)

    def together(self, both: Pair) -> tuple[int, ...]:
        """The rounds in which the two, lower first, sat at a table, as opponents or as partners."""
        mates = self.partnered.get(both, ())
        return tuple(sorted((*self.met.get(both, ()), *mates))) if mates else self.met.get(both, ())

    def locked_pairs(self) -> list[tuple[int, int, int | None]]:
        """(north-south, east-west, table) of each fixed meeting; DrawError `locked_seats` where a side is not one."""
        for lock in self.locked:
            for side in (lock.ns, lock.ew):
                if len(side) != 1:
                    raise DrawError("locked_seats", entry=self.entries[(*lock.ns, *lock.ew)[0]].id)
        return [(lock.ns[0], lock.ew[0], lock.table) for lock in self.locked]

    @property
    def size(self) -> int:
        return len(self.entries)

    @property
    def bye(self) -> int:
        """The index that stands for the bye: one after the last entry."""
        return len(self.entries)


def prepare(request: DrawRequest, least: int = 2) -> Field:
    """Check `request` whole (DrawError names the first thing to mend) and give the field to draw.

    `least`: how many entries have to play for the draw to make sense.
    """
    checked_seed(request.seed)
    _check_rules(request)
    _check_entries(request.entries)
    _check_history(request)
    playing = sorted((entry for entry in request.entries if entry.plays), key=lambda entry: entry.number)
    if len(playing) < least:
        raise DrawError("too_few_entries", entries=len(playing))
    index = {entry.id: position for position, entry in enumerate(playing)}
    return _with_history(request, playing, index)


def _check_rules(request: DrawRequest) -> None:
    for number in (request.round, max(request.announced_rounds, 1)):
        if not 1 <= number <= MOST_ROUNDS:
            raise DrawError("bad_round", round=number)
    for rules, known in ((request.musts, MUSTS), (request.wishes, WISHES)):
        names = [rule.name for rule in rules]
        for rule in rules:
            # Groups may be kept apart by several rules, each with its own last round.
            many = rule.name == KEEP_APART and rules.count(rule) == 1
            if rule.name not in known or (names.count(rule.name) > 1 and not many):
                raise DrawError("unknown_rule", rule=rule.name)
            _check_parameters(rule)


def _check_parameters(rule: Rule) -> None:
    wrong = (
        (rule.until is not None and (rule.until < 1 or rule.name not in (NOT_SAME_CLUB, KEEP_APART)))
        or (rule.times < 1 if rule.name == LIMITED_REPEATS else rule.times != 0)
        or (not rule.groups if rule.name == KEEP_APART else bool(rule.groups))
    )
    if wrong:
        raise DrawError("bad_rule", rule=rule.name)


def _check_entries(entries: tuple[DrawEntry, ...]) -> None:
    ids: set[str] = set()
    numbers: set[int] = set()
    for entry in entries:
        if entry.id in ids:
            raise DrawError("duplicate_entry", entry=entry.id)
        if entry.number in numbers:
            raise DrawError("duplicate_number", number=entry.number)
        if entry.fixed_table is not None and entry.fixed_table < 1:
            raise DrawError("bad_table", table=entry.fixed_table)
        if any(abs(figure) > MOST_POINTS for figure in entry.standing):
            raise DrawError("bad_standing", entry=entry.id)
        ids.add(entry.id)
        numbers.add(entry.number)


def _check_history(request: DrawRequest) -> None:
    known = {entry.id for entry in request.entries}
    numbers: set[int] = set()
    for played in request.played:
        if played.number < 1:
            raise DrawError("bad_round", round=played.number)
        if played.number >= request.round:
            raise DrawError("history_not_before", round=played.number)
        if played.number in numbers:
            raise DrawError("duplicate_round", round=played.number)
        numbers.add(played.number)
        seen: set[str] = set()
        for entry in _people(played):
            if entry not in known:
                raise DrawError("unknown_entry", entry=entry, round=played.number)
            if entry in seen:
                raise DrawError("twice_in_round", entry=entry, round=played.number)
            seen.add(entry)


def _people(played: PlayedRound) -> Iterator[str]:
    for meeting in played.meetings:
        for entry in meeting.ns:
            if entry in meeting.ew:
                raise DrawError("meets_itself", entry=entry, round=played.number)
        if meeting.table is not None and meeting.table < 1:
            raise DrawError("bad_table", table=meeting.table)
        yield from meeting.ns
        yield from meeting.ew
    yield from played.byes
    yield from played.absent


def _with_history(request: DrawRequest, playing: list[DrawEntry], index: dict[str, int]) -> Field:
    size = len(playing)
    met: dict[Pair, list[int]] = {}
    partnered: dict[Pair, list[int]] = {}
    rested: list[list[int]] = [[] for _ in range(size)]
    tables: list[dict[int, list[int]]] = [{} for _ in range(size)]
    sides = [0] * size
    for played in sorted(request.played, key=lambda one: one.number):
        for meeting in played.meetings:
            ns, ew = ([index[entry] for entry in side if entry in index] for side in (meeting.ns, meeting.ew))
            for one, other in product(ns, ew):
                met.setdefault(pair(one, other), []).append(played.number)
            for side, step in ((ns, 1), (ew, -1)):
                for one, other in combinations(side, 2):
                    partnered.setdefault(pair(one, other), []).append(played.number)
                for who in side:
                    sides[who] += step
                    if meeting.table is not None:
                        tables[who].setdefault(meeting.table, []).append(played.number)
        for entry in played.byes:
            if entry in index:
                rested[index[entry]].append(played.number)
    return Field(
        entries=tuple(playing),
        met={key: tuple(rounds) for key, rounds in met.items()},
        partnered={key: tuple(rounds) for key, rounds in partnered.items()},
        rested=tuple(tuple(rounds) for rounds in rested),
        sides=tuple(sides),
        tables=tuple({table: tuple(rounds) for table, rounds in seen.items()} for seen in tables),
        last_round=max((played.number for played in request.played), default=0),
        locked=_locked(request, index),
    )


def _locked(request: DrawRequest, index: dict[str, int]) -> tuple[LockedSeats, ...]:
    seen: set[str] = set()
    tables: set[int] = set()
    found = []
    for lock in request.locked:
        for entry in (*lock.ns, *lock.ew):
            if entry not in index:
                raise DrawError("locked_not_playing", entry=entry)
            if entry in seen:
                raise DrawError("locked_twice", entry=entry)
            seen.add(entry)
        if lock.table is not None:
            if lock.table < 1:
                raise DrawError("bad_table", table=lock.table)
            if lock.table in tables:
                raise DrawError("locked_table_twice", table=lock.table)
            tables.add(lock.table)
        ns, ew = (tuple(index[entry] for entry in side) for side in (lock.ns, lock.ew))
        found.append(LockedSeats(ns, ew, lock.table))
    return tuple(sorted(found, key=lambda one: sorted((*one.ns, *one.ew))))
