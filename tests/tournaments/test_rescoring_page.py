"""The page that counts a part of a tournament anew: what it shows, what it sends back, what it refuses."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from clubs.roles import Role
from core.actors import SYSTEM
from scoring import sheets
from tests import factories
from tests.kept import kept
from tests.scoring.on_sheets import deal, new_key
from tests.tournaments.forms_of import forms_of
from tests.tournaments.services import evening
from tournaments.models import Tournament
from tournaments.services import rescoring

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

FFB = "ffb-contree-2016"


@pytest.fixture
@kept
def club() -> Club:
    return factories.make_club("Amicale de l’essai", locale="en")


@pytest.fixture
def organiser(client_for: Callable[..., Client], club: Club) -> Client:
    return client_for(Role.ORGANISER, club, HTTP_ACCEPT_LANGUAGE="en")


@pytest.fixture
@kept
def played(club: Club) -> Tournament:
    """One round of one deal at two tables, counted by the club's rules."""
    tournament = evening.new_tournament(4, club=club, ruleset="club")
    evening.play_round(tournament, 1)
    return tournament


def url_of(tournament: Tournament) -> str:
    stage = tournament.stages.get()
    return reverse("stage-rescore", args=[tournament.club.slug, tournament.slug, stage.pk])


def text_of(response: Any) -> str:
    return re.sub(r"\s+", " ", response.content.decode())


def sent_by(page: Any, **more: str) -> dict[str, str]:
    """What the form that counts anew sends, filled in."""
    forms = forms_of(page.content.decode(), "/x/")
    found = next(form for form in forms if form.method == "post" and "seen" in form.sends[0])
    return {**found.sends[0], **more}


@pytest.mark.long
def test_the_settings_lead_to_it_once_there_is_something_to_count(organiser: Client, played: Tournament):
    page = organiser.get(reverse("tournament-settings", args=[played.club.slug, played.slug]))
    assert url_of(played) in page.content.decode()


def test_it_shows_what_would_move_and_does_it_once_the_round_is_typed(organiser: Client, played: Tournament):
    assert "Count everything anew" not in text_of(organiser.get(url_of(played)))
    page = organiser.get(url_of(played), {"ruleset": FFB})
    assert "2 sheets of 2 would have another score." in text_of(page)
    assert "80 – 0" in text_of(page) and "170 – 70" in text_of(page)
    form = sent_by(page, reason="wrong sheet")
    asked = organiser.post(url_of(played), form)
    assert asked.status_code == 422 and "To confirm, type" in text_of(asked)
    done = organiser.post(url_of(played), {**form, "typed": "1"}, follow=True)
    assert "Counted anew: 2 sheets have another score." in text_of(done)
    assert played.snapshots.filter(action="rescore").count() == 1
    public = organiser.get(reverse("public-rules", args=[played.club.slug, played.slug]))
    assert "Counted anew from round 1 on" in text_of(public) and "wrong sheet" in text_of(public)


def test_a_preview_that_has_become_stale_is_shown_again(organiser: Client, played: Tournament):
    form = sent_by(organiser.get(url_of(played), {"ruleset": FFB}), reason="x", typed="1", seen="other")
    answer = organiser.post(url_of(played), form)
    assert answer.status_code == 422
    assert "Something has changed since this preview." in text_of(answer)
    assert sent_by(answer)["seen"] == rescoring.look(played.stages.get().pk, FFB).digest
    assert not played.snapshots.filter(action="rescore").exists()


def test_a_deal_that_cannot_be_is_named_with_its_table_and_stops_it(organiser: Client, club: Club):
    tournament = evening.new_tournament(4, club=club, ruleset="club")
    game = evening.games_of(evening.start_round(tournament, 1))[1]
    announced = deal(100, announces={"NS": ["tierce"], "EW": []})
    sheets.record_deal(game.sheet_id, announced, position=1, client_key=new_key(), actor=SYSTEM)
    text = text_of(organiser.get(url_of(tournament), {"ruleset": FFB}))
    assert "1 deal cannot be by these rules" in text and "Round 1, table 2, deal 1" in text
    assert "Count everything anew" not in text


@pytest.mark.long
def test_what_the_sheets_do_not_say_has_to_be_ticked(organiser: Client, club: Club):
    tournament = evening.new_tournament(4, club=club, ruleset=FFB)
    evening.play_round(tournament, 1)
    page = organiser.get(url_of(tournament), {"ruleset": "club"})
    assert "2 deals say nothing of announces." in text_of(page)
    form = sent_by(page, reason="x", typed="1")
    form.pop("silent", None)
    answer = organiser.post(url_of(tournament), form)
    assert answer.status_code == 422 and "Some deals say nothing" in text_of(answer)
    assert organiser.post(url_of(tournament), {**form, "silent": "on"}).status_code == 302


@pytest.mark.long
def test_the_same_rules_and_rules_that_are_none_are_refused_beside_the_field(organiser: Client, played: Tournament):
    for choice in ("club", "nowhere"):
        assert organiser.get(url_of(played), {"ruleset": choice}).status_code == 422


def test_only_who_organises_may(client_for: Callable[..., Client], played: Tournament):
    arbiter = client_for(Role.ARBITER, played.club)
    assert arbiter.get(url_of(played)).status_code == 403
