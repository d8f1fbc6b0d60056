"""The clock of a round, as it follows from what was done with it."""

import datetime as dt
from dataclasses import dataclass

import pytest

from tournaments.clock import GO_ON, LAST_DEAL, LENGTH, NOT_LAST, PAUSE, START, can, clock_of

SET = dt.datetime(2026, 11, 28, 20, 0, tzinfo=dt.UTC)


def at(minutes: float) -> dt.datetime:
    return SET + dt.timedelta(minutes=minutes)


@dataclass
class Did:
    minute: float
    kind: str
    minutes: int | None = None

    @property
    def at(self) -> dt.datetime:
        return at(self.minute)


def clock(*acts: Did, minutes: int | None = 60, stopped: dt.datetime | None = None):
    return clock_of(SET, acts, minutes, stopped)


def minutes(found: dt.timedelta | None) -> float | None:
    return None if found is None else found.total_seconds() / 60


def test_it_runs_from_when_the_tables_are_set():
    assert minutes(clock().ran(at(10))) == 10
    assert minutes(clock().left(at(10))) == 50
    assert clock().ends_at(at(10)) == at(60)


def test_the_round_may_start_later_than_its_tables_were_set():
    found = clock(Did(12, START))
    assert (minutes(found.ran(at(20))), found.ends_at(at(20))) == (8, at(72))
    assert minutes(found.ran(at(5))) == 0


def test_a_pause_moves_the_expected_end():
    found = clock(Did(10, PAUSE), Did(25, GO_ON))
    assert (minutes(found.ran(at(30))), found.ends_at(at(30))) == (15, at(75))


def test_while_it_stands_nothing_runs_and_the_end_moves_on():
    found = clock(Did(10, PAUSE))
    assert (minutes(found.ran(at(30))), minutes(found.left(at(30))), found.ends_at(at(30))) == (10, 50, at(80))
    assert found.is_paused


def test_a_second_pause_is_the_first_one():
    found = clock(Did(10, PAUSE), Did(12, PAUSE), Did(20, GO_ON))
    assert found.pauses == ((at(10), at(20)),)


def test_going_on_without_a_pause_changes_nothing():
    assert clock(Did(10, GO_ON)) == clock()


def test_a_second_start_is_the_first_one_and_a_start_forgets_the_pauses_before():
    found = clock(Did(2, PAUSE), Did(10, START), Did(20, START))
    assert (found.since, found.pauses) == (at(10), ())


def test_a_length_that_is_said_counts_and_past_it_less_than_nothing_is_left():
    found = clock(Did(5, LENGTH, 30))
    assert minutes(found.left(at(45))) == -15


def test_without_a_length_there_is_no_expected_end():
    found = clock(minutes=None)
    assert (found.left(at(10)), found.ends_at(at(10))) == (None, None)


def test_the_last_deal_is_announced_and_taken_back():
    assert clock(Did(50, LAST_DEAL)).last_deal == at(50)
    assert clock(Did(50, LAST_DEAL), Did(51, NOT_LAST)).last_deal is None


def test_when_the_round_is_closed_it_stands():
    found = clock(stopped=at(40))
    assert (minutes(found.ran(at(300))), minutes(found.left(at(300)))) == (40, 20)


def test_before_the_tables_are_set_nothing_can_be_done():
    found = clock_of(None, [Did(1, START)], 60)
    assert (found.since, found.left(at(2)), minutes(found.ran(at(2)))) == (None, None, 0)
    assert not can(found, START)


@pytest.mark.parametrize(("start", "end", "ran"), [(5, 15, 5), (12, 18, 0), (0, 30, 20), (15, 25, 5)])
def test_between_two_instants_the_pauses_do_not_count(start, end, ran):
    assert minutes(clock(Did(10, PAUSE), Did(20, GO_ON)).between(at(start), at(end))) == ran
