"""Public pages that hundreds of people watch: made once after each act, and not sent again to who has them.

What they show changes by acts only, and each act leaves its row in the trail: while the trail is as it was, a page kept
in memory holds, and who watches is answered with one query. A page that is made anew and came out the same has the same
ETag: an act somewhere else sends nothing to anybody.
"""

import hashlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.response import SimpleTemplateResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from core import audit, readymade

#: Made anew after so many seconds whatever the trail says: no one trusts in a single rule.
SECONDS = 60

_Key = tuple[str, str, str]
_Trail = tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Kept:
    """What was made at an address: the state of the trail before, its ETag, and what the frame is filled with."""

    trail: _Trail
    until: float
    tag: str
    filling: Mapping[str, Any]


_kept: OrderedDict[_Key, Kept] = OrderedDict()
_lock = threading.Lock()
#: What is missing is made by one thread at a time: the others find it then.
_making = threading.Lock()


def forget() -> None:
    """Keep nothing any more."""
    with _lock:
        _kept.clear()


def page(
    request: HttpRequest, template: str, make: Callable[[], Mapping[str, Any]], *, seconds: float = SECONDS
) -> HttpResponseBase:
    """Answer a public page: the frame ``template`` filled with what ``make`` gives, which depends on the address and
    the language alone. 304 for who has it; who is signed in is always answered in full. ``seconds``: made anew after so
    many whatever the trail says, of a page that shows more than what acts change."""
    found = _page(request, make, seconds)
    is_plain = settings.SESSION_COOKIE_NAME not in request.COOKIES and "messages" not in request.COOKIES
    answer = _same(request, _framed(request, found.tag)) if is_plain else None
    if answer is None:
        answer = render(request, template, found.filling)
        if is_plain:
            answer["ETag"] = _framed(request, found.tag)
    answer["Cache-Control"] = "no-cache"
    if is_plain:
        readymade.may_keep(request, found.trail, found.until)
    return answer


def _same(request: HttpRequest, tag: str) -> HttpResponseBase | None:
    """The answer to who has what this ETag stands for; None for anybody else."""
    answer: HttpResponseBase | None = get_conditional_response(request, etag=tag)
    if answer is not None:
        answer["ETag"] = tag
    return answer


def _framed(request: HttpRequest, tag: str) -> str:
    """The ETag of a page in its frame, which depends on how a browser wants it to look."""
    return _tag(tag, settings.VERSION, *readymade.look_of(request.COOKIES))


def _page(request: HttpRequest, make: Callable[[], Mapping[str, Any]], seconds: float) -> Kept:
    found = known(request)
    if found is not None:
        return found
    with _making:
        found = known(request)
        if found is None:
            trail = audit.state()
            filling = make()
            found = keep(request, trail, _tag(*(str(value) for value in filling.values())), filling, seconds)
    return found


def known(request: HttpRequest) -> Kept | None:
    """What is kept of this address, if it still holds. An address with a question is never kept."""
    if not settings.KEPT_PAGES or request.META.get("QUERY_STRING"):
        return None
    found = _kept.get(_key(request))
    if found is None or found.until < time.monotonic() or found.trail != audit.state():
        return None
    return found


def keep(request: HttpRequest, trail: _Trail, tag: str, filling: Mapping[str, Any], seconds: float = SECONDS) -> Kept:
    """Keep what was made at this address after ``trail`` was read, for so many ``seconds`` at most."""
    made = Kept(trail, time.monotonic() + seconds, tag, filling)
    if trail is not None and settings.KEPT_PAGES and not request.META.get("QUERY_STRING"):
        with _lock:
            _kept[_key(request)] = made
            _kept.move_to_end(_key(request))
            while len(_kept) > settings.KEPT_PAGES:
                _kept.popitem(last=False)
    return made


def conditional(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """A view of the API whose answer has an ETag: who has it is told so before the view, and its limits, are asked."""

    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        found = known(request)
        same = _same(request, found.tag) if found is not None else None
        if found is not None and same is not None:
            for name, value in found.filling.items():
                same[name] = value
            readymade.may_keep(request, found.trail, found.until)
            return same
        trail = audit.state() if settings.KEPT_PAGES else None

        def remember(made: HttpResponseBase) -> None:
            if made.status_code in (200, 304) and "ETag" in made:
                headers = {name: made[name] for name in ("Cache-Control", "Vary") if name in made}
                kept = keep(request, trail, made["ETag"], headers)
                readymade.may_keep(request, kept.trail, kept.until)

        response = view(request, *args, **kwargs)
        if isinstance(response, SimpleTemplateResponse) and not response.is_rendered:
            response.add_post_render_callback(remember)  # after the one that gives it its ETag
        else:
            remember(response)
        return response

    return answer


def _key(request: HttpRequest) -> _Key:
    return request.path, get_language() or "", request.headers.get("Accept", "") if request.path[:5] == "/api/" else ""


def _tag(*parts: str) -> str:
    told = "\n".join(parts).encode()
    return f'"{hashlib.sha256(told).hexdigest()[:24]}"'
