"""Rules, differences, warnings and refusals are said word for word as the kept files say them."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.scoring.golden import FOLDER, kept, parts, text
from tests.scoring.rules_to_change import CHANGES

PARTS = parts()
KEPT = {name: kept(name) for name in PARTS}


def _rows() -> Iterator[Any]:
    """Every row of every file; `make test` reads every third, `make test-long` all of them."""
    for name, rows in PARTS.items():
        for number in range(len(rows)):
            yield pytest.param(name, number, marks=[pytest.mark.long] if number % 3 else [])


@pytest.mark.parametrize(("name", "number"), [*_rows()])
def test_what_is_said_is_what_was_read_and_kept(name: str, number: int) -> None:
    title, lines = PARTS[name][number]
    under = KEPT[name][number][1] if number < len(KEPT[name]) else ""
    assert text(lines()).rstrip("\n") == under.rstrip("\n"), title


def test_the_kept_files_have_these_parts_and_no_others() -> None:
    assert {*PARTS} == {path.name for path in FOLDER.glob("*.txt")}
    for name, rows in PARTS.items():
        assert [title for title, _ in rows] == [title for title, _ in KEPT[name]]


def test_everything_that_is_to_be_refused_is_refused() -> None:
    assert not [title for title, under in KEPT["refusals.txt"] if "NOT REFUSED" in under]


def test_every_rule_that_changes_is_heard_and_has_its_key() -> None:
    assert len(KEPT["changes-en.txt"]) == len(CHANGES)
    for change, under in KEPT["changes-en.txt"]:
        lines = under.splitlines()
        assert any(line.startswith(("- ", "+ ")) for line in lines), change
        assert any(line.startswith("  ") for line in lines), change
