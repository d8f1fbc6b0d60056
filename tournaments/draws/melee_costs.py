"""The stated costs of a mêlée: ranked levels, each outweighing all the lower ones together over the whole evening.

Levels, heaviest first, in the order of `Terms.names`: `partner_again`; `fixed_tables` 1 for two at a table who each
need another one; then those of the musts and wishes as ranked, `no_rematch` standing after the musts if it is among
neither. `no_rematch` gives `together_again` and `opponents_again`. These and `partner_again` count for two people who
were partners (at a table, opponents) k times k·(k - 1)/2: the first repeat 1, the next one 2 more, and so on, so that
repeats are spread. `limited_repeats` gives `repeats_over`, the times beyond those allowed; `not_same_club` and
`keep_apart` give `same_club` and `kept_apart`, 1 for two of the same at a table. A level that a second rule asks for
has `_2` after its name, and so on.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.draws.costs import FIXED_TABLES, KEPT_APART, REPEATS_OVER, SAME_CLUB, groups_of
from tournaments.draws.field import Field
from tournaments.draws.model import (
    KEEP_APART,
    LIMITED_REPEATS,
    NO_REMATCH,
    NOT_SAME_CLUB,
    PARTNER_AGAIN,
    DrawRequest,
    Rule,
)
from tournaments.draws.plans.evening import Both

TOGETHER_AGAIN = "together_again"
OPPONENTS_AGAIN = "opponents_again"

_RULES = (NO_REMATCH, LIMITED_REPEATS, NOT_SAME_CLUB, KEEP_APART)

Price = Callable[[int, int], int]
"""What two people cost on a level, by how often they were partners and how often opponents."""


def _repeats(times: int) -> int:
    return times * (times - 1) // 2


@dataclass(frozen=True, slots=True)
class Level:
    """`price` of two by their meetings, or `apart`: who should not share a table, up to round `rule.until`."""

    name: str
    rule: Rule | None
    price: Price | None = None
    apart: frozenset[Both] = frozenset()


class Terms:
    """The levels of a request over everybody who comes; what they add up to in one number, and back."""

    def __init__(self, request: DrawRequest, everyone: Field, rounds: int) -> None:
        """`rounds`: how many are to be planned."""
        self.levels = _levels(request, everyone)
        self.names = tuple(level.name for level in self.levels)
        self.rules = {level.name: level.rule for level in self.levels}
        past = [len(found) for met in (everyone.met, everyone.partnered) for found in met.values()]
        self.most = rounds + 2 * max(past, default=0) + 1
        # No level can add up to more, nor change by more: every two at a table, each time at the dearest.
        highest = (everyone.size * 3 // 2 * rounds + sum(past)) * self.most + 1
        self.unit = 2 * highest + 1
        self.weights = [self.unit ** (len(self.levels) - 1 - rank) for rank in range(len(self.levels))]
        self.apart = [self._apart(number) for number in range(request.round, request.round + rounds)]

    def prices(self) -> list[list[int]]:
        """`prices[p][o]` of `Evening`."""
        span = range(self.most + 2)
        return [[self._price(partners, opponents) for opponents in span] for partners in span]

    def _price(self, partners: int, opponents: int) -> int:
        return sum(
            weight * level.price(partners, opponents)
            for weight, level in zip(self.weights, self.levels, strict=True)
            if level.price is not None
        )

    def _apart(self, number: int) -> dict[Both, int]:
        found: dict[Both, int] = {}
        for weight, level in zip(self.weights, self.levels, strict=True):
            if level.rule is None or level.rule.until is None or number <= level.rule.until:
                for both in level.apart:
                    found[both] = found.get(both, 0) + weight
        return found

    def split(self, total: int) -> tuple[int, ...]:
        """A sum, or a difference, on each level."""
        found = []
        for weight in self.weights:
            # Rounded to the nearest, since lower levels may be below zero: less than half a unit.
            value = (2 * total + weight) // (2 * weight)
            found.append(value)
            total -= value * weight
        return tuple(found)

    def least(self, everyone: Field, seated: Sequence[int]) -> int:
        """What no evening can fall below, if person i is seated in `seated[i]` more rounds."""
        total = 0
        partners = _past_by_person(everyone, (everyone.partnered,))
        opponents = _past_by_person(everyone, (everyone.met,))
        together = _past_by_person(everyone, (everyone.met, everyone.partnered))
        shares = {
            PARTNER_AGAIN: (partners, 1),
            OPPONENTS_AGAIN: (opponents, 2),
            TOGETHER_AGAIN: (together, 3),
        }
        for weight, level in zip(self.weights, self.levels, strict=True):
            if level.name in shares:
                times, each = shares[level.name]
                whole = sum(
                    sum(_repeats(count) for count in _filled(times[one], everyone.size - 1, each * rounds))
                    for one, rounds in enumerate(seated)
                )
                total += weight * (-(-whole // 2))
        return total


def _past_by_person(everyone: Field, pasts: Sequence[dict[Both, tuple[int, ...]]]) -> list[list[int]]:
    """For each person, how often each other one was met, those never met left out."""
    counts: Counter[Both] = Counter()
    for past in pasts:
        counts.update({both: len(rounds) for both, rounds in past.items()})
    found: list[list[int]] = [[] for _ in range(everyone.size)]
    for (one, other), times in counts.items():
        found[one].append(times)
        found[other].append(times)
    return found


def _filled(times: Sequence[int], others: int, more: int) -> list[int]:
    """The counts of one person once `more` meetings are added as evenly as can be over `others` people."""
    fresh = others - len(times)
    if more <= fresh:
        return list(times)
    counts = [*times, *[0] * fresh]
    heapq.heapify(counts)
    for _ in range(more):
        heapq.heapreplace(counts, counts[0] + 1)
    return counts


def _levels(request: DrawRequest, everyone: Field) -> list[Level]:
    found = [Level(PARTNER_AGAIN, None, lambda partners, _: _repeats(partners))]
    tables = [entry.fixed_table for entry in everyone.entries]
    needing = [one for one, table in enumerate(tables) if table is not None]
    if len(needing) > 1:
        apart = frozenset(both for both in combinations(needing, 2) if tables[both[0]] != tables[both[1]])
        found.append(Level(FIXED_TABLES, None, apart=apart))
    musts = [rule for rule in request.musts if rule.name in _RULES]
    wishes = [rule for rule in request.wishes if rule.name in _RULES and rule not in musts]
    if not any(rule.name == NO_REMATCH for rule in (*musts, *wishes)):
        musts.append(Rule(NO_REMATCH))
    count: Counter[str] = Counter()
    for level in (level for rule in (*musts, *wishes) for level in _of_rule(rule, everyone)):
        count[level.name] += 1
        times = count[level.name]
        name = level.name if times == 1 else f"{level.name}_{times}"
        found.append(Level(name, level.rule, level.price, level.apart))
    return found


def _of_rule(rule: Rule, everyone: Field) -> Iterator[Level]:
    if rule.name == NO_REMATCH:
        yield Level(TOGETHER_AGAIN, rule, lambda partners, opponents: _repeats(partners + opponents))
        yield Level(OPPONENTS_AGAIN, rule, lambda _, opponents: _repeats(opponents))
    elif rule.name == LIMITED_REPEATS:
        yield Level(REPEATS_OVER, rule, lambda partners, opponents: max(0, partners + opponents - rule.times))
    else:
        masks = groups_of(everyone, rule)
        apart = frozenset(both for both in combinations(range(everyone.size), 2) if masks[both[0]] & masks[both[1]])
        yield Level(SAME_CLUB if rule.name == NOT_SAME_CLUB else KEPT_APART, rule, apart=apart)
