"""A throw-away RabbitMQ for one test run: a node of its own, listening to this machine only."""

import atexit
import contextlib
import os
import secrets
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path
from typing import Self

from tests.services.launcher import Missing, Server, die_with_parent, environment
from tests.services.redis import free_port

PACKAGE = "rabbitmq-server"

#: Debian's own command changes to the account "rabbitmq" and to one folder for all; this one starts where it is told.
PROGRAM = Path("/usr/lib/rabbitmq/bin/rabbitmq-server")


def is_there() -> bool:
    return PROGRAM.exists()


class RabbitMQ(Server):
    """A RabbitMQ node with its own name, ports, port mapper and data."""

    def __init__(self) -> None:
        self.port = 0
        self.password = secrets.token_hex(16)
        self.folder: Path | None = None

    def url(self) -> str:
        """A broker URL, in the root virtual host."""
        return f"amqp://coinche:{self.password}@127.0.0.1:{self.port}//"

    def start(self) -> Self:
        if not is_there():
            raise Missing("RabbitMQ", PACKAGE)
        self.port = free_port()
        self.folder = folder = Path(tempfile.mkdtemp(prefix="coinche-rabbitmq-"))
        atexit.register(self.stop)
        settings = folder / "rabbitmq.conf"
        settings.write_text(
            f"listeners.tcp.1 = 127.0.0.1:{self.port}\ndefault_user = coinche\ndefault_pass = {self.password}\n"
        )
        settings.chmod(0o600)
        log = folder / "output"
        with log.open("wb") as output:
            self.process = subprocess.Popen(
                [PROGRAM],
                env=environment(
                    HOME=str(folder),
                    RABBITMQ_CONF_ENV_FILE=os.devnull,
                    RABBITMQ_CONFIG_FILE=str(settings),
                    RABBITMQ_NODENAME=f"coinche{self.port}@localhost",
                    RABBITMQ_MNESIA_BASE=str(folder / "data"),
                    RABBITMQ_LOG_BASE=str(folder / "log"),
                    RABBITMQ_ENABLED_PLUGINS_FILE=str(folder / "plugins"),
                    RABBITMQ_DIST_PORT=str(free_port()),
                    RABBITMQ_SERVER_START_ARGS="-kernel inet_dist_use_interface {127,0,0,1}",
                    ERL_EPMD_PORT=str(free_port()),
                    ERL_EPMD_ADDRESS="127.0.0.1",
                ),
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=die_with_parent(),
            )
        self.wait_until(self._answers, log, seconds=90)
        return self

    def _answers(self) -> bool:
        from kombu import Connection

        with Connection(self.url(), connect_timeout=1) as connection:
            connection.connect()
        return True

    def clean(self) -> None:
        if self.folder is not None:
            _end_all_of(self.folder)
            shutil.rmtree(self.folder, ignore_errors=True)


def _end_all_of(folder: Path) -> None:
    """The port mapper, which the node starts and leaves behind, is known by the home folder that it was given."""
    mark = f"HOME={folder}".encode()
    for entry in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if mark in entry.read_bytes().split(b"\0"):
                os.kill(int(entry.parent.name), signal.SIGKILL)
