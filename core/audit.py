"""The trail: one row for each act that changes something, written in the act's own transaction."""

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from django.db import models, transaction

from core.actors import Actor
from core.models import AuditEvent
from core.text import one_line


@dataclass(slots=True)
class Mark:
    """What is written on every row of one act: how risky it was, and the copy made before it. ``rows`` counts them."""

    risk: str = ""
    snapshot: uuid.UUID | None = None
    rows: int = 0


#: Of rows of a model: the id of what they belong to, by which their events are found together.
_SCOPES: dict[type[models.Model], Callable[[Any], uuid.UUID | None]] = {}


def scoped(model: type[models.Model], scope_of: Callable[[Any], uuid.UUID | None]) -> None:
    """Let the events of rows of ``model`` bear the id that ``scope_of`` gives for a row; said when an app is ready."""
    _SCOPES[model] = scope_of


#: Called in this process once an act is committed: for who keeps what the trail says for a moment.
told: list[Callable[[], None]] = []


def _tell() -> None:
    for one in told:
        one()


_MARK: ContextVar[Mark | None] = ContextVar("audit_mark", default=None)


@contextmanager
def marked(risk: str, snapshot: uuid.UUID | None = None) -> Iterator[Mark]:
    """Mark the rows that are written meanwhile, in this thread; afterwards the mark says how many they were."""
    mark = Mark(risk, snapshot)
    token = _MARK.set(mark)
    try:
        yield mark
    finally:
        _MARK.reset(token)


def record(
    actor: Actor,
    verb: str,
    subject: models.Model,
    *,
    club_id: uuid.UUID | None = None,
    before: Any = None,
    after: Any = None,
    reason: str = "",
) -> AuditEvent:
    """Write that ``actor`` did ``verb`` to ``subject``. ``before`` and ``after`` hold figures and ids, never names.

    Call it inside the transaction of the act: both stay or neither.
    """
    mark = _MARK.get() or Mark()
    mark.rows += 1
    transaction.on_commit(_tell)
    scope_of = _SCOPES.get(type(subject))
    return AuditEvent.objects.create(
        actor_id=actor.user,
        link=actor.link,
        device=actor.device,
        verb=verb,
        object_type=subject._meta.model_name or "",
        object_id=subject.pk if isinstance(subject.pk, uuid.UUID) else None,
        club_id=club_id,
        scope=scope_of(subject) if scope_of is not None else None,
        before=before,
        after=after,
        reason=one_line(reason, 300),
        risk=mark.risk,
        snapshot=mark.snapshot,
    )


#: How many of the last rows are looked at: one whose transaction ends late comes among those that are there already.
_LAST = 500


def state() -> tuple[int, int] | None:
    """What changes whenever a row is committed, also one that comes late with a lower number; None with no row at all.

    One query over the last rows. Every act leaves a row in its own transaction: while this is the same, what acts
    change is the same.
    """
    last = AuditEvent.objects.order_by("-pk").values("pk")[:_LAST]
    found = AuditEvent.objects.filter(pk__in=last).aggregate(last=models.Max("pk"), all=models.Sum("pk"))
    return None if found["last"] is None else (found["last"], found["all"])
