"""Work outside a request: written down in the transaction that asks for it, done once, whatever the broker does.

The Job row is the truth. Celery only carries its id: a message that is lost, doubled or late changes nothing.

- ``enqueue`` writes the row in the caller's transaction, or joins the one that already waits for the same thing.
- ``run_job`` claims it by compare-and-set and gives the handler a context; ``context.finish`` writes the outcome in the
  handler's own transaction, and refuses when the claim was lost in between: the effect appears once or not at all.
- ``sweep`` runs again what a killed worker left, and sends again what got lost.
"""

import logging
import os
import secrets
import threading
import traceback
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from django.db import IntegrityError, connection, models, transaction
from django.utils import timezone
from django.utils.module_loading import autodiscover_modules

from core.models import Job
from core.patience import patiently

logger = logging.getLogger(__name__)

State = Job.State

#: A job that failed this often, by an error or by the death of its worker, is given up.
MAX_ATTEMPTS = 5
#: Waiting time before attempts 2, 3, 4 and 5.
BACKOFF = (timedelta(seconds=2), timedelta(seconds=10), timedelta(seconds=30), timedelta(seconds=120))
HEARTBEAT_EVERY = timedelta(seconds=5)
#: A running job without a sign of life for this long has lost its worker.
STALE_AFTER = timedelta(seconds=20)
#: A waiting job whose message was sent this long ago is sent again: a superfluous message does no harm.
RESEND_AFTER = timedelta(seconds=30)
#: For so many seconds a worker tries to write down what it has begun, or what failed, while the database is away.
WRITE_DOWN_FOR = 15.0
KEEP_FINISHED = timedelta(days=7)
TASK = "core.run_job"


class JobError(Exception):
    """A failure that trying again cannot mend. Its text is shown to the person who waits: no names in it."""


class LeaseLost(Exception):
    """This run is no longer the job's: another one has taken over, or it was given up. Nothing may be written."""


Handler = Callable[["JobContext"], dict[str, Any] | None]


@dataclass(frozen=True)
class _Kind:
    handler: Handler
    heavy: bool


_kinds: dict[str, _Kind] = {}


def job_handler(kind: str, *, heavy: bool = False) -> Callable[[Handler], Handler]:
    """Register what does the jobs of a kind. Put it in an app's ``tasks`` module, which is found by itself.

    The handler gets a JobContext and returns a small JSON object, or None. It may run several times for one job and
    must leave the same effect as once. ``heavy`` kinds (printing) run one at a time, so that the others never wait
    behind two of them.
    """

    def register(handler: Handler) -> Handler:
        _kinds[kind] = _Kind(handler, heavy)
        return handler

    return register


def _kind(name: str) -> _Kind | None:
    if name not in _kinds:
        autodiscover_modules("tasks")
    return _kinds.get(name)


# Asking


def enqueue(kind: str, key: str, payload: dict[str, Any] | None = None) -> Job:
    """Ask for a job, in the caller's transaction: it exists if and only if the caller's change does.

    ``key`` says what it is about (an id). While a job of the same kind and key waits, asking again gives that one,
    with the newer payload: however many changes came in, one job computes them all. ``payload`` is JSON: ids and
    plain values. The worker hears of it once the transaction is committed; if it cannot be told, the sweeper will.
    """
    with transaction.atomic():
        job, is_new = _insert_or_join(kind, key, payload or {})
        if is_new:
            transaction.on_commit(lambda: _send(job.pk), robust=True)
    return job


def enqueue_later(kind: str, key: str, after: timedelta, payload: dict[str, Any] | None = None) -> None:
    """Ask for a job that is not to be done before so long; one for the same thing that waits already is left as it is.
    The sweeper sends it."""
    now = timezone.now()
    later = Job(kind=kind, key=key, payload=payload or {}, created_at=now, not_before=now + after)
    Job.objects.bulk_create([later], ignore_conflicts=True)


def _insert_or_join(kind: str, key: str, payload: dict[str, Any]) -> tuple[Job, bool]:
    while True:
        now = timezone.now()
        fresh = Job(kind=kind, key=key, payload=payload, created_at=now, not_before=now, sent_at=now)
        Job.objects.bulk_create([fresh], ignore_conflicts=True)
        # Locking the row keeps a worker from claiming it before our transaction is committed: it would compute without
        # the change that we are about to make. (SQLite has one writer at a time: there the transaction itself does.)
        waiting = Job.objects.select_for_update().filter(kind=kind, key=key, state=State.QUEUED).first()
        if waiting is None:
            continue  # claimed between the two statements: ours must be a new one
        if waiting.pk == fresh.pk:
            return waiting, True
        # It waits after a failure, or has another payload: the new wish starts it afresh.
        postponed = waiting.not_before > now
        if postponed or waiting.payload != payload:
            waiting.payload = payload
            if postponed:
                waiting.not_before, waiting.attempts, waiting.sent_at = now, 0, now
            waiting.save(update_fields=["payload", "not_before", "attempts", "sent_at"])
        return waiting, postponed


def _send(job_id: uuid.UUID) -> bool:
    """Tell the workers; False when the broker could not be reached, which is only a delay."""
    from celery import current_app

    try:
        current_app.send_task(TASK, args=[str(job_id)], retry=False)
    except Exception as error:  # whatever the broker's library raises: a request must not fail of it
        logger.warning("job %s could not be sent (%s); the sweeper will", job_id, type(error).__name__)
        return False
    return True


def cancel(kind: str, key: str) -> bool:
    """Take back what was asked for and is not done yet; in the caller's transaction. Whether there was anything.

    A job that waits is not begun, one that runs stops the next time it says how far it is, and leaves no effect: its
    lease is gone. Asking again makes a new one.
    """
    open_ = Job.objects.filter(kind=kind, key=key, state__in=[State.QUEUED, State.RUNNING])
    return bool(open_.update(state=State.CANCELLED, lease=None, finished_at=timezone.now()))


# Doing


@dataclass
class JobContext:
    """What a handler is given. ``attempt`` counts from 1."""

    job_id: uuid.UUID
    kind: str
    key: str
    payload: dict[str, Any]
    attempt: int
    lease: uuid.UUID
    finished: bool = False

    def _mine(self) -> models.QuerySet[Job]:
        return Job.objects.filter(pk=self.job_id, lease=self.lease, state=State.RUNNING)

    def progress(self, done: int, total: int) -> None:
        """Show how far it is (parts done, parts in all). Outside a transaction, or nobody sees it in time.

        Raises LeaseLost when another run has taken over: stop, nothing more can be written.
        """
        if not self._mine().update(progress_done=done, progress_total=total, heartbeat=timezone.now()):
            raise LeaseLost(self.job_id)

    def finish(self, result: dict[str, Any] | None = None) -> None:
        """Write the outcome. Called inside the handler's transaction.atomic, effect and outcome are committed together.

        Raises LeaseLost when another run has taken over: the transaction rolls back, and the effect with it.
        """
        now = timezone.now()
        if not self._mine().update(state=State.DONE, result=result or {}, error="", finished_at=now, heartbeat=now):
            raise LeaseLost(self.job_id)
        self.finished = True


Outcome = Literal["done", "skipped", "retry", "failed", "lost"]


def run_job(job_id: uuid.UUID | str) -> Outcome:
    """Do one job, if it waits and nobody else does it: what the Celery task calls. Safe to call any number of times.

    "skipped": it does not wait (done, running elsewhere, not due yet, or another one for the same thing runs);
    "retry": it failed and waits again; "failed": given up; "lost": another run took over meanwhile.
    """
    lease = _new_lease()
    context = patiently(lambda: _claim(uuid.UUID(str(job_id)), lease), WRITE_DOWN_FOR)
    if context is None:
        return "skipped"
    try:
        with _heart(context):
            kind = _kind(context.kind)
            if kind is None:
                raise JobError(f"nothing here does jobs of the kind {context.kind}")
            result = kind.handler(context)
            if not context.finished:
                context.finish(result)
        outcome: Outcome = "done"
    except LeaseLost:
        logger.warning("job %s (%s): another run has taken over, or it was cancelled", context.job_id, context.kind)
        patiently(lambda: _wake(context), WRITE_DOWN_FOR)
        return "lost"
    except Exception as error:
        outcome = _failed(context, error)
    patiently(lambda: _wake(context), WRITE_DOWN_FOR)
    return outcome


def _claim(job_id: uuid.UUID, lease: uuid.UUID) -> JobContext | None:
    """Compare-and-set from waiting to running; None when it does not wait or must wait for another one.

    Asked again with a lease that has it already (the answer got lost), it is claimed.
    """
    job = Job.objects.filter(pk=job_id).first()
    if job is None or not (job.lease == lease or _claim_waiting(job, lease)):
        return None
    # Read after the claim: until then the payload may still be replaced by a newer one.
    job = Job.objects.get(pk=job.pk)
    return JobContext(job.pk, job.kind, job.key, job.payload, job.attempts, lease)


def _claim_waiting(job: Job, lease: uuid.UUID) -> bool:
    now = timezone.now()
    return bool(
        Job.objects.filter(pk=job.pk, state=State.QUEUED, not_before__lte=now)
        .exclude(models.Exists(_in_the_way(job)))
        .update(
            state=State.RUNNING,
            lease=lease,
            attempts=models.F("attempts") + 1,
            heartbeat=now,
            started_at=now,
            progress_done=0,
            progress_total=0,
        )
    )


def _new_lease() -> uuid.UUID:
    """96 random bits and the process id, by which the jobs of a process that is known to be dead are found."""
    return uuid.UUID(int=secrets.randbits(96) << 32 | os.getpid() & 0xFFFFFFFF)


def _process_of(lease: uuid.UUID | None) -> int | None:
    return None if lease is None else lease.int & 0xFFFFFFFF


def _in_the_way(job: Job) -> models.QuerySet[Job]:
    """Running jobs that must end before this one starts: the same thing, and the other heavy ones if it is heavy."""
    blocking = models.Q(kind=job.kind, key=job.key)
    kind = _kind(job.kind)
    if kind is not None and kind.heavy:
        blocking |= models.Q(kind__in=[name for name, other in _kinds.items() if other.heavy])
    return Job.objects.filter(blocking, state=State.RUNNING)


def _due_after(context: JobContext) -> models.QuerySet[Job]:
    """What could begin once this one ends: the same thing again, and the other heavy ones if it is heavy."""
    waiting = models.Q(kind=context.kind, key=context.key)
    kind = _kind(context.kind)
    if kind is not None and kind.heavy:
        waiting |= models.Q(kind__in=[name for name, other in _kinds.items() if other.heavy])
    return Job.objects.filter(waiting, state=State.QUEUED, not_before__lte=timezone.now())


def is_waited_for(context: JobContext) -> bool:
    """Whether another job waits for this one to end: a long one may then come to an end early."""
    return _due_after(context).exists()


def _wake(context: JobContext) -> None:
    """Send what waited for this one to end."""
    following = _due_after(context).order_by("created_at").values_list("pk", flat=True).first()
    if following is not None:
        transaction.on_commit(lambda: _send(following), robust=True)


@contextmanager
def _heart(context: JobContext) -> Iterator[None]:
    """Beat while the handler runs, from a thread with its own database connection."""
    stop = threading.Event()

    def beat() -> None:
        try:
            while not stop.wait(HEARTBEAT_EVERY.total_seconds()):
                try:
                    if not context._mine().update(heartbeat=timezone.now()):
                        return
                except Exception as error:  # a busy database: the next beat comes in time, on a new connection
                    connection.close()
                    logger.warning("job %s: no heartbeat (%s)", context.job_id, type(error).__name__)
        finally:
            connection.close()

    thread = threading.Thread(target=beat, name=f"job-{context.kind}", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(timeout=1)


def _failed(context: JobContext, error: Exception) -> Outcome:
    """Write a failure down: again later, or given up. Only the error's class is kept: its text may hold names."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else "?"
    logger.error("job %s (%s) failed: %s at %s", context.job_id, context.kind, type(error).__name__, where)
    final = isinstance(error, JobError)
    text = str(error) if final else type(error).__name__

    def write_down() -> Outcome:
        job = Job.objects.get(pk=context.job_id)
        if job.lease != context.lease or job.state != State.RUNNING:
            return "lost"
        return _again(job, text[:500], timezone.now(), final=final)

    # Where the database itself was what failed: unwritten, the job would be missed only after STALE_AFTER.
    return patiently(write_down, WRITE_DOWN_FOR)


def _again(job: Job, error: str, now: datetime, *, final: bool = False, wait: bool = True) -> Outcome:
    """From running back to waiting, or to failed after the last attempt; compare-and-set on the lease."""
    mine = Job.objects.filter(pk=job.pk, lease=job.lease, state=State.RUNNING)
    if not wait:  # a beat since we looked means that its worker lives
        mine = mine.filter(heartbeat=job.heartbeat)
    if final or job.attempts >= MAX_ATTEMPTS:
        given_up = mine.update(state=State.FAILED, error=error, finished_at=now)
        return "failed" if given_up else "lost"
    due = now + BACKOFF[min(job.attempts, len(BACKOFF)) - 1] if wait else now
    try:
        with transaction.atomic():
            back = mine.update(state=State.QUEUED, lease=None, error=error, not_before=due, sent_at=None)
        return "retry" if back else "lost"
    except IntegrityError:  # a newer one for the same thing waits already, and will do what this one had to
        mine.update(state=State.CANCELLED, error=error, finished_at=now)
        return "lost"


# Sweeping


@dataclass(frozen=True)
class Swept:
    """What one sweep found: jobs taken back from dead workers, jobs given up, messages sent, old rows deleted."""

    taken_back: int = 0
    given_up: int = 0
    sent: int = 0
    deleted: int = 0


def sweep(*, everything: bool = False, dead: int | None = None) -> Swept:
    """Take back what dead workers left, send again what got lost, forget old finished jobs. Safe to run anywhere.

    ``everything``: no worker is alive (a start), so whatever runs is dead and whatever waits was not sent.
    ``dead``: the id of a process of this machine that is known to have ended: its jobs are taken back at once.
    """
    now = timezone.now()
    taken_back = given_up = sent = 0
    for job in Job.objects.filter(state=State.RUNNING):
        silent = job.heartbeat is None or job.heartbeat < now - STALE_AFTER
        if not (silent or everything or (dead is not None and _process_of(job.lease) == dead)):
            continue
        outcome = _again(job, "the worker was stopped", now, wait=False)
        taken_back += outcome == "retry"
        given_up += outcome == "failed"
    unsent = Job.objects.filter(state=State.QUEUED, not_before__lte=now)
    if not everything:
        unsent = unsent.filter(models.Q(sent_at__isnull=True) | models.Q(sent_at__lt=now - RESEND_AFTER))
    for job_id in unsent.order_by("created_at").values_list("pk", flat=True):
        # Written first: when the broker is away, the next try is RESEND_AFTER later, not at once.
        Job.objects.filter(pk=job_id, state=State.QUEUED).update(sent_at=now)
        sent += _send(job_id)
    old = Job.objects.filter(state__in=[State.DONE, State.CANCELLED, State.FAILED], finished_at__lt=now - KEEP_FINISHED)
    deleted = old.delete()[0]
    return Swept(taken_back, given_up, sent, deleted)


def run_waiting(limit: int = 1000) -> int:
    """Do the waiting jobs here and now, oldest first, for commands and tests; how many were done or failed."""
    count = 0
    while count < limit:
        due = Job.objects.filter(state=State.QUEUED, not_before__lte=timezone.now()).order_by("created_at")
        job_id = due.values_list("pk", flat=True).first()
        if job_id is None or run_job(job_id) == "skipped":
            break
        count += 1
    return count


# Waiting (for pages)


@dataclass(frozen=True)
class JobView:
    """What a page shows of a job. ``percent`` is 0 to 100, or None when the job does not say how far it is."""

    job_id: uuid.UUID
    state: str
    percent: int | None
    result: dict[str, Any] | None
    error: str

    @property
    def is_over(self) -> bool:
        return self.state in (State.DONE, State.FAILED, State.CANCELLED)

    @property
    def is_done(self) -> bool:
        return self.state == State.DONE


def _view(job: Job) -> JobView:
    percent = min(100, 100 * job.progress_done // job.progress_total) if job.progress_total else None
    return JobView(job.pk, job.state, percent, job.result, job.error)


def view(job_id: uuid.UUID | str) -> JobView | None:
    """The job that a page waits for; None when there is none. One that a newer job replaced gives the newer one."""
    job = Job.objects.filter(pk=job_id).first()
    if job is not None and job.state == State.CANCELLED:
        newer = Job.objects.filter(kind=job.kind, key=job.key, created_at__gt=job.created_at)
        job = newer.order_by("-created_at").first() or job
    return None if job is None else _view(job)


def latest(kind: str, key: str) -> JobView | None:
    """The newest job for a thing, whatever its state; None when none was ever asked for (or it was long ago)."""
    job = Job.objects.filter(kind=kind, key=key).order_by("-created_at").first()
    return None if job is None else _view(job)


def last_result(kind: str, key: str) -> dict[str, Any] | None:
    """What the last job for a thing that was done gave; None when there was none, or it was long ago."""
    done = Job.objects.filter(kind=kind, key=key, state=State.DONE).order_by("-finished_at")
    return done.values_list("result", flat=True).first()


def is_pending(kind: str, key: str) -> bool:
    """Whether a job for this thing waits or runs."""
    return Job.objects.filter(kind=kind, key=key, state__in=[State.QUEUED, State.RUNNING]).exists()
