"""`make guards`: takes each named guard away in turn and shows which tests turn red without it.

A guard that no test misses is either no guard or untested: both are found here. Each test runs first with all guards in
place, where it must be green, then with its guard away, where it must be red. Exit status 1 when one is not.

To add one:

1. write a test that passes, and would fail if the guard were not there (a race runs on PostgreSQL, with ``together``);
2. add a ``Guard`` to tests/guards_list.py: its name, its parts (``Constraint``, ``Trigger`` or ``Patch``), the tests,
   and the databases on which it is proved;
3. ``.venv/bin/python -m tests.guards "its name"`` tries that one alone.

A part is taken away by tests/guards_away.py, in the test process: the product has no switch for it.
"""

import gc
import importlib
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from tests.guards_away import VARIABLE, Guard, Patch
from tests.guards_list import GUARDS
from tests.services.launcher import environment
from tests.services.postgres import Postgres

ROOT = Path(__file__).resolve().parent.parent
DATABASES = ("sqlite", "postgresql")


@dataclass(frozen=True)
class Verdict:
    """What became of a guard's tests on one database; ``wrong`` is empty when all is as it should be."""

    guard: str
    database: str
    red: int
    wrong: str
    processor: float = 0.0  # seconds, of its tests without it


def _forked(
    tests: Iterable[str], number: int, without: str = "", *, is_whole: bool = True
) -> tuple[dict[str, bool], str]:
    """Run tests in a fork of this process, which has imported all: node id -> whether it passed; and the output.

    ``is_whole``: the database keeps all its guards, so that the next ones may have the same, which every test leaves
    empty. Otherwise it is one of its own.
    """
    import pytest
    from django.conf import settings

    with tempfile.TemporaryDirectory() as folder:
        report, printed = Path(folder) / "junit.xml", Path(folder) / "printed"
        child = os.fork()
        if child == 0:
            status = 70
            try:
                with printed.open("wb") as output:
                    os.dup2(output.fileno(), 1)
                    os.dup2(output.fileno(), 2)
                if without:
                    os.environ[VARIABLE] = without
                options = ["-q", "-p", "no:cacheprovider", "-o", "junit_family=xunit1", f"--junit-xml={report}"]
                database = settings.DATABASES["default"]
                test = database.setdefault("TEST", {})
                if "sqlite3" in database["ENGINE"]:
                    test["NAME"] = f"{folder}/test.sqlite3"
                elif is_whole:
                    test["NAME"] = "test_guards"
                    options.append("--reuse-db")
                else:
                    test["NAME"] = f"test_guard_{number}"
                if without:
                    options.append("--tb=no")  # red is what is asked for
                status = int(pytest.main([*options, *tests]))
            finally:
                sys.stdout.flush()
                os._exit(status)
        os.waitpid(child, 0)
        return _outcomes(report), printed.read_text(errors="replace")


def _modules(guards: Iterable[Guard]) -> list[str]:
    """The modules of their tests."""
    files = {test.partition("::")[0] for guard in guards for test in guard.tests}
    return sorted(file.removesuffix(".py").replace("/", ".") for file in files)


def _used() -> float:
    """Seconds of the processors that children of this process have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _outcomes(report: Path) -> dict[str, bool]:
    outcomes: dict[str, bool] = {}
    if report.exists():
        for case in ElementTree.parse(report).iter("testcase"):
            # An error outside the test (a fixture, a missing server) is no proof of anything.
            if case.find("error") is None and case.find("skipped") is None:
                outcomes[_node(case)] = case.find("failure") is None
    return outcomes


def _node(case: ElementTree.Element) -> str:
    """pytest's node id of a reported test: file, class if any, name."""
    file = case.get("file", "")
    module = file.removesuffix(".py").replace("/", ".")
    classes = case.get("classname", "").removeprefix(module).strip(".").split(".")
    return "::".join(part for part in (file, *classes, case.get("name", "")) if part)


def _covers(wanted: str, node: str) -> bool:
    """A guard may name a parametrized test without its parameters: then one red case is enough."""
    return node == wanted or node.startswith(wanted + "[")


def judge(guard: Guard, database: str, present: dict[str, bool], away: dict[str, bool]) -> Verdict:
    """Compare the outcomes of a guard's tests with it in place and without it."""
    wrong = []
    red = 0
    for test in guard.tests:
        before = [passed for node, passed in present.items() if _covers(test, node)]
        after = [passed for node, passed in away.items() if _covers(test, node)]
        if not before or not all(before):
            wrong.append(f"not green with the guard: {test}")
        elif not after:
            wrong.append(f"did not run without it: {test}")
        elif all(after):
            wrong.append(f"still green without it: {test}")
        else:
            red += after.count(False)
    return Verdict(guard.name, database, red, "; ".join(wrong))


def prove(guards: Sequence[Guard]) -> list[Verdict]:
    """Prove guards on the databases they name, side by side; a throw-away PostgreSQL is started if any needs it."""
    names = {database: [guard.name for guard in guards if database in guard.databases] for database in DATABASES}
    with ThreadPoolExecutor(len(DATABASES)) as pool:
        both = pool.map(
            lambda item: _on_sqlite(item[1]) if item[0] == "sqlite" else _on_postgresql(item[1]), names.items()
        )
        return [Verdict(**verdict) for verdicts in both for verdict in verdicts]


def _on_sqlite(names: list[str]) -> list[dict[str, Any]]:
    return _worker("sqlite", names, {}) if names else []


def _on_postgresql(names: list[str]) -> list[dict[str, Any]]:
    if not names:
        return []
    with Postgres() as server:
        settings = {"DATABASE_URL": server.url(), "COINCHE_TEST_TEMPLATE": server.create_migrated()}
        return _worker("postgresql", names, settings)


def _worker(database: str, names: list[str], changes: dict[str, str]) -> list[dict[str, Any]]:
    """Have the guards of one database judged by a process with its settings."""
    settings = environment(PYTHONPATH=str(ROOT), DJANGO_SETTINGS_MODULE="tests.settings")
    for name in ("COINCHE_TEST_ROOT", "COINCHE_TEST_DATABASE", "DATABASE_URL", VARIABLE):
        settings.pop(name, None)
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "verdicts.json"
        subprocess.run(
            [sys.executable, "-m", "tests.guards", "--worker", database, str(answer), *names],
            cwd=ROOT,
            env={**settings, **changes},
            stdin=subprocess.DEVNULL,
            check=True,
        )
        verdicts: list[dict[str, Any]] = json.loads(answer.read_text())
        return verdicts


def work(database: str, answer: Path, names: list[str]) -> None:
    """In the process of one database: judge these guards and write the verdicts down."""
    import django

    django.setup()
    guards = [guard for guard in GUARDS if guard.name in names]
    # What every fork would import again, and look through again.
    for module in ("hypothesis", "pytest_django.fixtures", "coinche_club.urls", *_modules(guards)):
        importlib.import_module(module)
    gc.freeze()
    present, output = _forked(sorted({test for guard in guards for test in guard.tests}), 0)
    if not (present and all(present.values())):
        print(output, flush=True)
    verdicts = []
    for number, guard in enumerate(guards, start=1):
        before = _used()
        is_whole = all(isinstance(part, Patch) for part in guard.parts)
        away, output = _forked(guard.tests, number, guard.name, is_whole=is_whole)
        verdicts.append(replace(judge(guard, database, present, away), processor=_used() - before))
        if not away:
            print(output, flush=True)
    answer.write_text(json.dumps([asdict(verdict) for verdict in verdicts]))


def main(names: list[str]) -> int:
    if names[:1] == ["--worker"]:
        work(names[1], Path(names[2]), names[3:])
        return 0
    unknown = set(names) - {guard.name for guard in GUARDS}
    if unknown:
        print("no such guard: " + ", ".join(sorted(unknown)))
        print("\n".join(guard.name for guard in GUARDS))
        return 2
    began = time.monotonic()
    verdicts = prove([guard for guard in GUARDS if not names or guard.name in names])
    width = max(len(verdict.guard) for verdict in verdicts)
    for verdict in verdicts:
        said = verdict.wrong or f"{verdict.red} red without it"
        state = "WRONG" if verdict.wrong else "ok"
        print(f"{verdict.guard:<{width}}  {verdict.database:<10}  {state:<5} {verdict.processor:>5.1f} s  {said}")
    wrong = sum(bool(verdict.wrong) for verdict in verdicts)
    print(f"guards: {len(verdicts) - wrong} proved, {wrong} not, in {time.monotonic() - began:.0f} s", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
