"""The arbiter's page of a table and the club's list of faults, as they are met in the browser."""

import re

import pytest
from django.urls import reverse

from clubs.roles import Role
from core.actors import SYSTEM
from scoring.sheets import rulings_of
from tests import factories
from tests.scoring.on_sheets import new_key
from tests.tournaments.services import evening
from tests.tournaments.services.test_rulings import points
from tournaments.models import Game
from tournaments.services import faults, forfeits

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(client_for):
    """An organiser's client, and a table of two deals that is over: 200 to 0."""
    club = factories.make_club()
    tournament = evening.new_tournament(4, rounds=2, deals=2, club=club)
    game = evening.games_of(evening.start_round(tournament, 1))[0]
    evening.play_game(game, 100)
    return client_for(Role.ORGANISER, club, HTTP_ACCEPT_LANGUAGE="en"), game


def at(name: str, game: Game, *more) -> str:
    tournament = game.match.round.stage.tournament
    return reverse(name, args=[tournament.club.slug, tournament.slug, game.pk, *more])


def text_of(response) -> str:
    return re.sub(r"\s+", " ", response.content.decode())


def test_a_fault_is_noted_shown_and_made_void(table):
    client, game = table
    page = at("table-rulings", game)
    sent = {"what": "fault", "key": new_key(), "side": "A", "fault": "revoke", "position": "2", "reason": "vu"}
    text = text_of(client.post(page, sent, follow=True))
    assert "Noted: 162 points for the other side." in text
    assert "+162 for Pair" in text
    assert "Not following suit, once before." in text
    assert points(game) == {"A": 200, "B": 162}
    text = text_of(client.post(at("ruling-void", game, 1), {"reason": "erreur"}, follow=True))
    assert "Made void: Pair" in text
    assert points(game) == {"A": 200, "B": 0}


def test_another_score_is_noted_and_the_sheet_stays_closed(table):
    client, game = table
    sent = {"what": "score", "key": new_key(), "position": "0", "ns": "180", "ew": "170", "reason": "accord"}
    assert "The game counts 180 to 170" in text_of(client.post(at("table-rulings", game), sent, follow=True))
    assert points(game) == {"A": 180, "B": 170}


def test_what_cannot_be_is_refused_beside_its_field(table):
    client, game = table
    for sent, said in (
        ({"what": "fault", "fault": "revoke"}, "This field is required."),
        ({"what": "fault", "side": "A", "fault": "prison"}, "Select a valid choice."),
        ({"what": "score", "position": "0", "ns": "180", "reason": "x"}, "This field is required."),
        ({"what": "score", "position": "9", "ns": "1", "ew": "1", "reason": "x"}, "Select a valid choice."),
        ({"what": "score", "position": "0", "ns": "10001", "ew": "1", "reason": "x"}, "less than or equal to 10000"),
    ):
        answer = client.post(at("table-rulings", game), {"key": "k", **sent})
        assert (answer.status_code, said in text_of(answer)) == (422, True), sent
    game.sheet.refresh_from_db()
    assert rulings_of(game.sheet) == []


def test_a_fault_that_gives_the_deal_another_score_asks_for_the_deal(table):
    client, game = table
    made = faults.add(
        game.match.round.stage.tournament.club_id, "Jeu exposé", faults.Sanctions("deal", 162, "deal", 162), SYSTEM
    )
    sent = {"what": "fault", "key": "k", "side": "A", "fault": faults.code_of(made), "position": "0"}
    answer = client.post(at("table-rulings", game), sent)
    assert "Say in which deal" in text_of(answer)
    assert "counts 0 to 162" in text_of(client.post(at("table-rulings", game), {**sent, "position": "1"}, follow=True))


def test_a_table_is_ended_and_plays_on(table):
    client, game = table
    other = evening.games_of(game.match.round)[1]
    text = text_of(client.get(at("table-rulings", other)))
    assert "2 deals are not played." in text
    assert "Let the table play on" in text_of(client.post(at("game-end", other), {"reason": "x"}, follow=True))
    assert "End the game here" in text_of(client.post(at("game-end", other), {"reason": "x", "back": "1"}, follow=True))


def test_a_forfeited_table_offers_no_penalty(table):
    client, game = table
    forfeits.declare(game.pk, "A", SYSTEM)
    text = text_of(client.get(at("table-rulings", game)))
    assert 'value="fault"' not in text
    assert "Take the forfeit back" in text


def test_who_may_not_correct_reads_only(table, client_for):
    _, game = table
    reader = client_for(Role.DESK, game.match.round.stage.tournament.club, HTTP_ACCEPT_LANGUAGE="en")
    text = text_of(reader.get(at("table-rulings", game)))
    assert "Nothing was decided at this table." in text
    assert "<form" not in text.split("<main")[1].split("</main>")[0]


def test_the_list_of_faults_is_changed_by_its_organiser(client_for):
    club = factories.make_club()
    client = client_for(Role.ORGANISER, club, HTTP_ACCEPT_LANGUAGE="en")
    page = reverse("faults", args=[club.slug])
    sent = {"name": "Bruit", "first": "warning", "first_points": "", "again": "own", "again_points": "20"}
    assert "20 points less" in text_of(client.post(page, sent, follow=True))
    answer = client.post(page, sent)
    assert "This fault is on the list already." in text_of(answer)
    change = reverse("fault-change", args=[club.slug, "revoke"])
    seen = re.search(r'name="seen" value="([^"]+)"', client.get(change).content.decode()).group(1)
    sent = {"name": "Renonce", "first": "other", "first_points": "100", "again": "other", "again_points": ""}
    sent["seen"] = seen
    assert "From 1 to 10000 points." in text_of(client.post(change, sent)).replace("10,000", "10000")
    client.post(change, {**sent, "again_points": "200"})
    text = text_of(client.get(page))
    assert "100 points for the other side" in text
    client.post(change, {"remove": "1"})
    assert ">Renonce<" not in client.get(page).content.decode()
    assert client.get(change).status_code == 302


def test_of_what_is_public_it_is_shown_first_who_moves(table):
    client, game = table
    round_ = game.match.round
    evening.play_game(evening.games_of(round_)[1], 100)
    evening.publish(round_.stage.tournament, evening.rounds.close_round(round_.pk, SYSTEM))
    sent = {"what": "fault", "key": "k", "side": "A", "fault": "revoke", "position": "0", "points": "5000"}
    asked = client.post(at("table-rulings", game), sent)
    game.sheet.refresh_from_db()
    assert rulings_of(game.sheet) == []
    client.post(at("table-rulings", game), {**sent, "moves_seen": asked.context["seen"]})
    assert points(game) == {"A": 200, "B": 5000}
