"""Rules, differences and warnings are said word for word as the kept files say them."""

import pytest

from tests.scoring.golden import FOLDER, texts
from tests.scoring.rules_to_change import CHANGES


@pytest.fixture(scope="module")
def said() -> dict[str, str]:
    return texts()


@pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.glob("*.txt")))
def test_what_is_said_is_what_was_read_and_kept(name: str, said: dict[str, str]) -> None:
    assert said[name] == (FOLDER / name).read_text(encoding="utf-8")


def test_every_kept_file_is_looked_at(said: dict[str, str]) -> None:
    assert {*said} == {path.name for path in FOLDER.glob("*.txt")}


def test_every_rule_that_changes_is_heard_and_has_its_key() -> None:
    kept = (FOLDER / "changes-en.txt").read_text(encoding="utf-8")
    changes = kept.split("=== ")[1:]
    assert len(changes) == len(CHANGES)
    for change in changes:
        lines = change.splitlines()[1:]
        assert any(line.startswith(("- ", "+ ")) for line in lines), change
        assert any(line.startswith("  ") for line in lines), change
