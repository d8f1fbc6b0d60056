"""Public pages that are given out before Django is asked."""

import gzip
import itertools
from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError

from core import audit, readymade
from core.readymade import Shelf

PAGE = b"<main>" + b"twelve of hearts " * 100 + b"</main>"


class Site:
    """A site behind a shelf: what it answers, how often it was asked, and the trail of its acts."""

    def __init__(self) -> None:
        self.asked = 0
        self.body, self.status, self.tag = PAGE, "200 OK", '"one"'
        self.headers: list[tuple[str, str]] = [("Content-Type", "text/html"), ("Vary", "Cookie")]
        self.trail: tuple[int, int] | None = (1, 1)
        self.keeps = True
        self.now = 1000.0
        self.shelf = Shelf(self._answer)

    def _answer(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        self.asked += 1
        if self.keeps:
            environ["coinche.kept"] = (self.trail, self.now + 60)
        if self.tag in environ.get("HTTP_IF_NONE_MATCH", ""):
            start_response("304 Not Modified", [("ETag", self.tag), ("Vary", "Cookie")])
            return []
        start_response(self.status, [*self.headers, ("ETag", self.tag), ("Content-Length", str(len(self.body)))])
        return [self.body]

    def get(self, path: str = "/p/club/soir/", **environ: str) -> tuple[str, dict[str, str], bytes]:
        heard: list[Any] = []
        asked = {"REQUEST_METHOD": "GET", "PATH_INFO": path, "QUERY_STRING": "", "wsgi.url_scheme": "http", **environ}
        body = b"".join(self.shelf(asked, lambda status, headers: heard.extend([status, headers])))
        return heard[0], dict(heard[1]), body


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Site:
    settings.KEPT_PAGES = 8
    made = Site()
    monkeypatch.setattr(audit, "state", lambda: made.trail)
    monkeypatch.setattr(readymade, "close_old_connections", lambda: None)
    monkeypatch.setattr(readymade.time, "monotonic", lambda: made.now)
    return made


def test_a_page_is_made_once_and_who_has_it_is_told_so(site: Site):
    first = site.get()
    assert first == site.get() and first[2] == PAGE and site.asked == 1
    status, headers, body = site.get(HTTP_IF_NONE_MATCH='"one"')
    assert (status, body, headers["ETag"], site.asked) == ("304 Not Modified", b"", '"one"', 1)
    assert "Cookie" in headers["Vary"] and "Content-Type" not in headers


def test_who_takes_it_packed_gets_it_packed_under_an_etag_of_its_own(site: Site):
    site.get()
    for refused in ("gzip;q=0, br", "br, gzip; q=0.0"):
        _, headers, body = site.get(HTTP_ACCEPT_ENCODING=refused)
        assert "Content-Encoding" not in headers and body == PAGE
    _, headers, body = site.get(HTTP_ACCEPT_ENCODING="br, gzip;q=0.5")
    assert headers["Content-Encoding"] == "gzip" and gzip.decompress(body) == PAGE and len(body) < len(PAGE) / 5
    assert headers["Content-Length"] == str(len(body)) and headers["ETag"] == '"one-gz"'
    assert site.get(HTTP_IF_NONE_MATCH='"one-gz"')[0] == "304 Not Modified" and site.asked == 1
    site.now += 61
    assert site.get(HTTP_IF_NONE_MATCH='"one-gz"')[0] == "304 Not Modified", "also where the site itself is asked"


def test_after_an_act_it_is_made_anew_a_moment_later_at_most(site: Site):
    site.get()
    site.get()
    site.trail, site.body, site.tag = (2, 3), b"another", '"two"'
    site.now += readymade.LATEST / 2
    assert site.get()[2] == PAGE, "the trail is not asked for each request"
    site.now += readymade.LATEST
    assert site.get()[2] == b"another" and site.get()[2] == b"another" and site.asked == 2


def test_an_act_of_this_process_is_seen_at_once(site: Site):
    site.get()
    site.trail, site.body, site.tag = (2, 3), b"another", '"two"'
    for tell in audit.told:
        tell()
    assert site.get()[2] == b"another"


def test_while_the_database_is_away_the_site_itself_answers(site: Site, monkeypatch: pytest.MonkeyPatch):
    def away() -> None:
        raise OperationalError("the database is away")

    site.get()
    monkeypatch.setattr(audit, "state", away)
    site.status, site.body = "500 Internal Server Error", b"one moment"
    assert site.get()[::2] == ("500 Internal Server Error", b"one moment")


def test_nothing_is_believed_for_longer_than_it_may(site: Site):
    site.get()
    site.now += 61
    site.get()
    assert site.asked == 2


@pytest.mark.parametrize(
    "environ",
    [
        {"HTTP_COOKIE": "sessionid=abc"},
        {"HTTP_COOKIE": "deck=4; messages=x"},
        {"HTTP_AUTHORIZATION": "Bearer x"},
        {"QUERY_STRING": "open=3"},
        {"REQUEST_METHOD": "POST"},
        {"path": "/c/club/"},
    ],
)
def test_who_may_see_more_than_everybody_is_answered_by_the_site(site: Site, environ: dict[str, str]):
    site.get()
    site.body, site.tag = b"for him alone", '"his"'
    assert site.get(**environ)[2] == b"for him alone"
    assert site.get()[2] == PAGE, "and nobody else is given it"


@pytest.mark.parametrize(
    "change",
    [
        {"keeps": False},
        {"status": "404 Not Found"},
        {"headers": [("Set-Cookie", "csrftoken=x")]},
        {"body": b'<input name="csrfmiddlewaretoken" value="x">'},
    ],
)
def test_what_is_somebodys_own_is_not_kept(site: Site, change: dict[str, Any]):
    for name, value in change.items():
        setattr(site, name, value)
    answers = [site.get(), site.get()]
    assert answers[0] == answers[1] and site.asked == 2
    assert answers[0][0] == site.status and answers[0][2] == site.body


def test_each_language_look_and_host_has_a_page_of_its_own(site: Site):
    ways = [
        {},
        {"HTTP_ACCEPT_LANGUAGE": "en-GB,en;q=0.9"},
        {"HTTP_COOKIE": "mode=soir"},
        {"HTTP_COOKIE": "deck=4"},
        {"HTTP_HOST": "10.0.0.7:8000"},
        {"wsgi.url_scheme": "https"},
    ]
    for number, environ in enumerate(ways):
        site.body = b"%d" % number
        assert site.get(**environ)[2] == site.body
    assert [site.get(**environ)[2] for environ in ways] == [b"%d" % number for number in range(len(ways))]
    same = [{"HTTP_ACCEPT_LANGUAGE": "fr-FR"}, {"HTTP_COOKIE": "mode=pink; other=1"}, {"HTTP_ACCEPT_LANGUAGE": "xx"}]
    assert [site.get(**environ)[2] for environ in same] == [b"0"] * 3


def test_what_came_as_unchanged_is_known_to_be_so_and_its_body_is_asked_for_when_wanted(site: Site):
    assert site.get(HTTP_IF_NONE_MATCH='"one"')[0] == "304 Not Modified" and site.asked == 1
    assert site.get(HTTP_IF_NONE_MATCH='"one"')[0] == "304 Not Modified" and site.asked == 1
    assert site.get()[2] == PAGE and site.asked == 2


def test_the_shelf_does_not_grow_without_end(site: Site, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(readymade, "MOST_BYTES", 20_000)
    for number in range(50):
        site.get(f"/p/club/{number}/")
    assert site.get("/p/club/49/") and site.asked == 50
    site.get("/p/club/0/")
    assert site.asked == 51 and site.shelf._size <= 20_000
    assert site.shelf._size == sum(one.size for one in site.shelf._made.values())


def test_made_anew_under_the_same_etag_the_body_stays(site: Site):
    site.get()
    site.trail = (2, 3)
    site.now += 1
    assert site.get(HTTP_IF_NONE_MATCH='"one"')[0] == "304 Not Modified" and site.asked == 2
    assert site.get()[2] == PAGE and site.asked == 2


def test_the_language_is_found_as_django_finds_it(rf: Any):
    from django.utils.translation import get_language_from_request

    headers = ["", "fr", "en", "en-GB,fr;q=0.5", "de,en;q=0.1", "*", "x y", "de", "fr;q=0,en", "EN"]
    for cookie, header in itertools.product(["", "en", "fr", "xx"], headers):
        request = rf.get("/", headers={"accept-language": header})
        if cookie:
            request.COOKIES["django_language"] = cookie
        assert readymade._language(cookie, header) == get_language_from_request(request), (cookie, header)
