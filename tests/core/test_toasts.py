"""What is said on the next page, and its way back."""

import json
from collections.abc import Callable

import pytest
from django.contrib.messages import get_messages
from django.contrib.messages.storage.fallback import FallbackStorage
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from core.toasts import forget, give_way_back, toast, unheard


@pytest.fixture
def request_of() -> Callable[[], HttpRequest]:
    def make() -> HttpRequest:
        request = RequestFactory().post("/")
        request.session = {}  # type: ignore[assignment]
        request._messages = FallbackStorage(request)  # type: ignore[attr-defined]
        return request

    return make


def said(request: HttpRequest) -> list[tuple[str, str]]:
    """What the next page will show: each text with the address of its way back."""
    response = HttpResponse()
    request._messages.update(response)  # type: ignore[attr-defined]
    following = RequestFactory().get("/")
    following.COOKIES = {name: cookie.value for name, cookie in response.cookies.items()}
    following.session = {}  # type: ignore[assignment]
    return [
        (message.message, json.loads(message.extra_tags)["url"] if message.extra_tags else "")
        for message in FallbackStorage(following)
    ]


def test_what_was_said_last_gets_a_way_back_and_the_others_stay_as_they_are(request_of):
    request = request_of()
    toast(request, "Un.", undo_url="/un/", undo_label="Annuler")
    toast(request, "Deux.")
    toast(request, "Trois.")
    give_way_back(request, undo_url="/trois/", undo_label="Annuler")
    assert said(request) == [("Un.", "/un/"), ("Deux.", ""), ("Trois.", "/trois/")]


def test_a_way_back_of_its_own_is_kept_and_nothing_said_stays_nothing(request_of):
    request = request_of()
    give_way_back(request, undo_url="/rien/", undo_label="Annuler")
    assert said(request) == []
    request = request_of()
    toast(request, "Un.", undo_url="/un/", undo_label="Remettre")
    give_way_back(request, undo_url="/autre/", undo_label="Annuler")
    assert said(request) == [("Un.", "/un/")]


def test_what_was_shown_already_is_not_shown_again(request_of):
    request = request_of()
    toast(request, "Un.")
    assert len(list(get_messages(request))) == 1
    give_way_back(request, undo_url="/un/", undo_label="Annuler")
    assert said(request) == []


def test_what_did_not_happen_is_not_said(request_of):
    request = request_of()
    toast(request, "Fait.")
    forget(request)
    toast(request, "Refusé.")
    assert said(request) == [("Refusé.", "")]


@pytest.mark.parametrize("url", ["https://ailleurs.example/", "//ailleurs.example/"])
def test_a_way_back_stays_on_this_site_and_has_a_name(request_of, url):
    with pytest.raises(ValueError, match="stays on this site"):
        toast(request_of(), "x", undo_url=url, undo_label="y")
    with pytest.raises(ValueError, match="needs a name"):
        toast(request_of(), "x", undo_url="/ici/")


def test_what_is_only_tried_is_never_said_and_what_waited_still_waits(request_of: Callable[[], HttpRequest]) -> None:
    request = request_of()
    toast(request, "waits")
    with unheard(request):
        toast(request, "tried")
    assert [message.message for message in get_messages(request)] == ["waits"]


def test_where_nothing_can_be_said_it_can_be_tried_all_the_same() -> None:
    request = RequestFactory().get("/")
    with unheard(request):
        assert not hasattr(request, "_messages")
