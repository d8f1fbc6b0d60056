from collections import Counter
from itertools import combinations

import pytest

from tournaments.draws.plans.designs import Round, never_twice, whist

LISTED = range(8, 133, 4)

KNOWN = {16: 5, 20: 5, 24: 7, 28: 9, 32: 9, 36: 9, 44: 11, 48: 0, 64: 17, 80: 21}
"""Rounds there are to have here; the affine planes and the products of fields among them."""


def everybody_sits_once(players: int, rounds: list[Round]) -> bool:
    return all(sorted(one for table in tables for one in table) == list(range(players)) for tables in rounds)


@pytest.mark.parametrize("players", LISTED)
def test_nobody_shares_a_table_twice(players: int) -> None:
    rounds = never_twice(players)
    assert everybody_sits_once(players, rounds)
    together = [frozenset(both) for tables in rounds for table in tables for both in combinations(table, 2)]
    assert len(together) == len(set(together))


@pytest.mark.parametrize("players", KNOWN)
def test_a_construction_gives_the_rounds_it_promises(players: int) -> None:
    assert len(never_twice(players)) == KNOWN[players]


@pytest.mark.parametrize("players", [16, 28])
def test_in_these_all_have_met(players: int) -> None:
    rounds = never_twice(players)
    together = {frozenset(both) for tables in rounds for table in tables for both in combinations(table, 2)}
    assert len(together) == players * (players - 1) // 2


@pytest.mark.parametrize("players", [8, 12])
def test_at_whist_each_two_are_partners_once_and_opponents_twice(players: int) -> None:
    rounds = whist(players)
    assert everybody_sits_once(players, rounds)
    partners = Counter(frozenset(side) for tables in rounds for a, b, c, d in tables for side in ((a, b), (c, d)))
    opponents = Counter(
        frozenset(both) for tables in rounds for a, b, c, d in tables for both in ((a, c), (a, d), (b, c), (b, d))
    )
    assert len(partners) == len(opponents) == players * (players - 1) // 2
    assert set(partners.values()) == {1}
    assert set(opponents.values()) == {2}


def test_other_numbers_have_none() -> None:
    assert never_twice(8) == never_twice(12) == never_twice(40) == whist(16) == []
