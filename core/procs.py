"""Processes that must not outlive who started them."""

import contextlib
import ctypes
import os
import signal
import sys
import threading
import time
from pathlib import Path

#: Set in every process that `manage.py serve` starts; its value is the data folder that they work on.
SERVED = "COINCHE_SERVED_DATA"

_PR_SET_PDEATHSIG = 1


def die_with_parent(parent: int | None = None) -> None:
    """End this process as soon as its parent is gone, however it went; only where `serve` started it.

    Linux does that by itself. Elsewhere a thread looks twice a second whether another process has adopted this one.
    """
    if SERVED not in os.environ:
        return
    parent = parent or os.getppid()
    if sys.platform.startswith("linux"):
        # SIGTERM: the web server and the worker stop what they started; a process of the pool ends at once.
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # it went before we asked
            os.kill(os.getpid(), signal.SIGTERM)
        return

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="parent-watch", daemon=True).start()


def leftovers(data: Path) -> list[int]:
    """Process ids of what an earlier `serve` on this data folder left running (it was killed); Linux only."""
    mark = f"{SERVED}={data}".encode()
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            environment = (entry / "environ").read_bytes()
        except OSError:  # another account's, or gone
            continue
        if mark in environment.split(b"\0") and int(entry.name) != os.getpid():
            found.append(int(entry.name))
    return found


def kill_leftovers(data: Path, patience: float = 3.0) -> int:
    """End them, so that the port and the jobs are free; waits up to ``patience`` seconds. How many there were."""
    killed: set[int] = set()
    end = time.monotonic() + patience
    # Again and again: a master that is not dead yet may start another process.
    while (victims := leftovers(data)) and time.monotonic() < end:
        for pid in victims:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        killed.update(victims)
        time.sleep(0.05)
    return len(killed)
