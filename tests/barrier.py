"""Lets processes that race over many things in turn begin each one together.

A race of two processes is over in a millisecond, their start takes a second: so each process is started once, by
``together``, and meets the others before every turn; or it forks a crowd, which costs next to nothing.
"""

import json
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

PATIENCE = 60.0
#: Nanoseconds: longer than it takes who waits to see that the last one has come.
MOMENT = 2_000_000


def meet(folder: Path, turn: int, me: int, of: int) -> None:
    """Come back when all ``of`` processes have come to this turn. Each one writes a file; the last file is the sign.

    Who waits leaves the processor to the others; a moment after the last file all go on in the same instant.
    """
    (folder / f"{turn}-{me}").touch()
    waited_for = [folder / f"{turn}-{number}" for number in range(of)]
    end = time.monotonic() + PATIENCE
    while not all(path.exists() for path in waited_for):
        if time.monotonic() > end:
            raise TimeoutError(f"turn {turn}: the others did not come")
        time.sleep(0.0005)
    start = max(path.stat().st_mtime_ns for path in waited_for) + MOMENT
    while time.time_ns() < start:
        pass


def in_turns(folder: str, me: int, of: int, things: Sequence[Any], act: Callable[[Any], Any]) -> list[Any]:
    """Do ``act`` to each thing, each time at the moment when the other processes do it too.

    What it answers, or for an exception ``[its class, its code or text]``, by thing.
    """
    outcomes: list[Any] = []
    for turn, thing in enumerate(things):
        meet(Path(folder), turn, me, of)
        try:
            outcomes.append(act(thing))
        except Exception as error:
            outcomes.append(_refusal(error))
    return outcomes


def _refusal(error: Exception) -> list[str]:
    return [type(error).__name__, getattr(error, "code", None) or str(error)[:200]]


def crowd(count: int, act: Callable[[int], Any]) -> list[Any]:
    """Let ``count`` forks of this process do ``act(their number)`` at the same moment, each with its own connection.

    What it answers (JSON), or for an exception ``[its class, its code or text]``, by number.
    """
    from django.db import connection, connections

    for each in connections.all():
        each.close()
        if hasattr(each, "close_pool"):  # PostgreSQL's has threads, which no fork takes along
            each.close_pool()
    start, go = os.pipe()
    answers = []
    for number in range(count):
        out, answer = os.pipe()
        if os.fork() == 0:
            os.close(go)
            connection.ensure_connection()
            os.write(answer, b"\n")
            os.read(start, 1)  # ends when the parent closes its end
            try:
                value = act(number)
            except Exception as error:
                value = _refusal(error)
            os.write(answer, json.dumps(value, default=str).encode())
            os._exit(0)
        os.close(answer)
        answers.append(out)
    for out in answers:
        os.read(out, 1)
    os.close(start)
    os.close(go)
    return [_read(out) for out in answers]


def _read(out: int) -> Any:
    with os.fdopen(out, "rb") as stream:
        said = stream.read()
    os.wait()
    return json.loads(said)
