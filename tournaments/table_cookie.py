"""The cookie that a table's code is exchanged for: signed, limited to that table's path, good for a day; that of a
sheet of friends as long as such a sheet is kept.

SameSite is Lax, not Strict: a code read by another application's scanner is a navigation from elsewhere, and a
browser may then keep a Strict cookie back on the redirect that follows. Lax is enough, since nothing is changed by
GET and every change carries Django's CSRF token.
"""

import secrets
import time
import uuid
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse

from scoring.friends import DAYS_KEPT
from tournaments.services import play

NAME = "table"
SECONDS = 24 * 3600
FRIENDS_SECONDS = DAYS_KEPT * 24 * 3600
_SALT = "coinche-club.table"

#: Wrong codes that one device may try within a quarter of an hour. Never by address: a hall has only one.
TRIES = 30
#: Typed ones: fewer, for eight characters are more easily guessed than a square.
TYPED_TRIES = 10
TRIES_SECONDS = 15 * 60
DEVICE = "device"
_DEVICE_SALT = "coinche-club.device"


def give(response: HttpResponseBase, access: play.TableAccess, device: str) -> None:
    """Put the table's cookie on ``response``."""
    value = signing.dumps({"link": str(access.link_id), "generation": access.generation, "device": device}, salt=_SALT)
    response.set_cookie(
        NAME,
        value,
        max_age=FRIENDS_SECONDS if isinstance(access, play.FriendsAccess) else SECONDS,
        path=reverse("table", args=[access.link_id]),
        httponly=True,
        secure=settings.HTTPS,
        samesite="Lax",
    )


def read(request: HttpRequest, link_id: uuid.UUID) -> tuple[play.TableAccess, str] | None:
    """The access and the device's mark in the request's cookie, if it is one for this very link and still good."""
    value = request.COOKIES.get(NAME, "")
    held = _load(value, _SALT, FRIENDS_SECONDS)
    if held.get("link") != str(link_id) or not isinstance(held.get("generation"), int):
        return None
    access = play.by_id(link_id, held["generation"])
    if access is None or not (isinstance(access, play.FriendsAccess) or _load(value, _SALT, SECONDS)):
        return None
    return access, str(held.get("device", ""))


def _load(value: str, salt: str, seconds: int) -> dict[str, Any]:
    try:
        found = signing.loads(value, salt=salt, max_age=seconds)
    except signing.BadSignature:
        return {}
    return found if isinstance(found, dict) else {}


def is_phone(request: HttpRequest) -> bool:
    """Whether a browser says that it is on a phone or a tablet. Nothing else of what it says is looked at or kept."""
    said = request.headers.get("User-Agent", "")
    return any(word in said for word in ("Mobi", "Android", "iPhone", "iPad"))


class Device:
    """The browser that opens codes: its random mark, and how many wrong ones it tried lately."""

    def __init__(self, request: HttpRequest) -> None:
        held = _load(request.COOKIES.get(DEVICE, ""), _DEVICE_SALT, SECONDS)
        self.mark = str(held.get("mark") or secrets.token_hex(8))
        self.tries = int(held.get("tries", 0))
        self.since = int(held.get("since", 0))
        if time.time() - self.since > TRIES_SECONDS:
            self.tries, self.since = 0, int(time.time())

    @property
    def must_wait(self) -> bool:
        return self.tries >= TRIES

    @property
    def must_wait_to_type(self) -> bool:
        return self.tries >= TYPED_TRIES

    def keep(self, response: HttpResponseBase, *, wrong: bool) -> None:
        """Put the mark, and the count, on ``response``."""
        state = {"mark": self.mark, "tries": self.tries + int(wrong), "since": self.since}
        response.set_cookie(
            DEVICE,
            signing.dumps(state, salt=_DEVICE_SALT),
            max_age=SECONDS,
            path="/t/",
            httponly=True,
            secure=settings.HTTPS,
            samesite="Lax",
        )
