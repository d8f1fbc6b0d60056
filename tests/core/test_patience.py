"""A database that goes away under a worker: tried again for a while, never inside a transaction."""

import threading
from collections.abc import Iterator
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import IntegrityError, InterfaceError, OperationalError, transaction

from core import jobs, patience
from core.jobs import JobContext
from core.models import Job
from core.patience import patiently

pytestmark = pytest.mark.django_db(transaction=True)


class Away:
    """Stands before ``act``: its first tries fail as on a database that is away."""

    def __init__(self, act: Any, errors: list[type[Exception]]) -> None:
        self.act, self.errors, self.tries = act, list(errors), 0

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        self.tries += 1
        if self.errors:
            raise self.errors.pop(0)()
        return self.act(*arguments, **named)


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that were made, in seconds of a clock that only they move."""
    made: list[float] = []
    monkeypatch.setattr(patience.time, "sleep", made.append)
    monkeypatch.setattr(patience.time, "monotonic", lambda: sum(made))
    return made


@pytest.fixture
def kind() -> Iterator[str]:
    yield "test.patience"
    jobs._kinds.pop("test.patience")


def test_it_is_tried_again_until_the_database_answers(slept: list[float]) -> None:
    act = Away(lambda: "written", [OperationalError, InterfaceError, OperationalError])
    assert patiently(act, 15) == "written"
    assert (act.tries, slept) == (4, [0.1, 0.2, 0.5])


def test_it_gives_up_when_the_time_is_over(slept: list[float]) -> None:
    act = Away(lambda: "written", [OperationalError] * 100)
    with pytest.raises(OperationalError):
        patiently(act, 3)
    assert 2 <= sum(slept) <= 3


def test_nothing_is_tried_again_inside_a_transaction_or_for_another_error(slept: list[float]) -> None:
    away, wrong = Away(str, [OperationalError]), Away(str, [IntegrityError])
    with pytest.raises(OperationalError), transaction.atomic():
        patiently(away, 15)
    with pytest.raises(IntegrityError):
        patiently(wrong, 15)
    assert (away.tries, wrong.tries, slept) == (1, 1, [])


def test_a_job_whose_database_goes_away_waits_again_as_soon_as_it_is_back(
    kind: str, slept: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    @jobs.job_handler(kind)
    def handler(_context: JobContext) -> None:
        raise OperationalError

    monkeypatch.setattr(jobs, "_again", Away(jobs._again, [OperationalError, InterfaceError]))
    job = jobs.enqueue(kind, "1")
    assert jobs.run_job(job.pk) == "retry"
    job.refresh_from_db()
    assert (job.state, job.lease, job.error) == (Job.State.QUEUED, None, "OperationalError")
    assert slept == [0.1, 0.2]


def test_a_claim_whose_answer_got_lost_is_still_this_workers(
    kind: str, slept: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[int] = []

    @jobs.job_handler(kind)
    def handler(context: JobContext) -> None:
        ran.append(context.attempt)

    real, lost = jobs._claim_waiting, [True]

    def answer_lost(*arguments: Any) -> bool:
        found = real(*arguments)
        if lost:
            lost.pop()
            raise OperationalError
        return found

    monkeypatch.setattr(jobs, "_claim_waiting", answer_lost)
    job = jobs.enqueue(kind, "1")
    assert jobs.run_job(job.pk) == "done"
    assert (ran, slept) == ([1], [0.1])
    assert jobs.run_job(job.pk) == "skipped"


def test_after_a_beat_that_failed_the_heart_beats_on_a_new_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    over = threading.Event()

    class Context:
        job_id, kind = "1", "test.heart"

        def _mine(self) -> Any:
            done.append("beat")
            if done.count("beat") == 1:
                raise InterfaceError
            return SimpleNamespace(update=lambda **_: 0)

    def close() -> None:
        done.append("closed")
        if done.count("closed") == 2:
            over.set()

    monkeypatch.setattr(jobs, "HEARTBEAT_EVERY", timedelta(0))
    monkeypatch.setattr(jobs, "connection", SimpleNamespace(close=close))
    with jobs._heart(Context()):  # type: ignore[arg-type]
        assert over.wait(5)
    assert done == ["beat", "closed", "beat", "closed"]
