"""What counts where a contest has several stages: how far each has come, and what was marked since.

The rounds of the stages are numbered through, so a round's number tells its stage. Where a stage begins anew, only what
was marked in it counts for who plays it; where it carries on, what was marked before counts too.
"""

import uuid
from collections.abc import Sequence
from dataclasses import replace

from django.db.models import Max

from tournaments.models import Stage, StageEntry, Tournament
from tournaments.standings.ranking import ScoreRow


def staged(tournament: Tournament, rows: Sequence[ScoreRow], *, before: int | None = None) -> list[ScoreRow]:
    """The rows with the stage each has come to, and without what does not count in it.

    ``before``: as if the stage at this position (2 or more) and what follows it were not there yet.
    """
    stages = list(tournament.stages.order_by("position"))
    if len(stages) < 2:
        return list(rows)
    kept = [stage for stage in stages if before is None or stage.position < before]
    reached = reached_stages(kept)
    counts_from = _counting(kept)
    end = sum(stage.rounds_planned for stage in kept)
    found = []
    for row in rows:
        stage = reached.get(uuid.UUID(row.entry), 1)
        since = counts_from[stage]
        found.append(
            replace(
                row,
                stage=stage,
                results=tuple(one for one in row.results if since <= one.round <= end),
                adjustments=tuple(one for one in row.adjustments if one.round is None or since <= one.round <= end),
            )
        )
    return found


def reached_stages(stages: Sequence[Stage]) -> dict[uuid.UUID, int]:
    """The position of the last of these stages that each entry has come to; who only played the first is not named."""
    rows = StageEntry.objects.filter(stage__in=stages, state=StageEntry.State.QUALIFIED)
    return dict(rows.values_list("entry_id").annotate(last=Max("stage__position")))


def _counting(stages: Sequence[Stage]) -> dict[int, int]:
    """Position of a stage: the number of the first round that counts for who plays it."""
    found: dict[int, int] = {}
    first = 1
    for stage in stages:
        carries = stage.position > 1 and bool(stage.settings.get("cut", {}).get("carry"))
        found[stage.position] = found[stage.position - 1] if carries else first
        first += stage.rounds_planned
    return found
