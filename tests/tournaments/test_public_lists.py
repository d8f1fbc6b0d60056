"""The lists beside the standings as everybody sees them: what was published, named by consent, and nothing else."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from clubs.models import Club
from clubs.roles import Role
from core.actors import SYSTEM
from tests import factories
from tests.kept import kept
from tests.tournaments.services import evening
from tournaments import people
from tournaments.models import Publication, Tournament
from tournaments.services import publishing

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def club() -> Club:
    return factories.make_club("Amicale de l’essai")


@pytest.fixture
@kept
def published(club: Club) -> Tournament:
    """Two public rounds of four pairs, and a third that is over and not public."""
    tournament = evening.new_tournament(4, rounds=4, club=club)
    tournament.entries.filter(number__lt=3).update(category="Dames", home_club="Lens")
    for number in (1, 2):
        evening.publish(tournament, evening.play_round(tournament, number))
    evening.play_round(tournament, 3, lambda game: 160)
    tournament.refresh_from_db()
    return tournament


def at(name: str, tournament: Tournament, *more: Any) -> str:
    return reverse(name, args=[tournament.club.slug, tournament.slug, *more])


def text_of(client: Client, address: str) -> str:
    answer = client.get(address, HTTP_ACCEPT_LANGUAGE="en")
    assert answer.status_code == 200
    return answer.content.decode()


def test_everybody_finds_the_lists_of_what_is_public_by_the_names_agreed_to(
    client: Client, published: Tournament
) -> None:
    page = text_of(client, at("public-tournament", published))
    for name in ("public-list-players", "public-list-categories", "public-list-clubs"):
        assert at(name, published) in page
    assert at("public-list-round", published, 2) in page and "lists/rounds/3/" not in page
    for name in ("public-list-round", "public-list-after"):
        assert at("public-list-players", published) in text_of(client, at(name, published, 2))
        assert client.get(at(name, published, 3)).status_code == 404
    page = text_of(client, at("public-list-players", published))
    for player in people.players_in_public(published).values():
        assert escape(player.name) in page
    for member in published.members.select_related("person"):
        assert f"{escape(member.person.given)} {escape(member.person.family)}" not in page
    # After each round what was published then
    first = Publication.objects.get(what="standings", round__number=1)
    page = text_of(client, at("public-list-after", published, 1))
    points = [row["points"] for row in first.figures["rows"]]
    assert [page.count(f'<td class="num total">{one}</td>') > 0 for one in points] == [True] * 4
    assert "Published after round 1" in page


def test_standings_of_then_say_that_results_were_corrected_since(client: Client, published: Tournament) -> None:
    said = "Results corrected since (round 1) count in the later standings."
    total = "results corrected since count in the later ones"
    assert said not in text_of(client, at("public-list-after", published, 1))
    assert total not in text_of(client, at("public-path", published, 1))
    first, _second, third = published.stages.get().rounds.order_by("number")
    evening.correct(evening.games_of(first)[0], 160)
    evening.publish(published, third)
    told = [said in text_of(client, at("public-list-after", published, number)) for number in (1, 2, 3)]
    assert told == [True, True, False]
    assert total in text_of(client, at("public-path", published, 1))


def test_what_is_changed_or_played_afterwards_changes_no_public_list_and_taken_back_they_are_gone(
    client: Client, published: Tournament
) -> None:
    addresses = [at("public-list-categories", published), at("public-list-players", published)]
    before = [text_of(client, address) for address in addresses]
    published.entries.update(category="Messieurs")
    evening.compute(published)
    assert [text_of(client, address) for address in addresses] == before
    for publication in list(publishing.public(published, Publication.What.STANDINGS)):
        publishing.withdraw(publication.pk, SYSTEM)
    assert "Nobody stands in this list yet" in text_of(client, at("public-list-players", published))
    assert "lists/players/" not in text_of(client, at("public-tournament", published))


def test_rounds_published_before_there_were_lists_stay_readable(
    client: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = evening.new_tournament(2, rounds=2, club=club)
    part = publishing.publish_part
    monkeypatch.setattr(
        publishing,
        "publish_part",
        lambda of, what, *more: None if what == Publication.What.LISTS else part(of, what, *more),
    )
    evening.publish(tournament, evening.play_round(tournament, 1))
    assert "lists/" not in text_of(client, at("public-tournament", tournament)).replace("list-index", "")
    assert "Nobody stands in this list yet" in text_of(client, at("public-list-players", tournament))


def test_the_organiser_publishes_lists_anew_from_their_page(
    client_for: Callable[..., Client], client: Client, club: Club
) -> None:
    organiser = client_for(Role.ORGANISER, club, HTTP_ACCEPT_LANGUAGE="en")
    tournament = evening.new_tournament(2, rounds=2, club=club)
    evening.publish(tournament, evening.play_round(tournament, 1))
    tournament.entries.update(category="Dames")
    page = organiser.get(at("standings-categories", tournament)).content.decode()
    seen = page.split('name="seen" value="')[1].split('"')[0]
    publish = at("standings-lists-publish", tournament)
    assert organiser.post(publish, {"seen": "other"}, follow=True).content.decode().count("have changed meanwhile") == 1
    organiser.post(publish, {"seen": seen})
    assert 'id="publish-lists"' not in organiser.get(at("standings-categories", tournament)).content.decode()
    page = text_of(client, at("public-list-categories", tournament))
    assert "Ladies" in page and "this is version 2" in page
