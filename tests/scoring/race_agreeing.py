"""What the processes of tests/scoring/test_agreeing_races.py do, each on many sheets in turn."""

import uuid
from typing import Any

from core.actors import Actor
from scoring import agreeing, sheets
from scoring.models import ScoreSheet
from tests.barrier import in_turns
from tests.scoring.on_sheets import deal


def confirm(folder: str, me: int, of: int, sheet_ids: list[str], side: str, device: str) -> list[Any]:
    """Agree for a side to the figures of each sheet as they were before anybody began."""
    digests = {str(pk): digest for pk, digest in ScoreSheet.objects.values_list("pk", "digest")}

    def act(sheet_id: str) -> str:
        agreed = agreeing.confirm(uuid.UUID(sheet_id), side, digest=digests[sheet_id], actor=Actor(device=device))
        return agreed.state

    return in_turns(folder, me, of, sheet_ids, act)


def amend(folder: str, me: int, of: int, sheet_ids: list[str], bid: int, device: str) -> list[Any]:
    """Put the first deal of each sheet right as soon as it is as it was last looked at."""

    def act(sheet_id: str) -> Any:
        for looks in range(1, 100):
            seen = ScoreSheet.objects.values_list("revision", flat=True).get(pk=sheet_id)
            try:
                sheets.amend_deal(uuid.UUID(sheet_id), 1, deal(bid), seen=seen, actor=Actor(device=device))
            except sheets.SheetConflict:
                continue
            return looks
        return None

    return in_turns(folder, me, of, sheet_ids, act)
