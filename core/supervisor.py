"""Keeps the web server and the Celery workers running as long as `manage.py serve` does, and not a moment longer."""

import errno
import fcntl
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from core import procs

logger = logging.getLogger(__name__)

#: Seconds to wait before a program that died is started again; the last one is kept to.
RESTART_AFTER = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
#: Seconds until the workers are started if the web server is not open yet.
OTHERS_AFTER = 10.0
#: A program that ran this long was well: its next death counts as the first.
WELL_AFTER = 60.0
#: Seconds that a program has to end by itself before it is killed. A killed job is done again: nothing is lost.
STOP_WITHIN = 6.0


class CannotServe(Exception):
    """The site cannot start; the text says why in one line."""


def take_lock(data: Path) -> TextIO:
    """Hold the data folder for as long as the returned file stays open. Raises CannotServe when another one does."""
    stream = (data / "serve.lock").open("a+", encoding="ascii")
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        stream.seek(0)
        holder = stream.read().strip()
        stream.close()
        raise CannotServe(
            f"The site is already running on {data} (process {holder or 'unknown'}). Stop it first, or choose another"
            " data folder with COINCHE_DATA."
        ) from None
    stream.seek(0)
    stream.truncate()
    stream.write(str(os.getpid()))
    stream.flush()
    return stream


#: Seconds that a port may still be held by what was killed: the system takes a process apart piece by piece.
FREE_WITHIN = 2.0


def check_port(host: str, port: int) -> None:
    """Raises CannotServe when nothing can listen there."""
    end = time.monotonic() + FREE_WITHIN
    while (error := _not_free(host, port)) is not None:
        if error.errno != errno.EADDRINUSE or time.monotonic() > end:
            raise CannotServe(_why(host, port, error)) from error
        time.sleep(0.1)


def _not_free(host: str, port: int) -> OSError | None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return error
    return None


def _why(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is busy: another program uses it. Choose another: COINCHE_PORT={port + 1} make run"
    if error.errno == errno.EACCES:
        return f"Port {port} is not allowed to this account. Choose one above 1023: COINCHE_PORT=8000 make run"
    return f"Nothing can listen on {host}, port {port}: {error.strerror or error}"


@dataclass
class Program:
    """One of the programs: ``module`` is run like ``python -m module arguments``, in a session of its own."""

    name: str
    module: str
    arguments: list[str]
    #: Called with the process id of one that died, when everything that it started is gone too.
    after_death: Callable[[int], None] | None = None
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    deaths: int = 0
    due: float = 0.0

    def start(self, data: Path) -> None:
        command = [sys.executable, "-m", "core.child", str(os.getpid()), self.module, *self.arguments]
        # A session of its own: Ctrl-C reaches `serve` only, which then stops both in order.
        self.process = subprocess.Popen(  # noqa: S603
            command, env={**os.environ, procs.SERVED: str(data)}, stdin=subprocess.DEVNULL, start_new_session=True
        )
        self.started = time.monotonic()

    def signal_all(self, number: int) -> None:
        """Signal every process of its session, the ones that a dead master left included."""
        if self.process is not None:
            try:
                os.killpg(self.process.pid, number)
            except (ProcessLookupError, PermissionError):
                return

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None


@dataclass
class Supervisor:
    """Runs programs until told to stop. ``each_turn`` is called every ``turn`` seconds beside it."""

    data: Path
    programs: list[Program]
    each_turn: Callable[[], None]
    turn: float = 15.0
    _stop: threading.Event = field(default_factory=threading.Event)
    _signals: int = 0

    def listen(self) -> None:
        """Stop on Ctrl-C, SIGTERM or a closed terminal; a second one kills at once."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._on_signal)

    def _on_signal(self, number: int, frame: object) -> None:
        self._signals += 1
        self._stop.set()

    def start(self) -> None:
        """Start the first program at once, the others when it is open (or after a while): pages come first."""
        first, *others = self.programs
        first.start(self.data)
        for program in others:
            program.due = time.monotonic() + OTHERS_AFTER

    def wait_until_open(self, host: str, port: int, patience: float = 30.0) -> bool:
        """Wait until the web server accepts a connection; False when it does not, or a stop was asked for."""
        end = time.monotonic() + patience
        while time.monotonic() < end and not self._stop.is_set():
            with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
                probe.settimeout(1)
                if probe.connect_ex((host, port)) == 0:
                    for program in self.programs:
                        program.due = min(program.due, time.monotonic())
                    return True
            self._look_after()
            self._stop.wait(0.1)
        return False

    def run(self) -> None:
        """Look after the programs until a stop is asked for."""
        next_turn = time.monotonic() + self.turn
        while not self._stop.wait(0.25):
            self._look_after()
            if time.monotonic() >= next_turn:
                self._guarded(self.each_turn)
                next_turn = time.monotonic() + self.turn

    def _look_after(self) -> None:
        now = time.monotonic()
        for program in self.programs:
            if program.is_running:
                continue
            if program.process is not None:
                self._bury(program, now)
            elif now >= program.due:
                program.start(self.data)

    def _bury(self, program: Program, now: float) -> None:
        assert program.process is not None
        program.signal_all(signal.SIGKILL)
        program.deaths = 1 if now - program.started > WELL_AFTER else program.deaths + 1
        program.due = now + RESTART_AFTER[min(program.deaths, len(RESTART_AFTER)) - 1]
        logger.warning("%s ended (status %s) and is started again", program.name, program.process.returncode)
        dead, program.process = program.process.pid, None
        if program.after_death is not None:
            self._guarded(lambda: program.after_death and program.after_death(dead))

    @staticmethod
    def _guarded(call: Callable[[], None]) -> None:
        try:
            call()
        except Exception as error:  # a busy database: the next turn does it
            logger.warning("not done this time: %s", type(error).__name__)

    def stop(self) -> None:
        """End all programs: politely first, then every process that is left of them."""
        for program in self.programs:
            if program.is_running and program.process is not None:
                program.process.terminate()
        end = time.monotonic() + STOP_WITHIN
        while any(program.is_running for program in self.programs) and time.monotonic() < end and self._signals < 2:
            time.sleep(0.05)
        for program in self.programs:
            program.signal_all(signal.SIGKILL)
            if program.process is not None:
                program.process.wait()
