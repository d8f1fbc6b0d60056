"""Brackets: played through with results at random, and recounted from who was asked to play whom."""

import itertools
import random
from collections import Counter
from math import ceil, log2

import pytest

from tournaments.draws.plans.brackets import (
    CONSOLATION,
    MAIN,
    PLACE,
    THIRD,
    Bracket,
    Match,
    follow,
    knockout,
    ranking,
    slot_order,
)

SIZES = [*range(2, 66), 96, 127, 128, 129, 600]


def played(bracket: Bracket, wins: random.Random | None = None) -> tuple[list[tuple[Match, int, int]], list[int]]:
    """The matches with winner and loser, and each entrant's best possible final place; entrants 1 … n, 1 the best."""
    matches: list[tuple[Match, int, int]] = []

    def decide(match: Match, one: int, other: int) -> tuple[int, int]:
        winner = min(one, other) if wins is None else wins.choice((one, other))
        matches.append((match, winner, one + other - winner))
        return winner, one + other - winner

    reached = follow(bracket, list(range(1, bracket.size + 1)), bracket.rounds + 1, decide)
    places: dict[int, tuple[int, int]] = {}
    for entrant, first, last in ranking(bracket, reached):
        assert entrant not in places
        places[entrant] = (first, last)
    assert set(places) == set(range(1, bracket.size + 1))
    shared = Counter(places.values())
    expected = 1
    for (first, last), count in sorted(shared.items()):
        assert (first, last - first + 1) == (expected, count)  # the places follow each other without a gap
        expected = last + 1
    return matches, [places[entrant][0] for entrant in sorted(places)]


def test_the_slots_keep_the_best_apart() -> None:
    assert slot_order(8) == [0, 7, 3, 4, 1, 6, 2, 5]
    for slots in (2, 4, 8, 16, 32, 64, 1024):
        order = slot_order(slots)
        assert sorted(order) == list(range(slots))
        best = 2
        while best <= slots:
            width = slots // best
            assert all(min(order[start : start + width]) < best for start in range(0, slots, width))
            best *= 2


@pytest.mark.parametrize("size", SIZES)
def test_a_knockout_of_any_size(size: int) -> None:
    bracket = knockout(size)
    rounds = ceil(log2(size))
    assert bracket.rounds == rounds
    assert len(bracket.matches) == size - 1  # each sends one home
    matches, places = played(bracket, random.Random(size))
    for number in range(1, rounds + 1):
        here = [entrant for match, *both in matches if match.round == number for entrant in both]
        assert len(set(here)) == len(here)
    first = {entrant for match, *both in matches if match.round == 1 for entrant in both}
    byes = 2**rounds - size
    assert first == set(range(byes + 1, size + 1))  # byes for the top
    assert sorted(places)[:2] == [1, 2]


@pytest.mark.parametrize("size", SIZES)
def test_where_the_better_always_wins_the_best_meet_as_late_as_they_can(size: int) -> None:
    matches, places = played(knockout(size, classified=4))
    rounds = ceil(log2(size))
    for match, winner, loser in matches:
        if match.part == MAIN:
            assert loser > 2 ** (rounds - match.round)  # the best 2**j are still in with j rounds to go
            assert winner <= 2 ** (rounds - match.round)
    assert places[: min(size, 4)] == [1, 2, 3, 4][:size]


@pytest.mark.parametrize("size", [4, 5, 6, 7, 8, 13, 16, 27, 64])
def test_with_all_places_played_for_nobody_shares_one(size: int) -> None:
    bracket = knockout(size, classified=size)
    matches, places = played(bracket, random.Random(size))
    assert sorted(places) == list(range(1, size + 1))
    assert bracket.rounds == ceil(log2(size))
    meetings = Counter(frozenset((winner, loser)) for _, winner, loser in matches)
    assert max(meetings.values()) == 1


def test_matches_for_places_go_as_far_down_as_wished() -> None:
    for size, classified, shared in ((16, 2, 3), (16, 4, 5), (16, 8, 9), (32, 16, 17)):
        bracket = knockout(size, classified)
        alone = [rank.first for rank in bracket.ranks if rank.first == rank.last]
        assert alone == list(range(1, shared))
        assert sum(match.part == THIRD for match in bracket.matches) == (classified >= 4)


@pytest.mark.parametrize("deep", [1, 2])
@pytest.mark.parametrize("size", SIZES)
def test_the_losers_of_the_first_rounds_play_on_in_the_consolation(size: int, deep: int) -> None:
    rounds = ceil(log2(size))
    bracket = knockout(size, classified=4, consolation=deep)
    deep = min(deep, rounds - 1)  # the final sends nobody on
    assert bracket.rounds <= rounds + (deep == 2)
    matches, _ = played(bracket, random.Random(size))
    fallen = {loser for match, _, loser in matches if match.part == MAIN and match.round <= deep}
    consoled = {entrant for match, *both in matches if match.part == CONSOLATION for entrant in both}
    assert consoled == (fallen if len(fallen) > 1 else set())
    lost = Counter(loser for match, _, loser in matches if match.part == CONSOLATION)
    assert set(lost.values()) <= {1}
    assert len(fallen) - len(lost) == min(len(fallen), 1)  # one winner of the consolation
    early = [{winner, loser} for match, winner, loser in matches if match.round <= 3]
    assert all(early.count(both) == 1 for both in early)  # nobody meets at once again who has just beaten him
    for number in range(1, bracket.rounds + 1):
        here = [entrant for match, *both in matches if match.round == number for entrant in both]
        assert len(set(here)) == len(here)


@pytest.mark.parametrize("name", range(60))
def test_vacant_places_and_double_forfeits_never_stop_a_bracket(name: int) -> None:
    chance = random.Random(name)
    size, classified, consolation = chance.randint(2, 40), chance.randint(2, 40), chance.randint(0, 2)
    bracket = knockout(size, classified, consolation)
    who = [entrant if chance.random() < 0.8 else None for entrant in range(size)]

    def decide(match: Match, one: int, other: int) -> tuple[int | None, int | None]:
        winner, loser = chance.sample((one, other), 2)
        return chance.choice(((winner, loser), (None, None)))

    reached = follow(bracket, who, bracket.rounds + 1, decide)
    for number in range(1, bracket.rounds + 1):
        here = [
            reached[side]
            for match in bracket.matches
            if match.round == number
            for side in (match.one, match.other)
            if reached[side] is not None
        ]
        assert len(set(here)) == len(here)
    assert len({entrant for entrant, _, _ in ranking(bracket, reached)}) <= sum(one is not None for one in who)


def test_only_what_is_decided_is_known() -> None:
    bracket = knockout(8)
    reached = follow(bracket, "abcdefgh", 2, lambda match, one, other: (one, other))
    assert {source for source in reached if source.kind != PLACE} == {
        source for match in bracket.matches if match.round == 2 for source in (match.one, match.other)
    } | {source for source in reached if source.kind == "loser"}
    assert [reached[match.one] for match in bracket.matches if match.round == 2] == ["a", "b"]


def test_each_side_feeds_one_match_at_most() -> None:
    for size, deep in itertools.product((8, 13, 33), (0, 1, 2)):
        sides = [source for match in knockout(size, size, deep).matches for source in (match.one, match.other)]
        assert len(set(sides)) == len(sides)
