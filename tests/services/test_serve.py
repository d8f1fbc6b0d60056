"""`manage.py serve` as it is started in a hall: what it prints, refuses, survives and leaves."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core import procs
from tests.served import ROOT, Served

pytestmark = [pytest.mark.services, pytest.mark.slow]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One data folder for all tests here."""
    site = Served(tmp_path_factory.mktemp("site") / "data").prepare()
    yield site
    site.stop()


@pytest.fixture
def served(site: Served) -> Served:
    """The running site; what a test has killed is started again."""
    if site.process is None or site.process.poll() is not None:
        site.log.unlink(missing_ok=True)
        site.start(seconds=120)
    return site


def eventually(true: Callable[[], object], seconds: float = 40) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.1)
    return False


def manage(site: Served, *arguments: str, **extra: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**site.environment, **extra},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def status(url: str, **headers: str) -> int:
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=20) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


ASK = """
import json
from core import jobs
print(json.dumps(str(jobs.enqueue("test.unknown", "1").pk)))
"""
LOOK = """
import json, sys
from core import jobs
print(json.dumps(jobs.view("{job}").state))
"""


def test_it_says_where_it_is_refuses_a_second_start_does_jobs_and_leaves_nothing(
    served: Served, tmp_path: Path
) -> None:
    assert eventually(lambda: "/start/" in served.output())
    assert f"http://localhost:{served.port}/" in served.output()
    assert re.search(r"/start/[\w-]{30,}/", served.output())
    assert status(served.url, Host="evil.example") == 400

    again = manage(served, "serve")
    assert again.returncode == 1
    assert len(again.stderr.strip().splitlines()) == 1
    assert str(served.data) in again.stderr

    busy = manage(served, "serve", COINCHE_DATA=str(tmp_path / "other"))
    assert busy.returncode == 1
    assert len(busy.stderr.strip().splitlines()) == 1
    assert str(served.port) in busy.stderr

    # The worker reads it and finds nothing that does it: the way there and back works.
    job = json.loads(manage(served, "shell", "-v", "0", "-c", ASK).stdout)
    assert eventually(
        lambda: json.loads(manage(served, "shell", "-v", "0", "-c", LOOK.format(job=job)).stdout) == "failed"
    )

    assert procs.leftovers(served.data)
    assert served.stop() == 0
    assert procs.leftovers(served.data) == []


def test_after_the_plug_is_pulled_it_starts_again_with_its_data_and_a_new_link(served: Served) -> None:
    assert eventually(lambda: "/start/" in served.output())
    created = manage(
        served, "createsuperuser", "--noinput", "--username", "bureau", DJANGO_SUPERUSER_PASSWORD="a long one"
    )
    assert created.returncode == 0, created.stderr
    for pid in procs.leftovers(served.data):
        os.kill(pid, signal.SIGKILL)
    served.kill()
    served.start()
    assert eventually(lambda: len(re.findall(r"/start/([\w-]+)/", served.output())) == 2)
    links = re.findall(r"/start/([\w-]+)/", served.output())
    assert links[0] != links[1]
    look = "from clubs.models import User; print(User.objects.filter(username='bureau').count())"
    assert manage(served, "shell", "-v", "0", "-c", look).stdout.strip() == "1"


def test_when_only_the_supervisor_is_killed_the_programs_end_too(served: Served) -> None:
    assert served.process is not None
    served.process.send_signal(signal.SIGKILL)
    served.process.wait()
    assert eventually(lambda: procs.leftovers(served.data) == [], 20)


def test_a_web_server_that_is_killed_comes_back(served: Served) -> None:
    assert served.process is not None
    children = Path(f"/proc/{served.process.pid}/task/{served.process.pid}/children").read_text().split()
    web = next(pid for pid in children if b"granian" in Path(f"/proc/{pid}/cmdline").read_bytes())
    os.kill(int(web), signal.SIGKILL)
    assert eventually(lambda: not Path(f"/proc/{web}").exists() and served.answers())
