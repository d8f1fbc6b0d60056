"""The run of `make mutation`, in its own environment: changes made by mutmut, tests run in forks of one collection.

    python mutation_run.py WORKERS MODULE...      from the tree that scripts/mutation.py lays out

mutmut writes every change and keeps the verdicts. Running it here, instead of `mutmut run`, makes an hour of a day:
the tests are collected once, each change gets a fork of that, and a fork runs the likeliest tests first: a few of them
for every change, then many for what is left. A fork puts the code of the change into the function: nothing asks at
every call which change is tried. Where a change could be in what the functions of the rules and of the tests had kept,
the fork forgets that first. Time is CPU time, so that a busy machine is not taken for a change that never ends. A
verdict "noticed" stays while the text of the changed function stays; a change that was not noticed is tried again.
"""

import gc
import importlib
import os
import resource
import shutil
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from cProfile import Profile
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, settings
from mutation_tests import FUNCTIONS, Changed, Measured, caches, forget, kept_as_it_is, run_item
from mutmut.__main__ import copy_also_copy_files, copy_src_dir, create_mutants, setup_source_paths
from mutmut.configuration import config
from mutmut.mutation import trampoline
from mutmut.mutation.data import SourceFileMutationData

NOTICED, SURVIVED, UNTESTED, ENDLESS = 1, 0, 33, 36
#: CPU seconds of tests that a change has to withstand, of those that run its line.
ENOUGH = float(os.environ.get("COINCHE_MUTATION_SECONDS", "6"))
#: Of these, the seconds at first; the others follow when it is known which tests notice most. And the seconds of tests
#: that run the function, but not the line.
AT_FIRST = 0.3
#: A change is endless when it takes this many times what its tests take without it, and seconds more.
TIMES, MORE = 5, 10
#: Whether a generated example fails is all that counts, not which is the smallest.
PHASES = (Phase.explicit, Phase.generate)
#: Tests that look at the clock are left out: what slows them here is what measures them.
CLOCKS = frozenset({"process_time", "perf_counter", "monotonic"})
MEMORY = 3 << 30
#: Seconds of a run that one which is killed may lose.
SAVED_AFTER = 5
#: Exit code of a fork that could not put the change in its place.
MISPLACED = 70


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
        self.withstood: dict[str, set[str]] = defaultdict(set)
        self.unsaved: set[SourceFileMutationData] = set()
        self.saved = time.monotonic()

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed:
            print(f"{report.nodeid}: {report.longrepr}", flush=True)

    def pytest_runtestloop(self, session: Any) -> bool:
        items = [item for item in session.items if not CLOCKS.intersection(item.function.__code__.co_names)]
        if session.testsfailed:
            sys.exit("the tests cannot be collected")
        self.measured = self.measure(items)
        changed = [Changed(function, changes, self.measured) for function, changes in FUNCTIONS]
        self.changed = {each.name: each for each in changed}
        self.caches = caches()
        breadth, loading = Counter(name for each in changed for name in each.tests), self.warm_up()
        for each in changed:
            each.rank(each.name in loading, breadth)
        gc.freeze()
        self.items = {item.nodeid: item for item in items}
        self.try_reading()
        work = list(self.work())
        print(f"{len(items)} tests, {len(work)} changes to try", flush=True)
        self.try_all(work, AT_FIRST)
        left = [(data, key) for data, key in work if data.exit_code_by_key[key] in (SURVIVED, UNTESTED)]
        print(f"{len(left)} of them once more", flush=True)
        self.try_all(left, ENOUGH)
        self.save()
        return True

    def try_all(self, work: list[tuple[SourceFileMutationData, str]], seconds: float) -> None:
        for number, (data, key) in enumerate(work):
            while len(self.running) >= self.workers:
                self.reap()
            self.try_change(data, key, seconds)
            if number % 50 == 0:
                print(f"{number}/{len(work)} {key}", flush=True)
        while self.running:
            self.reap()

    def try_reading(self) -> None:
        """A module that is read anew without any change has to let all of its tests pass."""
        anew = [each for each in self.changed.values() if each.anew and each.tests]
        for changed in {each.function.__module__: each for each in anew}.values():
            pid = os.fork()
            if pid == 0:
                self.in_fork(f"{changed.name}__mutmut_orig", changed.order, os.open(os.devnull, os.O_WRONLY))
            if os.waitpid(pid, 0)[1]:
                sys.exit(f"cannot be read anew: {changed.function.__module__}")

    def warm_up(self) -> set[str]:
        """Fills the caches with what most tests want first: every rule set. Answers which functions ran meanwhile: only
        a change of one of these has to forget it."""
        files = importlib.import_module("tests.scoring.rule_files")
        forget(self.caches)
        profile = Profile(builtins=False, subcalls=False)
        profile.enable()
        for key in files.all_rulesets():
            files.ruleset_of(*key)
        profile.disable()
        ran = {id(entry.code) for entry in profile.getstats()}
        return {each.name for each in self.changed.values() if id(each.function.__code__) in ran}

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

    def tests_for(self, key: str, enough: float) -> list[str]:
        """The tests to try next, but for those it has withstood: ``enough`` seconds of those that run the very line,
        a few of the others that run the function. First come those which noticed other changes of it."""
        function, short = key.partition("__mutmut_")[0], key.rpartition(".")[2]
        changed = self.changed.get(function)
        if changed is None:  # of a module that no test imports
            return []
        there, withstood = changed.tests_of(short), self.withstood[key]
        # Those that do not run the line come last, where there are any that do.
        parts = [(there, enough)] + [(changed.tests - there, AT_FIRST)] * (enough > AT_FIRST or not there)
        killers = [name for of in (function, function.rpartition(".")[0]) for name, _ in self.killers[of].most_common()]
        chosen: dict[str, None] = {}
        for names, most in parts:
            spent = sum(changed.seconds[name] for name in names & withstood)
            for name in chain(killers, changed.order):
                if spent >= most:
                    break
                if name in names and name not in withstood and name not in chosen:
                    chosen[name] = None
                    spent += changed.seconds[name]
        return [*chosen]

    def try_change(self, data: SourceFileMutationData, key: str, seconds: float) -> None:
        tests = self.tests_for(key, seconds)
        if not tests:
            self.verdict(data, key, SURVIVED if self.withstood[key] else UNTESTED)
            return
        self.withstood[key].update(tests)
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
        changed = self.changed[key.partition("__mutmut_")[0]]
        try:
            changed.put(key.rpartition(".")[2])
        except BaseException:
            # Of a module that can no longer be read, every test would fail.
            os._exit(NOTICED if changed.anew else MISPLACED)
        try:
            self.items[tests[0]].config.pluginmanager.register(AtOnce(writing))
            if changed.loads:
                forget(self.caches)
            for name, following in zip(tests, [*tests[1:], None], strict=True):
                # Kills this process: no handler stands for the signal.
                signal.setitimer(signal.ITIMER_PROF, TIMES * changed.seconds[name] + MORE)
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
        code = os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else ENDLESS
        if code == MISPLACED:
            sys.exit(f"cannot be put in its place: {key}")
        data.durations_by_key[key] = time.monotonic() - start
        self.verdict(data, key, code)

    def verdict(self, data: SourceFileMutationData, key: str, code: int) -> None:
        data.exit_code_by_key[key] = code
        self.unsaved.add(data)
        if time.monotonic() - self.saved > SAVED_AFTER:
            self.save()

    def save(self) -> None:
        for data in self.unsaved:
            data.save()
        self.unsaved.clear()
        self.saved = time.monotonic()


def main(workers: int, chosen: Iterable[str]) -> int:
    Path("mutants").mkdir(exist_ok=True)
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
    trampoline.wrap_in_trampoline = kept_as_it_is
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
