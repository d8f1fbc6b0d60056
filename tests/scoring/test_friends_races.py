"""Phones of friends at the same moment, in processes of their own: one next game for all, and nothing is left of a
table that is erased while somebody writes at it."""

import pytest

from scoring import sheets
from scoring.models import EntryEvent, FriendsGame, FriendsTable, ScoreSheet, SheetEntry
from tests.scoring.on_sheets import PASSED, PHONE
from tests.tournaments.friends_table import Friends

pytestmark = [pytest.mark.slow, pytest.mark.long, pytest.mark.django_db(transaction=True)]

RACE = "tests.scoring.race_friends"


@pytest.fixture
def race(together, tmp_path):
    """``race(function, ...)``: each in its process, at the same twenty tables; the tables, and what each answered."""

    def run(*functions: str):
        tables = []
        for _ in range(20):
            game = Friends(3).game
            sheets.record_deal(game.sheet_id, PASSED, position=1, client_key="first", actor=PHONE)
            tables.append([str(game.table_id), str(game.sheet_id)])
        calls = [(f"{RACE}:{name}", [str(tmp_path), me, len(functions), tables]) for me, name in enumerate(functions)]
        outcomes = together(calls)
        assert [outcome.message for outcome in outcomes if not outcome.ok] == []
        return tables, list(zip(*[outcome.value for outcome in outcomes], strict=True))

    return run


def test_of_two_who_play_again_at_once_both_are_in_the_same_game(race):
    tables, answers = race("again", "again")
    assert all(one == other for one, other in answers)
    assert FriendsGame.objects.count() == 2 * len(tables)


@pytest.mark.parametrize("other", ["record", "next_game", "erase"])
def test_nothing_is_left_of_a_table_that_is_erased_while_it_is_used(race, other: str):
    race("erase", other)
    for rows in (FriendsTable, FriendsGame, ScoreSheet, SheetEntry, EntryEvent):
        assert not rows.objects.exists()
