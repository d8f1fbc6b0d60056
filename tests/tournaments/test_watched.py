"""Public pages that many watch: kept while the trail is as it was, never for longer, and told so to who has them."""

import time
from unittest import mock

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.test import Client
from django.test.utils import override_settings
from django.urls import reverse

from api import limits
from clubs import services as clubs
from clubs.models import Person
from clubs.persons import PersonName
from core import audit, readymade
from core.actors import SYSTEM
from core.models import AuditEvent
from tests import factories
from tests.conftest import sign_in
from tests.kept import kept
from tests.tournaments.services import evening
from tournaments import watched
from tournaments.services import contests, players, publishing
from tournaments.services.entries import NewPlayer

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _kept(settings):
    settings.KEPT_PAGES = 8
    watched.forget()


@pytest.fixture
@kept
def published():
    """A tournament of four pairs whose first round is public."""
    factories.make_user("administrator")  # of a site that is set up
    tournament = evening.new_tournament(4)
    evening.publish(tournament, evening.play_round(tournament, 1))
    return tournament


def page_of(tournament) -> str:
    return reverse("public-tournament", args=[tournament.club.slug, tournament.slug])


def standings_of(tournament) -> str:
    return reverse("api-standings", args=[tournament.club.slug, tournament.slug])


ADDRESSES = pytest.mark.parametrize("address", [page_of, standings_of], ids=["page", "api"])


@ADDRESSES
def test_who_has_it_is_told_so_with_one_query(published, address, django_assert_num_queries):
    client, url = Client(), address(published)
    first = client.get(url)
    with django_assert_num_queries(1):
        again = client.get(url, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert again["Cache-Control"] == first["Cache-Control"]


@ADDRESSES
def test_an_act_that_shows_nothing_new_sends_nothing(published, address):
    client, url = Client(), address(published)
    first = client.get(url)
    clubs.create_club("Un autre club", SYSTEM)
    assert client.get(url, headers={"if-none-match": first["ETag"]}).status_code == 304


def test_what_is_kept_is_what_would_be_made(published):
    """After each of many acts the page and the standings are those that are made without keeping anything."""
    urls = [page_of(published), standings_of(published)]
    reader, fresh, seen = Client(), Client(), []
    round_ = published.stages.get().rounds.get()
    member = published.members.first()
    acts = [
        lambda: clubs.rename_club(published.club, "Club du Soir", SYSTEM),
        lambda: players.replace(member.pk, NewPlayer(PersonName("Nouvelle", "Ève")), 2, SYSTEM),
        lambda: contests.change_rules(published.pk, "ffb-contree-2016", "autre règle", SYSTEM),
        lambda: publishing.withdraw(published.publications.filter(round=round_).first().pk, SYSTEM),
        lambda: evening.publish(published, round_),
        lambda: evening.start_round(published, 2),
    ]
    for act in [lambda: None, *acts]:
        act()
        published.refresh_from_db()
        answers = [reader.get(url) for url in urls]
        with override_settings(KEPT_PAGES=0):
            made = [fresh.get(url) for url in urls]
        for one, other in zip(answers, made, strict=True):
            assert one.status_code == other.status_code
            assert body_of(one) == body_of(other)
        seen.append([body_of(one) for one in answers])
    assert len({page for page, _ in seen}) >= 5, "most of these acts are seen on the page"


def body_of(answer) -> str:
    """The answer's text without the secret of its forms, which is another one each time."""
    text = answer.content.decode()
    return text if answer.status_code != 200 or "<main" not in text else text.partition("<footer")[0]


@ADDRESSES
def test_what_no_act_told_of_is_seen_within_a_minute(published, address):
    client, url = Client(), address(published)
    tag = client.get(url)["ETag"]
    Person.objects.update(given="Zoé")
    assert client.get(url, headers={"if-none-match": tag}).status_code == 304
    with mock.patch.object(time, "monotonic", return_value=time.monotonic() + watched.SECONDS + 1):
        assert client.get(url, headers={"if-none-match": tag}).status_code == 200


def test_who_is_signed_in_and_who_is_to_be_told_something_is_answered_in_full(published):
    url = page_of(published)
    tag = Client().get(url)["ETag"]
    member = sign_in(Client(), factories.make_user("administrator"))
    answer = member.get(url, headers={"if-none-match": tag})
    assert (answer.status_code, "ETag" in answer) == (200, False)
    told = Client()
    told.cookies["messages"] = "something"
    assert told.get(url, headers={"if-none-match": tag}).status_code == 200


def test_the_page_is_the_same_for_everybody_but_for_its_look(published):
    url, one, other = page_of(published), Client(), Client()
    answers = [client.get(url) for client in (one, other)]
    assert answers[0].content == answers[1].content and answers[0]["ETag"] == answers[1]["ETag"]
    assert not answers[0].cookies and b"csrfmiddlewaretoken" not in answers[0].content
    one.cookies["mode"] = "soir"
    assert one.get(url, headers={"if-none-match": answers[0]["ETag"]}).status_code == 200


@ADDRESSES
def test_given_out_ready_made_it_is_what_the_site_would_answer(published, address, rf, django_assert_num_queries):
    shelf = readymade.Shelf(WSGIHandler())

    def get(url: str, **headers: str) -> tuple[str, dict[str, str], bytes]:
        heard: list = []
        with mock.patch("django.db.connection.close_if_unusable_or_obsolete"):  # the test's own
            body = b"".join(shelf(rf.get(url, headers=headers).environ, lambda *told: heard.extend(told)))
        return heard[0], dict(heard[1]), body

    url = address(published)
    first = get(url)
    assert (first[0], first[2]) == ("200 OK", Client().get(url).content)
    get(url)
    with django_assert_num_queries(0):
        assert get(url) == first
        assert get(url, **{"if-none-match": first[1]["ETag"]})[0] == "304 Not Modified"
    round_ = published.stages.get().rounds.get()
    publishing.withdraw(published.publications.filter(round=round_).first().pk, SYSTEM)
    shelf._forget_trail()
    assert get(url)[2] == Client().get(url).content != first[2]


def test_who_watches_with_what_he_has_is_not_counted_as_a_reader(published, monkeypatch):
    monkeypatch.setattr(limits.PublicReads, "rate", "2/min", raising=False)
    client, url = Client(), standings_of(published)
    tag = client.get(url)["ETag"]
    assert {client.get(url, headers={"if-none-match": tag}).status_code for _ in range(5)} == {304}
    assert [client.get(url).status_code for _ in range(2)] == [200, 429]


def test_an_address_that_asks_something_is_made_each_time_and_what_is_kept_is_bounded(published, settings):
    settings.KEPT_PAGES = 1
    client = Client()
    for url in (page_of(published), standings_of(published), page_of(published) + "?open=1"):
        assert client.get(url).status_code == 200
    assert [key[0] for key in watched._kept] == [standings_of(published)]


def test_the_trail_is_another_one_when_a_row_with_a_lower_number_comes_late():
    rows = [AuditEvent(pk=pk, verb="x", object_type="x") for pk in (1001, 1002, 1003)]
    assert audit.state() is None
    rows[0].save(force_insert=True)
    rows[2].save(force_insert=True)
    before = audit.state()
    rows[1].save(force_insert=True)
    assert audit.state() != before
