"""The clock of a round, started, stopped and gone on with at the desk; the last deal announced."""

import datetime as dt
import uuid
from collections.abc import Iterable

from django.db import transaction
from django.db.models import F

from core import audit
from core.actors import Actor
from scoring.models import GameFormat
from scoring.sheet_game import format_of
from tournaments import clock, pace
from tournaments.clock import Clock
from tournaments.models import ClockEvent, Round
from tournaments.services.errors import Conflict, TournamentError

MOST_MINUTES = 600


def clock_of(round_: Round) -> Clock:
    """What the clock of a round shows; ``round_`` with its stage and game format at hand. Two queries at most."""
    events = list(round_.clock.order_by("seq"))
    said = any(event.kind == clock.LENGTH for event in events)
    return _clock(round_, events, None if said else _said_before(round_))


def as_announced(round_: Round) -> Clock | None:
    """What the tables are told of the clock of a round that is played, without how long it is to last. One query, and
    none as long as nothing was done with it: every act raises the round's revision."""
    if round_.state != Round.State.PLAYING or not round_.revision:
        return None
    return clock.clock_of(round_.started_at, round_.clock.order_by("seq"), None)


def _clock(round_: Round, events: Iterable[ClockEvent], said_before: int | None) -> Clock:
    minutes = said_before or _planned(round_.stage.game_format)
    return clock.clock_of(round_.started_at, events, minutes, round_.closed_at)


def _planned(format_: GameFormat) -> int | None:
    return pace.planned_minutes(format_.kind, format_.length, format_of(format_).ending.minutes)


def _said_before(round_: Round) -> int | None:
    """The length that was last said for a round before of the same stage."""
    said = ClockEvent.objects.filter(
        round__stage=round_.stage_id, round__number__lt=round_.number, kind=ClockEvent.Kind.LENGTH
    )
    return said.order_by("-round__number", "-seq").values_list("minutes", flat=True).first()


@transaction.atomic
def act(round_id: uuid.UUID, kind: str, actor: Actor, *, minutes: int | None = None) -> Clock:
    """Do something with the clock of a round that is played. What would change nothing is not written: of two who stop
    it at once one does, and what is sent twice is done once.

    Conflict ``round-not-playing``; TournamentError ``clock-act``, ``clock-minutes`` (most).
    """
    if kind not in ClockEvent.Kind.values:
        raise TournamentError("clock-act")
    is_length = kind == clock.LENGTH
    if is_length and (minutes is None or not 1 <= minutes <= MOST_MINUTES):
        raise TournamentError("clock-minutes", "minutes", most=MOST_MINUTES)
    round_ = locked(round_id)
    if round_.state != Round.State.PLAYING:
        raise Conflict("round-not-playing", round=round_.number)
    now = clock_of(round_)
    if is_so(now, kind, minutes):
        return now
    made = ClockEvent.objects.create(
        round=round_,
        seq=round_.clock.count() + 1,
        kind=kind,
        minutes=minutes if is_length else None,
        by_id=actor.user,
    )
    # The phones of the round are told by its revision.
    Round.objects.filter(pk=round_.pk).update(revision=F("revision") + 1)
    after = {"round": round_.number, "kind": kind, **({"minutes": minutes} if is_length else {})}
    audit.record(actor, "clock.set", made, club_id=round_.stage.tournament.club_id, after=after)
    return clock_of(round_)


def is_so(now: Clock, kind: str, minutes: int | None) -> bool:
    """Whether a clock shows already what an act would make of it."""
    return not clock.can(now, kind) or (kind == clock.LENGTH and now.minutes == minutes)


def stand_since(round_: Round, since: dt.datetime | None, actor: Actor) -> None:
    """Let the clock stand since a round was closed, so that being opened again does not count the time between. The
    round is locked."""
    if since is None or not clock.can(clock_of(round_), clock.PAUSE):
        return
    ClockEvent.objects.create(round=round_, seq=round_.clock.count() + 1, kind=clock.PAUSE, at=since, by_id=actor.user)


def locked(round_id: uuid.UUID) -> Round:
    """The round, its row locked until the transaction ends."""
    rounds = Round.objects.select_related("stage__tournament", "stage__game_format")
    return rounds.select_for_update(of=("self",)).get(pk=round_id)
