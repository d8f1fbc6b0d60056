"""How many small changes of `scoring.rules` do its tests notice? `make mutation` answers with mutmut, per module.

    python scripts/mutation.py [MODULE ...]      e.g. formula success scorer; without names: every module

Works on a copy in build/mutation, with an environment of its own there; scripts/mutation_run.py says how. Only the
pure tests run: those that need no Django. A second call goes on where the first one was stopped, and tries again what
was not noticed. The last lines are every change that no test noticed, and the score by module; those that are known,
with the reason, stand in tests/mutants_known.toml. Exit status 1 when the score is under the goal, or a change survives
that is not known there.
"""

import difflib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "build" / "mutation"
TREE = PLACE / "tree"
PYTHON = PLACE / "venv" / "bin" / "python"
RULES = "scoring/rules"
GOAL = 0.90

#: Verdicts: a test failed, no test runs it, a test no longer ended (no test failed within many times its CPU time).
FAILED, UNTESTED, ENDLESS = 1, 33, 36
NOTICED = {FAILED, ENDLESS}

SETTINGS = """
[tool.mutmut]
source_paths = ["scoring"]
also_copy = ["docs"]
only_mutate = {modules}
pytest_add_cli_args = ["-q", "--noconftest", "-p", "no:cacheprovider", "-m", "not long"]
pytest_add_cli_args_test_selection = {tests}

[tool.pytest.ini_options]
markers = ["slow: ", "long: ", "browser: ", "services: ", "alone: ", "one_database: "]
"""


def modules(names: Iterable[str]) -> list[str]:
    """The files to change; all of them without names. Exits on a name that there is not."""
    known = {str(path.relative_to(ROOT / RULES).with_suffix("")): path for path in (ROOT / RULES).rglob("*.py")}
    unknown = [name for name in names if name not in known]
    if unknown:
        sys.exit(f"no such module: {', '.join(unknown)}; there are: {', '.join(sorted(known))}")
    return [str(known[name].relative_to(ROOT)) for name in names or sorted(known)]


#: Would need Django, another package or a fixture of tests/conftest.py, or much longer than what they add.
NOT_HERE = re.compile(
    r"^\s*(?:from|import) (?:django|jsonschema|core\b|scoring\b(?!\.rules\b))"
    r"|^\s*from tests\.(?:conftest|factories|browser|scoring\.on_sheets)\b"
    r"|\bscale: int\b|manage\.py|\"bench\"",
    re.MULTILINE,
)


def pure_tests() -> list[str]:
    """The test files of the rules that need nothing else."""
    files = sorted((ROOT / "tests" / "scoring").rglob("test_*.py"))
    return [str(path.relative_to(ROOT)) for path in files if not NOT_HERE.search(path.read_text(encoding="utf-8"))]


def make_environment() -> None:
    """The tools, pinned and hashed, apart from the project's own environment; made once."""
    wanted = ROOT / "requirements-mutation.txt"
    stamp = PLACE / "venv" / "installed"
    if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted.read_text(encoding="utf-8"):
        return
    subprocess.run([sys.executable, "-m", "venv", "--clear", PLACE / "venv"], check=True)
    subprocess.run([PYTHON, "-m", "pip", "install", "-q", "--require-hashes", "-r", wanted], check=True)
    shutil.copyfile(wanted, stamp)


def copy_tree() -> None:
    """The sources and their tests as they are now; what mutmut has found out before stays beside them."""
    ignored = shutil.ignore_patterns("__pycache__")
    for folder in ("scoring", "tests", "docs"):
        shutil.rmtree(TREE / folder, ignore_errors=True)
        shutil.copytree(ROOT / folder, TREE / folder, ignore=ignored)
    text = SETTINGS.format(modules=json.dumps(modules([])), tests=json.dumps(pure_tests()))
    (TREE / "pyproject.toml").write_text(text, encoding="utf-8")


def outcomes(chosen: list[str]) -> dict[str, dict[str, int]]:
    """Module -> change -> mutmut's exit code."""
    found = {}
    for module in chosen:
        report = TREE / "mutants" / f"{module}.meta"
        codes = json.loads(report.read_text(encoding="utf-8"))["exit_code_by_key"] if report.exists() else {}
        found[module] = {key: code for key, code in codes.items() if code is not None}
    return found


class Known:
    """Why changes may go unnoticed, from tests/mutants_known.toml: by function, and by what the change looks like."""

    def __init__(self) -> None:
        tables = tomllib.loads((ROOT / "tests" / "mutants_known.toml").read_text(encoding="utf-8"))
        self.by_function: dict[str, str] = tables["known"]
        rows: list[dict[str, str]] = tables["everywhere"] + tables["within"]
        self.by_change = [
            (row.get("function"), re.compile(row["change"], re.DOTALL), row["reason"]) for row in rows
        ]  # fmt: skip

    def reason(self, key: str, change: str) -> str | None:
        function = key.rpartition("__mutmut_")[0].removeprefix("scoring.rules.")
        for place, pattern, reason in self.by_change:
            if place in {None, function} and pattern.search(change):
                return reason
        return self.by_function.get(function)


def difference(module: str, key: str) -> str:
    """What the change was, as the lines that went and came."""
    changed = TREE / "mutants" / module
    lines = changed.read_text(encoding="utf-8").splitlines()
    spans = json.loads(changed.with_name(f"{changed.name}.spans").read_text(encoding="utf-8"))["spans"]
    name = key.rpartition(".")[2]
    function = name.partition("__mutmut_")[0]
    original, after = (
        [line.replace(which, function) for line in lines[spans[which][0] - 1 : spans[which][1]]]
        for which in (f"{function}__mutmut_orig", name)
    )
    shown = list(difflib.unified_diff(original, after, n=0, lineterm=""))[2:]
    return "\n".join(f"    {line[0]} {line[1:].strip()}" for line in shown if line[0] in "+-")


def report(found: dict[str, dict[str, int]]) -> int:
    known = Known()
    strangers = 0
    noticed = all_of_them = 0
    for module, codes in found.items():
        survivors = [key for key, code in codes.items() if code not in NOTICED]
        noticed += len(codes) - len(survivors)
        all_of_them += len(codes)
        for key in survivors:
            change = difference(module, key)
            reason = known.reason(key, change)
            strangers += reason is None
            untested = " (no test runs it)" if codes[key] == UNTESTED else ""
            print(f"{key}{untested}: {reason or 'NOT KNOWN'}\n{change}")
    print(f"\n{'module':<44}{'changes':>8}{'noticed':>9}{'score':>8}")
    for module, codes in found.items():
        good = sum(code in NOTICED for code in codes.values())
        if codes:
            print(f"{module:<44}{len(codes):>8}{good:>9}{good / len(codes):>8.1%}")
    score = noticed / all_of_them if all_of_them else 0.0
    print(f"{'all':<44}{all_of_them:>8}{noticed:>9}{score:>8.1%}")
    print(f"survivors that are not known: {strangers}")
    return int(score < GOAL or strangers > 0)


def main(names: list[str]) -> int:
    chosen = modules(names)
    TREE.mkdir(parents=True, exist_ok=True)
    make_environment()
    copy_tree()
    workers = os.environ.get("COINCHE_TEST_WORKERS", "2")
    with (PLACE / "log").open("wb") as log:
        done = subprocess.run(
            [PYTHON, ROOT / "scripts" / "mutation_run.py", workers, *chosen],
            cwd=TREE,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            check=False,
        )
    if done.returncode:
        sys.exit(f"the run failed; {PLACE / 'log'} says why")
    return report(outcomes(chosen))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
