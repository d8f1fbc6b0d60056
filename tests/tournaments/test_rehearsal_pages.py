"""The rehearsal on the pages: marked everywhere, seen by nobody outside, begun and wiped in one click."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from clubs.roles import Role
from core import jobs, links
from core.actors import SYSTEM
from core.models import AccessLink, Job
from tests.test_access_matrix import ADDRESSES
from tests.tournaments.services import evening
from tournaments.models import Tournament
from tournaments.services import rehearsal_play, rehearsals

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return evening.new_tournament(4)


@pytest.fixture
def client(tournament: Tournament, client_for: Callable[..., Client]) -> Client:
    return client_for(Role.ORGANISER, club=tournament.club)


def _address(name: str, tournament: Tournament, *more: Any) -> str:
    return reverse(name, args=[tournament.club.slug, tournament.slug, *more])


def test_it_is_begun_and_wiped_with_one_click_each(client: Client, tournament: Tournament) -> None:
    begun = client.post(_address("rehearsal", tournament), follow=True)
    copy = Tournament.objects.get(rehearsal_of=tournament)
    assert begun.redirect_chain[-1][0] == _address("tournament", copy)
    wiped = client.post(_address("rehearsal-wipe", copy), follow=True)
    assert wiped.redirect_chain[-1][0] == _address("tournament", tournament)
    assert not Tournament.objects.filter(rehearsal_of=tournament).exists()


def test_every_page_of_it_is_marked_and_none_of_the_real_one(client: Client, tournament: Tournament) -> None:
    copy = rehearsals.begin(tournament.pk, SYSTEM)
    evening.publish(copy, evening.play_round(copy, 1))
    evening.start_round(copy, 2)
    names = ("tournament", "entries", "draw", "desk", "standings", "papers", "tournament-settings", "journal", "roll")
    for name in (*names, "fallback", "rehearsal"):
        page = client.get(_address(name, copy)).content.decode()
        assert 'class="rehearsal"' in page, name
        assert f"/p/{copy.club.slug}/{copy.slug}/" not in page, name
        assert 'class="rehearsal"' not in client.get(_address(name, tournament)).content.decode(), name


def test_the_phone_is_marked(tournament: Tournament) -> None:
    copy = rehearsals.begin(tournament.pk, SYSTEM)
    match = evening.start_round(copy, 1).matches.first()
    link = AccessLink.objects.get(target=match.pk)
    page = Client().get(f"/t/{links.token_of(link)}/", follow=True)
    assert 'class="rehearsal"' in page.content.decode()


def test_a_code_of_it_opens_nothing_once_it_is_wiped(tournament: Tournament) -> None:
    copy = rehearsals.begin(tournament.pk, SYSTEM)
    match = evening.start_round(copy, 1).matches.first()
    address = f"/t/{links.token_of(AccessLink.objects.get(target=match.pk))}/"
    phone = Client()
    table = phone.get(address, follow=True).redirect_chain[-1][0]
    rehearsals.wipe(copy.pk, SYSTEM)
    assert phone.get(address, follow=True).status_code == 404
    assert phone.get(table, follow=True).status_code == 404


def test_everybodys_pages_know_nothing_of_it(tournament: Tournament) -> None:
    copy = rehearsals.begin(tournament.pk, SYSTEM)
    evening.publish(copy, evening.play_round(copy, 1))
    known = {"club": copy.club.slug, "slug": copy.slug, "number": 1, "what": "results", "suffix": "csv"}
    asked = 0
    for address in ADDRESSES:
        if address.access is None or address.access.kind != "public" or "slug" not in address.parameters:
            continue
        url = reverse(address.name, kwargs={name: known[name] for name in address.parameters})
        assert Client().get(url).status_code in (404, 405), url
        assert Client().post(url).status_code in (403, 404, 405), url
        asked += 1
    assert asked >= 6
    for url in (reverse("public-club", args=[copy.club.slug]), "/"):
        assert copy.slug not in Client().get(url).content.decode()


def test_the_api_and_the_clubs_lists_know_nothing_of_it(client: Client, tournament: Tournament) -> None:
    copy = rehearsals.begin(tournament.pk, SYSTEM)
    assert copy.slug not in client.get(reverse("club", args=[copy.club.slug])).content.decode()
    for address in ADDRESSES:
        if address.route.startswith("api/") and {"club", "slug"} == set(address.parameters):
            url = reverse(address.name, kwargs={"club": copy.club.slug, "slug": copy.slug})
            assert client.get(url).status_code in (404, 405), url


def test_what_it_publishes_asks_for_no_public_paper_and_no_ranking(tournament: Tournament) -> None:
    copy = rehearsals.begin(tournament.pk, SYSTEM)
    before = set(Job.objects.values_list("pk", flat=True))
    evening.publish(copy, evening.play_round(copy, 1))
    asked = Job.objects.exclude(pk__in=before).values_list("kind", flat=True)
    assert not {"season", "pdf.standings"} & set(asked)


def test_a_round_plays_itself_from_the_page(client: Client, tournament: Tournament) -> None:
    copy = rehearsals.begin(tournament.pk, SYSTEM)
    round_ = evening.start_round(copy, 1)
    client.post(_address("rehearsal-play", copy))
    page = client.get(_address("rehearsal", copy))
    assert page["Refresh"] == "2"
    job = jobs.latest(rehearsal_play.PLAY, str(round_.pk))
    assert job is not None
    evening.run_jobs(rehearsal_play.PLAY)
    assert {one.state for one in evening.games_of(round_)} == {"closed"}
    with translation.override("en"):
        text = client.get(_address("rehearsal", copy), headers={"accept-language": "en"}).content.decode()
    assert re.search(r"All tables of round 1 are closed", text)


def test_once_round_1_is_drawn_there_is_no_button(client: Client, tournament: Tournament) -> None:
    assert _address("rehearsal", tournament) in client.get(_address("tournament", tournament)).content.decode()
    evening.start_round(tournament, 1)
    assert _address("rehearsal", tournament) not in client.get(_address("tournament", tournament)).content.decode()
    client.post(_address("rehearsal", tournament))
    assert not Tournament.objects.filter(rehearsal_of=tournament).exists()


def test_who_only_looks_on_neither_begins_nor_wipes(tournament: Tournament, client_for: Callable[..., Client]) -> None:
    copy = rehearsals.begin(tournament.pk, SYSTEM)
    reader = client_for(Role.READER, club=tournament.club)
    assert reader.post(_address("rehearsal-wipe", copy)).status_code == 403
    assert (
        'method="post" action="' + _address("rehearsal-wipe", copy)
        not in reader.get(_address("rehearsal", copy)).content.decode()
    )
