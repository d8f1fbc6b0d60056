"""Links that open one thing without an account: made, found, made void.

The token of a table's link is derived, not stored: HMAC-SHA-256 of the server's secret over the link's id and its
generation, cut to 128 bits. The database keeps only the token's SHA-256, so that a stolen copy of it opens nothing,
while a sheet can be printed again with the same code. Raising the generation makes every printed code void. Beside
the token stands a short code to be typed (``core.shortcodes``).
"""

import base64
import hashlib
import hmac
import uuid
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from core import shortcodes
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
    _give_codes([link])
    link.save(force_insert=True)
    return link


def issue_many(purpose: str, targets: list[uuid.UUID]) -> list[AccessLink]:
    """Make one link for each of ``targets``, in one statement."""
    links = [AccessLink(purpose=purpose, target=target) for target in targets]
    _give_codes(links)
    return AccessLink.objects.bulk_create(links)


def _give_codes(links: list[AccessLink]) -> None:
    """Set what is kept of the token and of the short code of links before they are saved. Where another link has the
    same short code, which is one chance in thousands of millions, the generation after it has another."""
    waiting, taken = links, set[str]()
    while waiting:
        for link in waiting:
            link.token_hash = token_hash(derive(link.pk, link.generation))
            link.short_code = shortcodes.kept(shortcodes.derive(link.pk, link.generation))
        taken |= set(_with_short({link.short_code for link in waiting}).values_list("short_code", flat=True))
        clashing = []
        for link in waiting:
            if link.short_code in taken:
                link.generation += 1
                clashing.append(link)
            taken.add(link.short_code)
        waiting = clashing


def _with_short(kept: set[str]) -> QuerySet[AccessLink]:
    return AccessLink.objects.filter(short_code__in=kept, revoked_at__isnull=True)


def put_back(link: AccessLink) -> None:
    """Let the codes printed for a revoked link open it again; the short one unless another has got it meanwhile."""
    kept = shortcodes.kept(shortcodes.derive(link.pk, link.generation))
    link.revoked_at = None
    link.short_code = "" if _with_short({kept}).exclude(pk=link.pk).exists() else kept
    link.save(update_fields=["revoked_at", "short_code"])


def short_code_of(link: AccessLink) -> str:
    """The short code to print for ``link``; "" where it has none."""
    code = shortcodes.derive(link.pk, link.generation)
    return code if link.short_code == shortcodes.kept(code) else ""


def token_of(link: AccessLink) -> str:
    """The token to print for ``link``."""
    return derive(link.pk, link.generation)


@transaction.atomic
def renew(link_id: uuid.UUID) -> AccessLink:
    """Make every code printed so far for this link void; the next one printed is a new one."""
    link = AccessLink.objects.select_for_update().get(pk=link_id)
    link.generation += 1
    _give_codes([link])
    link.save(update_fields=["generation", "token_hash", "short_code"])
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


def find_short(purpose: str, code: str) -> AccessLink | None:
    """The open link of this short code (``shortcodes.read``), or None."""
    link = _with_short({shortcodes.kept(code)}).filter(purpose=purpose).first()
    return link if link is not None and is_open(link) else None


def close_for(purpose: str, targets: list[uuid.UUID], closes_at: datetime) -> int:
    """Let the links of ``targets`` end at ``closes_at``; returns how many."""
    return AccessLink.objects.filter(purpose=purpose, target__in=targets, revoked_at__isnull=True).update(
        closes_at=closes_at
    )
