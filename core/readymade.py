"""Public pages given out ready-made: before Django wakes up, while what they show is as it was.

A view says of its answer that it depends on nothing but the address, the language and the look (``may_keep``); it then
stands on a shelf of this process, packed too, and is given to everybody who asks for the same. It holds while the trail
of acts is as it was before it was made (``core.audit``). The trail is asked a few times a second, not for each request:
what an act changes is seen ``LATEST`` seconds later at most, at once by who is served by the process that did it.

Whoever has a session, or is to be told something, is not served here; nor is an address with a question.
"""

import functools
import gzip
import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import Error, close_old_connections
from django.http import HttpRequest
from django.http.cookie import parse_cookie
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from core import audit

#: Seconds that the answer of the trail is believed.
LATEST = 0.05
#: Bytes of bodies that a process keeps at most; the ones made longest ago go first.
MOST_BYTES = 32_000_000
#: Bodies smaller than this are not worth packing.
_LEAST_PACKED = 500
#: What an answer's ETag ends in where its body is packed: another representation has to have another one.
_PACKED = '-gz"'
_KEPT = "coinche.kept"
#: Cookies that say how a page is to look, with what they may say.
LOOKS: Mapping[str, tuple[str, ...]] = {"mode": ("soir", "jour"), "deck": ("4",)}
#: Who takes gzip, and has not said that he does not ("gzip;q=0").
_TAKES_GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")
#: A form with a secret in it is of the one who asked.
_SECRET = b"csrfmiddlewaretoken"
#: Cookies of whom a page may know more than of everybody.
_PERSONAL = (settings.SESSION_COOKIE_NAME, "messages")

Trail = tuple[int, int] | None
StartResponse = Callable[..., Any]
Headers = list[tuple[str, str]]
_Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Made:
    """An answer on the shelf: until when it may be believed at most (by ``time.monotonic``), the trail it was made
    under, its headers without length and ETag, and its body plain and packed (``None``: only that it is the same)."""

    trail: Trail
    until: float
    tag: str
    headers: Headers
    body: bytes | None
    packed: bytes | None

    @property
    def size(self) -> int:
        return len(self.body or b"") + len(self.packed or b"") + 1000


def may_keep(request: HttpRequest, trail: Trail, until: float) -> None:
    """Say that the answer to this request is the same for everybody while the trail is ``trail``, until ``until``."""
    request.META[_KEPT] = (trail, until)


class Shelf:
    """A WSGI application in front of another one: gives out what that one has said may be kept."""

    def __init__(self, application: Callable[[dict[str, Any], StartResponse], Iterable[bytes]]) -> None:
        self._application = application
        self._made: OrderedDict[_Key, Made] = OrderedDict()
        self._size = 0
        self._lock = threading.Lock()
        self._trail: Trail = None
        self._asked = 0.0
        audit.told.append(self._forget_trail)

    def __call__(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        key = _key(environ) if settings.KEPT_PAGES else None
        if key is None:
            return self._application(environ, start_response)
        made = self._made.get(key)
        if made is not None and self._holds(made):
            given = _give(made, environ, start_response)
            if given is not None:
                return given
        return self._ask(key, environ, start_response)

    def _holds(self, made: Made) -> bool:
        """Whether what was made may still be given out; not while nobody can tell (the database is away)."""
        if made.until <= time.monotonic():
            return False
        try:
            return made.trail == self._trail_now()
        except Error:
            return False

    def _forget_trail(self) -> None:
        self._asked = 0.0

    def _trail_now(self) -> Trail:
        """The trail, asked for at most every ``LATEST`` seconds."""
        now = time.monotonic()
        if now - self._asked > LATEST:
            close_old_connections()
            self._trail = audit.state()
            self._asked = now
            close_old_connections()
        return self._trail

    def _ask(self, key: _Key, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        """The application's own answer, kept where it says so."""
        if _PACKED in environ.get("HTTP_IF_NONE_MATCH", ""):
            environ["HTTP_IF_NONE_MATCH"] = environ["HTTP_IF_NONE_MATCH"].replace(_PACKED, '"')
        heard: list[tuple[str, Headers]] = []

        def start(status: str, headers: Headers, *more: Any) -> Any:
            heard.append((status, list(headers)))
            return start_response(status, headers, *more) if environ.get(_KEPT) is None else None

        answer = self._application(environ, start)
        if environ.get(_KEPT) is None or not heard:
            return answer
        status, headers = heard[-1]
        body = b"".join(answer)
        if hasattr(answer, "close"):
            answer.close()
        made = _made(environ[_KEPT], status, headers, body)
        if made is not None:
            self._keep(key, made)
            given = _give(made, environ, start_response)
            if given is not None:
                return given
        start_response(status, headers)
        return [body]

    def _keep(self, key: _Key, made: Made) -> None:
        with self._lock:
            before = self._made.pop(key, None)
            if made.body is None and before is not None and before.tag == made.tag:
                made = Made(made.trail, made.until, made.tag, before.headers, before.body, before.packed)
            self._size += made.size - (before.size if before is not None else 0)
            self._made[key] = made
            while self._size > MOST_BYTES:
                _, gone = self._made.popitem(last=False)
                self._size -= gone.size


def _made(kept: tuple[Trail, float], status: str, headers: Headers, body: bytes) -> Made | None:
    """What to keep of an answer; None where it cannot be: no ETag, a cookie, a secret in a form, something else than
    200 or 304."""
    names = {name.lower(): value for name, value in headers}
    if status[:3] not in ("200", "304") or "etag" not in names or _SECRET in body:
        return None
    if "set-cookie" in names or "content-encoding" in names:
        return None
    dropped = ("etag", "content-length", "vary")
    vary = ", ".join(filter(None, (names.get("vary"), "Accept-Encoding")))
    rest = [(name, value) for name, value in headers if name.lower() not in dropped] + [("Vary", vary)]
    is_same = status.startswith("304")
    packed = gzip.compress(body, 6) if len(body) >= _LEAST_PACKED and not is_same else None
    return Made(kept[0], kept[1], names["etag"], rest, None if is_same else body, packed)


def _give(made: Made, environ: Mapping[str, Any], start_response: StartResponse) -> Iterable[bytes] | None:
    """Answer with what was made; None where its body is not there and is wanted."""
    takes_packed = made.packed is not None and _TAKES_GZIP.search(environ.get("HTTP_ACCEPT_ENCODING", "")) is not None
    packed_tag = made.tag[:-1] + _PACKED
    known = environ.get("HTTP_IF_NONE_MATCH", "")
    if known and (made.tag in known or packed_tag in known):
        tag = packed_tag if packed_tag in known else made.tag
        headers = [one for one in made.headers if one[0].lower() not in ("content-type", "content-language")]
        start_response("304 Not Modified", [*headers, ("ETag", tag)])
        return []
    if made.body is None:
        return None
    body = made.packed if takes_packed and made.packed is not None else made.body
    headers = [*made.headers, ("Content-Length", str(len(body)))]
    headers.append(("ETag", packed_tag if takes_packed else made.tag))
    if takes_packed:
        headers.append(("Content-Encoding", "gzip"))
    start_response("200 OK", headers)
    return [body]


def _key(environ: Mapping[str, Any]) -> _Key | None:
    """What an answer depends on; None for a request whose answer is nobody else's."""
    if environ.get("REQUEST_METHOD") != "GET" or environ.get("QUERY_STRING"):
        return None
    path = environ.get("PATH_INFO", "")
    is_api = path.startswith("/api/")
    if not is_api and not path.startswith("/p/"):
        return None
    cookies = _cookies(environ.get("HTTP_COOKIE", ""))
    if any(name in cookies for name in _PERSONAL) or "HTTP_AUTHORIZATION" in environ:
        return None
    return (
        path,
        environ.get("wsgi.url_scheme", ""),
        environ.get("HTTP_HOST", ""),
        environ.get("HTTP_X_FORWARDED_PROTO", ""),
        _language(cookies.get(settings.LANGUAGE_COOKIE_NAME, ""), environ.get("HTTP_ACCEPT_LANGUAGE", "")),
        environ.get("HTTP_HX_REQUEST", ""),
        environ.get("HTTP_ACCEPT", "") if is_api else "",
        *look_of(cookies),
    )


def look_of(cookies: Mapping[str, str]) -> tuple[str, ...]:
    """How a browser wants pages to look, by its cookies; what no page knows is as if it were not said."""
    return tuple(cookies.get(name, "") if cookies.get(name) in known else "" for name, known in LOOKS.items())


@functools.lru_cache(maxsize=512)
def _cookies(header: str) -> dict[str, str]:
    return parse_cookie(header)  # as Django reads them


@functools.lru_cache(maxsize=512)
def _language(cookie: str, accepted: str) -> str:
    """The language that the site answers in, as Django's LocaleMiddleware finds it."""
    for code in (cookie, *(code for code, _ in parse_accept_lang_header(accepted))):
        if code == "*":
            break
        try:
            return get_supported_language_variant(code)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE
