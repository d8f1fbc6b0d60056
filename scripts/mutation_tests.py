"""What `make mutation` knows of the functions it changes, and of the tests that run them (see mutation_run.py)."""

import ast
import functools
import gc
import hashlib
import importlib
import json
import linecache
import operator
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from coverage import Coverage, CoverageData

RULES = "scoring/rules"

#: The functions that are changed, each with its changes by mutmut's name for them.
FUNCTIONS: list[tuple[FunctionType, dict[str, Any]]] = []
#: While a module is read anew: what a function of it is from the start, by its name.
ANEW: dict[str, Any] = {}


def kept_as_it_is(changes: dict[str, Any], **_: Any) -> Any:
    """Stands for mutmut's decorator, which makes of a function one that asks at each call which change is tried."""

    def keep(function: FunctionType) -> FunctionType:
        FUNCTIONS.append((function, changes))
        become(function, ANEW.get(function.__qualname__, function))
        return function

    return keep


def become(function: FunctionType, changed: Any) -> None:
    function.__code__ = changed.__code__
    function.__defaults__, function.__kwdefaults__ = changed.__defaults__, changed.__kwdefaults__


class Changed:
    """A function that is changed: mutmut's name for it, where it stands, and which tests run it."""

    def __init__(self, function: FunctionType, changes: dict[str, Any], measured: "Measured") -> None:
        self.function, self.measured = function, measured
        self.changes = {name: getattr(change, "__func__", change) for name, change in changes.items()}
        self.original = self.changes["_mutmut_orig"]
        self.changes[self.original.__name__] = self.original
        self.name = f"{function.__module__}.{self.original.__name__.removesuffix('__mutmut_orig')}"
        self.file = str(Path(function.__code__.co_filename).relative_to(Path.cwd()))
        first = function.__code__.co_firstlineno
        self.lines = sorted(line for line in lines_of(function.__code__) if line > first)
        self.tests = measured.running(self.file, self.lines)
        #: Whether it runs only while its module is read, which is then read anew with each change.
        self.anew = not self.tests and not has_classes(function.__module__)
        if self.anew:
            self.tests = measured.of_modules(readers(function.__module__))
        self.on_line: dict[int, set[str]] = {}
        #: Whether it has to do with loading rule sets; the CPU seconds of its tests then, and their order by these.
        self.loads = False
        self.seconds: dict[str, float] = {}
        self.order: list[str] = []

    def put(self, change: str) -> None:
        """Lets the function be what a change makes of it, wherever it is known already."""
        if self.anew:
            read_anew(self.function, self.changes[change])
        else:
            become(self.function, self.changes[change])

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
        """The tests that run the very line; of what runs while a module is read, those that use what it came to."""
        line = None if self.anew else self.line_of(change)
        if line is None:
            return self.tests
        if line not in self.on_line:
            self.on_line[line] = self.measured.running(self.file, [line])
        return self.on_line[line]

    def rank(self, loads: bool, breadth: Counter[str]) -> None:
        """What is quick and runs little else comes first, with many examples of one test function after one of each."""
        loads = self.loads = loads or self.anew
        self.seconds = {name: self.measured.seconds[name][loads] for name in self.tests}
        families: Counter[str] = Counter()
        cost = {}
        for name in sorted(self.tests, key=lambda name: (self.seconds[name], name)):
            family = name.partition("[")[0]
            cost[name] = self.seconds[name] * breadth[name] ** 0.5 + families[family] / 500
            families[family] += 1
        self.order = sorted(cost, key=cost.__getitem__)


def has_classes(module: str) -> bool:
    """Whether a module makes classes: read anew, they would be others than those that there are things of."""
    return any(isinstance(thing, type) and thing.__module__ == module for thing in vars(sys.modules[module]).values())


def holdings(module: ModuleType) -> dict[int, str]:
    """What a module has that others may have from it, each by what it is: neither numbers and texts nor nothing."""
    return {
        id(thing): name
        for name, thing in vars(module).items()
        if not name.startswith("__") and thing and not isinstance(thing, (int, float, str, ModuleType))
    }


def ours() -> list[ModuleType]:
    return [module for name, module in sys.modules.items() if name.startswith(("scoring.rules", "tests."))]


def readers(name: str) -> list[ModuleType]:
    """The modules that have something of what a module makes while it is read: its tables, not its functions."""
    module = sys.modules[name]
    steps = ast.walk(ast.parse(Path(module.__file__ or "").read_text(encoding="utf-8")))
    others = {one.asname or one.name for step in steps if isinstance(step, ast.ImportFrom) for one in step.names}
    made = {thing for thing, of in holdings(module).items() if of not in others and not callable(vars(module)[of])}
    return [other for other in ours() if other is not module and made & holdings(other).keys()]


def read_anew(function: FunctionType, changed: Any) -> None:
    """Reads the module of a function again, the function being another from the start, and gives what comes of it to
    all who had it from there by a name. What they made of it meanwhile stays."""
    module = sys.modules[function.__module__]
    before = holdings(module)
    ANEW[function.__qualname__] = changed
    importlib.reload(module)
    for other in ours():
        for name, thing in [*vars(other).items()]:
            if id(thing) in before:
                setattr(other, name, vars(module)[before[id(thing)]])


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

    def of_modules(self, modules: list[ModuleType]) -> set[str]:
        """The tests that run any line of these modules of the rules, or stand in these of the tests."""
        files = [str(Path(module.__file__ or "").relative_to(Path.cwd())) for module in modules]
        running = [self.running(file, self.lines[file]) for file in files if file in self.lines]
        return {name for name in self.seconds if name.partition("::")[0] in files}.union(*running)

    def write(self) -> None:
        lines = {file: {line: f"{bits:x}" for line, bits in of.items()} for file, of in self.lines.items()}
        kept = {
            "sources": self.sources, "files": self.files, "seconds": self.seconds, "names": self.names, "lines": lines,
        }  # fmt: skip
        self.path.write_text(json.dumps(kept), encoding="utf-8")


def is_source(file: Path) -> bool:
    """What any test may depend on: the changed sources, the data, and the modules that tests share."""
    if file.name.startswith("test_") or file.name == "mutants_known.toml":
        return False
    return file.suffix in {".py", ".toml", ".md", ".json"}
