"""What the processes of tests/tournaments/services/test_byhand_races.py do."""

import uuid
from collections.abc import Sequence
from typing import Any

from core.actors import SYSTEM
from tests.barrier import crowd
from tournaments.services import byhand, rounds


def exchange(drafts: Sequence[tuple[str, str]], spots: Sequence[tuple[str, str]]) -> list[list[Any]]:
    """On each draft (its id, and the digest that all of them saw) a crowd exchanges, each one its own two spots."""

    def act(draw_id: str, seen: str, number: int) -> str:
        return byhand.exchange(uuid.UUID(draw_id), seen, *spots[number], SYSTEM).digest

    return [crowd(len(spots), lambda number, one=one: act(*one, number)) for one in drafts]


def exchange_or_publish(drafts: Sequence[tuple[str, str]]) -> list[list[Any]]:
    """One exchanges two tables of each draft while another one publishes it, whatever it is."""

    def act(draw_id: str, seen: str, number: int) -> str:
        if number:
            return rounds.publish_draw(uuid.UUID(draw_id), SYSTEM).state
        return byhand.exchange(uuid.UUID(draw_id), seen, "t1", "t9", SYSTEM).digest

    return [crowd(2, lambda number, one=one: act(*one, number)) for one in drafts]


def fix(drafts: Sequence[tuple[str, str]], count: int) -> list[list[Any]]:
    """On each draft a crowd fixes tables, each one its own."""

    def act(draw_id: str, seen: str, number: int) -> list[int]:
        return sorted(byhand.fix(uuid.UUID(draw_id), seen, [number + 1], SYSTEM).hall.fixed)

    return [crowd(count, lambda number, one=one: act(*one, number)) for one in drafts]
