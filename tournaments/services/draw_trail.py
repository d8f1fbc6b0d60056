"""How a round's draw came about: every draw made of it, who threw one away and why, and what was changed by hand."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from clubs.models import User
from core.models import AuditEvent
from tournaments.models import Draw, Round
from tournaments.services.byhand import CHANGED, FIXED, RELEASED


@dataclass(frozen=True, slots=True)
class Made:
    """A draw of the round: the ``attempt``-th, made at ``at`` by ``by`` (an account's name, empty for the system).

    Of a discarded one ``gone_at``, ``gone_by`` and ``reason``: when, by whom and why; ``was_published`` where it was
    taken back. ``by_hand``: whether somebody had changed it.
    """

    attempt: int
    at: datetime
    by: str
    state: str
    by_hand: bool
    was_published: bool = False
    gone_at: datetime | None = None
    gone_by: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class HandChange:
    """One change by hand: what was done (``exchange``, ``seat``, ``undo``, ``engine``, ``fixed``, ``released``), with
    the spots or entries that the trail keeps, and the tables that changed."""

    at: datetime
    by: str
    did: str
    spots: tuple[dict[str, Any], ...] = ()
    entries: tuple[str, ...] = ()
    tables: tuple[int, ...] = ()


def draws_made(round_: Round) -> list[Made]:
    """Every draw of a round, by attempt."""
    draws = list(round_.draws.select_related("made_by").order_by("attempt"))
    taken_back = list(
        AuditEvent.objects.filter(verb="draw.withdrawn", object_type="round", object_id=round_.pk).order_by("at", "pk")
    )
    names = _names(event.actor_id for event in taken_back)
    found = []
    for place, draw in enumerate(draws):
        made = Made(draw.attempt, draw.made_at, _name(draw), draw.state, bool(draw.hand))
        if draw.state == Draw.State.DISCARDED:
            made = _discarded(draw, made, draws[place + 1] if place + 1 < len(draws) else None, taken_back, names)
        found.append(made)
    return found


def _discarded(
    draw: Draw, made: Made, after: Draw | None, taken_back: list[AuditEvent], names: dict[uuid.UUID, str]
) -> Made:
    """With who threw it away: whoever took it back once it was published, else whoever drew again."""
    at, by = (None, "") if after is None else (after.made_at, _name(after))
    if draw.published_at is not None:
        event = next((one for one in taken_back if one.at >= draw.published_at), None)
        if event is not None:
            at, by = event.at, names.get(event.actor_id, "") if event.actor_id else ""
    return Made(
        made.attempt,
        made.at,
        made.by,
        made.state,
        made.by_hand,
        was_published=draw.published_at is not None,
        gone_at=at,
        gone_by=by,
        reason=draw.reason,
    )


def _name(draw: Draw) -> str:
    return draw.made_by.get_username() if draw.made_by is not None else ""


def _names(ids: Any) -> dict[uuid.UUID, str]:
    return dict(User.objects.filter(pk__in={pk for pk in ids if pk}).values_list("pk", "username"))


def hand_changes(draw: Draw) -> list[HandChange]:
    """What was done to a draw by hand, oldest first."""
    events = list(
        AuditEvent.objects.filter(verb__in=[CHANGED, FIXED, RELEASED], object_type="draw", object_id=draw.pk).order_by(
            "at", "pk"
        )
    )
    names = _names(event.actor_id for event in events)
    found = []
    for event in events:
        after: dict[str, Any] = {**(event.after or {})}
        by = names.get(event.actor_id, "") if event.actor_id else ""
        if event.verb == CHANGED:
            tables = tuple(row["table"] for row in after.get("tables", ()))
            spots, entries = tuple(after.get("spots", ())), tuple(after.get("entries", ()))
            found.append(HandChange(event.at, by, after.get("did", ""), spots, entries, tables))
        else:
            did = "fixed" if event.verb == FIXED else "released"
            found.append(HandChange(event.at, by, did, tables=tuple(after.get("tables", ()))))
    return found
