"""The language that anybody chooses."""

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests import factories


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 302),
        ({"origin": "http://testserver", "sec-fetch-site": "same-origin"}, 302),
        ({"origin": "null"}, 302),
        ({"origin": "http://elsewhere.example"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
    ],
)
def test_it_is_kept_in_a_cookie_for_who_asks_on_the_site_itself(headers: dict[str, str], status: int):
    factories.make_user("administrator")  # of a site that is set up
    client = Client(enforce_csrf_checks=True)
    answer = client.post(reverse("set_language"), {"language": "en", "next": "/rules/"}, headers=headers)
    assert answer.status_code == status
    assert (settings.LANGUAGE_COOKIE_NAME in answer.cookies) is (status == 302)
