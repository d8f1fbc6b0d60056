"""What the launchers of real servers share: a missing program is one clear line, a server never outlives the tests."""

import atexit
import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

_PR_SET_PDEATHSIG = 1


class Missing(Exception):
    """A program that the tests need is not on this machine; the text says the command that brings it."""

    def __init__(self, what: str, package: str) -> None:
        super().__init__(f"{what} is missing. Run this, then start again: sudo apt-get install {package}")


class NotStarted(Exception):
    """A server came up wrong; the text ends with what it said."""


def die_with_parent(how: signal.Signals = signal.SIGKILL) -> Callable[[], None]:
    """A ``preexec_fn``: the child gets a signal when the process that started it is gone, however it went (Linux)."""

    def ask() -> None:
        if sys.platform.startswith("linux"):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(how))

    return ask


class Server:
    """A server of this test run: its own folder and port or socket. Use as a context manager or start and stop it."""

    #: Ends it at once: what it holds is thrown away anyway.
    stop_signal = signal.SIGTERM
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> Self:
        raise NotImplementedError

    def clean(self) -> None:
        """Remove what it kept; called once it has ended."""

    def stop(self) -> None:
        """End it and remove what it kept; harmless when it is not running."""
        atexit.unregister(self.stop)
        process, self.process = self.process, None
        if process is not None and process.poll() is None:
            process.send_signal(self.stop_signal)
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.clean()

    def wait_until(self, answers: Callable[[], bool], log: Path, seconds: float = 20) -> None:
        """Wait for it to answer; NotStarted, with the end of its log, when it ends or stays dumb."""
        assert self.process is not None
        end = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < end:
            with contextlib.suppress(Exception):
                if answers():
                    return
            time.sleep(0.03)
        said = log.read_text(errors="replace")[-1500:] if log.exists() else ""
        name = type(self).__name__
        self.stop()
        raise NotStarted(f"{name} did not start:\n{said}")

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()


def environment(**changes: str) -> dict[str, str]:
    """This process's environment with changes, for a child."""
    return {**os.environ, **changes}
