"""Who may correct, and until when: each edge of the three windows."""

import datetime as dt

import pytest

from tournaments.windows import After, Now, Rules, Times, Window, at

ZERO = dt.datetime(2026, 11, 28, 21, 0, tzinfo=dt.UTC)
RULES = Rules(agree=10, desk=30)


def after(minutes: float) -> dt.datetime:
    return ZERO + dt.timedelta(minutes=minutes)


@pytest.mark.parametrize(
    ("minutes", "expected"),
    [(0, Now(Window.AGREE, after(10))), (9.99, Now(Window.AGREE, after(10))), (10, Now(Window.DESK))],
)
def test_a_table_that_has_agreed_may_open_its_sheet_for_a_while(minutes: float, expected: Now):
    assert at(after(minutes), RULES, Times(agreed_at=ZERO)) == expected


def test_not_once_the_round_is_closed():
    assert at(after(1), RULES, Times(agreed_at=ZERO, round_over=True)) == Now(Window.DESK)


def test_nor_where_the_desk_closed_it():
    assert at(after(1), RULES, Times()) == Now(Window.DESK)


def test_nor_where_no_minutes_are_given_for_it():
    assert at(ZERO, Rules(agree=0), Times(agreed_at=ZERO)) == Now(Window.DESK)


@pytest.mark.parametrize(
    ("minutes", "expected"), [(29.99, Now(Window.DESK, after(30))), (30, Now(Window.CLOSED, after(30)))]
)
def test_once_the_results_are_public_the_desk_has_its_time(minutes: float, expected: Now):
    assert at(after(minutes), RULES, Times(round_over=True, public_at=ZERO)) == expected


def test_without_a_number_of_minutes_it_has_no_end():
    assert at(after(10_000), Rules(desk=None), Times(round_over=True, public_at=ZERO)) == Now(Window.DESK)


def test_with_none_at_all_it_ends_with_the_publication():
    assert at(ZERO, Rules(desk=0), Times(round_over=True, public_at=ZERO)).window == Window.CLOSED


@pytest.mark.parametrize(
    ("until", "expected"),
    [(50, Now(Window.DESK, after(50))), (40, Now(Window.CLOSED, after(40))), (20, Now(Window.CLOSED, after(30)))],
)
def test_opened_again_it_is_the_desks_until_then(until: float, expected: Now):
    times = Times(round_over=True, public_at=ZERO, open_until=after(until))
    assert at(after(40), RULES, times) == expected


def test_what_is_settled_is_read_back_and_the_usual_holds_where_nothing_is():
    settled = Rules(agree=0, desk=None, after=After.NOBODY, wait=25)
    assert Rules.from_settings({"corrections": settled.to_settings()}) == settled
    assert Rules.from_settings({}) == Rules(10, 30, After.ORGANISER, 10)
    of_an_older_release = {"corrections": {"agree": 5, "desk": 60, "after": "nobody"}}
    assert Rules.from_settings(of_an_older_release) == Rules(5, 60, After.NOBODY, 10)
