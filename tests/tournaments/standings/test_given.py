"""What is marked by who does not play: each policy by a table worked by hand, and what holds for all of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.given import (
    Mark,
    Others,
    Total,
    forfeited,
    half,
    missed,
    neither,
    resting,
    source_of,
)
from tournaments.standings.policies import (
    BYE_POLICIES,
    FORFEIT_POLICIES,
    MISSED_POLICIES,
    ByeRule,
    ForfeitRule,
    MissedRule,
)
from tournaments.standings.ranking import Source

# Three tables of a round: 1040 to 904, 1210 to 734, 800 to 1144. Together 5832, six scores: 972 on average.
SCORES = (1040, 904, 1210, 734, 800, 1144)
WINNERS = (1040, 1210, 1144)  # 3394 in all: 1131 and a third
ROUND = Others(Total.of(SCORES), Total.of(WINNERS))
NOBODY = Others()


# Resting


@pytest.mark.parametrize(
    ("rule", "others", "own", "expected"),
    [
        (ByeRule("average"), ROUND, (), Mark(972, 972, 1)),
        (ByeRule("flat", 1000), ROUND, (), Mark(1000, 1000, 1)),
        (ByeRule("flat", 1000, match_points=3), ROUND, (), Mark(1000, 1000, 3)),
        (ByeRule("flat", 1000), NOBODY, (), Mark(1000, 1000, 1)),
        # Twelve deals of 162: 1944 a table.
        (ByeRule("half_table"), Others(Total.of(SCORES), table_total=1944), (), Mark(972, 972, 1)),
        (ByeRule("half_table"), Others(Total.of(SCORES), table_total=1945), (), Mark(973, 973, 1)),
        (ByeRule("half_table"), Others(table_total=1620), (), Mark(810, 810, 1)),
        # Without a fixed total: tables of 200 and 301 marked 250.5 on average, half of it is 125.25.
        (ByeRule("half_table"), Others(Total.of((120, 80, 301, 0))), (), Mark(125, 125, 1)),
        # Its own games: 900 and 1001 make 950.5, a half goes up.
        (ByeRule("own_average"), ROUND, (900, 1001), Mark(951, 951, 1)),
        # None of its own yet: the average of the round, as long as that is so.
        (ByeRule("own_average"), ROUND, (), Mark(972, 972, 1)),
        (ByeRule("nothing"), ROUND, (), Mark(0, 0, 0)),
        (ByeRule("nothing", match_points=2), ROUND, (), Mark(0, 0, 2)),
        (ByeRule("refuse"), ROUND, (), Mark(972, 972, 1)),
        (ByeRule("average"), NOBODY, (), None),
        (ByeRule("half_table"), NOBODY, (), None),
        (ByeRule("own_average"), NOBODY, (), None),
    ],
)
def test_a_rest_by_each_policy(rule: ByeRule, others: Others, own: tuple[int, ...], expected: Mark | None) -> None:
    assert resting(rule, others, Total.of(own), drawn=1) == expected


def test_halves_go_up_below_nothing_too() -> None:
    assert [half(total) for total in (1944, 1945, 0, -1, -1945)] == [972, 973, 0, 0, -972]


# Rounds that were missed


@pytest.mark.parametrize(
    ("rule", "others", "expected"),
    [
        (MissedRule("nothing"), ROUND, Mark(0, 0)),
        (MissedRule("nothing"), NOBODY, Mark(0, 0)),
        (MissedRule("flat", 1450), NOBODY, Mark(1450, 1450)),
        (MissedRule("flat", 1450, match_points=1), ROUND, Mark(1450, 1450, 1)),
        (MissedRule("average"), ROUND, Mark(972, 972)),
        (MissedRule("average", less=100), ROUND, Mark(872, 872)),
        (MissedRule("average", less=1000), ROUND, Mark(0, 0)),
        # An average below nothing is not raised to nothing.
        (MissedRule("average", less=100), Others(Total.of((-40, -20))), Mark(-30, -30)),
        (MissedRule("average", less=100), NOBODY, None),
    ],
)
def test_a_missed_round_by_each_policy(rule: MissedRule, others: Others, expected: Mark | None) -> None:
    assert missed(rule, others) == expected


# Forfeits


def test_the_side_that_was_there_marks_the_average_of_the_winners() -> None:
    assert forfeited(ForfeitRule(), ROUND, (2, 0)) == (Mark(1131, 0, 2), Mark(0, 1131, 0))


def test_where_nobody_won_the_typed_points_count() -> None:
    rule = ForfeitRule("winners", 1100, 200)
    assert forfeited(rule, NOBODY, (2, 0)) == (Mark(1100, 200, 2), Mark(200, 1100, 0))


def test_a_flat_forfeit_with_match_points_of_its_own() -> None:
    rule = ForfeitRule("flat", 1100, 0, match_points=3, absent_match_points=-1)
    assert forfeited(rule, ROUND, (2, 0)) == (Mark(1100, 0, 3), Mark(0, 1100, -1))


def test_where_neither_came_both_mark_what_the_absent_do() -> None:
    assert neither(ForfeitRule("flat", 1100, 300), (2, -1)) == Mark(300, 300, -1)
    assert neither(ForfeitRule("flat", 1100, 300, absent_match_points=0), (2, -1)) == Mark(300, 300, 0)


# By which rule


@pytest.mark.parametrize(
    ("status", "number", "there", "expected"),
    [
        ("bye", 2, (1, 3), Source.BYE),
        # Came in round 3, on the list before or not.
        ("late", 1, (3, 4), Source.LATE),
        (None, 2, (3, 4), Source.LATE),
        ("absent", 1, (3, 4), Source.ABSENT),
        # Was there, missed round 2, came again: whatever it is called, that is an absence.
        ("late", 2, (1, 4), Source.ABSENT),
        (None, 2, (1, 4), Source.ABSENT),
        ("absent", 2, (1, 4), Source.ABSENT),
        ("absent", 4, (1, 3), Source.ABSENT),
        # Left after round 1 and came back in round 3: what lies between is an absence, what comes after it nothing.
        ("withdrawn", 2, (1, 3), Source.ABSENT),
        ("withdrawn", 4, (1, 3), None),
        ("out", 3, (1, 2), None),
        ("plays", 2, (1, 3), None),
        # Who never was there marks nothing.
        ("absent", 1, (None, None), None),
        ("late", 1, (None, None), None),
    ],
)
def test_by_which_rule_a_round_that_was_not_played_is_marked(
    status: str | None, number: int, there: tuple[int | None, int | None], expected: Source | None
) -> None:
    assert source_of(status, number, *there) == expected


# What holds for all

_SCORES = st.lists(st.integers(-2000, 5000), max_size=12)
_TOTALS = _SCORES.map(Total.of)
_OTHERS = st.builds(Others, _TOTALS, _TOTALS, st.none() | st.integers(0, 5000))
_ABSENT = st.builds(
    MissedRule,
    st.sampled_from(MISSED_POLICIES),
    st.integers(0, 3000),
    st.integers(0, 3000),
    st.none() | st.integers(0, 9),
)


@given(st.builds(ByeRule, st.sampled_from(BYE_POLICIES), st.integers(0, 3000)), _OTHERS, _TOTALS)
def test_a_rest_moves_no_difference_and_follows_the_others_only(rule: ByeRule, others: Others, own: Total) -> None:
    mark = resting(rule, others, own, 1)
    assert mark is None or mark.points == mark.against
    assert mark == resting(rule, others, own, 1)
    if mark is not None and rule.policy == "average":
        assert abs(2 * mark.points * others.scores.count - 2 * others.scores.points) <= others.scores.count


@given(_ABSENT, _OTHERS, st.integers(0, 3000))
def test_the_more_is_taken_off_the_less_is_marked(rule: MissedRule, others: Others, less: int) -> None:
    one = missed(MissedRule(rule.policy, rule.points, rule.less), others)
    other = missed(MissedRule(rule.policy, rule.points, rule.less + less), others)
    assert (one is None) == (other is None)
    assert one is None or other is None or one.points >= other.points


@given(
    st.builds(ForfeitRule, st.sampled_from(FORFEIT_POLICIES), st.integers(0, 3000), st.integers(0, 3000)),
    _OTHERS,
    st.tuples(st.integers(-5, 5), st.integers(-5, 5)),
)
def test_each_side_of_a_forfeit_concedes_what_the_other_marks(
    rule: ForfeitRule, others: Others, by_format: tuple[int, int]
) -> None:
    there, away = forfeited(rule, others, by_format)
    assert (there.points, there.against) == (away.against, away.points)
    assert (there.match_points, away.match_points) == by_format
    assert neither(rule, by_format).points == away.points


@given(
    st.sampled_from(["late", "absent", "withdrawn", None]),
    st.integers(1, 9),
    st.integers(1, 9),
    st.integers(0, 9),
)
def test_who_was_there_before_never_gets_more_than_an_absence(
    status: str | None, number: int, first: int, more: int
) -> None:
    """Leaving and coming back: nothing but the absence is given, whatever the round calls it."""
    if number > first:
        assert source_of(status, number, first, first + more) in (None, Source.ABSENT)
