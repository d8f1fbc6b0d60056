"""The inner plan of a team's match."""

import pytest

from tournaments.draws import DrawError
from tournaments.draws.plans.teams import FIXED, ROTATING, inner_plan


def test_pair_meets_pair_of_the_same_number() -> None:
    for game in inner_plan(4, 3, FIXED):
        assert [(one.board, one.ns_team, one.ew_team) for one in game] == [(1, 0, 0), (2, 1, 1), (3, 2, 2), (4, 3, 3)]


@pytest.mark.parametrize("pairs", range(1, 9))
def test_rotating_pairs_meet_each_of_the_other_team_once(pairs: int) -> None:
    games = inner_plan(pairs, pairs, ROTATING)
    met = [(one.ns_team, one.ew_team) for game in games for one in game]
    assert len(set(met)) == len(met) == pairs**2
    for game in games:
        assert sorted(one.ns_team for one in game) == sorted(one.ew_team for one in game) == list(range(pairs))


@pytest.mark.parametrize("pairs", range(1, 9))
def test_half_of_a_team_sits_on_each_side_and_a_pair_changes_sides(pairs: int) -> None:
    games = inner_plan(pairs, 4, FIXED)
    for game in games:
        assert abs(pairs - 2 * sum(one.turned for one in game)) <= 1
    for pair in range(pairs):
        assert sum(game[pair].turned for game in games) == 2


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ((0, 1, FIXED), "team_too_small"),
        ((2, 0, FIXED), "too_few_rounds"),
        ((2, 3, ROTATING), "too_many_rounds"),
        ((2, 1, "crossed"), "bad_setting"),
    ],
)
def test_what_a_match_cannot_be_is_refused(asked: tuple[int, int, str], code: str) -> None:
    with pytest.raises(DrawError) as caught:
        inner_plan(*asked)
    assert caught.value.code == code
