"""Links that open one thing without an account: made, found, made void.

The token of a table's link is derived, not stored: HMAC-SHA-256 of the server's secret over the link's id and its
generation, cut to 128 bits. The database keeps only the token's SHA-256, so that a stolen copy of it opens nothing,
while a sheet can be printed again with the same code. Raising the generation makes every printed code void.
"""

import base64
import hashlib
import hmac
import uuid
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from core.models import AccessLink

TOKEN_BYTES = 16


def derive(link_id: uuid.UUID, generation: int) -> str:
    """The token of a link: 22 characters that stand for 128 bits."""
    message = b"coinche-club link\0" + link_id.bytes + generation.to_bytes(4, "big")
    digest = hmac.new(settings.SECRET_KEY.encode(), message, hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:TOKEN_BYTES]).rstrip(b"=").decode("ascii")


def token_hash(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def issue(purpose: str, target: uuid.UUID, closes_at: datetime | None = None) -> AccessLink:
    """Make the link of ``purpose`` for ``target`` (its first generation)."""
    link = AccessLink(purpose=purpose, target=target, closes_at=closes_at)
    link.token_hash = token_hash(derive(link.pk, link.generation))
    link.save(force_insert=True)
    return link


def issue_many(purpose: str, targets: list[uuid.UUID]) -> list[AccessLink]:
    """Make one link for each of ``targets``, in one statement."""
    links = [AccessLink(purpose=purpose, target=target) for target in targets]
    for link in links:
        link.token_hash = token_hash(derive(link.pk, link.generation))
    return AccessLink.objects.bulk_create(links)


def token_of(link: AccessLink) -> str:
    """The token to print for ``link``."""
    return derive(link.pk, link.generation)


@transaction.atomic
def renew(link_id: uuid.UUID) -> AccessLink:
    """Make every code printed so far for this link void; the next one printed is a new one."""
    link = AccessLink.objects.select_for_update().get(pk=link_id)
    link.generation += 1
    link.token_hash = token_hash(derive(link.pk, link.generation))
    link.save(update_fields=["generation", "token_hash"])
    return link


def is_open(link: AccessLink, now: datetime | None = None) -> bool:
    """Whether the link opens anything now."""
    now = now or timezone.now()
    if link.revoked_at is not None or link.opens_at > now:
        return False
    return link.closes_at is None or now < link.closes_at


def find(purpose: str, token: str) -> AccessLink | None:
    """The open link of this token, or None; what is looked up is the hash, so timing tells nothing of a token."""
    if len(token) > 200:
        return None
    link = AccessLink.objects.filter(purpose=purpose, token_hash=token_hash(token)).first()
    return link if link is not None and is_open(link) else None


def close_for(purpose: str, targets: list[uuid.UUID], closes_at: datetime) -> int:
    """Let the links of ``targets`` end at ``closes_at``; returns how many."""
    return AccessLink.objects.filter(purpose=purpose, target__in=targets, revoked_at__isnull=True).update(
        closes_at=closes_at
    )
