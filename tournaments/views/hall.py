"""A screen of the hall: its link opens it once, from then on a cookie limited to that screen does.

Nothing here can be changed, and nothing is shown that is not on the posters, on the clock or published.
"""

import hashlib
import json
import time
import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from clubs.access import screen as screen_only
from core import files
from core.limits import address_of, allowed
from core.templatetags.look import clock as time_of_day
from tournaments import hall_cookie, hallwords
from tournaments.hall import playing
from tournaments.hall import state as states
from tournaments.hall.pages import local_to
from tournaments.models import HallScreen, SponsorSlide
from tournaments.services import screens

#: Wrong links that one address may try in a minute. A right one opens whatever was tried before it.
WRONG_A_MINUTE = 30


def _private(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Keep an answer out of caches, referrers and search engines, and tell the time of its making."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        answer = view(request, *args, **kwargs)
        answer.setdefault("Cache-Control", "no-store")
        answer["Referrer-Policy"] = "no-referrer"
        answer["X-Robots-Tag"] = "noindex"
        answer["Server-Time"] = str(int(time.time() * 1000))
        return answer

    return wrapped


def _no_screen(request: HttpRequest, status: int = 404) -> HttpResponse:
    return render(request, "hall/no_screen.html", {"title": _("No screen here")}, status=status)


@screen_only
@require_safe
@_private
def open_link(request: HttpRequest, screen_token: str) -> HttpResponseBase:
    """Exchange a screen's link for its cookie and go on to its page, which has no secret in its address."""
    link = screens.by_token(screen_token)
    if link is None:
        return _no_screen(request, 404 if allowed("screen", address_of(request), WRONG_A_MINUTE) else 429)
    return hall_cookie.let_in(link)


def _at_screen(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Hand the screen in the cookie to a view; 404 without it."""

    @wraps(view)
    def wrapped(request: HttpRequest, screen_link: uuid.UUID, **kwargs: Any) -> HttpResponseBase:
        found = hall_cookie.read(request, screen_link)
        return _no_screen(request) if found is None else view(request, found, **kwargs)

    return wrapped


@screen_only
@require_safe
@_private
@gzip_page
@_at_screen
def page(request: HttpRequest, screen: HallScreen) -> HttpResponseBase:
    """The screen with the page that it shows first, ``?p=`` another one: without JavaScript each leads to the next."""
    screens.seen(screen)
    with local_to(screen.tournament) as language:
        shown = [(turn, one) for turn in states.turns(screen) for one in turn.made.pages]
        asked = request.GET.get("p", "")
        number = int(asked) % len(shown) if asked.isdecimal() and len(asked) < 6 else 0
        turn, first = shown[number]
        clock, said = playing.clock_of(screen.tournament), hallwords.words(language)
        context = {
            "language": language,
            "version": settings.VERSION,
            "screen": screen,
            "tournament": screen.tournament,
            "page": first,
            "view": turn.view,
            "seconds": first.seconds or turn.seconds,
            "next": (number + 1) % len(shown),
            "clock": clock,
            "clock_text": hallwords.clock_text(clock),
            "words": said,
            "fresh": said["fresh"].replace("#", time_of_day(timezone.now())),
        }
        return render(request, "hall/page.html", context)


@screen_only
@require_safe
@_private
@_at_screen
def state(request: HttpRequest, screen: HallScreen) -> HttpResponseBase:
    """What the screen shows in turn, each view with its mark, and the clock; 304 for who has it."""
    screens.seen(screen)
    return _tagged(request, json.dumps(states.told(screen)))


@screen_only
@require_safe
@_private
@gzip_page
@_at_screen
def view(request: HttpRequest, screen: HallScreen, view_name: str) -> HttpResponseBase:
    """The pages of a view that the screen shows, or those in which who stands before it looks for a name."""
    with local_to(screen.tournament):
        made = states.asked(screen, view_name)
    if made is None:
        raise Http404
    return _tagged(request, made.text, made.mark)


def _tagged(request: HttpRequest, text: str, mark: str = "") -> HttpResponseBase:
    tag = f'"{mark or hashlib.sha256(text.encode()).hexdigest()[:24]}"'
    same: HttpResponseBase | None = get_conditional_response(request, etag=tag)
    answer = same or HttpResponse(text, content_type="application/json")
    answer["ETag"] = tag
    return answer


@screen_only
@require_safe
@_private
@_at_screen
def picture(request: HttpRequest, screen: HallScreen, slide: uuid.UUID) -> HttpResponseBase:
    """The picture of one of the tournament's slides."""
    return send_slide(get_object_or_404(SponsorSlide, pk=slide, tournament=screen.tournament))


def send_slide(slide: SponsorSlide) -> HttpResponseBase:
    """The picture itself, which never changes; 404 where its bytes are gone."""
    try:
        answer = FileResponse(files.open_file(slide.file), content_type="image/jpeg")
    except FileNotFoundError:
        raise Http404 from None
    answer["Cache-Control"] = "private, max-age=86400"
    return answer
