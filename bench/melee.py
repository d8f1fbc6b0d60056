"""Whole evenings of a mêlée: what repeats are left, how long the plan takes, and what is known to be possible.

Run: python bench/melee.py [PLAYERS,ROUNDS ...]

`twice` counts the pairs of people who share a table twice or more, `partners` those who are partners twice or more,
`at least` what no plan can avoid, by counting (each player meets three others a round). `known` is the greatest number
of rounds known with nobody at a table together twice (the social golfer problem with groups of four: 16 and 40 to 13
are affine and projective geometries, 24 and 36 resolvable group divisible designs, 28 a resolvable block design, 32 x
10 by A. Aguado, 2004). Seconds are of the processor, for the draw of the first round, which plans all of them. The last
column is the same without stored or algebraic constructions.
"""

import sys
import time
from collections import Counter
from itertools import combinations
from pathlib import Path
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tournaments.draws import DrawEntry, DrawRequest, draw, melee, round_seed

KNOWN = {16: 5, 20: 5, 24: 7, 28: 9, 32: 10, 36: 11, 40: 13}
USUAL = (
    (8, 7), (9, 5), (12, 5), (16, 5), (17, 5), (20, 5), (24, 6), (24, 7), (28, 9), (32, 6), (32, 9), (32, 10), (36, 9),
    (36, 11), (40, 8), (40, 13), (45, 5), (45, 8), (64, 10), (100, 8), (200, 6), (600, 7),
)  # fmt: skip


def planned(players: int, rounds: int) -> tuple[int, int, float]:
    """How often two are at a table again, how often partners again; seconds."""
    entries = tuple(DrawEntry(str(number), number) for number in range(1, players + 1))
    request = DrawRequest("melee", round_seed("5" * 64, 1, 1), 1, rounds, entries)
    started = time.process_time()
    plan = draw(request).plan
    seconds = time.process_time() - started
    assert plan is not None
    tables = [table for tables in plan.rounds for table in tables]
    together = Counter(frozenset(two) for table in tables for two in combinations(table, 2))
    partners = Counter(frozenset(side) for table in tables for side in (table[:2], table[2:]))
    return sum(together.values()) - len(together), sum(partners.values()) - len(partners), seconds


def at_least(players: int, rounds: int) -> int:
    """How often two must share a table again, everybody being seated in as many rounds as are fair."""
    seats = players // 4 * 4 * rounds
    over = sum(max(0, 3 * (seats // players + (one < seats % players)) - players + 1) for one in range(players))
    return -(-over // 2)


def main() -> None:
    chosen = [tuple(int(part) for part in one.split(",")) for one in sys.argv[1:]] or USUAL
    print("players rounds   twice partners  at least  seconds   known   searched: twice  seconds")
    for players, rounds in chosen:
        twice, partners, seconds = planned(players, rounds)
        with patch.object(melee, "never_twice", lambda _: []), patch.object(melee, "whist", lambda _: []):
            searched, _, longer = planned(players, rounds)
        known = KNOWN.get(players, "")
        least = at_least(players, rounds)
        print(
            f"{players:7} {rounds:6} {twice:7} {partners:8} {least:9} {seconds:8.2f} {known:>7}"
            f" {searched:17} {longer:8.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
