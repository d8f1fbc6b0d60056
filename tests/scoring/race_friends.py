"""What the processes of tests/scoring/test_friends_races.py do, each on many tables in turn."""

import uuid
from typing import Any

from core.actors import Actor
from scoring import friends, sheets
from scoring.friends import FriendsError
from scoring.models import ScoreSheet
from tests.barrier import in_turns
from tests.scoring.on_sheets import PASSED


def again(folder: str, me: int, of: int, tables: list[list[str]]) -> list[Any]:
    """Begin the next game after the one that was seen; its sheet."""

    def act(table: list[str]) -> str:
        return str(friends.again(uuid.UUID(table[0]), uuid.UUID(table[1])).sheet_id)

    return in_turns(folder, me, of, tables, act)


def erase(folder: str, me: int, of: int, tables: list[list[str]]) -> list[Any]:
    return in_turns(folder, me, of, tables, lambda table: friends.erase(uuid.UUID(table[0])))


def record(folder: str, me: int, of: int, tables: list[list[str]]) -> list[Any]:
    """Write the second deal: whether it was, or there was no sheet any more."""

    def act(table: list[str]) -> str:
        try:
            sheets.record_deal(uuid.UUID(table[1]), PASSED, position=2, client_key="second", actor=Actor(device="a"))
        except ScoreSheet.DoesNotExist:
            return "gone"
        return "written"

    return in_turns(folder, me, of, tables, act)


def next_game(folder: str, me: int, of: int, tables: list[list[str]]) -> list[Any]:
    """Begin the next game, if there is a table still."""

    def act(table: list[str]) -> str:
        try:
            friends.again(uuid.UUID(table[0]), uuid.UUID(table[1]))
        except FriendsError as error:
            return error.code
        return "begun"

    return in_turns(folder, me, of, tables, act)
