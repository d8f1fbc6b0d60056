"""The stated costs of a draw: ranked levels, each outweighing all the lower ones together, as one integer a pair."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.draws.field import Field, Pair
from tournaments.draws.model import NO_REMATCH, ONE_BYE

NOISE_BITS = 48
"""Every pair's last cost term is a random number of so many bits. By the isolation lemma two draws share the least
sum with a probability under (pairs weighed) / 2**48: less than one in a thousand million for 2,000 entries."""

BYE_REFUSED = "bye_refused"
BYE_RUNNING = "bye_running"
BYE_EXCESS = "bye_excess"
REMATCHES = "rematches"
REMATCH_WEIGHT = "rematch_weight"

LEVELS_OF = {ONE_BYE: (BYE_RUNNING, BYE_EXCESS), NO_REMATCH: (REMATCHES, REMATCH_WEIGHT)}


@dataclass(frozen=True, slots=True)
class Costs:
    """What each pair costs. Pairs that cost nothing are not listed; the bye of entry i is the pair (i, field.bye).

    Levels, in the order of `names`, heaviest first; whoever may not rest weighs most, then the musts as ranked:
    `bye_refused` 1 for a bye to who may not rest; `bye_running` 1 for a bye to who rested in the last round played;
    `bye_excess` byes had beyond the fewest had by anybody who may rest; `rematches` 1 for a pair that has met;
    `rematch_weight` among rematches, fewer earlier meetings first, then the one longest ago.
    """

    names: tuple[str, ...]
    values: dict[Pair, tuple[int, ...]]

    def sums(self, pairs: Iterable[Pair]) -> tuple[tuple[str, int], ...]:
        """Each level's name with its sum over `pairs`."""
        rows = [self.values[pair] for pair in pairs if pair in self.values]
        return tuple((name, sum(row[level] for row in rows)) for level, name in enumerate(self.names))

    def packed(self, tables: int, finest: int) -> dict[Pair, int]:
        """Each listed pair's levels as one integer, for a draw of `tables` tables.

        One point of any level weighs more than all the lower levels, the system's own costs and the noise can add up
        to in one draw; `finest` is the greatest sum of the system's own costs, whose unit is `finest_unit(tables)`.
        """
        unit = finest_unit(tables) * (finest + 1)
        units = []
        for level in reversed(range(len(self.names))):
            units.append(unit)
            times = 1 if self.names[level].startswith("bye") else tables
            unit *= 1 + times * max((row[level] for row in self.values.values()), default=0)
        units.reverse()
        return {
            pair: sum(value * unit for value, unit in zip(row, units, strict=True)) for pair, row in self.values.items()
        }


def finest_unit(tables: int) -> int:
    """What one point of a system's own cost weighs: more than the noise of all tables and the bye."""
    return (tables + 1) << NOISE_BITS


def costs_of(field: Field, musts: tuple[str, ...]) -> Costs:
    """The costs of every pair of the field under the ranked `musts`."""
    names = (BYE_REFUSED, *(level for must in musts for level in LEVELS_OF[must]))
    named = {**_rematch_costs(field), **_bye_costs(field)}
    values = {}
    for pair, by_name in named.items():
        row = tuple(by_name.get(name, 0) for name in names)
        if any(row):
            values[pair] = row
    return Costs(names, values)


def _rematch_costs(field: Field) -> dict[Pair, dict[str, int]]:
    step = field.last_round + 1
    return {pair: {REMATCHES: 1, REMATCH_WEIGHT: len(met) * step + met[-1]} for pair, met in field.met.items()}


def _bye_costs(field: Field) -> dict[Pair, dict[str, int]]:
    if field.size % 2 == 0:
        return {}
    counts = [len(rounds) for rounds in field.rested]
    allowed = [count for count, may in zip(counts, field.may_rest, strict=True) if may]
    fewest = min(allowed or counts)
    return {
        (entry, field.bye): {
            BYE_REFUSED: int(not field.may_rest[entry]),
            BYE_RUNNING: int(field.last_round in field.rested[entry]),
            BYE_EXCESS: max(0, counts[entry] - fewest),
        }
        for entry in range(field.size)
    }
