"""Points for places, and who is ahead over a season."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankings.points import DEFAULT_PLACE_POINTS, Placing, place_points, season_ranking

TABLE = (10, 6, 3, 1)


@pytest.mark.parametrize(("rank", "points"), [(1, 10), (2, 6), (4, 1), (5, 1), (500, 1)])
def test_places_beyond_the_table_get_its_last_figure(rank, points):
    assert place_points(rank, TABLE) == points


def test_an_empty_table_gives_nothing_and_a_rank_begins_at_one():
    assert place_points(1, ()) == 0
    with pytest.raises(ValueError):
        place_points(0, TABLE)


def ranked(*placings: tuple[str, str, int], table=TABLE) -> list[tuple[str, int, int]]:
    return [(row.person, row.rank, row.points) for row in season_ranking((Placing(*one) for one in placings), table)]


def test_points_add_up_over_the_tournaments():
    assert ranked(("a", "t1", 1), ("b", "t1", 2), ("a", "t2", 3), ("b", "t2", 1)) == [("b", 1, 16), ("a", 2, 13)]


def test_equal_points_go_to_the_better_single_places():
    flat = (6, 3, 3, 0)
    assert ranked(("a", "t1", 2), ("a", "t2", 2), ("b", "t1", 1), ("b", "t2", 4), table=flat) == [
        ("b", 1, 6),
        ("a", 2, 6),
    ]


def test_the_same_points_from_the_same_places_share_a_rank_and_the_next_is_skipped():
    assert ranked(("a", "t", 1), ("b", "t", 2), ("c", "t", 2), ("d", "t", 4)) == [
        ("a", 1, 10),
        ("b", 2, 6),
        ("c", 2, 6),
        ("d", 4, 1),
    ]


def test_of_two_places_in_one_tournament_the_better_one_counts():
    assert ranked(("a", "t", 4), ("a", "t", 2)) == [("a", 1, 6)]


def test_with_places_worth_nothing_the_longer_season_is_ahead():
    assert ranked(("a", "t1", 1), ("b", "t1", 1), ("b", "t2", 1), table=(0,)) == [("b", 1, 0), ("a", 2, 0)]


def test_nobody_is_a_ranking_too():
    assert season_ranking([], DEFAULT_PLACE_POINTS) == []


PLACINGS = st.lists(st.builds(Placing, st.sampled_from("abcde"), st.sampled_from("tuv"), st.integers(1, 20)))


@given(PLACINGS, st.randoms())
def test_a_ranking_does_not_depend_on_the_order_of_what_it_is_made_of(placings, random):
    shuffled = list(placings)
    random.shuffle(shuffled)
    rows = season_ranking(placings, TABLE)
    assert season_ranking(shuffled, TABLE) == rows
    assert {row.person for row in rows} == {one.person for one in placings}
    for before, after in itertools.pairwise(rows):
        assert (before.points, -before.rank) >= (after.points, -after.rank)
    for row in rows:
        assert row.points == sum(points for _, _, points in row.placings)
        assert row.rank == 1 + sum(other.rank < row.rank for other in rows)
