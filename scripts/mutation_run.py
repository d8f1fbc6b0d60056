"""The run of `make mutation`, in its own environment: changes made by mutmut, tests run in forks of one collection.

    python mutation_run.py WORKERS MODULE...      from the tree that scripts/mutation.py lays out

mutmut writes every change and keeps the verdicts. Running it here, instead of `mutmut run`, makes an hour of a day:
the tests are collected once, each change gets a fork of that, and a fork runs the likeliest tests first. Each fork
forgets what the functions of the rules and of the tests had kept, so a change of what fills a cache is seen. Time is
CPU time, so that a busy machine is not taken for a change that never ends. A verdict "noticed" stays while the text of
the changed function stays; a change that was not noticed is tried again.
"""

import functools
import gc
import hashlib
import json
import os
import resource
import shutil
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, settings
from mutmut.__main__ import copy_also_copy_files, copy_src_dir, create_mutants, setup_source_paths
from mutmut.configuration import config
from mutmut.mutation.data import SourceFileMutationData
from mutmut.mutation.trampoline import set_mutant_under_test
from mutmut.state import state

NOTICED, SURVIVED, UNTESTED, ENDLESS = 1, 0, 33, 36
#: CPU seconds of tests that a change has to withstand: the likeliest first, and of every test function an example.
ENOUGH = float(os.environ.get("COINCHE_MUTATION_SECONDS", "2"))
#: A change is endless when it takes this many times what its tests take without it, and seconds more.
TIMES, MORE = 5, 10
#: Whether a generated example fails is all that counts, not which is the smallest.
PHASES = (Phase.explicit, Phase.generate)
#: Tests that look at the clock are left out: what slows them here is what measures them.
CLOCKS = frozenset({"process_time", "perf_counter", "monotonic"})
MEMORY = 3 << 30


def caches() -> list[Any]:
    """The functions of the rules and of the tests that keep what they answer."""
    kept = [thing for thing in gc.get_objects() if isinstance(thing, functools._lru_cache_wrapper)]
    return [function for function in kept if function.__module__.startswith(("scoring", "tests"))]


def forget(kept: list[Any]) -> None:
    """Empties the caches, those in tables called _KEPT too: what they hold was worked out before the change."""
    for function in kept:
        function.cache_clear()
    for name, module in sys.modules.items():
        if name.startswith("scoring.rules.") and hasattr(module, "_KEPT"):
            module._KEPT.clear()


def run_item(item: Any, following: Any) -> bool:
    """Whether the test passed (or was skipped)."""
    item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
    return not item.session.testsfailed


def digest(paths: Iterable[Path]) -> str:
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(paths))).hexdigest()


class Measured:
    """Which tests run which function, and how long they take (CPU seconds), without any change. Kept in a file: as long
    as nothing else changes, a later run measures only the test files that changed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tests: dict[str, set[str]] = defaultdict(set)
        self.seconds: dict[str, float] = {}
        self.files: dict[str, str] = {}
        others = (file for folder in ("scoring", "tests", "docs") for file in Path(folder).rglob("*.*"))
        self.sources = digest(file for file in others if is_source(file))

    def read(self) -> None:
        if not self.path.exists():
            return
        kept = json.loads(self.path.read_text(encoding="utf-8"))
        if kept["sources"] != self.sources:
            return
        same = {file for file, of in kept["files"].items() if Path(file).exists() and digest([Path(file)]) == of}
        self.files = {file: kept["files"][file] for file in same}
        self.seconds = {name: took for name, took in kept["seconds"].items() if name.partition("::")[0] in same}
        for function, names in kept["tests"].items():
            self.tests[function] = {name for name in names if name in self.seconds}

    def measure(self, items: list[Any]) -> None:
        """Runs what is not known; exits when a test fails."""
        kept = caches()
        unknown = [item for item in items if item.nodeid not in self.seconds]
        set_mutant_under_test("stats")
        for item, following in zip(unknown, [*unknown[1:], None], strict=False):
            forget(kept)
            state()._stats.clear()
            if not run_item(item, following):
                raise SystemExit(f"fails without any change: {item.nodeid}")
            for function in state()._stats:
                self.tests[function].add(item.nodeid)
        set_mutant_under_test("")
        for item, following in zip(unknown, [*unknown[1:], None], strict=False):
            start = time.process_time()
            run_item(item, following)
            self.seconds[item.nodeid] = time.process_time() - start
        self.files = {file: digest([Path(file)]) for file in {item.nodeid.partition("::")[0] for item in items}}

    def write(self) -> None:
        tests = {function: sorted(names) for function, names in self.tests.items()}
        kept = {"sources": self.sources, "files": self.files, "seconds": self.seconds, "tests": tests}
        self.path.write_text(json.dumps(kept), encoding="utf-8")


def is_source(file: Path) -> bool:
    """What any test may depend on: the changed sources, the data, and the modules that tests share."""
    return file.suffix in {".py", ".toml", ".md", ".json"} and not file.name.startswith("test_")


class AtOnce:
    """A pytest plugin for a fork: ends it at the first failure, before anything is made of it to be read."""

    def __init__(self, pipe: int) -> None:
        self.pipe = pipe

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: Any, call: Any) -> None:
        if (
            call.excinfo
            and not call.excinfo.errisinstance(pytest.skip.Exception)
            and not item.get_closest_marker("xfail")
        ):
            os.write(self.pipe, item.nodeid.encode())
            os._exit(NOTICED)


class Runner:
    """A pytest plugin: instead of running the collected tests once, runs them for every change."""

    def __init__(self, chosen: list[SourceFileMutationData], workers: int) -> None:
        self.chosen = chosen
        self.workers = workers
        self.running: dict[int, tuple[SourceFileMutationData, str, int, float]] = {}
        self.killers: dict[str, Counter[str]] = defaultdict(Counter)
        self.done = 0

    def pytest_runtestloop(self, session: Any) -> bool:
        items = [item for item in session.items if not CLOCKS.intersection(item.function.__code__.co_names)]
        if session.testsfailed:
            sys.exit("the tests cannot be collected")
        self.measured = self.measure(items)
        self.breadth = Counter(name for names in self.measured.tests.values() for name in names)
        self.caches = caches()
        gc.freeze()
        self.items = {item.nodeid: item for item in items}
        work = list(self.work())
        print(f"{len(items)} tests, {len(work)} changes to try", flush=True)
        for data, key in work:
            while len(self.running) >= self.workers:
                self.reap()
            self.try_change(data, key)
            if self.done % 50 == 0:
                print(f"{self.done}/{len(work)} {key}", flush=True)
        while self.running:
            self.reap()
        return True

    def measure(self, items: list[Any]) -> Measured:
        """In a fork: what running the tests leaves behind must not reach the changes."""
        measured = Measured(Path("measured.json"))
        measured.read()
        if {item.nodeid for item in items} <= measured.seconds.keys():
            return measured
        pid = os.fork()
        if pid == 0:
            try:
                measured.measure(items)
                measured.write()
            except BaseException as problem:
                print(problem, flush=True)
                os._exit(1)
            os._exit(0)
        if os.waitpid(pid, 0)[1]:
            sys.exit("the tests do not pass")
        measured.read()
        return measured

    def work(self) -> Iterator[tuple[SourceFileMutationData, str]]:
        """What was never tried, then again what no test noticed."""
        for codes in ((None,), (SURVIVED, UNTESTED, ENDLESS)):
            for data in self.chosen:
                yield from ((data, key) for key, code in data.exit_code_by_key.items() if code in codes)

    def tests_for(self, key: str) -> list[str]:
        """The tests that run the changed function, as many as ENOUGH lets: what noticed its other changes first, then
        what is quick and runs little else, with many examples of one test function after one of each."""
        function = key.partition("__mutmut_")[0]
        module = function.rpartition(".")[0]
        seconds, breadth = self.measured.seconds, self.breadth
        names = sorted(self.measured.tests.get(function, ()), key=lambda name: (seconds[name], name))
        rank: Counter[str] = Counter()
        order = {}
        for name in names:
            family = name.partition("[")[0]
            cost = seconds[name] * breadth[name] ** 0.5 + rank[family] / 500
            order[name] = (-self.killers[function][name], -self.killers[module][name], cost)
            rank[family] += 1
        chosen: list[str] = []
        total = 0.0
        for name in sorted(names, key=order.__getitem__):
            if total < ENOUGH or not chosen:
                chosen.append(name)
                total += seconds[name]
        return chosen

    def try_change(self, data: SourceFileMutationData, key: str) -> None:
        tests = self.tests_for(key)
        if not tests:
            self.verdict(data, key, UNTESTED)
            return
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(reading)
            self.in_fork(key, tests, writing)
        os.close(writing)
        self.running[pid] = (data, key, reading, time.monotonic())

    def in_fork(self, key: str, tests: list[str], writing: int) -> None:
        """Never returns: exits as the tests say."""
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        try:
            self.items[tests[0]].config.pluginmanager.register(AtOnce(writing))
            forget(self.caches)
            set_mutant_under_test(key)
            for name, following in zip(tests, [*tests[1:], None], strict=True):
                # Kills this process: no handler stands for the signal.
                signal.setitimer(signal.ITIMER_PROF, TIMES * self.measured.seconds[name] + MORE)
                run_item(self.items[name], following and self.items[following])
        except BaseException:
            os._exit(NOTICED)
        os._exit(SURVIVED)

    def reap(self) -> None:
        pid, status = os.wait()
        data, key, reading, start = self.running.pop(pid)
        with os.fdopen(reading, "rb") as pipe:
            killer = pipe.read().decode()
        if killer:
            function = key.partition("__mutmut_")[0]
            self.killers[function][killer] += 1
            self.killers[function.rpartition(".")[0]][killer] += 1
        data.durations_by_key[key] = time.monotonic() - start
        self.verdict(data, key, os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else ENDLESS)

    def verdict(self, data: SourceFileMutationData, key: str, code: int) -> None:
        data.exit_code_by_key[key] = code
        data.save()
        self.done += 1


def main(workers: int, chosen: Iterable[str]) -> int:
    Path("mutants").mkdir(exist_ok=True)
    set_mutant_under_test("mutant_generation")
    copy_src_dir()
    for path in Path("scoring").rglob("*"):
        if path.is_file() and path.suffix != ".py":  # mutmut copies these only once
            shutil.copy2(path, "mutants" / path)
    for path in Path("mutants/scoring").rglob("*.py"):
        if not path.stat().st_size:  # a run that was killed while it wrote
            path.unlink()
    copy_also_copy_files()
    setup_source_paths()
    create_mutants(workers)
    set_mutant_under_test("")
    settings.register_profile("mutation", database=None, derandomize=True, deadline=None, phases=PHASES)
    settings.load_profile("mutation")
    tests = config().pytest_add_cli_args_test_selection
    changes = [SourceFileMutationData(path=Path(module)) for module in chosen]
    for data in changes:
        data.load()
        data.meta_path = data.meta_path.absolute()
    os.chdir("mutants")
    return pytest.main(
        [
            "--rootdir=.",
            "--tb=no",
            "--assert=plain",
            "-W",
            "ignore",
            "-s",
            "-p",
            "no:logging",
            *config().pytest_add_cli_args,
            *tests,
        ],
        plugins=[Runner(changes, workers)],
    )


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
