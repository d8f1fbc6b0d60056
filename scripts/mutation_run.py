"""The run of `make mutation`, in its own environment: changes made by mutmut, tests run in forks of one collection.

    python mutation_run.py WORKERS MODULE...      from the tree that scripts/mutation.py lays out

mutmut writes every change and keeps the verdicts. Running it here, instead of `mutmut run`, makes an hour of a day:
the tests are collected once, each change gets a fork of that, and a fork runs the likeliest tests first: a few of them
for every change, then many for what is left. A fork puts the code of the change into the function: nothing asks at
every call which change is tried. Where a change could be in what the functions of the rules and of the tests had kept,
the fork forgets that first. Time is CPU time, so that a busy machine is not taken for a change that never ends. A
verdict "noticed" stays while the text of the changed function stays; a change that was not noticed is tried again.
"""

import functools
import gc
import hashlib
import importlib
import json
import linecache
import operator
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
from types import CodeType, FunctionType
from typing import Any

import pytest
from coverage import Coverage, CoverageData
from hypothesis import Phase, settings
from mutmut.__main__ import copy_also_copy_files, copy_src_dir, create_mutants, setup_source_paths
from mutmut.configuration import config
from mutmut.mutation import trampoline
from mutmut.mutation.data import SourceFileMutationData

NOTICED, SURVIVED, UNTESTED, ENDLESS = 1, 0, 33, 36
#: CPU seconds of tests that a change has to withstand, of those that run its line.
ENOUGH = float(os.environ.get("COINCHE_MUTATION_SECONDS", "2"))
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
RULES = "scoring/rules"

#: The functions that are changed, each with its changes by mutmut's name for them.
FUNCTIONS: list[tuple[FunctionType, dict[str, Any]]] = []


def kept_as_it_is(changes: dict[str, Any], **_: Any) -> Any:
    """Stands for mutmut's decorator, which makes of a function one that asks at each call which change is tried."""

    def keep(function: FunctionType) -> FunctionType:
        FUNCTIONS.append((function, changes))
        return function

    return keep


class Changed:
    """A function that is changed: mutmut's name for it, where it stands, and which tests run it."""

    def __init__(self, function: FunctionType, changes: dict[str, Any], measured: "Measured") -> None:
        self.function, self.measured = function, measured
        self.changes = {name: getattr(change, "__func__", change) for name, change in changes.items()}
        self.original = self.changes["_mutmut_orig"]
        self.name = f"{function.__module__}.{self.original.__name__.removesuffix('__mutmut_orig')}"
        self.file = str(Path(function.__code__.co_filename).relative_to(Path.cwd()))
        first = function.__code__.co_firstlineno
        self.lines = sorted(line for line in lines_of(function.__code__) if line > first)
        self.tests = measured.running(self.file, self.lines)
        self.on_line: dict[int, set[str]] = {}
        #: Whether it has to do with loading rule sets; the CPU seconds of its tests then, and their order by these.
        self.loads = False
        self.seconds: dict[str, float] = {}
        self.order: list[str] = []

    def put(self, change: str) -> None:
        """Lets the function be what a change makes of it, wherever it is known already."""
        changed = self.changes[change]
        self.function.__code__ = changed.__code__
        self.function.__defaults__, self.function.__kwdefaults__ = changed.__defaults__, changed.__kwdefaults__

    def line_of(self, change: str) -> int | None:
        """The line of the function that the change is in; None where it is in none that is run, as a default is."""
        text = linecache.getlines(self.function.__code__.co_filename)
        start, other = self.original.__code__.co_firstlineno, self.changes[change].__code__.co_firstlineno
        step = 0
        while text[start + step - 1].replace(self.original.__name__, change) == text[other + step - 1]:
            step += 1
        # One line of the function itself is mutmut's own decorator.
        line = self.function.__code__.co_firstlineno + 1 + step
        return max((known for known in self.lines if known <= line), default=None)

    def tests_of(self, change: str) -> set[str]:
        """The tests that run the very line."""
        line = self.line_of(change)
        if line is None:
            return self.tests
        if line not in self.on_line:
            self.on_line[line] = self.measured.running(self.file, [line])
        return self.on_line[line]

    def rank(self, loads: bool, breadth: Counter[str]) -> None:
        """What is quick and runs little else comes first, with many examples of one test function after one of each."""
        self.loads = loads
        self.seconds = {name: self.measured.seconds[name][loads] for name in self.tests}
        families: Counter[str] = Counter()
        cost = {}
        for name in sorted(self.tests, key=lambda name: (self.seconds[name], name)):
            family = name.partition("[")[0]
            cost[name] = self.seconds[name] * breadth[name] ** 0.5 + families[family] / 500
            families[family] += 1
        self.order = sorted(cost, key=cost.__getitem__)


def lines_of(code: CodeType) -> set[int]:
    """The lines that are run one by one, those of functions inside too."""
    inner = (lines_of(constant) for constant in code.co_consts if isinstance(constant, CodeType))
    return {line for _, _, line in code.co_lines() if line is not None}.union(*inner)


def caches() -> list[Any]:
    """The functions of the rules and of the tests that keep what they answer, and run something that is changed."""
    kept = [thing for thing in gc.get_objects() if isinstance(thing, functools._lru_cache_wrapper)]
    ours = [function for function in kept if function.__module__.startswith(("scoring", "tests"))]
    return [function for function in ours if not is_apart(function)]


def is_apart(function: Any) -> bool:
    """Whether what it keeps is its own work alone: of a module that knows none of the others, and naming no function of
    it that is changed (one that keeps its answers is decorated, and mutmut changes no decorated function)."""
    module = sys.modules[function.__module__]
    others = {getattr(thing, "__module__", None) or "" for thing in vars(module).values()} - {module.__name__}
    changed = {each.__name__ for each, _ in FUNCTIONS if each.__module__ == module.__name__}
    if any(other.startswith("scoring") for other in others):
        return False
    return not changed & names_in(function.__wrapped__.__code__)


def names_in(code: CodeType) -> set[str]:
    inner = (names_in(constant) for constant in code.co_consts if isinstance(constant, CodeType))
    return {*code.co_names}.union(*inner)


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
    """Which tests run which line of the rules, and how long they take (CPU seconds), without any change. Kept in a
    file: as long as nothing else changes, a later run measures only the test files that changed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        #: Tests by the number of their bit, and file to line to the bits of the tests that run it.
        self.names: list[str] = []
        self.lines: dict[str, dict[int, int]] = defaultdict(dict)
        #: What a test takes where the rule sets are loaded already, and where it has to load its own.
        self.seconds: dict[str, tuple[float, float]] = {}
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
        self.seconds = {name: tuple(took) for name, took in kept["seconds"].items() if name.partition("::")[0] in same}
        self.names = kept["names"]
        for file, lines in kept["lines"].items():
            self.lines[file] = {int(line): int(bits, 16) for line, bits in lines.items()}

    def measure(self, items: list[Any]) -> None:
        """Runs what is not known; exits when a test fails."""
        kept = caches()
        unknown = [item for item in items if item.nodeid not in self.seconds]
        cover = Coverage(data_file=None, config_file=False, include=[f"{RULES}/*"])
        cover.start()
        for item, following in zip(unknown, [*unknown[1:], None], strict=False):
            forget(kept)
            cover.switch_context(item.nodeid)
            if not run_item(item, following):
                raise SystemExit(f"fails without any change: {item.nodeid}")
        cover.stop()
        self.take_lines(cover.get_data())
        for item, following in zip(unknown, [*unknown[1:], None], strict=False):
            forget(kept)
            took = []
            for _ in range(2):
                start = time.process_time()
                run_item(item, following)
                took.append(time.process_time() - start)
            self.seconds[item.nodeid] = (took[1], took[0])
        self.files = {file: digest([Path(file)]) for file in {item.nodeid.partition("::")[0] for item in items}}

    def take_lines(self, data: CoverageData) -> None:
        """Adds what was found out to what is known. A test that was measured anew has a new bit."""
        bits = {name: 1 << (len(self.names) + number) for number, name in enumerate(sorted(data.measured_contexts()))}
        known = {name: number for number, name in enumerate(self.names)}
        for name in bits:
            if name in known:
                self.names[known[name]] = ""
        self.names += bits
        for file in data.measured_files():
            lines = self.lines[str(Path(file).relative_to(Path.cwd()))]
            for line, names in data.contexts_by_lineno(file).items():
                lines[line] = lines.get(line, 0) | functools.reduce(operator.or_, map(bits.__getitem__, names), 0)

    def running(self, file: str, lines: Iterable[int]) -> set[str]:
        """The tests that run one of these lines."""
        known = self.lines.get(file, {})
        bits = functools.reduce(operator.or_, (known.get(line, 0) for line in lines), 0)
        return {name for number, name in enumerate(self.names) if bits >> number & 1 and name in self.seconds}

    def write(self) -> None:
        lines = {file: {line: f"{bits:x}" for line, bits in of.items()} for file, of in self.lines.items()}
        kept = {
            "sources": self.sources, "files": self.files, "seconds": self.seconds, "names": self.names, "lines": lines,
        }  # fmt: skip
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
        changed = self.changed[function]
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
            os._exit(MISPLACED)
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
