"""Runs the parts of the tests in turn, times them, and adds up what they counted: `make test`, `make test-fast`, ...

    python -m tests.run all | fast | long | lint | PART ...

Every part runs, also after a red one. Parts run side by side, because each waits now and then; what a part printed is
shown when it is done. Reports go to build/test. The last line is the sum of all parts: each test, each check and each
guard counts as one.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from tests.services.launcher import Missing, environment
from tests.services.postgres import Postgres

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "test"
PYTHON = sys.executable
BIN = Path(PYTHON).parent
WORKERS = os.environ.get("COINCHE_TEST_WORKERS", "2")


@dataclass
class Outcome:
    """What a part counted, its seconds on the clock and of the processors (which a busy machine does not change)."""

    part: str
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    seconds: float = 0.0
    processor: float = 0.0
    said: list[str] = field(default_factory=list)

    def add(self, other: "Outcome") -> None:
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped
        self.processor += other.processor
        self.said += other.said


# Checks


def _checks(data: str) -> dict[str, tuple[list[object], dict[str, str]]]:
    """Name -> command and environment. ``data``: a throw-away data folder, for those that load the settings."""
    site = environment(COINCHE_DATA=data, DJANGO_SETTINGS_MODULE="coinche_club.settings", PYTHONPATH=str(ROOT))
    site.pop("DATABASE_URL", None)
    manage = [PYTHON, "manage.py"]
    return {
        "types": ([BIN / "mypy"], site),
        "lint": ([BIN / "ruff", "check", "."], site),
        "formatting": ([BIN / "ruff", "format", "--check", "."], site),
        "import floors": ([BIN / "lint-imports"], site),
        "missing migrations": ([*manage, "makemigrations", "--check", "--dry-run"], site),
        "missing translations": ([PYTHON, "scripts/check_translations.py"], site),
        "system checks": ([*manage, "check", "--deploy", "--fail-level", "ERROR"], site),
    }


def checks(*names: str) -> Outcome:
    """Run the named checks (all by default), two at a time; what a red one said is printed."""
    outcome = Outcome("checks")
    with tempfile.TemporaryDirectory(prefix="coinche-check-") as data, ThreadPoolExecutor(2) as pool:
        wanted = {name: call for name, call in _checks(data).items() if not names or name in names}
        done = pool.map(lambda call: _quiet(*call), wanted.values())
        for name, (status, said, seconds, processor) in zip(wanted, done, strict=True):
            outcome.said.append(f"{'ok' if status == 0 else 'FAILED':<7} {name} ({seconds:.0f} s)\n")
            if status:
                outcome.said.append(said)
            outcome.processor += processor
            outcome.passed += status == 0
            outcome.failed += status != 0
    return outcome


def _quiet(command: list[object], env: dict[str, str]) -> tuple[int, str, float, float]:
    """Run a command to its end: status, what it said, seconds on the clock and of the processors, children's too."""
    began = time.monotonic()
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
        process = subprocess.Popen(
            [str(part) for part in command],
            cwd=ROOT,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        # Of this child alone: other parts run at the same time.
        _, waited, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(waited)
        output.seek(0)
        return process.returncode, output.read(), time.monotonic() - began, used.ru_utime + used.ru_stime


# Tests

#: Where throw-away files are kept: in memory, so that no test waits for the disk. Files of `make test-long` are on it.
MEMORY, ENOUGH = Path("/dev/shm"), 4 << 30


def _kept_in_memory() -> dict[str, str]:
    """The setting that says so; none where there is no such folder, little room in it, or another one was chosen."""
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK) or shutil.disk_usage(MEMORY).free < ENOUGH:
        return {}
    return {"TMPDIR": str(MEMORY)}


def pytest(part: str, *arguments: str, **changes: str) -> Outcome:
    """Run pytest and read what it counted from its report. No test at all is a failure."""
    outcome = Outcome(part)
    report = BUILD / f"{part}.xml"
    report.unlink(missing_ok=True)
    env = environment(**changes, **({} if "COINCHE_LONG" in changes else _kept_in_memory()))
    for name in ("COINCHE_TEST_ROOT", "COINCHE_WITHOUT_GUARD"):
        env.pop(name, None)
    status, said, _, outcome.processor = _quiet(
        [PYTHON, "-m", "pytest", "-q", "--durations=5", "--durations-min=2", f"--junit-xml={report}", *arguments], env
    )
    outcome.said.append(said)
    if report.exists():
        for suite in ElementTree.parse(report).iter("testsuite"):
            bad = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
            skipped = int(suite.get("skipped", 0))
            outcome.failed += bad
            outcome.skipped += skipped
            outcome.passed += int(suite.get("tests", 0)) - bad - skipped
    if status and not outcome.failed:
        outcome.failed += 1
    return outcome


#: What the parts on SQLite and PostgreSQL run; the tests of the guards run on both in the part of the guards.
WITHOUT_SERVERS = ("-n", WORKERS, "--guards-run-theirs", "-m", "not browser and not services and not long")


def sqlite() -> Outcome:
    return pytest("sqlite", *WITHOUT_SERVERS)


def postgresql() -> Outcome:
    """The tests that touch the database, again on a real PostgreSQL."""
    return _on_postgresql("postgresql", "--database-bound", *WITHOUT_SERVERS)


def services() -> Outcome:
    """Real servers and real processes, on PostgreSQL."""
    return _on_postgresql(
        "services", "--guards-run-theirs", "-m", "services and not long and not alone", "tests/services"
    )


def alone() -> Outcome:
    """Those that hold the real site to seconds on the clock: nothing else runs meanwhile."""
    return _on_postgresql("alone", "-m", "alone and not long", "tests/services")


def browser() -> Outcome:
    return pytest("browser", "-m", "browser and not long", "tests/browser")


def _on_postgresql(part: str, *arguments: str, **changes: str) -> Outcome:
    if "DATABASE_URL" in os.environ:
        return pytest(part, *arguments, **changes)
    if not _server:
        return Outcome(part, failed=1, said=["No PostgreSQL: see the first line.\n"])
    return pytest(part, *arguments, **changes, **_server)


#: The environment of the parts on PostgreSQL: one throw-away server for all of them.
_server: dict[str, str] = {}
ON_POSTGRESQL = {"alone", "services", "postgresql", "long-postgresql"}


def start_postgres() -> None:
    """Start it, to be gone when this process ends. In the main thread: it would end with any other that started it."""
    try:
        server = Postgres().start()
        _server.update(DATABASE_URL=server.url(), COINCHE_TEST_TEMPLATE=server.create_migrated())
    except Missing as missing:
        print(missing, flush=True)


def guards() -> Outcome:
    """Each guard taken away in turn; counts the guards."""
    outcome = Outcome("guards")
    status, said, _, outcome.processor = _quiet([PYTHON, "-m", "tests.guards"], environment(**_kept_in_memory()))
    outcome.said.append(said)
    found = re.search(r"^guards: (\d+) proved, (\d+) not", said, re.MULTILINE)
    if found:
        outcome.passed, outcome.failed = int(found[1]), int(found[2])
    if status and not outcome.failed:
        outcome.failed = 1
    return outcome


def fast() -> Outcome:
    chosen = "not browser and not services and not slow and not long"
    return pytest("fast", "-n", WORKERS, "--hypothesis-profile=fast", "-m", chosen)


def lint_fast() -> Outcome:
    return checks("lint", "formatting", "import floors")


def long() -> Outcome:
    """The same tests and the long ones with many more examples, on SQLite; those that draw examples, from each seed."""
    total = Outcome("long")
    chosen = "not browser and not services"
    for seed in os.environ.get("COINCHE_SEEDS", "1 2 3").split():
        total.said.append(f"seed {seed}\n")
        arguments = ["-n", WORKERS, "-m", chosen, f"--hypothesis-seed={seed}"]
        total.add(pytest(f"long-{seed}", *arguments, COINCHE_LONG="1"))
        chosen = "hypothesis and not browser and not services"
    return total


def long_postgresql() -> Outcome:
    """Every test that touches the database, pages and papers too, with the many examples."""
    return _on_postgresql(
        "long-postgresql", "-n", WORKERS, "--database-bound", "-m", "not browser and not services", COINCHE_LONG="1"
    )


def long_services() -> Outcome:
    """The races and the soak with more processes, on a PostgreSQL that syncs its commits as a real one does."""
    with Postgres(fsync=True) as server:
        return pytest("long-services", "-m", "services", COINCHE_LONG="1", DATABASE_URL=server.url())


def long_browser() -> Outcome:
    """Every page in the browser, those left out of `make test` too; its scorer on many more deals, others each time."""
    return pytest("long-browser", "-m", "browser", "tests/browser", COINCHE_LONG="1")


PARTS: dict[str, Callable[[], Outcome]] = {
    "checks": checks,
    "sqlite": sqlite,
    "postgresql": postgresql,
    "services": services,
    "browser": browser,
    "alone": alone,
    "guards": guards,
    "fast": fast,
    "lint-fast": lint_fast,
    "long": long,
    "long-postgresql": long_postgresql,
    "long-services": long_services,
    "long-browser": long_browser,
}
#: Each step's parts run side by side, the longest first; a step begins when the one before is done.
GROUPS: dict[str, list[list[str]]] = {
    "all": [["alone"], ["sqlite", "services", "browser", "postgresql", "guards", "checks"]],
    "fast": [["lint-fast"], ["fast"]],
    "long": [["long"], ["long-postgresql"], ["long-browser"], ["long-services"]],
    "lint": [["checks"]],
}
SIDE_BY_SIDE = 3


def _run(part: str) -> Outcome:
    began = time.monotonic()
    outcome = PARTS[part]()
    outcome.part, outcome.seconds = part, time.monotonic() - began
    with _printing:
        print(f"\n== {part} ==", *outcome.said, sep="\n", flush=True)
    return outcome


_printing = threading.Lock()


def main(names: list[str]) -> int:
    steps = [step for name in names for step in GROUPS.get(name, [[name]])]
    if not steps or {part for step in steps for part in step} - set(PARTS):
        print(__doc__)
        return 2
    BUILD.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    if "DATABASE_URL" not in os.environ and any(ON_POSTGRESQL & set(step) for step in steps):
        start_postgres()
    outcomes = []
    for step in steps:
        with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
            outcomes += pool.map(_run, step)
    print(f"\n{'part':<16}{'seconds':>8}{'of cpu':>8}{'passed':>8}{'failed':>8}{'skipped':>9}")
    for row in outcomes:
        print(f"{row.part:<16}{row.seconds:>8.0f}{row.processor:>8.0f}{row.passed:>8}{row.failed:>8}{row.skipped:>9}")
    total = Outcome("all")
    for outcome in outcomes:
        total.add(outcome)
    print(f"{'all':<16}{time.monotonic() - began:>8.0f}{total.processor:>8.0f}\n")
    skipped = f", {total.skipped} skipped" if total.skipped else ""
    print(f"{total.passed} passed, {total.failed} failed{skipped}", flush=True)
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
