"""Calls in several real processes at the same moment, on the test database: how the races are proved.

The processes are forks of the test's own (which has all imported), each with a database connection of its own. Each
says that it is ready and waits; when all are ready they are let go together.
"""

import importlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, NoReturn


@dataclass(frozen=True)
class Outcome:
    """What became of one call: what it returned (JSON), or the class and text of what it raised."""

    value: Any = None
    error: str = ""
    message: str = ""

    @property
    def ok(self) -> bool:
        return not self.error


def run_together(calls: Sequence[tuple[str, Sequence[Any]]], *, seconds: float = 60) -> list[Outcome]:
    """Call each ``("package.module:function", [arguments])`` in its own process, all at the same moment.

    Answers the outcomes in the order of the calls; a process that has not ended after ``seconds`` is killed, and its
    outcome is the error "TimeoutExpired". The functions see the test's committed rows (a transactional test).
    """
    _let_go_of_connections()
    ready, ready_write = os.pipe()
    go, go_write = os.pipe()
    with tempfile.TemporaryDirectory() as folder:
        answers = [Path(folder) / str(number) for number in range(len(calls))]
        children = []
        for call, answer in zip(calls, answers, strict=True):
            child = os.fork()
            if child == 0:
                os.close(go_write)
                _child(call, answer, ready_write, go)
            children.append(child)
        os.close(ready_write)
        os.close(go)
        try:
            for _ in children:
                assert os.read(ready, 1), "a process did not start: see its words above"
        finally:
            os.close(go_write)  # what all of them wait for
            os.close(ready)
            _wait(children, seconds)
        return [Outcome(**json.loads(answer.read_text())) if answer.exists() else _killed() for answer in answers]


def manage(*arguments: str, source: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """``manage.py`` with these arguments, to its end, in a fork of the test's process, which has imported what a new
    one would import for most of a second. Its input, output and exit status are real."""
    with TemporaryFile() as given, TemporaryFile() as said, TemporaryFile() as wrong:
        given.write(source)
        given.seek(0)
        child = os.fork()
        if child == 0:
            for number, file in enumerate((given, said, wrong)):
                os.dup2(file.fileno(), number)
            _manage(arguments)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        said.seek(0)
        wrong.seek(0)
        return subprocess.CompletedProcess(list(arguments), status, said.read(), wrong.read())


def _manage(arguments: Sequence[str]) -> NoReturn:
    from django.core.management import execute_from_command_line

    # The streams as a process has them, not those that pytest has put in their place.
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115
    status = 70
    try:
        execute_from_command_line(["manage.py", *arguments])
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _killed() -> Outcome:
    return Outcome(error="TimeoutExpired", message="the process did not end")


def _let_go_of_connections() -> None:
    """A connection must not be used by two processes: the test's is opened anew afterwards."""
    from django.db import connection, connections

    connections.close_all()
    if connection.vendor == "postgresql":
        connection.close_pool()  # type: ignore[attr-defined]


def _child(call: tuple[str, Sequence[Any]], answer: Path, ready: int, go: int) -> NoReturn:
    try:
        from django.db import connection

        random.seed()
        module, _, name = call[0].partition(":")
        function = getattr(importlib.import_module(module), name)
        connection.ensure_connection()
        os.write(ready, b".")
        os.close(ready)
        os.read(go, 1)
        try:
            said: dict[str, Any] = {"value": function(*call[1])}
        except Exception as error:
            said = {"error": type(error).__name__, "message": str(error)}
        unfinished = answer.with_suffix(".part")
        unfinished.write_text(json.dumps(said, default=str))
        unfinished.replace(answer)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(0)


def _wait(children: list[int], seconds: float) -> None:
    end = time.monotonic() + seconds
    for child in children:
        while os.waitpid(child, os.WNOHANG)[0] == 0:
            if time.monotonic() > end:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                break
            time.sleep(0.005)
