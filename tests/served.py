"""The real site in its own processes: ``manage.py serve`` on a data folder, as `make run` starts it."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from core import procs
from tests.fingerprint import TEMPLATES, fingerprint
from tests.services.launcher import NotStarted, die_with_parent, environment
from tests.services.redis import free_port

ROOT = Path(__file__).resolve().parent.parent


class Served:
    """A site on a free port. Started again after ``stop`` or ``kill`` it finds its data and port as they were.

    ``extra``: environment variables for the site (DATABASE_URL, a broker's URL).
    """

    def __init__(self, data: Path, **extra: str) -> None:
        self.data = data
        self.port = free_port()
        self.log = data.with_name(data.name + ".log")
        self.extra = extra
        self.process: subprocess.Popen[bytes] | None = None

    def prepare(self) -> "Served":
        """Put into its new folder what its first start would make there, which takes longer than all that follows: the
        tables and the static files. They were made by such a start, for all sites of this version of the tables; a
        start still looks whether anything is missing or out of date."""
        self.data.mkdir(mode=0o700)
        shutil.copytree(_prepared(), self.data, dirs_exist_ok=True)
        return self

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        """For ``manage.py`` commands on the same data."""
        ours = environment(
            COINCHE_DATA=str(self.data),
            COINCHE_PORT=str(self.port),
            DJANGO_SETTINGS_MODULE="coinche_club.settings",
            PYTHONUNBUFFERED="1",
        )
        ours.pop("DATABASE_URL", None)
        return {**ours, **self.extra}

    def start(self, seconds: float = 180) -> "Served":
        """Start it and wait until it answers; NotStarted, with what it said, when it does not."""
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--prepare"],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=die_with_parent(signal.SIGTERM),
            )
        end = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < end:
            if self.answers():
                return self
            time.sleep(0.1)
        self.kill()
        raise NotStarted(f"the site did not start:\n{self.output()[-2000:]}")

    def answers(self) -> bool:
        """Whether anything answers at its address, whatever it says."""
        try:
            with urllib.request.urlopen(self.url, timeout=20):
                return True
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False

    def output(self) -> str:
        """All it has printed so far."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def links(self) -> list[str]:
        """The addresses it has printed, oldest first: the one-time sign-in link is the last with a long path."""
        return re.findall(r"http://[^\s]+", self.output())

    def stop(self, seconds: float = 60) -> int | None:
        """Ctrl-C; its exit status, or None when it was not running."""
        process, self.process = self.process, None
        if process is None or process.poll() is not None:
            return None
        process.send_signal(signal.SIGINT)
        try:
            return process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            self.process = process
            self.kill()
            raise AssertionError("the site did not stop within its time") from None

    def kill(self) -> None:
        """The plug: SIGKILL to it and to all that it started."""
        process, self.process = self.process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        procs.kill_leftovers(self.data)


#: What a first start makes that is the same for every site; its key and its logs are its own.
MADE = ("coinche.sqlite3", "static")


def _prepared() -> Path:
    """A folder with what a first start makes: by the product's own preparation, once, and kept for the next run."""
    kept = TEMPLATES / f"template-site-{fingerprint()}"
    if kept.exists():
        return kept
    TEMPLATES.mkdir(parents=True, exist_ok=True)
    for old in TEMPLATES.glob("template-site-*"):
        shutil.rmtree(old, ignore_errors=True)
    with tempfile.TemporaryDirectory(dir=TEMPLATES) as folder:
        site, ready = Served(Path(folder) / "data"), Path(folder) / "ready"
        program = "import django; django.setup(); from core.prepare import prepare; prepare(lambda text: None)"
        subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=site.environment, check=True)
        ready.mkdir()
        for name in MADE:
            (site.data / name).rename(ready / name)
        with contextlib.suppress(OSError):  # another run was first
            ready.rename(kept)
    return kept
