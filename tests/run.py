"""Runs the parts of the tests in turn, times them, and adds up what they counted: `make test`, `make test-fast`, ...

    python -m tests.run all | fast | long | lint | PART ...

Every part runs, also after a red one. Reports and logs go to build/test. The last line is the sum of all parts: each
test, each check and each guard counts as one.
"""

import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
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
        for name, (status, said, seconds) in zip(wanted, done, strict=True):
            print(f"{'ok' if status == 0 else 'FAILED':<7} {name} ({seconds:.0f} s)", flush=True)
            if status:
                print(said, flush=True)
            outcome.passed += status == 0
            outcome.failed += status != 0
    return outcome


def _quiet(command: list[object], env: dict[str, str]) -> tuple[int, str, float]:
    began = time.monotonic()
    done = subprocess.run(
        [str(part) for part in command],
        cwd=ROOT,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, time.monotonic() - began


# Tests


def pytest(part: str, *arguments: str, **changes: str) -> Outcome:
    """Run pytest and read what it counted from its report. No test at all is a failure."""
    outcome = Outcome(part)
    report = BUILD / f"{part}.xml"
    report.unlink(missing_ok=True)
    env = environment(**changes)
    for name in ("COINCHE_TEST_ROOT", "COINCHE_WITHOUT_GUARD"):
        env.pop(name, None)
    done = subprocess.run(
        [PYTHON, "-m", "pytest", "-q", "--durations=5", "--durations-min=2", f"--junit-xml={report}", *arguments],
        cwd=ROOT,
        env=env,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    if report.exists():
        for suite in ElementTree.parse(report).iter("testsuite"):
            bad = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
            skipped = int(suite.get("skipped", 0))
            outcome.failed += bad
            outcome.skipped += skipped
            outcome.passed += int(suite.get("tests", 0)) - bad - skipped
    if done.returncode and not outcome.failed:
        outcome.failed += 1
    return outcome


def sqlite() -> Outcome:
    return pytest("sqlite", "-n", WORKERS, "-m", "not browser and not services and not long")


def postgresql() -> Outcome:
    """The tests that touch the database, again on a real PostgreSQL."""
    return _on_postgresql(
        "postgresql", "-n", WORKERS, "--database-bound", "-m", "not browser and not services and not long"
    )


def services() -> Outcome:
    """Real servers and real processes, on PostgreSQL."""
    return _on_postgresql("services", "-m", "services and not browser and not long")


def browser() -> Outcome:
    return pytest("browser", "-m", "browser and not long")


def real() -> Outcome:
    """Services and browser at the same time: both wait more than they work, and each alone leaves a core idle."""
    total = Outcome("real")
    with ThreadPoolExecutor(2) as pool:
        for one in pool.map(lambda part: part(), (services, browser)):
            total.passed += one.passed
            total.failed += one.failed
            total.skipped += one.skipped
    return total


def _on_postgresql(part: str, *arguments: str, **changes: str) -> Outcome:
    if "DATABASE_URL" in os.environ:
        return pytest(part, *arguments, **changes)
    try:
        return pytest(part, *arguments, **changes, **_postgres())
    except Missing as missing:
        print(missing, flush=True)
        return Outcome(part, failed=1)


@cache
def _postgres() -> dict[str, str]:
    """The environment of the parts on PostgreSQL: one throw-away server for all, gone when this process ends."""
    server = Postgres().start()
    return {"DATABASE_URL": server.url(), "COINCHE_TEST_TEMPLATE": server.create_migrated()}


def guards() -> Outcome:
    """Each guard taken away in turn; counts the guards."""
    outcome = Outcome("guards")
    status, said, _ = _quiet([PYTHON, "-m", "tests.guards"], environment())
    print(said, flush=True)
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
    """The same tests and the long ones with many more examples, on SQLite, from three seeds."""
    total = Outcome("long")
    for seed in os.environ.get("COINCHE_SEEDS", "1 2 3").split():
        print(f"seed {seed}", flush=True)
        one = pytest(
            f"long-{seed}",
            "-n",
            WORKERS,
            "-m",
            "not browser and not services",
            f"--hypothesis-seed={seed}",
            COINCHE_LONG="1",
        )
        total.passed += one.passed
        total.failed += one.failed
        total.skipped += one.skipped
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


PARTS: dict[str, Callable[[], Outcome]] = {
    "checks": checks,
    "sqlite": sqlite,
    "postgresql": postgresql,
    "services": services,
    "browser": browser,
    "real": real,
    "guards": guards,
    "fast": fast,
    "lint-fast": lint_fast,
    "long": long,
    "long-postgresql": long_postgresql,
    "long-services": long_services,
}
GROUPS = {
    "all": ["checks", "sqlite", "postgresql", "real", "guards"],
    "fast": ["lint-fast", "fast"],
    "long": ["long", "long-postgresql", "long-services"],
    "lint": ["checks"],
}


def _processor_seconds() -> float:
    """Of all processes that this one has started and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main(names: list[str]) -> int:
    parts = [part for name in names for part in GROUPS.get(name, [name])]
    if not parts or set(parts) - set(PARTS):
        print(__doc__)
        return 2
    BUILD.mkdir(parents=True, exist_ok=True)
    outcomes = []
    for part in parts:
        print(f"\n== {part} ==", flush=True)
        began, used = time.monotonic(), _processor_seconds()
        outcome = PARTS[part]()
        outcome.part, outcome.seconds = part, time.monotonic() - began
        outcome.processor = _processor_seconds() - used
        outcomes.append(outcome)
    print(f"\n{'part':<14}{'seconds':>8}{'of cpu':>8}{'passed':>8}{'failed':>8}{'skipped':>9}")
    for row in outcomes:
        print(f"{row.part:<14}{row.seconds:>8.0f}{row.processor:>8.0f}{row.passed:>8}{row.failed:>8}{row.skipped:>9}")
    seconds, processor = (sum(getattr(row, name) for row in outcomes) for name in ("seconds", "processor"))
    print(f"{'all':<14}{seconds:>8.0f}{processor:>8.0f}\n")
    passed, failed, skipped = (
        sum(getattr(outcome, name) for outcome in outcomes) for name in ("passed", "failed", "skipped")
    )
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
