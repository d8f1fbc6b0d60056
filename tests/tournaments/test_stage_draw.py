"""How a later part of a tournament is drawn, chosen on its page."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from clubs.roles import Role
from core.actors import SYSTEM
from core.models import AuditEvent
from tests import factories
from tests.tournaments.services.evening import games_of, new_tournament, play_game, start_round
from tournaments.drawform import values_of_setup
from tournaments.draws.model import NOT_SAME_CLUB
from tournaments.models import Draw, Stage, Tournament
from tournaments.services import contests, cuts, drawing, drawrules, rounds, stagedraw
from tournaments.services.drawsetup import DrawSetup, setup_of
from tournaments.services.errors import TournamentError

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def club() -> Club:
    return factories.make_club()


@pytest.fixture
def organiser(client_for: Callable[..., Client], club: Club) -> Client:
    return client_for(Role.ORGANISER, club, HTTP_ACCEPT_LANGUAGE="en")


@pytest.fixture
def tournament(club: Club) -> Tournament:
    """Eight pairs, one round, then a knockout of four in two rounds."""
    made = new_tournament(8, rounds=1, club=club)
    cuts.add(made.pk, cuts.NewStage("Finale", "knockout", 2, 4), SYSTEM)
    return made


def final_of(tournament: Tournament) -> Stage:
    return tournament.stages.get(position=2)


def at(name: str, tournament: Tournament) -> str:
    return reverse(name, args=[tournament.club.slug, tournament.slug, final_of(tournament).pk])


def sent(setup: DrawSetup, rounds_: int) -> dict[str, Any]:
    values = {name: value for name, value in values_of_setup(setup).items() if value not in (None, False)}
    return {**values, "rounds": rounds_}


def play_first(tournament: Tournament) -> None:
    round_ = start_round(tournament, 1)
    for game, bid in zip(games_of(round_), (90, 100, 110, 120), strict=True):
        play_game(game, bid)
    rounds.close_round(round_.pk, SYSTEM)


def test_a_final_is_told_otherwise_before_it_is_drawn_and_its_draw_follows(organiser, tournament):
    page = organiser.get(at("stage-draw", tournament))
    assert page.context["form"].setup().settings["seeding"] == "standing"
    assert "as they have qualified" in page.content.decode()
    assert "drawn by lot" not in page.content.decode()  # the first round is that of the tournament
    asked = DrawSetup("pairs", "round-robin", {"order": "standing", "legs": 2, "repeats": False}, "wins")
    data = sent(asked, 6)
    assert organiser.post(at("stage-draw", tournament), data).status_code == 302
    stage = final_of(tournament)
    assert (stage.draw_system, stage.rounds_planned) == ("round-robin", 6)
    assert stage.settings["draw"] == {"order": "standing", "legs": 2, "repeats": False}
    # What ranks is the whole tournament's, and stays.
    assert setup_of(tournament, stage).ranking == "points"
    event = AuditEvent.objects.get(verb=stagedraw.CHANGED)
    assert event.before["draw"]["system"] == "knockout" and event.after["rounds"] == 6
    play_first(tournament)
    cuts.make_cut(stage.pk, SYSTEM)
    request = drawing.draw_request(tournament, final_of(tournament), 2, 1)
    assert request.system == "round-robin" and request.settings["legs"] == 2
    start_round(tournament, 2)


def test_musts_and_wishes_are_the_parts_own(organiser, tournament):
    stage = final_of(tournament)
    page = organiser.get(at("stage-rules", tournament))
    assert page.status_code == 200 and "Finale" in page.content.decode()
    rows = {"row": ["one_bye", "no_rematch", "not_same_club"], "seen": drawrules.digest(stage), "save": "1"}
    states = {"one_bye-state": "must", "no_rematch-state": "off", "not_same_club-state": "wish"}
    response = organiser.post(at("stage-rules", tournament), {**rows, **states})
    assert response.status_code == 302 and response["Location"] == at("stage-rules", tournament)
    rules = drawrules.rules_of(final_of(tournament))
    assert NOT_SAME_CLUB in {rule.name for rule in rules.wishes}
    assert drawrules.rules_of(contests.only_stage(tournament)) == drawrules.usual(contests.only_stage(tournament))


@pytest.mark.parametrize(
    ("system", "rounds_", "code"),
    [("x", 2, "draw-system"), ("swiss", 0, "rounds-range"), ("swiss", 31, "rounds-range")],
)
def test_what_cannot_be_is_refused(tournament, system, rounds_, code):
    with pytest.raises(TournamentError) as refused:
        stagedraw.change(final_of(tournament).pk, DrawSetup("pairs", system), rounds_, SYSTEM)
    assert refused.value.code == code


def test_once_tables_are_set_the_rounds_played_stay_and_a_draft_beyond_the_last_is_discarded(tournament):
    stage = final_of(tournament)
    stagedraw.change(stage.pk, DrawSetup("pairs", "swiss"), 3, SYSTEM)
    play_first(tournament)
    cuts.make_cut(stage.pk, SYSTEM)
    second = start_round(tournament, 2)
    with pytest.raises(TournamentError) as refused:
        stagedraw.change(stage.pk, DrawSetup("pairs", "knockout"), 3, SYSTEM)
    assert refused.value.code == "draw-planned"
    for game in games_of(second):
        play_game(game)
    rounds.close_round(second.pk, SYSTEM)
    rounds.make_draw(tournament.pk, 3, 1, SYSTEM)
    with pytest.raises(TournamentError) as refused:
        stagedraw.change(stage.pk, DrawSetup("pairs", "random"), 0, SYSTEM)
    assert stagedraw.change(stage.pk, DrawSetup("pairs", "random"), 1, SYSTEM)
    assert Draw.objects.get(round__number=3).state == Draw.State.DISCARDED
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.FINISHED
    assert not stagedraw.change(stage.pk, DrawSetup("pairs", "random"), 1, SYSTEM)


def test_the_first_part_has_its_page_in_the_settings(organiser, tournament):
    first = contests.only_stage(tournament)
    url = reverse("stage-draw", args=[tournament.club.slug, tournament.slug, first.pk])
    assert organiser.get(url)["Location"].endswith("/settings/")
    with pytest.raises(TournamentError):
        stagedraw.change(first.pk, DrawSetup("pairs", "random"), 1, SYSTEM)
