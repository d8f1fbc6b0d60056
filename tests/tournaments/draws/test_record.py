"""Draws kept by earlier versions of the engine: read, and made again the same."""

import gzip
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.tournaments.draws.evenings import entries, meeting, seed
from tournaments.draws import (
    DrawRequest,
    PlayedRound,
    Rule,
    byes_of,
    draw,
    request_from,
    rule_from,
    same_draw,
    tables_of,
)

KEPT = Path(__file__).parents[2] / "schemas" / "0.1.0.sqlite3.gz"


def kept_draws(folder: Path) -> list[tuple[str, dict[str, Any], dict[str, Any]]]:
    file = folder / "kept.sqlite3"
    file.write_bytes(gzip.decompress(KEPT.read_bytes()))
    with sqlite3.connect(file) as database:
        rows = database.execute("SELECT engine_version, inputs, result FROM tournaments_draw").fetchall()
    return [(version, json.loads(inputs), json.loads(result)) for version, inputs, result in rows]


def test_the_draws_of_a_kept_database_are_made_again_the_same(tmp_path: Path) -> None:
    kept = kept_draws(tmp_path)
    assert kept
    for version, inputs, result in kept:
        assert version == "1"
        again = draw(request_from(inputs))
        stored = {"tables": again_as_version_1(again), "bye": next(iter(again.byes), None)}
        assert same_draw(result, stored)
        assert [(table["ns"], table["ew"]) for table in tables_of(result)] == [
            (table.ns, table.ew) for table in again.tables
        ]
        assert byes_of(result) == again.byes


def again_as_version_1(result: Any) -> list[dict[str, Any]]:
    return [{"table": one.table, "ns": one.ns[0], "ew": one.ew[0]} for one in result.tables]


def test_a_request_of_version_1_is_read_as_one_of_this_version() -> None:
    entry = {"id": "e1", "number": 1, "plays": True, "may_rest": True}
    old = {
        "system": "random",
        "seed": seed(1),
        "round": 2,
        "announced_rounds": 3,
        "entries": [entry, {**entry, "id": "e2", "number": 2}, {**entry, "id": "e3", "number": 3}],
        "played": [{"number": 1, "meetings": [{"ns": "e1", "ew": "e2", "table": 4}], "byes": ["e3"]}],
        "musts": ["one_bye", "no_rematch"],
        "wishes": ["new_table", "balanced_sides"],
        "locked": [],
    }
    played = (PlayedRound(1, (meeting("e1", "e2", 4),), ("e3",)),)
    assert request_from(old) == DrawRequest("random", seed(1), 2, 3, entries(3), played)


def test_other_tables_or_another_rest_are_another_draw() -> None:
    one = {"tables": [{"table": 1, "ns": "a", "ew": "b"}], "bye": "c"}
    assert same_draw(one, {"tables": [{"table": 1, "ns": ["a"], "ew": ["b"]}], "byes": ["c"]})
    assert not same_draw(one, {"tables": [{"table": 1, "ns": ["b"], "ew": ["a"]}], "byes": ["c"]})
    assert not same_draw(one, {"tables": [{"table": 2, "ns": ["a"], "ew": ["b"]}], "byes": ["c"]})
    assert not same_draw(one, {**one, "bye": None})


@pytest.mark.parametrize("rule", [Rule("no_rematch"), Rule("keep_apart", until=3, groups=(("a", "b"), ("c", "d")))])
def test_a_rule_is_read_back_from_its_fields(rule: Rule) -> None:
    fields = {"name": rule.name, "until": rule.until, "groups": [list(group) for group in rule.groups]}
    assert rule_from(json.loads(json.dumps(fields))) == rule
    assert rule_from("no_rematch") == Rule("no_rematch")
