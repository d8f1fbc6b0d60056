"""A list of teams pasted on the page, looked at, and entered as it was shown."""

import pytest
from django.urls import reverse

from clubs.roles import Role
from tests.tournaments.services import evening
from tournaments.models import Entry

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

LIST = "Les As;DUPONT Jean / MARTIN Anne;DURAND Luc / PETIT Eva\nLes Rois;ROUX Paul;SIMON Léa\nLes Dames;DUPONT Jean\n"


def test_a_pasted_list_of_teams_is_shown_and_entered_and_a_changed_one_is_shown_again(client_for):
    tournament = evening.new_teams(0, 2)
    url = reverse("entries-import", args=[tournament.club.slug, tournament.slug])
    organiser = client_for(Role.ORGANISER, tournament.club, headers={"Accept-Language": "en"})
    assert "A team a row" in organiser.get(url).content.decode()
    shown = organiser.post(url, {"text": LIST})
    page = shown.content.decode()
    assert "Jean Dupont stands in row 1 too." in page and "Les Dames ; DUPONT Jean" in page
    assert "1 complete pair of 2: not drawn until then." in page and "Enter 2 teams" in page
    sent = {name: shown.context[name] for name in ("digest", "content", "filename")}
    answer = organiser.post(url, sent)
    assert answer.status_code == 302, answer.context["warning"]
    teams = tournament.entries.filter(kind=Entry.Kind.TEAM).order_by("number")
    assert [(team.name, team.status, team.pairs.count()) for team in teams] == [
        ("Les As", "active", 2),
        ("Les Rois", "incomplete", 1),
    ]
    again = organiser.post(url, sent)
    assert again.status_code == 409 and "Team 1 is entered under this name." in again.content.decode()
    assert teams.count() == 2
    assert url in organiser.get(reverse("entries", args=[tournament.club.slug, tournament.slug])).content.decode()


def test_what_is_no_list_is_refused_beside_the_field(client_for):
    tournament = evening.new_teams(0, 2)
    url = reverse("entries-import", args=[tournament.club.slug, tournament.slug])
    organiser = client_for(Role.ORGANISER, tournament.club)
    assert organiser.post(url, {"text": " "}).status_code == 422
    sent = {"digest": "x", "content": "é", "filename": "l.csv"}
    assert organiser.post(url, sent).status_code == 302 and not tournament.entries.exists()
