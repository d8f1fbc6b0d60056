"""The verbs of presence without one of their guards: what tests/guards_presence.py puts in their place."""

import uuid
from collections.abc import Collection
from typing import Any

from tournaments.models import Round, Stage
from tournaments.services import leaving

_leave_together = leaving.leave_together


def roll_not_asked(stage: Stage, number: int) -> None:
    return None


def round_unlocked(round_id: uuid.UUID) -> Round:
    return Round.objects.select_related("stage__tournament").get(pk=round_id)


def whatever_was_typed(tournament_id: uuid.UUID, entry_ids: Collection[uuid.UUID], typed: str, actor: Any) -> Any:
    return _leave_together(tournament_id, entry_ids, str(len(entry_ids)), actor)


def undone_whatever_was_played(entry: Any, before: dict[str, Any], after: dict[str, Any]) -> None:
    return None
