"""What the processes of tests/scoring/test_versions_races.py do, each on many sheets in turn."""

import uuid
from typing import Any

from core.actors import Actor
from scoring import sheets, versions
from scoring.models import Dispute, ScoreSheet
from tests.barrier import in_turns


def settle(folder: str, me: int, of: int, sheet_ids: list[str], keeps: str) -> list[Any]:
    """Keep the sheet's version or the other one, having seen both."""
    rows = {one.sheet_id: one for one in Dispute.objects.prefetch_related("late_deals")}
    seen = dict(ScoreSheet.objects.values_list("pk", "revision"))

    def act(sheet_id: str) -> Any:
        pk = uuid.UUID(sheet_id)
        version = rows[pk].late_deals.all()[0].pk if keeps == "other" else None
        try:
            versions.settle(pk, rows[pk].pk, version, seen=seen[pk], actor=Actor(device=keeps))
        except sheets.SheetConflict as conflict:
            return conflict.code
        return "settled"

    return in_turns(folder, me, of, sheet_ids, act)
