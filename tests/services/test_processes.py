"""`together`: real processes on the test's database, and what each of them did."""

import time

import pytest

from core.models import Job
from tests import factories
from tests.processes import run_together

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


def add_job(key: str) -> str:
    factories.make_job("race", key)
    return key


def moment() -> float:
    return time.time()


def test_each_process_sees_the_rows_of_the_test_and_the_test_sees_theirs(together):
    factories.make_job("race", "mine")
    outcomes = together([("tests.services.test_processes:add_job", [key]) for key in ("mine", "a", "b")])
    assert [outcome.ok for outcome in outcomes] == [False, True, True]
    assert outcomes[0].error == "IntegrityError"
    assert outcomes[1].value == "a"
    assert set(Job.objects.values_list("key", flat=True)) == {"mine", "a", "b"}


def test_of_many_that_ask_for_the_same_thing_one_gets_it(together, scale):
    outcomes = together([("tests.services.test_processes:add_job", ["same"])] * min(4 * scale, 16))
    assert sum(outcome.ok for outcome in outcomes) == 1


def test_they_are_let_go_at_the_same_moment(together):
    moments = [outcome.value for outcome in together([("tests.services.test_processes:moment", [])] * 4)]
    assert max(moments) - min(moments) < 0.5


def sleep_on() -> None:
    time.sleep(60)


def test_one_that_hangs_is_ended_and_said_so():
    outcomes = run_together(
        [("tests.services.test_processes:sleep_on", []), ("tests.services.test_processes:moment", [])], seconds=1
    )
    assert [outcome.error for outcome in outcomes] == ["TimeoutExpired", ""]
