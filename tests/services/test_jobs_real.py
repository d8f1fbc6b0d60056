"""Jobs with a real worker process and a real broker, embedded, Redis and RabbitMQ: nothing is lost or done twice."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from kombu import Connection

from coinche_club.celery import app as celery_app
from core import jobs
from core.models import AuditEvent, Job

pytestmark = [pytest.mark.services, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def eventually(true: Callable[[], object], seconds: float = 40) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.05)
    return False


class Worker:
    """Starts real workers on the test's database and broker."""

    def __init__(self, env: dict[str, str], folder: Path) -> None:
        self.env = env
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []

    def start(self) -> subprocess.Popen[bytes]:
        command = "-m celery -A tests.services.worker_app -q worker --pool solo --without-gossip --without-mingle"
        process = subprocess.Popen([sys.executable, *command.split(), "--loglevel", "WARNING"], env=self.env)
        self.processes.append(process)
        return process

    def send(self, job: Job) -> None:
        """Put one message into the worker's broker."""
        url = self.env.get("COINCHE_BROKER_URL") or "coinche://localhost//"
        embedded = url.startswith("coinche://")
        options = {"path": str(Path(self.env["COINCHE_DATA"]) / "broker.sqlite3")} if embedded else {}
        with Connection(url, transport_options=options) as connection:
            celery_app.send_task(jobs.TASK, args=[str(job.pk)], connection=connection)

    def begun(self) -> int:
        """How many runs of the job have begun."""
        file = self.folder / "begun"
        return len(file.read_text().splitlines()) if file.exists() else 0

    def go_on(self) -> None:
        (self.folder / "go").touch()

    def stop(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()


# RabbitMQ takes most of a minute to start: in `make test-long` only.
@pytest.fixture(params=["embedded", "redis", pytest.param("rabbitmq", marks=pytest.mark.long)])
def worker(request: pytest.FixtureRequest, process_env: dict[str, str], tmp_path: Path) -> Iterator[Worker]:
    env = {**process_env, "COINCHE_TEST_FOLDER": str(tmp_path)}
    env.pop("COINCHE_BROKER_URL", None)
    # A message may be sent before the worker has got as far as making it.
    Path(env["COINCHE_DATA"]).mkdir(mode=0o700, parents=True, exist_ok=True)
    if request.param != "embedded":
        env["COINCHE_BROKER_URL"] = request.getfixturevalue(request.param).url()
    worker = Worker(env, tmp_path)
    yield worker
    worker.stop()


def effects(job: Job) -> int:
    return AuditEvent.objects.filter(verb="test.effect", object_id=job.pk).count()


def is_done(job: Job) -> bool:
    return Job.objects.get(pk=job.pk).state == Job.State.DONE


def test_a_job_whose_worker_is_killed_is_done_once_by_another(worker: Worker) -> None:
    first = worker.start()
    job = jobs.enqueue("test.effect", "1")
    worker.send(job)
    assert eventually(lambda: worker.begun() == 1)
    first.send_signal(signal.SIGKILL)
    first.wait()
    assert Job.objects.get(pk=job.pk).state == Job.State.RUNNING
    worker.go_on()
    # The heartbeat has stopped; what the sweeper waits for is taken as past.
    Job.objects.update(heartbeat=timezone.now() - jobs.STALE_AFTER - timedelta(seconds=1))
    assert jobs.sweep().taken_back == 1
    worker.start()
    worker.send(job)
    assert eventually(lambda: is_done(job))
    assert worker.begun() == 2
    assert effects(job) == 1
    assert Job.objects.get(pk=job.pk).result == {"attempt": 2}


def test_a_message_that_comes_three_times_has_its_effect_once_and_the_worker_stops_when_told(worker: Worker) -> None:
    worker.go_on()
    job, last = jobs.enqueue("test.effect", "1"), jobs.enqueue("test.effect", "2")
    process = worker.start()
    for _ in range(3):
        worker.send(job)
    worker.send(last)
    assert eventually(lambda: is_done(job) and is_done(last))  # the earlier messages have been read by now
    assert effects(job) == effects(last) == 1
    assert worker.begun() == 2
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=20) == 0
