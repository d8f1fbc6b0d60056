"""The stated costs of a draw: ranked levels, each outweighing all the lower ones together.

Heaviest first: who may not rest, who fills an odd field, two who each need their own table, then the musts as ranked,
the wishes as ranked, and whom the system would have rest. Below them come the system's own costs and the seed's noise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from operator import or_

from tournaments.draws.field import Field, Pair
from tournaments.draws.model import (
    KEEP_APART,
    LIMITED_REPEATS,
    NO_REMATCH,
    NOT_SAME_CLUB,
    ONE_BYE,
    DrawRequest,
    Rule,
)

NOISE_BITS = 48
"""Every pair's last cost term is a random number of so many bits. By the isolation lemma two draws share the least
sum with a probability under (pairs weighed) / 2**48: less than one in a thousand million for 2,000 entries."""

BYE_REFUSED = "bye_refused"
BYE_STAND_IN = "bye_stand_in"
FIXED_TABLES = "fixed_tables"
BYE_RUNNING = "bye_running"
BYE_EXCESS = "bye_excess"
REMATCHES = "rematches"
REMATCH_WEIGHT = "rematch_weight"
REPEATS_OVER = "repeats_over"
SAME_CLUB = "same_club"
KEPT_APART = "kept_apart"
BYE_PLACE = "bye_place"

BYE_LEVELS = frozenset({BYE_REFUSED, BYE_STAND_IN, BYE_RUNNING, BYE_EXCESS, BYE_PLACE})

Level = Callable[[int, int], int]


class Costs:
    """What each pair costs; the bye of entry i is the pair (i, field.bye).

    Levels, in the order of `names`: `bye_refused` 1 for a bye to who may not rest; `bye_stand_in` 1 for a bye to
    anybody else while a stand-in plays; `fixed_tables` 1 for two who each need another table; `bye_running` 1 for a
    bye to who rested in the last round played; `bye_excess` byes had beyond the fewest had by anybody who may rest;
    `rematches` 1 for a pair that has met; `rematch_weight` among rematches, fewer earlier meetings first, then the one
    longest ago; `repeats_over` the meetings there would be beyond those allowed; `same_club` and `kept_apart` 1 for a
    pair that must not be; `bye_place` the system's order of who rests. A level that a second rule asks for has `_2`
    after its name, and so on. `rules` says which rule a level comes from (none for the engine's own).
    """

    def __init__(self, field: Field, request: DrawRequest, bye_order: Sequence[int] | None = None) -> None:
        """`bye_order[i]`: 0 or more, the lower the sooner entry i rests, all else being equal."""
        self._field = field
        self._pairs: list[tuple[str, Level]] = []
        self._byes: list[tuple[str, Level]] = []
        self._place: dict[str, int] = {}
        self.rules: dict[str, Rule] = {}
        count: Counter[str] = Counter()
        for name, level, rule in self._levels(request, bye_order):
            count[name] += 1
            full = name if count[name] == 1 else f"{name}_{count[name]}"
            self._place[full] = len(self._place)
            if level is not None:
                (self._byes if name in BYE_LEVELS else self._pairs).append((full, level))
            if rule is not None:
                self.rules[full] = rule
        self.names = tuple(self._place)

    def row(self, one: int, other: int) -> tuple[int, ...] | None:
        """What the pair costs on each level; None where it costs nothing."""
        found = None
        for name, level in self._byes if other == self._field.bye else self._pairs:
            value = level(one, other)
            if value:
                if found is None:
                    found = [0] * len(self.names)
                found[self._place[name]] = value
        return None if found is None else tuple(found)

    def sums(self, pairs: Iterable[Pair]) -> tuple[tuple[str, int], ...]:
        """Each level's name with its sum over `pairs`."""
        rows = [row for row in (self.row(*one) for one in pairs) if row is not None]
        return tuple((name, sum(row[level] for row in rows)) for level, name in enumerate(self.names))

    def _levels(
        self, request: DrawRequest, bye_order: Sequence[int] | None
    ) -> Iterable[tuple[str, Level | None, Rule | None]]:
        entries = self._field.entries
        odd = len(entries) % 2 == 1
        fixed = [entry.fixed_table for entry in entries]
        yield BYE_REFUSED, lambda one, _: int(not entries[one].may_rest), None
        if odd and any(entry.stand_in for entry in entries):
            yield BYE_STAND_IN, lambda one, _: int(not entries[one].stand_in), None
        if sum(table is not None for table in fixed) > 1:
            yield FIXED_TABLES, lambda one, other: int(None is not fixed[one] != fixed[other] is not None), None
        for rule in (*request.musts, *request.wishes):
            for name, level in self._of_rule(rule, request):
                yield name, level, rule
        if bye_order is not None:
            yield BYE_PLACE, lambda one, _: bye_order[one], None

    def _of_rule(self, rule: Rule, request: DrawRequest) -> Iterable[tuple[str, Level | None]]:
        """The levels of a rule, also where nothing can break it: without a function there, which is quicker."""
        field = self._field
        met = field.met
        if rule.name == ONE_BYE:
            running, excess = _rests(field)
            yield BYE_RUNNING, lambda one, _: running[one]
            yield BYE_EXCESS, lambda one, _: excess[one]
        elif rule.name == NO_REMATCH:
            step = field.last_round + 1
            yield REMATCHES, (lambda one, other: int((one, other) in met)) if met else None
            yield REMATCH_WEIGHT, (lambda one, other: _weight(met.get((one, other)), step)) if met else None
        elif rule.name == LIMITED_REPEATS:
            times = rule.times
            over = (lambda one, other: max(0, len(met.get((one, other), ())) + 1 - times)) if met else None
            yield REPEATS_OVER, over
        elif rule.name in (NOT_SAME_CLUB, KEEP_APART):
            masks = groups_of(field, rule)
            holds = any(masks) and (rule.until is None or request.round <= rule.until)
            apart = (lambda one, other: int(masks[one] & masks[other] != 0)) if holds else None
            yield (SAME_CLUB if rule.name == NOT_SAME_CLUB else KEPT_APART), apart


def _weight(rounds: tuple[int, ...] | None, step: int) -> int:
    """Of a rematch: fewer meetings weigh less, then those longer ago; `step` is more than any round."""
    return 0 if rounds is None else len(rounds) * step + rounds[-1]


def groups_of(field: Field, rule: Rule) -> list[int]:
    """For `not_same_club` and `keep_apart`: each entry's groups as bits; two that share a bit must not meet."""
    entries = field.entries
    if rule.name == NOT_SAME_CLUB:
        clubs = {club: place for place, club in enumerate(sorted({entry.club for entry in entries if entry.club}))}
        return [1 << clubs[entry.club] if entry.club else 0 for entry in entries]
    bits: dict[str, int] = {}
    for place, group in enumerate(rule.groups):
        for who in group:
            bits[who] = bits.get(who, 0) | 1 << place
    return [reduce(or_, (bits.get(who, 0) for who in (entry.id, *entry.persons)), 0) for entry in entries]


def _rests(field: Field) -> tuple[list[int], list[int]]:
    """For each entry: 1 where it rested in the last round played; and its byes beyond the fewest anybody had."""
    counts = [len(rounds) for rounds in field.rested]
    regular = [entry.may_rest and not entry.stand_in for entry in field.entries]
    fewest = min([count for count, may in zip(counts, regular, strict=True) if may] or counts)
    running = [
        int(field.last_round in rounds and not entry.stand_in)
        for rounds, entry in zip(field.rested, field.entries, strict=True)
    ]
    excess = [
        0 if entry.stand_in else max(0, count - fewest) for count, entry in zip(counts, field.entries, strict=True)
    ]
    return running, excess
