"""Draws that were once made and must come out the same for ever: a change of engine, library or Python that alters
one must raise ENGINE_VERSION, never pass unseen. golden.json holds the master seeds and what they gave."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from tests.tournaments.draws.evenings import evening, whole_evening
from tournaments.draws import ENGINE_VERSION, DrawResult

GOLDEN: dict[str, Any] = json.loads(Path(__file__).with_name("golden.json").read_text())


def in_short(result: DrawResult) -> list[str]:
    """`TABLE NS EW` a table, and `bye E`."""
    tables = [f"{one.table} {' '.join(one.ns)} {' '.join(one.ew)}" for one in result.tables]
    return tables + [f"bye {bye}" for bye in result.byes]


def digest(rounds: list[list[str]]) -> str:
    return hashlib.sha256("\n".join(line for lines in rounds for line in lines).encode()).hexdigest()


def test_the_golden_draws_are_of_an_engine_version_that_this_one_draws_alike() -> None:
    assert GOLDEN["engine_version"] == "1"
    assert ENGINE_VERSION == "2"


@pytest.mark.parametrize("case", GOLDEN["evenings"], ids=lambda case: f"{case['entries']}x{case['rounds']}")
def test_a_known_seed_gives_its_known_draw(case: dict[str, Any]) -> None:
    rounds = [in_short(result) for result in evening(case["entries"], case["rounds"], case["master"])]
    if "draws" in case:
        assert rounds == case["draws"]
    assert digest(rounds) == case["sha256"]


@pytest.mark.parametrize("system", GOLDEN["by_results"])
def test_an_evening_drawn_by_results_is_always_drawn_so(system: str) -> None:
    rounds = [in_short(result) for size in (9, 16, 41) for result in whole_evening(system, size, 6)]
    assert digest(rounds) == GOLDEN["by_results"][system]
