"""What the processes of tests/scoring/test_sheet_races.py do, each on many sheets in turn."""

import uuid
from typing import Any

from core.actors import Actor
from scoring import sheets
from scoring.models import ScoreSheet
from tests.barrier import in_turns
from tests.scoring.on_sheets import deal


def record(folder: str, me: int, of: int, sheet_ids: list[str], position: int, bid: int, key: str) -> list[Any]:
    """Record a deal at ``position`` of each sheet; answers the entry's id, or of a conflict the bid that stands."""

    def act(sheet_id: str) -> Any:
        try:
            entry = sheets.record_deal(
                uuid.UUID(sheet_id), deal(bid), position=position, client_key=key, actor=Actor(device=key)
            )
        except sheets.SheetConflict as conflict:
            return [conflict.code, conflict.params["entry"].data["contract"]]
        return str(entry.pk)

    return in_turns(folder, me, of, sheet_ids, act)


def amend(folder: str, me: int, of: int, sheet_ids: list[str], position: int, bid: int) -> list[Any]:
    """Amend a deal of each sheet, looking again as often as somebody else was faster."""

    def act(sheet_id: str) -> Any:
        for looks in range(1, 100):
            seen = ScoreSheet.objects.values_list("revision", flat=True).get(pk=sheet_id)
            try:
                sheets.amend_deal(uuid.UUID(sheet_id), position, deal(bid), seen=seen, actor=Actor(device="desk"))
            except sheets.SheetConflict:
                continue
            return looks
        return None

    return in_turns(folder, me, of, sheet_ids, act)


def close(folder: str, me: int, of: int, sheet_ids: list[str]) -> list[Any]:
    """Close each sheet with the figures that stood when it was looked at."""
    digests = {str(pk): digest for pk, digest in ScoreSheet.objects.values_list("pk", "digest")}

    def act(sheet_id: str) -> Any:
        closed = sheets.close_sheet(
            uuid.UUID(sheet_id), digest=digests[sheet_id], actor=Actor(device="desk"), reason="fin"
        )
        return closed.state

    return in_turns(folder, me, of, sheet_ids, act)
