"""The one-time link that `serve` prints at every start: a forgotten password never stops an evening.

Whoever can read the screen of the machine may sign in. 192 random bits, of which only the hash is stored; used once;
a new start makes the older ones void; it ends by itself after twelve hours.
"""

import secrets
import uuid
from datetime import timedelta

from django.core import signing
from django.db import transaction
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from core.links import token_hash
from core.models import AccessLink

VALID_FOR = timedelta(hours=12)
COOKIE = "start"
_SALT = "core.startlink"


@transaction.atomic
def make() -> str:
    """A new start link's token; every older one is void from now on."""
    now = timezone.now()
    AccessLink.objects.filter(purpose=AccessLink.Purpose.START, revoked_at__isnull=True).update(revoked_at=now)
    token = secrets.token_urlsafe(24)
    AccessLink.objects.create(
        purpose=AccessLink.Purpose.START, token_hash=token_hash(token), opens_at=now, closes_at=now + VALID_FOR
    )
    return token


def use(token: str) -> AccessLink | None:
    """Use the link up; None when it is unknown, used, void or too old. Of two uses at one moment one succeeds."""
    if len(token) > 200:
        return None
    now = timezone.now()
    unused = AccessLink.objects.filter(
        purpose=AccessLink.Purpose.START,
        token_hash=token_hash(token),
        used_at__isnull=True,
        revoked_at__isnull=True,
        closes_at__gt=now,
    )
    if not unused.update(used_at=now):
        return None
    return AccessLink.objects.get(token_hash=token_hash(token))


def let_in(response: HttpResponseBase, link: AccessLink) -> None:
    """Let the device that used the link go on until the first account exists (a signed cookie names the link)."""
    response.set_cookie(
        COOKIE,
        signing.dumps(str(link.pk), salt=_SALT),
        max_age=VALID_FOR,
        httponly=True,
        samesite="Lax",
    )


def is_let_in(request: HttpRequest) -> bool:
    """Whether this device used a start link that no later start has made void."""
    cookie = request.COOKIES.get(COOKIE)
    if not cookie:
        return False
    try:
        link = uuid.UUID(signing.loads(cookie, salt=_SALT, max_age=VALID_FOR))
    except (signing.BadSignature, ValueError):
        return False
    return AccessLink.objects.filter(
        pk=link, purpose=AccessLink.Purpose.START, used_at__isnull=False, revoked_at__isnull=True
    ).exists()
