"""Lists with a column for each part of a name, and licences."""

import pytest

from tests.tournaments.entrylist.helpers import DATA, apply
from tournaments.entrylist import Action, guess_mapping, plan_import, read_table


@pytest.mark.parametrize(("name", "pairs"), [("pairs-64.csv", 64), ("pairs-501.csv", 501)])
def test_every_pair_is_taken_without_remark_and_the_second_time_nothing_changes(name, pairs):
    table = read_table((DATA / name).read_bytes(), name)
    mapping = guess_mapping(table)
    plan = plan_import(table, mapping, [])
    assert [row.action for row in plan.rows] == [Action.TAKEN] * pairs
    assert [row.number for row in plan.rows] == list(range(1, pairs + 1))
    assert not any(row.reasons for row in plan.rows)
    again = plan_import(table, mapping, apply(plan))
    assert {row.action for row in again.rows} == {Action.UNCHANGED}
    assert [row.existing_id for row in again.rows] == [entry.id for entry in apply(plan)]


def test_names_accents_club_and_category_come_through():
    table = read_table((DATA / "pairs-64.csv").read_bytes(), "pairs-64.csv")
    rows = plan_import(table, guess_mapping(table), []).rows
    first, turkish = rows[1], rows[27]
    assert [(p.family, p.given, p.sure) for p in first.players] == [
        ("Le Goff", "Gaël", True),
        ("O'Brien", "Daniel", True),
    ]
    assert (first.club, first.category) == ("CV07", "hommes")
    assert turkish.players[1].family == "Ağaoğlu"


def test_licences_tell_namesakes_apart_but_are_never_shown():
    table = read_table((DATA / "pairs-64.csv").read_bytes(), "pairs-64.csv")
    plan = plan_import(table, guess_mapping(table), [])
    assert plan.rows[0].players[0].licence == "432801"
    assert "432801" not in str(plan.to_dict())
    assert "432801" not in repr(plan)
