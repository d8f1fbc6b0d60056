"""The standings of a tournament as it is now: what each has marked, how far it came, and what decides."""

from dataclasses import replace

from tournaments.draws.record import plan_of
from tournaments.models import Draw, Entry, Round, Tournament
from tournaments.services import stages
from tournaments.services.drawing import draw_request
from tournaments.standings.figures import BRACKETS, has_lines, lines_of, ordered, places_by
from tournaments.standings.ranking import RankedRow
from tournaments.standings.rows import criteria, score_rows

GONE = frozenset({Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED})


def ranked(tournament: Tournament, *, before: int | None = None) -> list[RankedRow]:
    """The ranked rows, best first: in a knockout as far as everybody came, and then by what ranks everywhere.

    ``before``: as they were before the stage at this position (2 or more).
    """
    places = _places(tournament, before)
    rows = [replace(row, place=places.get(row.entry, 0)) for row in score_rows(tournament, before=before)]
    return ordered(rows, criteria(tournament), bool(places), _lines(tournament, before))


def line_of(tournament: Tournament) -> dict[str, str]:
    """The line (``ns``, ``ew``) of each entry where the two are ranked each for itself; else empty."""
    return _lines(tournament, None)


def _lines(tournament: Tournament, before: int | None) -> dict[str, str]:
    kept = [stage for stage in stages.stages_of(tournament) if before is None or stage.position < before]
    stage = kept[-1] if kept else None
    if stage is None or not has_lines(stage.draw_system, stage.settings):
        return {}
    published = Draw.objects.filter(round__stage=stage, state=Draw.State.PUBLISHED).order_by("-round__number").first()
    return lines_of(plan_of(published.result) if published is not None else None)


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
    gone = map(str, tournament.entries.filter(status__in=GONE).values_list("pk", flat=True))
    return places_by(draw_request(tournament, stage, closed.number + 1, 1), gone)
