"""The cookie that a screen's link is exchanged for: signed, limited to that screen's path, good for a fortnight.

The address that a projector shows has no secret in it, then: anybody in the hall can read it off the wall.
"""

import uuid

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from core.models import AccessLink
from tournaments.models import HallScreen
from tournaments.services import screens

NAME = "screen"
SECONDS = 14 * 24 * 3600
_SALT = "coinche-club.screen"


def give(response: HttpResponseBase, link: AccessLink) -> None:
    """Put the screen's cookie on ``response``."""
    response.set_cookie(
        NAME,
        signing.dumps({"link": str(link.pk), "generation": link.generation}, salt=_SALT),
        max_age=SECONDS,
        path=reverse("hall", args=[link.pk]),
        httponly=True,
        secure=settings.HTTPS,
        samesite="Lax",
    )


def let_in(link: AccessLink) -> HttpResponse:
    """On to the screen's page with its cookie; from now on the link is shown to nobody."""
    screens.opened(link)
    answer: HttpResponse = redirect("hall", screen_link=link.pk)
    give(answer, link)
    return answer


def read(request: HttpRequest, link_id: uuid.UUID) -> HallScreen | None:
    """The screen of the request's cookie, if it is one for this very link and the link is still good."""
    try:
        held = signing.loads(request.COOKIES.get(NAME, ""), salt=_SALT, max_age=SECONDS)
    except signing.BadSignature:
        return None
    if not isinstance(held, dict) or held.get("link") != str(link_id) or not isinstance(held.get("generation"), int):
        return None
    return screens.by_id(link_id, held["generation"])
