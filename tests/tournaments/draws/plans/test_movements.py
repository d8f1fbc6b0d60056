"""Movements: recounted from the sittings alone, for every field from 2 to 65 pairs and a few large ones."""

import itertools
from collections import Counter

import pytest

from tournaments.draws.plans.movements import (
    MITCHELL_STYLES,
    PLAIN,
    RELAY,
    SKIP,
    EvenOdd,
    Mitchell,
    Movement,
    RoundRobin,
    cards,
    even,
    mitchell_style,
)

PLACES = [*range(2, 67, 2), 100]
"""What the fields of 2 to 65 need, an odd one a vacant place more."""


def rounds_of(movement: Movement) -> list[list[tuple[int, int]]]:
    """All its rounds as pairs of places, after checking that everybody sits once a round and tables are 1, 2, …"""
    rounds = []
    for number in range(1, movement.most + 1):
        sittings = movement.round(number)
        assert sorted(place for one in sittings for place in (one.ns, one.ew)) == list(range(movement.places))
        assert [one.table for one in sittings] == list(range(1, movement.places // 2 + 1))
        rounds.append([(one.ns, one.ew) for one in sittings])
    return rounds


@pytest.mark.parametrize("places", [*range(2, 67, 2), 128])
def test_in_a_round_robin_all_meet_all_once_a_leg_on_even_sides(places: int) -> None:
    rounds = rounds_of(RoundRobin(places, legs=2))
    half = places - 1
    assert rounds[:half] == rounds_of(RoundRobin(places))
    assert len(rounds) == 2 * half
    seats = [pair for pairs in rounds[:half] for pair in pairs]
    assert {frozenset(pair) for pair in seats} == {frozenset(pair) for pair in itertools.combinations(range(places), 2)}
    assert len(seats) == places * half // 2
    assert {(ew, ns) for ns, ew in seats} == {pair for pairs in rounds[half:] for pair in pairs}
    for size in (places, places - 1):  # the last place of an odd field is vacant: who is to meet it rests
        balance = [0] * places
        rests: Counter[int] = Counter()
        for pairs in rounds[:half]:
            for ns, ew in pairs:
                if max(ns, ew) < size:
                    balance[ns] += 1
                    balance[ew] -= 1
                else:
                    rests[min(ns, ew)] += 1
            assert max(map(abs, balance)) <= 2
        assert max(map(abs, balance)) <= (0 if size % 2 else 1)
        assert rests == (Counter(range(size)) if size % 2 else Counter())


def test_even_numbers_move_one_table_up_and_odd_ones_stay() -> None:
    for places in PLACES:
        movement = EvenOdd(places)
        tables = places // 2
        rounds = rounds_of(movement)
        assert movement.most == len(rounds) == tables
        assert len({frozenset(pair) for pairs in rounds for pair in pairs}) == tables**2  # nobody twice
        at: dict[int, int] = {}
        for number, pairs in enumerate(rounds, 1):
            for table, (ns, ew) in enumerate(pairs, 1):
                assert ns + 1 == 2 * table - 1  # pair 2t - 1 keeps table t
                assert number == 1 or at[ew] % tables + 1 == table
                at[ew] = table
        assert movement.round(tables + 1) == movement.round(1)


def test_eight_pairs_move_as_in_a_hall() -> None:
    """Written down by hand: tables 1 to 4, the even pair of each."""
    evens = [[one.ew + 1 for one in EvenOdd(8).round(number)] for number in (1, 2, 3, 4)]
    assert evens == [[2, 4, 6, 8], [8, 2, 4, 6], [6, 8, 2, 4], [4, 6, 8, 2]]


@pytest.mark.parametrize("style", MITCHELL_STYLES)
def test_a_mitchell_brings_nobody_together_twice(style: str) -> None:
    for places in PLACES:
        tables = places // 2
        if style != PLAIN and tables % 2:
            continue
        movement = Mitchell(places, style)
        rounds = rounds_of(movement)
        assert len(rounds) == (tables - 1 if style == SKIP else tables)
        pairs = [pair for one in rounds for pair in one]
        assert len(set(pairs)) == len(pairs)
        for one in rounds:
            assert [ns for ns, _ in one] == list(range(tables))  # north-south stays
            assert {ew for _, ew in one} == set(range(tables, places))


def test_a_mitchell_brings_no_set_of_deals_twice_to_a_pair_but_plainly_at_an_even_number_of_tables() -> None:
    for places in PLACES[:20]:
        for style in MITCHELL_STYLES:
            tables = places // 2
            if style != PLAIN and tables % 2:
                continue
            movement = Mitchell(places, style)
            seen: Counter[tuple[int, int]] = Counter()
            for number in range(1, movement.most + 1):
                sittings = movement.round(number)
                assert {one.deals for one in sittings} <= set(range(1, tables + 1))
                shared = tables - len({one.deals for one in sittings})
                assert shared == (1 if style == RELAY else 0)
                seen.update((place, one.deals) for one in sittings for place in (one.ns, one.ew))
            assert (max(seen.values()) == 1) == (style != PLAIN or tables % 2 == 1)


def test_the_usual_mitchell_loses_no_round_and_repeats_no_deals() -> None:
    assert [mitchell_style(places) for places in (2, 4, 6, 8, 26, 28)] == [PLAIN, RELAY] * 3
    assert [Mitchell(places, mitchell_style(places)).most for places in PLACES] == [n // 2 for n in PLACES]
    assert [even(size) for size in (2, 3, 64, 65)] == [2, 4, 64, 66]


@pytest.mark.parametrize("movement", [RoundRobin(10), EvenOdd(10), Mitchell(12, SKIP)])
def test_movement_cards_say_what_the_tables_say(movement: Movement) -> None:
    size = movement.places - 1
    printed = cards(movement, size, movement.most)
    assert [card.pair for card in printed] == list(range(1, size + 1))
    seats = {}
    for card in printed:
        assert [stop.round for stop in card.stops] == list(range(1, movement.most + 1))
        for stop in card.stops:
            seats[stop.round, stop.table, stop.side] = (card.pair, stop.meets, stop.deals)
    for number in range(1, movement.most + 1):
        for one in movement.round(number):
            ns = seats.get((number, one.table, "ns"))
            ew = seats.get((number, one.table, "ew"))
            if one.ns < size and one.ew < size:
                assert ns == (one.ns + 1, one.ew + 1, one.deals)
                assert ew == (one.ew + 1, one.ns + 1, one.deals)
            else:
                assert (ns or ew, None) == ((min(one.ns, one.ew) + 1, None, one.deals), ns and ew)
