"""The bench of mistakes, shortened: what is promised of catching mistakes holds on the same true sheets, every run."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from scoring.rules import preset

BENCH = Path(__file__).resolve().parents[2] / "bench" / "mistakes.py"


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bench_mistakes", BENCH)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def _sheets(bench: ModuleType, name: str, count: int) -> list[Any]:
    ruleset = preset(name)
    return [bench.Sheet(ruleset, deals) for deals in bench.true_sheets(ruleset)[:count]]


@pytest.fixture(scope="module")
def sheets(bench: ModuleType) -> list[Any]:
    """All true sheets under the club's rules."""
    found = _sheets(bench, "club", 1000)
    assert len(found) == 160
    return found


def test_hardly_a_true_sheet_raises_an_alarm(bench: ModuleType, sheets: list[Any]) -> None:
    assert bench.false_alarms(sheets, ("totals",))["totals"] <= len(sheets) / 100


def test_made_and_failed_cannot_be_confused_and_forgotten_belotes_and_sweeps_show_in_the_totals(
    bench: ModuleType, sheets: list[Any]
) -> None:
    _detects(bench, sheets, 20)
    _detects(bench, _sheets(bench, "guide-belote", 40), 10)


def _detects(bench: ModuleType, sheets: list[Any], trials: int) -> None:
    names = {
        "made/failed inverted on the paper": bench.FORMS,
        "belote not added on the paper": ("totals", "running"),
        "belote not entered": ("totals", "running"),
        "sweep not added on the paper": ("totals", "running"),
        "sweep not entered": ("totals", "running"),
        "digits of the points swapped": ("both",),
    }
    table = bench.measure(sheets, trials, names=tuple(names), search=False)
    for name, forms in names.items():
        cells, _ = table[name]
        for form in forms:
            assert cells[form].count >= trials / 4, name
            least = 0.95 if form == "both" else 1 if name.startswith("made") else 0.99
            assert cells[form].caught >= least * cells[form].count, (name, form)


def test_the_right_slip_is_among_the_first_three_suspects(bench: ModuleType, sheets: list[Any]) -> None:
    names = ("made/failed inverted on the paper", "belote not added on the paper", "belote not entered",
             "points of the sides exchanged", "slip of addition", "score in the wrong column")  # fmt: skip
    for name, (cells, _) in bench.measure(sheets, 3, names=names).items():
        for form in ("totals", "running"):
            assert cells[form].named == cells[form].searched > 0, (name, form)


def test_the_same_mistakes_are_made_in_every_run(bench: ModuleType, sheets: list[Any]) -> None:
    one, two = ([spoiled for _, spoiled in bench.spoil(sheets, bench.swapped_digits, 5, "again")] for _run in range(2))
    assert one == two
