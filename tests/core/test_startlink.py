"""The one-time sign-in link, and who is answered before the first account exists."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.utils import timezone

from clubs.roles import Role
from core import startlink
from core.middleware import FirstAccountMiddleware, UploadLimitMiddleware, is_this_machine
from core.models import AccessLink
from tests.factories import make_user

pytestmark = pytest.mark.django_db

PHONE = "192.168.1.31"


def request_from(address: str, path: str = "/", **meta: str) -> HttpRequest:
    request = HttpRequest()
    request.method = "GET"
    request.path = request.path_info = path
    request.META.update({"REMOTE_ADDR": address, "SERVER_NAME": "localhost", "SERVER_PORT": "80", **meta})
    return request


def status(request: HttpRequest) -> int:
    return FirstAccountMiddleware(lambda request: HttpResponse("in"))(request).status_code


def test_the_link_works_once() -> None:
    token = startlink.make()
    assert startlink.use(token) is not None
    assert startlink.use(token) is None


def test_the_token_is_long_and_not_stored() -> None:
    token = startlink.make()
    assert len(token) >= 22
    row = AccessLink.objects.values().get()
    assert token not in str(row)


def test_a_new_start_makes_the_older_link_void() -> None:
    old = startlink.make()
    startlink.make()
    assert startlink.use(old) is None


def test_the_link_ends_by_itself() -> None:
    token = startlink.make()
    AccessLink.objects.update(closes_at=timezone.now() - timedelta(seconds=1))
    assert startlink.use(token) is None


@pytest.mark.parametrize("token", ["", "x", "é" * 100, "a" * 10_000, "\udc80"])
def test_a_wrong_token_opens_nothing(token: str) -> None:
    startlink.make()
    assert startlink.use(token) is None


def test_a_table_link_is_no_start_link() -> None:
    token = startlink.make()
    AccessLink.objects.update(purpose=AccessLink.Purpose.TABLE)
    assert startlink.use(token) is None


def test_before_the_first_account_only_this_machine_and_the_link_are_answered() -> None:
    assert status(request_from("127.0.0.1")) == 200
    assert status(request_from("::1")) == 200
    assert status(request_from("::ffff:127.0.0.1")) == 200
    assert status(request_from(PHONE)) == 403
    assert status(request_from("")) == 403
    assert status(request_from(PHONE, "/start/anything/")) == 200


def test_the_refusal_is_in_words() -> None:
    response = FirstAccountMiddleware(lambda request: HttpResponse("in"))(request_from(PHONE))
    assert b"<h1>" in response.content


def test_what_a_proxy_passes_on_is_not_this_machine() -> None:
    assert not is_this_machine(request_from("127.0.0.1", HTTP_X_FORWARDED_FOR=PHONE))


def test_the_device_that_used_the_link_goes_on_and_a_forged_cookie_does_not() -> None:
    link = startlink.use(startlink.make())
    assert link is not None
    response = HttpResponse()
    startlink.let_in(response, link)
    cookie = response.cookies[startlink.COOKIE]
    assert cookie["httponly"]
    request = request_from(PHONE)
    request.COOKIES[startlink.COOKIE] = cookie.value
    assert status(request) == 200
    request.COOKIES[startlink.COOKIE] = cookie.value[:-1] + ("a" if cookie.value[-1] != "a" else "b")
    assert status(request) == 403
    request.COOKIES[startlink.COOKIE] = cookie.value
    startlink.make()
    assert status(request) == 403


def test_an_unused_link_lets_no_cookie_in() -> None:
    startlink.make()
    response = HttpResponse()
    startlink.let_in(response, AccessLink.objects.get())
    request = request_from(PHONE)
    request.COOKIES[startlink.COOKIE] = response.cookies[startlink.COOKIE].value
    assert status(request) == 403


def test_once_there_is_an_account_everybody_is_answered() -> None:
    make_user(Role.ORGANISER)
    assert status(request_from(PHONE)) == 200


def test_the_whole_site_refuses_a_phone_before_the_first_account() -> None:
    assert Client(REMOTE_ADDR=PHONE).get("/").status_code == 403
    assert Client(REMOTE_ADDR="127.0.0.1").get("/").status_code != 403


@pytest.mark.parametrize(
    ("length", "expected"), [("", 200), ("5000000", 200), ("5000001", 413), ("-1", 413), ("many", 413)]
)
def test_a_request_that_is_too_large_is_refused_unread(length: str, expected: int) -> None:
    assert settings.MAX_UPLOAD_BYTES == 5_000_000
    request = request_from("127.0.0.1", CONTENT_LENGTH=length)
    assert UploadLimitMiddleware(lambda request: HttpResponse())(request).status_code == expected
