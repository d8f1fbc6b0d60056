"""Which table is late, and how long a round is to last."""

import pytest

from tournaments.pace import Late, Round, late, planned_minutes


@pytest.mark.parametrize(
    ("kind", "length", "limit", "minutes"),
    [("deals", 12, None, 60), ("deals", 12, 40, 40), ("minutes", 45, None, 45), ("target", 1000, None, None),
     ("target", 2001, 40, 40)],
)  # fmt: skip
def test_a_round_is_planned_by_its_deals_or_its_time(kind, length, limit, minutes):
    assert planned_minutes(kind, length, limit) == minutes


def test_four_deals_behind_what_the_time_allows_is_late_and_three_are_not():
    round_ = Round(minutes=40, planned=60, deals=12)
    assert round_.due == 8
    assert late(round_, 4, 0, 5) == Late("clock", 4)
    assert late(round_, 5, 0, 5) is None


def test_no_more_deals_are_due_than_there_are():
    assert Round(minutes=59, planned=24, deals=4).due == 4


def test_the_hall_goes_before_the_clock():
    assert late(Round(40, 60, 12), 3, 4, 5) == Late("hall", 4)


def test_past_the_expected_end_every_table_that_plays_is_late():
    assert late(Round(66, 60, 12), 11, 0, 2) == Late("over", 6)
    assert late(Round(66, 60, 12), 0, 0, None) == Late("over", 6)


def test_a_table_that_sent_no_deal_may_write_on_paper_and_is_not_late_by_the_clock():
    assert late(Round(50, 60, 12), 0, 0, None) is None


def test_a_table_that_falls_silent_is_late():
    assert late(Round(20, None, 0), 2, 0, 15) == Late("quiet", 15)
    assert late(Round(20, None, 0), 2, 0, 14) is None


def test_a_length_of_its_own_sets_the_pace():
    assert Round(30, 120, 12).due == 3
