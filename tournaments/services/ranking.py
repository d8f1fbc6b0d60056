"""The standings of a tournament as it is now: what each has marked, how far it came, and what decides."""

from dataclasses import replace

from tournaments.draws.knockout import final_places, still_in
from tournaments.draws.model import DrawError
from tournaments.draws.record import plan_of
from tournaments.models import Draw, Entry, Round, Tournament
from tournaments.services import stages
from tournaments.services.drawing import draw_request
from tournaments.standings.ranking import STILL_IN, RankedRow, rank
from tournaments.standings.rows import criteria, score_rows

NS, EW = "ns", "ew"

#: The draw systems that bring everybody to a place, whatever is marked on the way.
BRACKETS = frozenset({"knockout", "pools-knockout"})

GONE = frozenset({Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED})


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
    lines = _lines(tournament, before)
    if not lines:
        return rank(rows, told)
    # Each line has met the same opponents: its ranking is its own, north-south first.
    by_line = (rank([row for row in rows if lines.get(row.entry, NS) == line], told) for line in (NS, EW))
    return [row for line in by_line for row in line]


def line_of(tournament: Tournament) -> dict[str, str]:
    """The line (``ns``, ``ew``) of each entry where the two are ranked each for itself; else empty."""
    return _lines(tournament, None)


def _lines(tournament: Tournament, before: int | None) -> dict[str, str]:
    kept = [stage for stage in stages.stages_of(tournament) if before is None or stage.position < before]
    stage = kept[-1] if kept else None
    if stage is None or stage.draw_system != "mitchell" or stage.settings.get("draw", {}).get("rankings") != 2:
        return {}
    published = Draw.objects.filter(round__stage=stage, state=Draw.State.PUBLISHED).order_by("-round__number").first()
    plan = plan_of(published.result) if published is not None else None
    if plan is None:
        return {}
    half = len(plan.places) // 2
    return {entry: NS if place < half else EW for place, entry in enumerate(plan.places) if entry}


def _places(tournament: Tournament, before: int | None) -> dict[str, int]:
    """The place (1 the best) of each entry whose way through the last bracket has ended, or who has left it, and
    `STILL_IN` for who plays on in it; empty before one has ended."""
    kept = [stage for stage in stages.stages_of(tournament) if before is None or stage.position < before]
    begun = [stage for stage in kept if stage.rounds.filter(state=Round.State.CLOSED).exists()]
    if not begun or begun[-1].draw_system not in BRACKETS:
        return {}
    stage = begun[-1]
    closed = stage.rounds.filter(state=Round.State.CLOSED).order_by("-number").first()
    if closed is None:
        return {}
    try:
        request = draw_request(tournament, stage, closed.number + 1, 1)
        found = final_places(request)
        going_on = still_in(request) if found else ()
    except DrawError:  # a match is level, or has no score yet
        return {}
    # Who has left while still in is the last of those; the next round, played without it, settles its place.
    gone = set(map(str, tournament.entries.filter(status__in=GONE).values_list("pk", flat=True)))
    left = {entry: len(going_on) if entry in gone else STILL_IN for entry in going_on}
    return {**left, **{entry: place for entry, place, _ in found}}
