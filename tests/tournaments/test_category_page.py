"""Noting the categories of many players and pairs on one page."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Person
from clubs.roles import Role
from core.models import AuditEvent
from tests import factories
from tests.tournaments.services import evening
from tournaments.models import Entry, Tournament
from tournaments.services import lists

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return factories.make_club("Amicale de l’essai")


@pytest.fixture
def organiser(client_for: Callable[..., Client], club: Club) -> Client:
    return client_for(Role.ORGANISER, club, HTTP_ACCEPT_LANGUAGE="en")


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return evening.new_tournament(3, rounds=1, club=club)


def address(tournament: Tournament) -> str:
    return reverse("entry-categories", args=[tournament.club.slug, tournament.slug])


def fields(tournament: Tournament, **wanted: str) -> dict[str, str]:
    """The page's form as it is, with what is ``wanted`` of players ("p1", "p2" of the first pair) and pairs ("e1")."""
    data: dict[str, str] = {}
    for entry in tournament.entries.order_by("number"):
        data |= {f"entry-{entry.pk}": entry.category, f"shown-{entry.pk}": entry.category}
        data[f"entry-{entry.pk}"] = wanted.get(f"e{entry.number}", entry.category)
        for member in entry.members.select_related("person"):
            now = member.person.category
            data |= {f"player-{member.person_id}": now, f"shown-{member.person_id}": now}
            if entry.number == 1:
                data[f"player-{member.person_id}"] = wanted.get(f"p{member.slot}", now)
    return data


def categories(tournament: Tournament) -> dict[int, tuple[str, ...]]:
    number = {str(entry.pk): entry.number for entry in tournament.entries.all()}
    stage = tournament.stages.get()
    groups = lists.groups_of(tournament, lists.members_of(tournament), stage)
    return {number[entry]: tuple(keys) for entry, keys in groups.categories.items()}


def test_what_is_noted_of_players_makes_the_category_of_their_pair(organiser: Client, tournament: Tournament) -> None:
    organiser.post(address(tournament), fields(tournament, p1="ladies", p2="men", e2="Série A"))
    assert categories(tournament) == {1: ("mixed",), 2: ("serie-a",)}
    page = organiser.get(address(tournament)).content.decode()
    assert 'placeholder="Mixed"' in page and 'value="Série A"' in page
    event = AuditEvent.objects.get(verb="entries.categories")
    assert event.after == {"players": 2, "entries": 1}


def test_what_somebody_else_has_changed_meanwhile_stays(organiser: Client, tournament: Tournament) -> None:
    data = fields(tournament, e1="Dames", e2="Dames")
    Entry.objects.filter(tournament=tournament, number=1).update(category="Messieurs")
    said = organiser.post(address(tournament), data, follow=True).content.decode()
    assert "1 category noted." in said and "1 had been changed by somebody else" in said
    assert categories(tournament) == {1: ("men",), 2: ("ladies",)}


def test_nothing_is_noted_of_who_does_not_play_here_or_that_is_no_category(
    organiser: Client, tournament: Tournament
) -> None:
    stranger = factories.make_person()
    member = tournament.members.select_related("person")[0]
    data: dict[str, Any] = {f"player-{stranger.pk}": "ladies", f"player-{member.person_id}": "autre", "player-x": "men"}
    assert organiser.post(address(tournament), data).status_code == 302
    assert not Person.objects.exclude(category="").exists()
