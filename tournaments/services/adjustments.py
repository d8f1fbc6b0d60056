"""Points that the arbiter gives or takes beside all results: a penalty, a bonus. None is changed; a wrong one is made
void by a counter entry, so that both stay to be read."""

import uuid

from django.db import IntegrityError, transaction

from core import audit
from core.actors import Actor
from core.text import one_line
from tournaments.models import Adjustment, Entry, Round
from tournaments.services import contests, windows
from tournaments.services.errors import Conflict, TournamentError

#: Beyond it a slip of the hand is likelier than a penalty.
MOST_POINTS = 10_000


@transaction.atomic
def give(
    entry_id: uuid.UUID, points: int, reason: str, actor: Actor, *, round_id: uuid.UUID | None = None
) -> Adjustment:
    """Give an entry ``points`` (negative: take them; not 0, at most 10,000 either way) for a reason, in a round of its
    tournament that was begun, or in the whole of it.

    TournamentError ``points-range`` (most), ``reason-missing``, ``round-unknown``, each naming its field.
    """
    entry = Entry.objects.select_related("tournament").get(pk=entry_id)
    if not points or abs(points) > MOST_POINTS:
        raise TournamentError("points-range", "points", most=MOST_POINTS)
    said = one_line(reason, 300)
    if not said:
        raise TournamentError("reason-missing", "reason")
    round_ = None
    if round_id is not None:
        begun = Round.objects.filter(stage__tournament=entry.tournament_id).exclude(state=Round.State.DRAFT)
        round_ = begun.filter(pk=round_id).first()
        if round_ is None:
            raise TournamentError("round-unknown", "round")
    return _write(entry, points, said, round_, actor)


@transaction.atomic
def void(adjustment_id: uuid.UUID, reason: str, actor: Actor) -> Adjustment:
    """Make an adjustment void by its counter entry, once. Conflict ``adjustment-void``, TournamentError
    ``reason-missing``, ``adjustment-counter`` (a counter entry stays)."""
    wrong = Adjustment.objects.select_related("entry__tournament", "round").get(pk=adjustment_id)
    said = one_line(reason, 300)
    if wrong.voids_id is not None:
        raise TournamentError("adjustment-counter")
    if not said:
        raise TournamentError("reason-missing", "reason")
    try:
        with transaction.atomic():
            return _write(wrong.entry, -wrong.points, said, wrong.round, actor, voids=wrong)
    except IntegrityError:
        raise Conflict("adjustment-void") from None


def _write(
    entry: Entry, points: int, reason: str, round_: Round | None, actor: Actor, *, voids: Adjustment | None = None
) -> Adjustment:
    # Points for the whole of it are of what was played last.
    windows.must_allow_latest(entry.tournament, round_, actor)
    made = Adjustment.objects.create(
        entry=entry, round=round_, points=points, reason=reason, by_id=actor.user, voids=voids
    )
    audit.record(
        actor,
        "adjustment.made" if voids is None else "adjustment.voided",
        made,
        club_id=entry.tournament.club_id,
        after={"number": entry.number, "points": points, "round": round_.number if round_ else None},
        reason=reason,
    )
    contests.touch(entry.tournament_id)
    return made
