"""What counts where a contest has several stages: how far each has come, and what was marked since.

The rounds of the stages are numbered through, so a round's number tells its stage. Where a stage begins anew, only what
was marked in it counts for who plays it; where it carries on, what was marked before counts too.
"""

import uuid
from collections.abc import Sequence

from django.db.models import Max

from tournaments.models import Stage, StageEntry, Tournament
from tournaments.standings.counting import counting, span_of
from tournaments.standings.ranking import ScoreRow


def staged(tournament: Tournament, rows: Sequence[ScoreRow], *, before: int | None = None) -> list[ScoreRow]:
    """The rows with the stage each has come to, and without what does not count in it.

    ``before``: as if the stage at this position (2 or more) and what follows it were not there yet.
    """
    stages = list(tournament.stages.order_by("position"))
    if len(stages) < 2:
        return list(rows)
    kept = [stage for stage in stages if before is None or stage.position < before]
    reached = {str(entry): stage for entry, stage in reached_stages(kept).items()}
    return counting(rows, [span_of(one.position, one.rounds_planned, one.settings) for one in kept], reached)


def reached_stages(stages: Sequence[Stage]) -> dict[uuid.UUID, int]:
    """The position of the last of these stages that each entry has come to; who only played the first is not named."""
    rows = StageEntry.objects.filter(stage__in=stages, state=StageEntry.State.QUALIFIED)
    return dict(rows.values_list("entry_id").annotate(last=Max("stage__position")))
