"""What the processes of tests/scoring/test_late_races.py do, each on many sheets in turn."""

import uuid
from typing import Any

from core.actors import SYSTEM, Actor
from scoring import late, sheets
from scoring.late import Typed
from tests.barrier import in_turns
from tests.scoring.on_sheets import deal


def hand_in(folder: str, me: int, of: int, sheet_ids: list[str], device: str) -> list[Any]:
    """Hand two late deals in at each sheet, or say that it asks for the ordinary way."""
    typed = [Typed("b", 2, deal(110)), Typed("c", 3, deal(90, "EW"))]

    def act(sheet_id: str) -> Any:
        try:
            late.keep(uuid.UUID(sheet_id), typed, actor=Actor(device=device))
        except sheets.SheetConflict as conflict:
            return conflict.code
        return "kept"

    return in_turns(folder, me, of, sheet_ids, act)


def reopen(folder: str, me: int, of: int, sheet_ids: list[str]) -> list[Any]:
    """Open each sheet for a correction."""
    return in_turns(
        folder, me, of, sheet_ids, lambda pk: sheets.reopen_sheet(uuid.UUID(pk), actor=SYSTEM, reason="x").state
    )
