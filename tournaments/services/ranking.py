"""The standings of a tournament as it is now: what each has marked, how far it came, and what decides."""

from dataclasses import replace

from tournaments.draws.knockout import final_places
from tournaments.draws.model import DrawError
from tournaments.models import Round, Tournament
from tournaments.services import stages
from tournaments.services.drawing import draw_request
from tournaments.standings.ranking import RankedRow, rank
from tournaments.standings.rows import criteria, score_rows

#: The draw systems that bring everybody to a place, whatever is marked on the way.
BRACKETS = frozenset({"knockout", "pools-knockout"})


def ranked(tournament: Tournament, *, before: int | None = None) -> list[RankedRow]:
    """The ranked rows, best first: in a knockout as far as everybody came, and then by what ranks everywhere.

    ``before``: as they were before the stage at this position (2 or more).
    """
    places = _places(tournament, before)
    rows = [replace(row, place=places.get(row.entry, 0)) for row in score_rows(tournament, before=before)]
    told = criteria(tournament)
    if places:
        first = told.index("stage") + 1 if "stage" in told else 0
        told = (*told[:first], "place", *told[first:])
    return rank(rows, told)


def _places(tournament: Tournament, before: int | None) -> dict[str, int]:
    """The place (1 the best) of each entry whose way through the last bracket has ended; empty before one has."""
    kept = [stage for stage in stages.stages_of(tournament) if before is None or stage.position < before]
    begun = [stage for stage in kept if stage.rounds.filter(state=Round.State.CLOSED).exists()]
    if not begun or begun[-1].draw_system not in BRACKETS:
        return {}
    stage = begun[-1]
    closed = stage.rounds.filter(state=Round.State.CLOSED).order_by("-number").first()
    if closed is None:
        return {}
    try:
        found = final_places(draw_request(tournament, stage, closed.number + 1, 1))
    except DrawError:  # a match is level, or has no score yet
        return {}
    return {entry: place for entry, place, _ in found}
