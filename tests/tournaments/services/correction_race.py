"""What the processes of tests/tournaments/services/test_correction_races.py do."""

import time
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest import mock

from core.actors import SYSTEM
from core.models import AccessLink
from scoring import sheets
from tests.barrier import PATIENCE, crowd, in_turns
from tests.scoring.on_sheets import deal
from tournaments.models import Tournament
from tournaments.services import moves, play, rescoring, rounds

FFB = "ffb-contree-2016"


def rescore_or_deal(folder: str, me: int, of: int, things: Sequence[tuple[str, str, str]]) -> list[Any]:
    """Process 0 counts a stage anew, process 1 records the second deal of a table at the same moment."""

    def act(thing: Sequence[str]) -> Any:
        stage, seen, sheet = thing
        if me == 0:
            return len(rescoring.rescore(uuid.UUID(stage), FFB, seen, "x", SYSTEM).sheets)
        return sheets.record_deal(uuid.UUID(sheet), deal(120), position=2, client_key="k", actor=SYSTEM).position

    return in_turns(folder, me, of, things, act)


def rescore_slowly(folder: str, stage: str, seen: str) -> int:
    """Count a stage anew; between that and its writing there is all the time in the world."""
    ranks = moves.all_now

    def slow(tournament: Tournament) -> Any:
        counted = Path(folder) / "counted"
        if not counted.exists():
            counted.touch()
            time.sleep(0.5)
        return ranks(tournament)

    with mock.patch.object(moves, "all_now", slow):
        return len(rescoring.rescore(uuid.UUID(stage), FFB, seen, "x", SYSTEM).sheets)


def deal_meanwhile(folder: str, sheet: str) -> int:
    """Record the second deal of a table whose stage was counted anew, before that is written."""
    end = time.monotonic() + PATIENCE
    while not (Path(folder) / "counted").exists() and time.monotonic() < end:
        time.sleep(0.005)
    return sheets.record_deal(uuid.UUID(sheet), deal(120), position=2, client_key="k", actor=SYSTEM).position


def rescore_at_once(things: Sequence[tuple[str, str]], count: int) -> list[list[Any]]:
    """A crowd counts each stage anew, as all of them saw it."""
    return [
        crowd(count, lambda number, one=one: len(rescoring.rescore(uuid.UUID(one[0]), FFB, one[1], "x", SYSTEM).sheets))
        for one in things
    ]


def ask_or_close(folder: str, me: int, of: int, things: Sequence[tuple[str, str]]) -> list[Any]:
    """Process 0 asks at a table to open its sheet again, process 1 closes the round."""

    def act(thing: Sequence[str]) -> Any:
        match, round_id = thing
        if me == 1:
            return rounds.close_round(uuid.UUID(round_id), SYSTEM).state
        link = AccessLink.objects.get(target=match)
        access = play.TableAccess(link.pk, link.generation, uuid.UUID(match), True)
        return play.ask_again(access, "NS", actor=access.actor()).state

    return in_turns(folder, me, of, things, act)
