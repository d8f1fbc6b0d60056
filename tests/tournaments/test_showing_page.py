"""What everybody sees, settled by the organiser: announcement, programme, results held back and let go."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from clubs.roles import Role
from core.actors import SYSTEM
from tests import factories
from tests.conftest import sign_in
from tests.tournaments.services import evening
from tournaments.models import Round
from tournaments.services import publishing, showing

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def in_english():
    with translation.override("en"):
        yield


def organiser_of(tournament) -> Client:
    client = Client(headers={"accept-language": "en"})
    return sign_in(client, factories.make_user(Role.ORGANISER, club=tournament.club))


@pytest.mark.both_databases
def test_results_are_held_back_and_let_go_with_a_press_each():
    tournament = evening.new_tournament(4, rounds=2)
    evening.publish(tournament, evening.play_round(tournament, 1))
    at = {name: reverse(name, args=[tournament.club.slug, tournament.slug])
          for name in ("standings", "desk", "tournament", "results-hold", "results-let-go")}  # fmt: skip
    client = organiser_of(tournament)
    assert 'id="hold"' in client.get(at["standings"]).text
    client.post(at["results-hold"])
    assert showing.is_held(tournament)
    last = evening.play_round(tournament, 2)
    evening.compute(tournament)
    for name in ("standings", "desk", "tournament"):
        page = client.get(at[name]).text
        assert "Round 2 is closed, and nobody outside the club sees its results." in page, name
        assert 'id="publish"' not in page
    publish = reverse("results-publish", args=[tournament.club.slug, tournament.slug, last.pk])
    client.post(publish, {"revision": tournament.revision})
    assert [row.round.number for row in publishing.public(tournament, "standings")] == [1]
    client.post(at["results-let-go"], {"revision": tournament.revision})
    assert [row.round.number for row in publishing.public(tournament, "standings")] == [1, 2]
    assert 'id="let-go"' not in client.get(at["standings"]).text


def test_a_desk_hand_sees_that_results_are_held_back_and_cannot_let_them_go():
    tournament = evening.new_tournament(4, rounds=1)
    evening.play_round(tournament, 1)
    showing.hold(tournament.pk, SYSTEM)
    desk = sign_in(Client(headers={"accept-language": "en"}), factories.make_user(Role.DESK, club=tournament.club))
    page = desk.get(reverse("standings", args=[tournament.club.slug, tournament.slug])).text
    assert "Results are held back" in page
    assert 'id="let-go"' not in page
    url = reverse("results-let-go", args=[tournament.club.slug, tournament.slug])
    assert desk.post(url, {"revision": 1}).status_code == 403
    assert showing.is_held(tournament)


def test_the_organiser_announces_the_tournament_and_writes_its_programme():
    tournament = evening.new_tournament(2)
    url = reverse("what-is-public", args=[tournament.club.slug, tournament.slug])
    client = organiser_of(tournament)
    assert "Nothing yet" in client.get(url).text
    assert client.post(url, {"announced": "on", "programme": "20:00 first round"}).status_code == 302
    assert "The public page is open" in client.get(url).text
    assert (
        "20:00 first round"
        in Client().get(reverse("public-programme", args=[tournament.club.slug, tournament.slug])).content.decode()
    )
    assert client.post(url, {"programme": "x" * 1001}).status_code == 422
    assert Round.objects.count() == 0
