"""A throw-away Redis for one test run: on a free port of this machine only, keeping nothing."""

import atexit
import secrets
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path
from typing import Self

from tests.services.launcher import Missing, NotStarted, Server, die_with_parent

PACKAGE = "redis-server"


def free_port() -> int:
    """A port that nobody listened to a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Redis(Server):
    """A Redis server. It asks for a password, so that no other run on this machine takes it for its own."""

    def __init__(self) -> None:
        self.port = 0
        self.password = secrets.token_hex(16)
        self.folder: Path | None = None

    def url(self, number: int = 0) -> str:
        """A broker URL; ``number`` chooses one of Redis's 16 databases."""
        return f"redis://:{self.password}@127.0.0.1:{self.port}/{number}"

    def start(self) -> Self:
        program = shutil.which("redis-server")
        if program is None:
            raise Missing("Redis", PACKAGE)
        for attempt in range(5):
            try:
                return self._start(program)
            except NotStarted:  # another program may have taken the port meanwhile
                if attempt == 4:
                    raise
        raise AssertionError("unreachable")

    def _start(self, program: str) -> Self:
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="coinche-redis-"))
        atexit.register(self.stop)
        settings = self.folder / "redis.conf"
        settings.write_text(
            f"bind 127.0.0.1\nport {self.port}\nrequirepass {self.password}\n"
            f'save ""\nappendonly no\ndir {self.folder}\ndaemonize no\n'
        )
        log = self.folder / "log"
        with log.open("wb") as output:
            self.process = subprocess.Popen(
                [program, settings],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=die_with_parent(),
            )
        self.wait_until(self._answers, log)
        return self

    def _answers(self) -> bool:
        import redis

        with redis.Redis.from_url(self.url()) as client:
            return bool(client.ping())

    def clean(self) -> None:
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)
