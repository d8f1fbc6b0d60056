"""Jobs: written with the change, joined while waiting, done once whatever happens to messages and workers."""

import uuid
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from core import jobs
from core.jobs import JobContext, JobError, LeaseLost
from core.models import AuditEvent, Job

pytestmark = pytest.mark.django_db

State = Job.State


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    """Kinds registered by a test are forgotten after it."""
    before = dict(jobs._kinds)
    yield
    jobs._kinds.clear()
    jobs._kinds.update(before)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[uuid.UUID]:
    """The ids that the broker was given."""
    ids: list[uuid.UUID] = []

    def send(job_id: uuid.UUID) -> bool:
        ids.append(job_id)
        return True

    monkeypatch.setattr(jobs, "_send", send)
    return ids


def leave_effect(context: JobContext) -> None:
    AuditEvent.objects.create(verb="test.effect", object_type="job", object_id=context.job_id)


def effects(job: Job) -> int:
    return AuditEvent.objects.filter(verb="test.effect", object_id=job.pk).count()


def with_effect(context: JobContext) -> dict[str, Any]:
    with transaction.atomic():
        leave_effect(context)
        context.finish({"attempt": context.attempt})
    return {}


def now_due(job: Job) -> None:
    Job.objects.filter(pk=job.pk).update(not_before=timezone.now() - timedelta(seconds=1))


# Asking


def test_asking_twice_while_it_waits_gives_the_same_job_with_the_newer_payload(sent: list[uuid.UUID]) -> None:
    first = jobs.enqueue("k", "1", {"revision": 1})
    second = jobs.enqueue("k", "1", {"revision": 2})
    assert first.pk == second.pk
    assert Job.objects.get().payload == {"revision": 2}


def test_another_key_or_kind_is_another_job(sent: list[uuid.UUID]) -> None:
    assert len({jobs.enqueue("k", "1").pk, jobs.enqueue("k", "2").pk, jobs.enqueue("l", "1").pk}) == 3


def test_what_is_asked_while_it_runs_is_a_new_job(sent: list[uuid.UUID]) -> None:
    asked: list[Job] = []

    @jobs.job_handler("k")
    def handler(context: JobContext) -> None:
        if context.attempt == 1 and not asked:
            asked.append(jobs.enqueue("k", "1"))

    first = jobs.enqueue("k", "1")
    assert jobs.run_job(first.pk) == "done"
    assert asked[0].pk != first.pk
    assert jobs.run_job(asked[0].pk) == "done"


@pytest.mark.django_db(transaction=True)
def test_the_worker_is_told_after_the_commit_and_never_of_what_was_rolled_back(sent: list[uuid.UUID]) -> None:
    with transaction.atomic():
        job = jobs.enqueue("k", "1")
        assert sent == []
    assert sent == [job.pk]
    with pytest.raises(RuntimeError), transaction.atomic():
        jobs.enqueue("k", "2")
        raise RuntimeError
    assert sent == [job.pk]
    assert not Job.objects.filter(key="2").exists()


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_cannot_be_reached_fails_no_request_and_the_sweeper_sends_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from celery import current_app

    def refuse(*args: object, **kwargs: object) -> None:
        raise ConnectionError

    monkeypatch.setattr(current_app._get_current_object(), "send_task", refuse)
    job = jobs.enqueue("k", "1")
    assert Job.objects.get(pk=job.pk).state == State.QUEUED
    taken: list[object] = []
    monkeypatch.setattr(
        current_app._get_current_object(), "send_task", lambda name, args, **kwargs: taken.append((name, args))
    )
    assert jobs.sweep().sent == 0  # it may still be on its way
    Job.objects.update(sent_at=timezone.now() - jobs.RESEND_AFTER - timedelta(seconds=1))
    assert jobs.sweep().sent == 1
    assert taken == [(jobs.TASK, [str(job.pk)])]


# Doing


def test_a_job_run_twice_has_its_effect_once(sent: list[uuid.UUID]) -> None:
    jobs.job_handler("k")(with_effect)
    job = jobs.enqueue("k", "1")
    assert jobs.run_job(job.pk) == "done"
    assert jobs.run_job(str(job.pk)) == "skipped"
    assert effects(job) == 1
    assert jobs.view(job.pk).result == {"attempt": 1}


def test_what_the_handler_returns_is_the_result(sent: list[uuid.UUID]) -> None:
    jobs.job_handler("k")(lambda context: {"key": context.key})
    job = jobs.enqueue("k", "1")
    jobs.run_job(job.pk)
    assert jobs.view(job.pk).result == {"key": "1"}
    assert jobs.view(job.pk).is_done


def test_a_run_that_lost_its_job_meanwhile_leaves_no_effect(sent: list[uuid.UUID]) -> None:
    """A worker that hung long enough for another to take over wakes up, and must not write."""
    outcomes: list[str] = []

    @jobs.job_handler("k")
    def handler(context: JobContext) -> None:
        if context.attempt == 1:
            Job.objects.filter(pk=context.job_id).update(heartbeat=timezone.now() - timedelta(hours=1))
            assert jobs.sweep().taken_back == 1
            outcomes.append(jobs.run_job(context.job_id))
        with_effect(context)

    job = jobs.enqueue("k", "1")
    assert jobs.run_job(job.pk) == "lost"
    assert outcomes == ["done"]
    assert effects(job) == 1
    assert jobs.view(job.pk).result == {"attempt": 2}


def test_progress_is_seen_and_stops_a_run_that_lost_its_job(sent: list[uuid.UUID]) -> None:
    seen: list[int | None] = []

    @jobs.job_handler("k")
    def handler(context: JobContext) -> None:
        context.progress(1, 4)
        seen.append(jobs.view(context.job_id).percent)
        Job.objects.filter(pk=context.job_id).update(lease=uuid.uuid4())
        with pytest.raises(LeaseLost):
            context.progress(2, 4)

    assert jobs.run_job(jobs.enqueue("k", "1").pk) == "lost"
    assert seen == [25]


def test_a_failure_is_tried_again_later_then_given_up_without_its_text(sent: list[uuid.UUID]) -> None:
    @jobs.job_handler("k")
    def handler(context: JobContext) -> None:
        raise ValueError("Jeanne Martin, 06 00 00 00 00")

    job = jobs.enqueue("k", "1")
    for _ in range(jobs.MAX_ATTEMPTS - 1):
        assert jobs.run_job(job.pk) == "retry"
        assert jobs.run_job(job.pk) == "skipped"  # not due yet
        now_due(job)
    assert jobs.run_job(job.pk) == "failed"
    assert jobs.view(job.pk).error == "ValueError"
    assert jobs.view(job.pk).is_over


def test_a_failed_run_leaves_nothing_of_its_effect(sent: list[uuid.UUID]) -> None:
    @jobs.job_handler("k")
    def handler(context: JobContext) -> None:
        with transaction.atomic():
            leave_effect(context)
            if context.attempt == 1:
                raise ValueError
            context.finish()

    job = jobs.enqueue("k", "1")
    assert jobs.run_job(job.pk) == "retry"
    assert effects(job) == 0
    now_due(job)
    assert jobs.run_job(job.pk) == "done"
    assert effects(job) == 1


def test_an_error_with_words_is_final_and_shown(sent: list[uuid.UUID]) -> None:
    @jobs.job_handler("k")
    def handler(context: JobContext) -> None:
        raise JobError("The printer's library is missing")

    job = jobs.enqueue("k", "1")
    assert jobs.run_job(job.pk) == "failed"
    assert jobs.view(job.pk).error == "The printer's library is missing"


def test_a_kind_that_nothing_does_fails_in_words(sent: list[uuid.UUID]) -> None:
    job = jobs.enqueue("no-such-kind", "1")
    assert jobs.run_job(job.pk) == "failed"
    assert "no-such-kind" in jobs.view(job.pk).error


def test_asking_again_after_a_failure_starts_afresh_at_once(sent: list[uuid.UUID]) -> None:
    @jobs.job_handler("k")
    def handler(context: JobContext) -> None:
        if context.payload["broken"]:
            raise ValueError

    job = jobs.enqueue("k", "1", {"broken": True})
    assert jobs.run_job(job.pk) == "retry"
    again = jobs.enqueue("k", "1", {"broken": False})
    assert again.pk == job.pk
    assert jobs.run_job(job.pk) == "done"


def test_two_jobs_for_the_same_thing_never_run_together_and_the_second_is_woken(
    sent: list[uuid.UUID], django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    outcomes: list[str] = []
    following: list[Job] = []

    @jobs.job_handler("k")
    def handler(context: JobContext) -> None:
        if not following:
            following.append(jobs.enqueue("k", "1"))
            outcomes.append(jobs.run_job(following[0].pk))

    with django_capture_on_commit_callbacks(execute=True):
        first = jobs.enqueue("k", "1")
        assert jobs.run_job(first.pk) == "done"
    assert outcomes == ["skipped"]
    assert sent[-1] == following[0].pk


def test_heavy_kinds_run_one_at_a_time_and_light_ones_pass(sent: list[uuid.UUID]) -> None:
    outcomes: list[str] = []
    jobs.job_handler("light")(lambda context: None)
    jobs.job_handler("other-heavy", heavy=True)(lambda context: None)

    @jobs.job_handler("heavy", heavy=True)
    def handler(context: JobContext) -> None:
        outcomes.append(jobs.run_job(jobs.enqueue("light", "1").pk))
        outcomes.append(jobs.run_job(jobs.enqueue("other-heavy", "1").pk))

    jobs.run_job(jobs.enqueue("heavy", "1").pk)
    assert outcomes == ["done", "skipped"]
    assert jobs.run_waiting() == 1


# Sweeping


def killed(job: Job, silent_for: timedelta) -> None:
    """The state that a killed worker leaves."""
    Job.objects.filter(pk=job.pk).update(
        state=State.RUNNING, lease=jobs._new_lease(), attempts=1, heartbeat=timezone.now() - silent_for
    )


def test_a_silent_job_is_taken_back_and_a_beating_one_is_left(sent: list[uuid.UUID]) -> None:
    jobs.job_handler("k")(with_effect)
    dead, alive = jobs.enqueue("k", "1"), jobs.enqueue("k", "2")
    killed(dead, jobs.STALE_AFTER + timedelta(seconds=1))
    killed(alive, timedelta(seconds=1))
    assert jobs.sweep().taken_back == 1
    assert sent == [dead.pk]
    assert jobs.run_job(dead.pk) == "done"
    assert jobs.run_job(alive.pk) == "skipped"
    assert effects(dead) == 1


def test_the_jobs_of_a_process_known_to_be_dead_are_taken_back_at_once(sent: list[uuid.UUID]) -> None:
    mine, other = jobs.enqueue("k", "1"), jobs.enqueue("k", "2")
    killed(mine, timedelta(0))
    killed(other, timedelta(0))
    Job.objects.filter(pk=mine.pk).update(lease=uuid.UUID(int=7 << 32 | 4242))
    assert jobs.sweep(dead=4242).taken_back == 1
    assert Job.objects.get(pk=mine.pk).state == State.QUEUED
    assert Job.objects.get(pk=other.pk).state == State.RUNNING
    assert jobs.sweep(everything=True).taken_back == 1


def test_a_job_that_kills_its_workers_is_given_up(sent: list[uuid.UUID]) -> None:
    job = jobs.enqueue("k", "1")
    killed(job, timedelta(hours=1))
    Job.objects.update(attempts=jobs.MAX_ATTEMPTS)
    assert jobs.sweep().given_up == 1
    assert jobs.view(job.pk).state == State.FAILED


def test_a_dead_job_with_a_newer_one_waiting_is_replaced_by_it(sent: list[uuid.UUID]) -> None:
    dead = jobs.enqueue("k", "1")
    killed(dead, timedelta(hours=1))
    newer = jobs.enqueue("k", "1")
    jobs.sweep()
    assert Job.objects.get(pk=dead.pk).state == State.CANCELLED
    assert jobs.view(dead.pk).job_id == newer.pk


def test_old_finished_jobs_are_forgotten(sent: list[uuid.UUID]) -> None:
    jobs.job_handler("k")(lambda context: None)
    old, fresh = jobs.enqueue("k", "1"), jobs.enqueue("k", "2")
    jobs.run_waiting()
    Job.objects.filter(pk=old.pk).update(finished_at=timezone.now() - jobs.KEEP_FINISHED - timedelta(hours=1))
    assert jobs.sweep().deleted == 1
    assert list(Job.objects.all()) == [fresh]


# Waiting


def test_a_page_sees_whether_something_is_pending(sent: list[uuid.UUID]) -> None:
    jobs.job_handler("k")(lambda context: None)
    assert jobs.latest("k", "1") is None
    jobs.enqueue("k", "1")
    assert jobs.is_pending("k", "1")
    jobs.run_waiting()
    assert not jobs.is_pending("k", "1")
    assert jobs.latest("k", "1").is_done
    assert jobs.view(uuid.uuid4()) is None
