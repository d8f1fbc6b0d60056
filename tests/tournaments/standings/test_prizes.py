"""Who wins which prize, and why."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.prizes import (
    Award,
    Candidate,
    Kind,
    Prize,
    Settings,
    Tie,
    Ties,
    Track,
    award,
    award_from,
    lot,
    prize_from,
    split,
    suggest,
)


def field(*ranks: int | None, **categories: str) -> list[Candidate]:
    """Entries a, b, c… numbered from 1, with these ranks; of ``categories`` each entry's, by its letter."""
    names = "abcdefghijklmnopqrstuvwxyz"
    return [
        Candidate(names[at], at + 1, rank, frozenset(categories.get(names[at], "").split()))
        for at, rank in enumerate(ranks)
    ]


def money(key: str, first: int, last: int, cents: int, track: Track = Track.RANK, category: str = "") -> Prize:
    return Prize(key, track, first, last, category, "", cents, Kind.MONEY)


def thing(key: str, label: str, first: int = 1, last: int = 1, track: Track = Track.RANK, category: str = "") -> Prize:
    return Prize(key, track, first, last, category, label)


def won(awards: list[Award]) -> dict[str, list[str | int | None]]:
    """By entry what it wins: labels of things, cents of money."""
    found: dict[str, list[str | int | None]] = {}
    for one in awards:
        found.setdefault(one.entry, []).append(one.cents if one.kind == Kind.MONEY else one.label)
    return found


def test_each_place_has_its_row_and_the_list_may_go_on_for_many():
    prizes = [thing("p", "Pig"), money("q", 2, 3, 500)]
    assert won(award(field(1, 2, 3, 4), prizes, Settings())) == {"a": ["Pig"], "b": [500], "c": [500]}


def test_a_place_may_bring_two_things():
    found = award(field(1, 2), [thing("p", "Pig"), money("q", 1, 1, 500)], Settings())
    assert won(found) == {"a": ["Pig", 500]}


def test_who_is_out_or_without_a_rank_wins_nothing_and_the_others_move_up():
    everybody = field(1, 2, None, 3)
    everybody[0] = replace(everybody[0], out=True)
    found = award(everybody, [money("p", 1, 2, 500), thing("r", "Bottle", track=Track.REST)], Settings())
    assert won(found) == {"b": [500], "d": [500]}
    assert [(one.place, one.rank) for one in found] == [(1, 2), (2, 3)]


def test_equals_share_the_money_of_their_places_to_the_cent():
    found = award(
        field(1, 2, 2, 2, 5), [money("p", 1, 1, 9000), money("q", 2, 2, 50), money("s", 3, 3, 50)], Settings()
    )
    assert won(found) == {"a": [9000], "b": [34], "c": [33], "d": [33]}
    share = found[1]
    assert (share.tie, share.total, share.among) == (Tie.SHARED, 100, ("b", "c", "d"))
    assert len({one.key for one in found}) == len(found)


def test_equals_whose_places_bring_the_same_have_one_each():
    found = award(field(1, 1), [thing("p", "Ham", 1, 2)], Settings(ties=Ties.DRAWN))
    assert won(found) == {"a": ["Ham"], "b": ["Ham"]}
    assert {one.tie for one in found} == {Tie.NONE}


def test_what_cannot_be_divided_is_drawn_and_open_until_the_seed_is_known():
    prizes = [thing("p", "Pig"), money("q", 2, 2, 501)]
    found = award(field(1, 1), prizes, Settings())
    assert [(one.entry, one.tie, one.among) for one in found if one.label] == [("", Tie.OPEN, ("a", "b"))]
    assert won(found)["a"] == [251]
    seeded = award(field(1, 1), prizes, Settings(seed="s"))
    assert seeded[0].entry == lot("s", "rank:", ["a", "b"])[0]
    assert seeded[0].tie == Tie.DRAWN


def test_drawn_equals_take_their_places_in_the_order_of_the_lot_whatever_order_they_came_in():
    prizes = [thing("p", "Pig"), thing("q", "Ham", 2, 2)]
    settings = Settings(ties=Ties.DRAWN, seed="one")
    found = award(field(1, 1, 1), prizes, settings)
    assert [one.entry for one in found] == lot("one", "rank:", ["c", "b", "a"])[:2]
    seeds = (Settings(ties=Ties.DRAWN, seed=str(seed)) for seed in range(20))
    assert len({award(field(1, 1, 1), prizes, one)[0].entry for one in seeds}) == 3


def test_moved_on_it_goes_to_the_next_who_is_level_with_nobody():
    prizes = [thing("p", "Pig"), thing("q", "Ham", 2, 2)]
    found = award(field(1, 1, 3, 4), prizes, Settings(ties=Ties.ON))
    assert won(found) == {"c": ["Pig"], "d": ["Ham"]}


def test_each_wins_one_prize_and_the_category_goes_on_to_the_next():
    prizes = [money("p", 1, 2, 500), thing("l", "Flowers", track=Track.CATEGORY, category="ladies")]
    everybody = field(1, 2, 3, 4, a="ladies", d="ladies senior")
    assert won(award(everybody, prizes, Settings())) == {"a": [500], "b": [500], "d": ["Flowers"]}
    several = won(award(everybody, prizes, Settings(several=True)))
    assert several == {"a": [500, "Flowers"], "b": [500]}


def test_what_comes_first_in_the_list_is_won_and_behind_it_the_others_move_up():
    flowers = thing("l", "Flowers", track=Track.CATEGORY, category="ladies")
    prizes = [money("p", 1, 1, 500), flowers, thing("b", "Bottle", 2, 3)]
    found = won(award(field(1, 2, 3, 4, b="ladies"), prizes, Settings()))
    assert found == {"a": [500], "b": ["Flowers"], "c": ["Bottle"], "d": ["Bottle"]}


def test_a_tie_over_the_end_of_a_block_shares_what_stands_behind_it():
    flowers = thing("l", "Flowers", track=Track.CATEGORY, category="ladies")
    prizes = [money("p", 1, 1, 500), flowers, money("b", 2, 2, 300)]
    assert won(award(field(1, 1, 3), prizes, Settings()))["a"] == [400]


def test_the_last_wins_and_everyone_else_who_has_won_nothing():
    prizes = [
        thing("r", "Bottle", track=Track.REST),
        money("p", 1, 1, 500),
        thing("z", "Spoon", track=Track.LAST),
    ]
    found = award(field(1, 2, 3, 4), prizes, Settings())
    assert won(found) == {"a": [500], "b": ["Bottle"], "c": ["Bottle"], "d": ["Spoon"]}
    assert [one.entry for one in found] == ["b", "c", "a", "d"]  # in the order of the list


def test_each_line_has_the_whole_list():
    everybody = [replace(one, line=line) for one, line in zip(field(1, 2, 1, 2), ["ns", "ns", "ew", "ew"], strict=True)]
    assert won(award(everybody, [money("p", 1, 1, 500)], Settings())) == {"a": [500], "c": [500]}


def test_what_nobody_is_there_for_is_told_once_a_row():
    found = award(field(1, 2), [money("p", 1, 5, 500)], Settings())
    assert [one.slots for one in found if not one.entry] == [("p:3", "p:4", "p:5")]


def test_an_award_and_a_prize_are_read_back_from_json():
    prizes = [money("p", 1, 1, 501), money("q", 2, 2, 300)]
    for one in award(field(1, 1), prizes, Settings()):
        assert award_from(one.as_data()) == one
    assert [prize_from(one.as_data()) for one in prizes] == prizes


@given(st.integers(0, 10**7), st.integers(1, 50))
def test_shares_differ_by_a_cent_at_most_and_come_to_the_whole(total, count):
    parts = split(total, count)
    assert sum(parts) == total
    assert max(parts) - min(parts) <= 1
    assert parts == sorted(parts, reverse=True)


@given(
    st.lists(st.integers(0, 3), min_size=1, max_size=9),
    st.lists(st.integers(0, 2000), min_size=1, max_size=6),
    st.sampled_from(Ties),
    st.booleans(),
)
def test_no_cent_is_lost_or_made_whatever_is_tied(points, amounts, ties, several):
    order = sorted(points, reverse=True)
    everybody = field(*(order.index(one) + 1 for one in order))
    prizes = [money(f"p{at}", at, at, cents) for at, cents in enumerate(amounts, start=1)]
    found = award(everybody, prizes, Settings(several=several, ties=ties, seed="s"))
    assert sum(one.cents or 0 for one in found if one.entry) + sum(
        one.cents or 0 for one in found if not one.entry
    ) == sum(amounts)


@given(st.integers(0, 500_000), st.integers(0, 200), st.none() | st.integers(1, 40), st.sampled_from([1, 100, 500]))
def test_a_purse_is_parted_exactly_and_never_gives_more_to_a_lower_place(purse, entries, places, step):
    rows = suggest(purse, entries, places=places, step=step)
    assert sum((last - first + 1) * cents for first, last, cents in rows) == (purse if entries else 0)
    assert [cents for *_, cents in rows] == sorted((cents for *_, cents in rows), reverse=True)
    assert all(cents > 0 for *_, cents in rows)
    assert [first for first, *_ in rows] == [1, *(last + 1 for _, last, _ in rows[:-1])][: len(rows)]


@pytest.mark.parametrize(
    ("purse", "entries", "expected"),
    [
        (32_000, 32, [(1, 1, 12_200), (2, 2, 5_800), (3, 3, 3_900), (4, 4, 2_900), (5, 5, 2_300), (6, 6, 1_900)]),
        (50, 3, [(1, 1, 50)]),
        (0, 10, []),
    ],
)
def test_what_is_suggested(purse, entries, expected):
    assert suggest(purse, entries)[: len(expected)] == expected
