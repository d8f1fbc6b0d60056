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

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from tests.guards_away import VARIABLE, Guard
from tests.guards_list import GUARDS
from tests.services.postgres import Postgres

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Verdict:
    """What became of a guard's tests on one database; ``wrong`` is empty when all is as it should be."""

    guard: str
    database: str
    red: int
    wrong: str


def _run(tests: Iterable[str], url: str, without: str = "") -> tuple[dict[str, bool], str]:
    """Run tests in a process of their own: each node id -> whether it passed; and what was printed."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    for name in ("COINCHE_TEST_ROOT", "COINCHE_TEST_DATABASE", "DATABASE_URL", VARIABLE):
        environment.pop(name, None)
    if url:
        environment["DATABASE_URL"] = url
    if without:
        environment[VARIABLE] = without
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "junit.xml"
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "junit_family=xunit1"]
        done = subprocess.run(
            [*command, f"--junit-xml={report}", *tests],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        outcomes = {}
        if report.exists():
            for case in ElementTree.parse(report).iter("testcase"):
                node = _node(case)
                # An error outside the test (a fixture, a missing server) is no proof of anything.
                failed = case.find("failure") is not None
                broken = case.find("error") is not None or case.find("skipped") is not None
                if not broken:
                    outcomes[node] = not failed
    return outcomes, done.stdout + done.stderr


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


def prove(guards: Iterable[Guard]) -> list[Verdict]:
    """Prove guards on the databases they name, two at a time; a throw-away PostgreSQL is started if any needs it."""
    wanted = [(guard, database) for guard in guards for database in guard.databases]
    needs_server = any(database == "postgresql" for _, database in wanted)
    server = Postgres().start() if needs_server else None
    try:
        urls = {"sqlite": ""}
        if server is not None:
            urls["postgresql"] = _migrated(server)
        with ThreadPoolExecutor(2) as pool:
            present = dict(zip(urls, pool.map(lambda name: _present(name, wanted, urls[name]), urls), strict=True))
            away = pool.map(
                lambda item: _run(item[1][0].tests, _own(server, urls[item[1][1]], item[0]), item[1][0].name),
                enumerate(wanted),
            )
            outcomes = [result for result, _ in away]
    finally:
        if server is not None:
            server.stop()
    return [
        judge(guard, database, present[database], outcome)
        for (guard, database), outcome in zip(wanted, outcomes, strict=True)
    ]


def _present(database: str, wanted: list[tuple[Guard, str]], url: str) -> dict[str, bool]:
    tests = sorted({test for guard, name in wanted if name == database for test in guard.tests})
    outcomes, output = _run(tests, url) if tests else ({}, "")
    if tests and not (outcomes and all(outcomes.values())):
        print(output)
    return outcomes


def _migrated(server: Postgres) -> str:
    """A migrated database that each run's own is copied from."""
    template = server.create("template_migrated")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "-v0"],
            cwd=ROOT,
            env={
                **os.environ,
                "DATABASE_URL": template,
                "COINCHE_DATA": folder,
                "DJANGO_SETTINGS_MODULE": "coinche_club.settings",
            },
            check=True,
        )
    os.environ["COINCHE_TEST_TEMPLATE"] = "template_migrated"
    return server.url()


def _own(server: Postgres | None, url: str, number: int) -> str:
    """A name of its own for each run's test database, as two run at the same time."""
    return server.url(f"guard_{number}") if server is not None and url else url


def main(names: list[str]) -> int:
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
        print(f"{verdict.guard:<{width}}  {verdict.database:<10}  {'WRONG' if verdict.wrong else 'ok':<5}  {said}")
    wrong = sum(bool(verdict.wrong) for verdict in verdicts)
    print(f"guards: {len(verdicts) - wrong} proved, {wrong} not, in {time.monotonic() - began:.0f} s", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
