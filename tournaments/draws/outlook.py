"""Looking ahead: can the rounds still announced be drawn without a rematch once this one is played?

A draw that minds only its own round paints small fields into a corner: six entries, after three careless rounds, can
be left with two groups of three in which nobody has anybody new. So before a round is accepted, the rounds after it
are drawn on trial, at random, with more than one try at each, until all are found or the work allowed is used up.
In fields that are large for their rounds nothing has to be tried: see `Outlook.is_roomy`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.draws.costs import NOISE_BITS
from tournaments.draws.field import Pair
from tournaments.draws.matching import Edge, perfect_matching
from tournaments.draws.seeds import Chance

TRIES = 3
"""Trial draws of one round before the round before it is blamed."""


@dataclass(slots=True)
class Work:
    """How many candidate pairs the trials may still weigh: a count, not a clock, so that every machine agrees."""

    left: int


@dataclass(frozen=True, slots=True)
class Outlook:
    """Who could still meet whom. `fresh[i]` has bit j set when entries i and j have not met.

    `rests[i]`: byes had; `rested_last[i]`, `may_rest[i]`; `spread`: byes must be spread evenly.
    """

    fresh: tuple[int, ...]
    rests: tuple[int, ...]
    rested_last: tuple[bool, ...]
    may_rest: tuple[bool, ...]
    spread: bool

    def after(self, pairs: Iterable[Pair]) -> Outlook:
        """The outlook once `pairs` are played; the bye is a pair with the index after the last entry."""
        fresh = list(self.fresh)
        rests = list(self.rests)
        rested = [False] * len(fresh)
        for one, other in pairs:
            if other == len(fresh):
                rests[one] += 1
                rested[one] = True
            else:
                fresh[one] &= ~(1 << other)
                fresh[other] &= ~(1 << one)
        return Outlook(tuple(fresh), tuple(rests), tuple(rested), self.may_rest, self.spread)

    def most_rounds(self) -> int:
        """No more rounds than this can be without a rematch: somebody has nobody new to meet after them."""
        return min(row.bit_count() for row in self.fresh) + len(self.fresh) % 2

    def is_roomy(self, rounds: int) -> bool:
        """Whether `rounds` more rounds are possible whatever is drawn in each.

        Dirac: where everybody has at least half of an even field left to meet, a complete draw exists. Each round
        takes one of them, and in an odd field the one at rest takes another for that round.
        """
        size = len(self.fresh)
        odd = size % 2
        fewest = min(row.bit_count() for row in self.fresh)
        return 2 * (fewest - odd - (rounds - 1)) >= size - odd

    def resters(self) -> list[int]:
        """Who may have the next bye (nobody in an even field), by the order of costs a draw uses."""
        size = len(self.fresh)
        if size % 2 == 0:
            return []
        keys = [
            (not self.may_rest[i], self.spread and self.rested_last[i], self.rests[i] if self.spread else 0)
            for i in range(size)
        ]
        best = min(keys)
        return [i for i in range(size) if keys[i] == best]


def rounds_ahead(outlook: Outlook, rounds: int, chance: Chance, work: Work) -> int:
    """How many of the next `rounds` rounds were shown to be possible without a rematch: `rounds` when all are."""
    if rounds <= 0:
        return 0
    if outlook.is_roomy(rounds):
        return rounds
    most = 0
    for _ in range(TRIES):
        pairs = _trial(outlook, chance, work)
        if pairs is None:
            break
        most = max(most, 1 + rounds_ahead(outlook.after(pairs), rounds - 1, chance, work))
        if most == rounds or work.left <= 0:
            break
    return most


def _trial(outlook: Outlook, chance: Chance, work: Work) -> list[Pair] | None:
    size = len(outlook.fresh)
    open_pairs = [
        (one, other) for one in range(size) for other in range(one + 1, size) if outlook.fresh[one] >> other & 1
    ]
    open_pairs += [(one, size) for one in outlook.resters()]
    work.left -= len(open_pairs)
    noise = chance.words(len(open_pairs))
    edges: list[Edge] = [
        (one, other, word >> 64 - NOISE_BITS) for (one, other), word in zip(open_pairs, noise, strict=True)
    ]
    return perfect_matching(range(size + size % 2), edges)
