"""The pages of the provisional list: the desk's, and everybody's while the organiser shows it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from clubs.roles import Role
from core.actors import SYSTEM
from tests import factories
from tests.kept import kept
from tests.tournaments.services import evening
from tests.tournaments.services.test_provisional import play_one
from tournaments import people, watched
from tournaments.models import Tournament
from tournaments.services import provisional, rounds, showing
from tournaments.views.provisional import PUBLIC_SECONDS

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def club() -> Club:
    return factories.make_club("Amicale de l’essai")


@pytest.fixture
@kept
def started(club: Club) -> Tournament:
    """A round of two tables and two deals: one deal is played at the first, none at the second."""
    tournament = evening.new_tournament(4, rounds=2, deals=2, club=club)
    play_one(evening.games_of(evening.start_round(tournament, 1))[0], 130)
    tournament.refresh_from_db()
    return tournament


def at(name: str, tournament: Tournament, *more: Any) -> str:
    return reverse(name, args=[tournament.club.slug, tournament.slug, *more])


def text_of(client: Client, address: str, **more: Any) -> str:
    answer = client.get(address, HTTP_ACCEPT_LANGUAGE="en", **more)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_desk_sees_it_marked_with_what_is_still_to_come(
    client_for: Callable[..., Client], club: Club, started: Tournament
) -> None:
    desk = client_for(Role.DESK, club, HTTP_ACCEPT_LANGUAGE="en")
    page = text_of(desk, at("standings-provisional", started))
    assert "As if every table ended now" in page and "Only the club sees this list" in page
    assert page.count("1 deal</td>") == 2 and page.count("2 deals</td>") == 2
    assert 'id="show-provisional"' not in page
    poll = page.split('hx-get="')[1].split('"')[0].replace("&amp;", "&")
    assert desk.get(poll, HTTP_HX_REQUEST="true").status_code == 204
    play_one(evening.games_of(provisional.playing(started))[1], 90)  # type: ignore[arg-type]
    assert "130" in text_of(desk, poll, HTTP_HX_REQUEST="true")
    assert client_for(Role.READER, club).get(at("standings-provisional", started)).status_code == 403


def test_nobody_outside_sees_a_figure_until_the_organiser_shows_it(client: Client, started: Tournament) -> None:
    home, page = (text_of(client, at(name, started)) for name in ("public-tournament", "public-provisional"))
    assert '<td class="num total">' not in home + page and at("public-provisional", started) not in home
    assert "No provisional list is shown now" in page


def test_shown_it_is_marked_named_by_consent_and_gone_with_its_round(
    client_for: Callable[..., Client], client: Client, club: Club, started: Tournament
) -> None:
    organiser = client_for(Role.ORGANISER, club)
    organiser.post(at("provisional-switch", started), {"round": "1"})
    assert at("public-provisional", started) in text_of(client, at("public-tournament", started))
    page = text_of(client, at("public-provisional", started))
    assert "During round 1: provisional" in page and "As if every table ended now" in page
    assert page.count('<td class="num total">130</td>') == 1
    for name in people.in_hall(started).values():
        assert all(whole not in page for whole in name.names)
    organiser.post(at("provisional-switch", started), {"hide": "1"})
    assert "No provisional list is shown now" in text_of(client, at("public-provisional", started))


def test_it_is_gone_when_its_round_is_closed_or_results_are_held_back(client: Client, started: Tournament) -> None:
    provisional.show(started.pk, 1, SYSTEM)
    showing.hold(started.pk, SYSTEM)
    assert "No provisional list is shown now" in text_of(client, at("public-provisional", started))
    showing.put(started, held=False)
    one, other = evening.games_of(provisional.playing(started))  # type: ignore[arg-type]
    play_one(one, 80, 2)
    evening.close(one.sheet)
    evening.play_game(other)
    rounds.close_round(one.match.round_id, SYSTEM)
    assert "No provisional list is shown now" in text_of(client, at("public-provisional", started))


def test_what_everybody_sees_is_made_once_in_some_seconds_however_many_look(
    client: Client, started: Tournament, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.KEPT_PAGES = 10
    watched.forget()
    now = [1000.0]
    monkeypatch.setattr(watched.time, "monotonic", lambda: now[0])
    provisional.show(started.pk, 1, SYSTEM)
    first = text_of(client, at("public-provisional", started))
    play_one(evening.games_of(provisional.playing(started))[1], 90)  # type: ignore[arg-type]
    assert text_of(client, at("public-provisional", started)) == first
    now[0] += PUBLIC_SECONDS + 0.1
    assert '<td class="num total">90</td>' in text_of(client, at("public-provisional", started))
    provisional.hide(started.pk, SYSTEM)
    assert "No provisional list is shown now" in text_of(client, at("public-provisional", started))
