"""What the processes of tests/tournaments/services/test_money_races.py do."""

import time
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest import mock

from clubs.models import Club
from core.actors import SYSTEM
from tests.barrier import PATIENCE, crowd
from tournaments.models import ReceiptBook
from tournaments.services import prizegiving, receipts


def give_slowly(folder: str, payment: str) -> int:
    """Give a receipt; between the last number and the next one there is all the time in the world."""
    book_of = receipts.locked_book

    def slow(club: Club, year: int) -> ReceiptBook:
        book = book_of(club, year)
        (Path(folder) / "read").touch()
        time.sleep(0.5)
        return book

    with mock.patch.object(receipts, "locked_book", slow):
        return receipts.give(uuid.UUID(payment), SYSTEM).number


def give_meanwhile(folder: str, payment: str) -> int:
    """Give a receipt of another tournament of the club, once the other one has read the last number."""
    end = time.monotonic() + PATIENCE
    while not (Path(folder) / "read").exists() and time.monotonic() < end:
        time.sleep(0.005)
    return receipts.give(uuid.UUID(payment), SYSTEM).number


def hand_at_once(things: Sequence[tuple[str, str, str]], count: int) -> list[list[Any]]:
    """A crowd hands each prize out; ``things``: (tournament, award, entry)."""
    return [
        crowd(count, lambda number, one=one: prizegiving.hand(uuid.UUID(one[0]), one[1], one[2], SYSTEM).seq)
        for one in things
    ]
