"""What an organiser settles for those who do not play: read from a stage's settings, written back, refused by key."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.policies import (
    BYE_POLICIES,
    FORFEIT_POLICIES,
    MISSED_POLICIES,
    MOST_POINTS,
    ByeRule,
    ForfeitRule,
    GivenRules,
    MissedRule,
    PolicyError,
    UnplayedRule,
)


def refused(settings: dict[str, Any]) -> tuple[str, str]:
    with pytest.raises(PolicyError) as caught:
        GivenRules.from_settings(settings)
    return caught.value.key, caught.value.code


def test_without_a_word_a_rest_marks_the_average_and_what_is_missed_nothing() -> None:
    rules = GivenRules.from_settings({})
    assert rules == GivenRules()
    assert (rules.bye.policy, rules.late.policy, rules.absent.policy) == ("average", "nothing", "nothing")
    assert (rules.forfeit.policy, rules.forfeit.absent_points) == ("winners", 0)


def test_the_setting_of_the_first_release_means_what_it_meant() -> None:
    assert GivenRules.from_settings({"bye": "average", "draw": {"seeding": "lot"}}) == GivenRules()


def test_each_table_is_read_and_written_with_what_differs() -> None:
    settings: dict[str, Any] = {
        "bye": {"policy": "flat", "points": 972, "match_points": 3},
        "late": {"policy": "average", "less": 100},
        "absent": {"policy": "flat", "points": 1450},
        "forfeit": {"policy": "flat", "points": 1100},
        "unplayed": {"policy": "own_average"},
    }
    rules = GivenRules.from_settings(settings)
    assert rules.bye == ByeRule("flat", 972, 3)
    assert rules.late == MissedRule("average", less=100, table="late")
    assert rules.absent == MissedRule("flat", 1450)
    assert rules.forfeit == ForfeitRule("flat", 1100)
    assert rules.unplayed == UnplayedRule("own_average")
    assert rules.to_settings() == settings


@pytest.mark.parametrize(
    ("settings", "key", "code"),
    [
        ({"bye": "half"}, "bye.policy", "unknown"),
        ({"bye": {"policy": "flat", "points": "972"}}, "bye.points", "not_whole"),
        ({"bye": {"policy": "flat", "points": -1}}, "bye.points", "out_of_range"),
        ({"bye": {"match_points": 1001}}, "bye.match_points", "out_of_range"),
        ({"bye": {"catch_up": 1}}, "bye.catch_up", "not_yes_or_no"),
        ({"bye": ["flat"]}, "bye", "no_table"),
        ({"bye": {"table": "late"}}, "bye.table", "unknown"),
        ({"late": {"policy": "winners"}}, "late.policy", "unknown"),
        ({"late": {"table": "absent"}}, "late.table", "unknown"),
        ({"late": {"less": True}}, "late.less", "not_whole"),
        ({"absent": {"points": MOST_POINTS + 1}}, "absent.points", "out_of_range"),
        ({"forfeit": {"policy": "average"}}, "forfeit.policy", "unknown"),
        ({"forfeit": {"absent_points": 0.5}}, "forfeit.absent_points", "not_whole"),
    ],
)
def test_what_cannot_be_is_refused_with_its_key(settings: dict[str, Any], key: str, code: str) -> None:
    assert refused(settings) == (key, code)


_POINTS = st.integers(0, MOST_POINTS)
_MATCH_POINTS = st.none() | st.integers(-1000, 1000)


def _missed(table: str) -> st.SearchStrategy[MissedRule]:
    return st.builds(
        MissedRule, st.sampled_from(MISSED_POLICIES), _POINTS, _POINTS, _MATCH_POINTS, table=st.just(table)
    )


@given(
    st.builds(
        GivenRules,
        st.builds(ByeRule, st.sampled_from(BYE_POLICIES), _POINTS, _MATCH_POINTS, st.booleans()),
        _missed("late"),
        _missed("absent"),
        st.builds(ForfeitRule, st.sampled_from(FORFEIT_POLICIES), _POINTS, _POINTS, _MATCH_POINTS, _MATCH_POINTS),
    )
)
def test_what_is_written_is_read_the_same(rules: GivenRules) -> None:
    assert GivenRules.from_settings(rules.to_settings()) == rules
