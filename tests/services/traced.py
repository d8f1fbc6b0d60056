"""The site's web server under strace: what it wrote, synced and answered, in that order."""

import http.client
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from core.management.commands.serve import _web
from tests.services.launcher import Missing, Server, environment
from tests.services.redis import free_port

ROOT = Path(__file__).resolve().parent.parent.parent
#: The settings that the site is started with; tests/services/unsynced.py where that guard is taken away.
SETTINGS = "coinche_club.settings"
UNSYNCED = "tests.services.unsynced"

_SYNCS = "fsync,fdatasync,sync_file_range,msync"
_ANSWERS = "write,writev,sendto,sendmsg"
_CALL = re.compile(r"^(?P<pid>\d+) +(?P<resumed><\.\.\. )?(?P<name>\w+)(?P<rest>.*)$")


@dataclass(frozen=True)
class Call:
    """A system call that has ended: its name and its arguments as strace writes them."""

    name: str
    text: str

    @property
    def is_sync(self) -> bool:
        return self.name in _SYNCS.split(",")


class TracedWeb(Server):
    """The web server as `manage.py serve` starts it, with one process, on a database that is there already."""

    def __init__(self, folder: Path, database_url: str) -> None:
        self.folder = folder
        self.database_url = database_url
        self.port = free_port()
        self.calls_file = folder / "calls"

    @property
    def netloc(self) -> str:
        return f"127.0.0.1:{self.port}"

    def start(self) -> "TracedWeb":
        strace = shutil.which("strace")
        if strace is None:
            raise Missing("strace", "strace")
        with mock.patch.dict(os.environ, COINCHE_WEB_WORKERS="1"):
            web = _web("127.0.0.1", self.port)
        # -D: strace watches from aside, so that the process here is the server's own and is stopped as such.
        trace = [strace, "-D", "-f", "--seccomp-bpf", "-qq", "-y", "-s", "40", "-e", f"trace={_SYNCS},{_ANSWERS}"]
        log = self.folder / "log"
        with log.open("wb") as output:
            self.process = subprocess.Popen(
                [*trace, "-o", self.calls_file, sys.executable, "-m", web.module, *web.arguments],
                cwd=ROOT,
                env=environment(
                    DJANGO_SETTINGS_MODULE=SETTINGS,
                    DATABASE_URL=self.database_url,
                    COINCHE_DATA=str(self.folder / "data"),
                    PYTHONPATH=str(ROOT),
                ),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self.wait_until(self._answers, log, 60)
        return self

    def _answers(self) -> bool:
        connection = http.client.HTTPConnection(self.netloc, timeout=20)
        connection.request("GET", "/api/v1/nothing/")
        return connection.getresponse().status == 404

    def calls(self, since: int = 0) -> list[Call]:
        """The calls that ended since byte ``since`` of strace's file, in the order of their ends."""
        begun: dict[tuple[str, str], str] = {}
        found = []
        for line in self.calls_file.read_text(errors="replace")[since:].splitlines():
            match = _CALL.match(line)
            if match is None:
                continue
            key = (match["pid"], match["name"])
            if line.endswith("<unfinished ...>"):
                begun[key] = match["rest"]
            else:
                found.append(Call(match["name"], begun.pop(key, "") + match["rest"]))
        return found

    def calls_of(self, status: int, since: int, seconds: float = 20) -> list[Call]:
        """The same up to the answer of this status: once it has come, what was before it stands in the file."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            calls = self.calls(since)
            at = next((at for at, call in enumerate(calls) if f"HTTP/1.1 {status}" in call.text), None)
            if at is not None:
                return calls[: at + 1]
            time.sleep(0.02)
        raise AssertionError(f"no answer {status} among {[call.name for call in self.calls(since)]}")

    def size(self) -> int:
        return len(self.calls_file.read_text(errors="replace"))

    def stop(self) -> None:
        process = self.process
        if process is not None and process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        super().stop()
