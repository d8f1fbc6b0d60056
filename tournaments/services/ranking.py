"""The standings of a tournament as it is now: what each has marked, how far it came, and what decides."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from tournaments.draws.record import plan_of
from tournaments.models import Draw, Entry, Round, Tournament
from tournaments.services import stages
from tournaments.services.drawing import draw_request
from tournaments.standings.figures import BRACKETS, has_lines, lines_of, ordered, places_by
from tournaments.standings.ranking import RankedRow, ScoreRow
from tournaments.standings.rows import criteria, score_rows
from tournaments.standings.scores import within

GONE = frozenset({Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED})


def ranked(
    tournament: Tournament,
    *,
    before: int | None = None,
    upto: int | None = None,
    among: Collection[str] | None = None,
) -> list[RankedRow]:
    """The ranked rows, best first: in a knockout as far as everybody came, and then by what ranks everywhere.

    ``before``: as they were before the stage at this position (2 or more). ``upto``: by what is marked today in the
    rounds until this one (1 or more), as if nothing had been played after it. ``among``: only of these entries.
    """
    if upto is not None:
        before = _following(tournament, upto)
    places = _places(tournament, before, upto)
    rows = score_rows(tournament, before=before)
    if places:
        rows = [replace(row, place=places.get(row.entry, 0)) for row in rows]
    if upto is not None:
        rows = [until(row, upto) for row in rows]
    kept = rows if among is None else [row for row in rows if row.entry in among]
    return ordered(kept, criteria(tournament), bool(places), _lines(tournament, before), field=rows)


def ranked_rows(tournament: Tournament, rows: Sequence[ScoreRow]) -> list[RankedRow]:
    """Rows ranked as the tournament ranks now: those of ``score_rows``, with whatever was put to them."""
    places = _places(tournament, None)
    placed = [replace(row, place=places.get(row.entry, 0)) for row in rows]
    return ordered(placed, criteria(tournament), bool(places), _lines(tournament, None))


def _following(tournament: Tournament, number: int) -> int | None:
    """The position of the stage after the one that a round belongs to; None where there is none."""
    after = [stage.position for stage in stages.stages_of(tournament) if stages.first_number(stage) > number]
    return after[0] if after else None


def until(row: ScoreRow, number: int) -> ScoreRow:
    """A row without what came after a round."""
    return within(row, lambda round_: round_ <= number)


def line_of(tournament: Tournament, upto: int | None = None) -> dict[str, str]:
    """The line (``ns``, ``ew``) of each entry where the two are ranked each for itself; else empty. ``upto``: in the
    stage of this round."""
    return _lines(tournament, None if upto is None else _following(tournament, upto))


def _lines(tournament: Tournament, before: int | None) -> dict[str, str]:
    kept = [stage for stage in stages.stages_of(tournament) if before is None or stage.position < before]
    stage = kept[-1] if kept else None
    if stage is None or not has_lines(stage.draw_system, stage.settings):
        return {}
    published = Draw.objects.filter(round__stage=stage, state=Draw.State.PUBLISHED).order_by("-round__number").first()
    return lines_of(plan_of(published.result) if published is not None else None)


def _places(tournament: Tournament, before: int | None, upto: int | None = None) -> dict[str, int]:
    """The place (1 the best) of each entry whose way through the last bracket has ended, or who has left it, and
    `STILL_IN` for who plays on in it; empty before one has ended. ``upto``: after this round."""
    kept = [stage for stage in stages.stages_of(tournament) if before is None or stage.position < before]
    over = Round.objects.filter(stage__in=kept, state=Round.State.CLOSED)
    if upto is not None:
        over = over.filter(number__lte=upto)
    begun = [stage for stage in kept if over.filter(stage=stage).exists()]
    if not begun or begun[-1].draw_system not in BRACKETS:
        return {}
    stage = begun[-1]
    closed = over.filter(stage=stage).order_by("-number").first()
    if closed is None:
        return {}
    gone = map(str, tournament.entries.filter(status__in=GONE).values_list("pk", flat=True))
    return places_by(draw_request(tournament, stage, closed.number + 1, 1), gone)
