"""The trail: one row for each act that changes something, written in the act's own transaction."""

import uuid
from typing import Any

from django.db import models

from core.actors import Actor
from core.models import AuditEvent
from core.text import one_line


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
    return AuditEvent.objects.create(
        actor_id=actor.user,
        link=actor.link,
        device=actor.device,
        verb=verb,
        object_type=subject._meta.model_name or "",
        object_id=subject.pk if isinstance(subject.pk, uuid.UUID) else None,
        club_id=club_id,
        before=before,
        after=after,
        reason=one_line(reason, 300),
    )
