"""Calls in several real processes at the same moment, on the test database: how the races are proved.

Each process sets Django up, says that it is ready and waits; when all are ready they are let go together.
"""

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


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
    """Call each ``("package.module:function", [JSON arguments])`` in its own process, all at the same moment.

    Answers the outcomes in the order of the calls. The functions see the test's committed rows (a transactional test).
    """
    from tests import database

    environment = {
        **os.environ,
        "DATABASE_URL": database.url(),
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "PYTHONPATH": str(ROOT),
    }
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.processes", function, json.dumps(list(arguments))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=environment,
        )
        for function, arguments in calls
    ]
    try:
        for process in processes:
            assert process.stdout is not None
            ready = process.stdout.readline()
            assert ready == "ready\n", f"a process did not start: {ready}"
        for process in processes:
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        answers = [process.communicate(timeout=seconds)[0] for process in processes]
    finally:
        for process in processes:
            if process.poll() is None:
                process.kill()
                process.wait()
    return [Outcome(**json.loads(answer.splitlines()[-1])) for answer in answers]


def main(target: str, arguments: str) -> None:
    import django

    django.setup()
    from django.db import connection

    from tests import guards_away

    guards_away.patch_functions()
    module, _, name = target.partition(":")
    function = getattr(importlib.import_module(module), name)
    connection.ensure_connection()
    print("ready", flush=True)
    sys.stdin.readline()
    try:
        answer = {"value": function(*json.loads(arguments))}
    except Exception as error:
        answer = {"error": type(error).__name__, "message": str(error)}
    print("\n" + json.dumps(answer, default=str), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
