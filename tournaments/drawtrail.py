"""Every draw that was made of a stage, counted: which was published, which were discarded, by whom and why.

Nothing of who would have met whom is in it, so that it can be shown while the seed is sealed.
"""

import uuid
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from core.models import AuditEvent
from tournaments.models import Draw, Stage, Tournament
from tournaments.services import stages


@dataclass(frozen=True, slots=True)
class DrawMade:
    """Draw ``attempt`` (from 1) of a round. ``by`` and ``discarded_by`` are sign-in names, for the club's own people;
    empty where it is not known."""

    attempt: int
    state: str
    made_at: datetime
    published_at: datetime | None
    reason: str
    by_hand: bool
    by: str
    discarded_by: str

    @property
    def is_published(self) -> bool:
        return self.state == Draw.State.PUBLISHED

    @property
    def is_discarded(self) -> bool:
        return self.state == Draw.State.DISCARDED

    @property
    def was_taken_back(self) -> bool:
        """Whether it had been published when it was discarded."""
        return self.is_discarded and self.published_at is not None


@dataclass(frozen=True, slots=True)
class RoundDrawn:
    """A round with all its draws, in order."""

    number: int
    draws: tuple[DrawMade, ...]

    @property
    def discarded(self) -> int:
        return sum(one.is_discarded for one in self.draws)


@dataclass(frozen=True, slots=True)
class StageDrawn:
    """A stage, whose seed is sealed or open, with the rounds drawn so far. ``may_open``: nothing more is drawn."""

    stage: Stage
    rounds: tuple[RoundDrawn, ...]
    last_round: int
    may_open: bool

    @property
    def seal(self) -> str:
        """The commitment as people compare it."""
        return grouped(self.stage.commitment)

    @property
    def is_open(self) -> bool:
        return self.stage.seed_opened_at is not None

    @property
    def count(self) -> int:
        return sum(len(one.draws) for one in self.rounds)


def grouped(digits: str) -> str:
    """``digits`` in groups of four, one word, so that it can be copied with one click."""
    return "-".join(digits[place : place + 4] for place in range(0, len(digits), 4))


def of_tournament(tournament: Tournament) -> list[StageDrawn]:
    """The draws of every stage, those of the first stage first."""
    return [of_stage(stage) for stage in stages.stages_of(tournament)]


def of_stage(stage: Stage) -> StageDrawn:
    """The draws of a stage, round by round."""
    rows = Draw.objects.filter(round__stage=stage).select_related("round", "made_by")
    rows = rows.defer("inputs", "result", "settings").order_by("round__number", "attempt")
    rounds: dict[int, list[Draw]] = defaultdict(list)
    for row in rows:
        rounds[row.round.number].append(row)
    taken_back = _taken_back(stage)
    return StageDrawn(
        stage=stage,
        rounds=tuple(RoundDrawn(number, tuple(_made(draws, taken_back))) for number, draws in rounds.items()),
        last_round=stages.last_number(stage),
        may_open=stage.seed_opened_at is None and stages.is_over(stage),
    )


def _made(draws: list[Draw], taken_back: dict[uuid.UUID, list[tuple[datetime, str]]]) -> list[DrawMade]:
    found = []
    for one, after in zip(draws, [*draws[1:], None], strict=True):
        by = ""
        if one.state == Draw.State.DISCARDED and one.published_at is not None:
            events = taken_back.get(one.round_id, [])
            by = next((who for at, who in events if at >= one.published_at), "")
        elif one.state == Draw.State.DISCARDED and after is not None:
            by = _name(after)
        found.append(
            DrawMade(
                attempt=one.attempt,
                state=one.state,
                made_at=one.made_at,
                published_at=one.published_at,
                reason=one.reason,
                by_hand=one.hand is not None,
                by=_name(one),
                discarded_by=by,
            )
        )
    return found


def _name(draw: Draw) -> str:
    return draw.made_by.get_username() if draw.made_by is not None else ""


def _taken_back(stage: Stage) -> dict[uuid.UUID, list[tuple[datetime, str]]]:
    """When and by whom a published draw of each round was taken back, in order."""
    found: dict[uuid.UUID, list[tuple[datetime, str]]] = defaultdict(list)
    events = AuditEvent.objects.filter(verb="draw.withdrawn", object_id__in=stage.rounds.values("pk"))
    for event in events.select_related("actor").order_by("at"):
        if event.object_id is not None:
            found[event.object_id].append((event.at, event.actor.get_username() if event.actor else ""))
    return found
