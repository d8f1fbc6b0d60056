"""What members of a club read with their session: everything of its tournaments, nothing of another club's."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from api.serializers import TableStateSerializer
from clubs.roles import Role
from tests.conftest import sign_in
from tests.world import World
from tournaments import tables
from tournaments.services import play

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield World()
        transaction.set_rollback(True)


@pytest.fixture
def reader(world: World) -> Client:
    return sign_in(Client(), world.a.accounts[Role.READER])


def _url(world: World, name: str, *more: Any) -> str:
    return reverse(name, args=[world.a.club.slug, world.a.tournament.slug, *more])


def test_an_account_sees_its_clubs_and_what_it_may_do_there(world: World, reader: Client) -> None:
    found = reader.get(reverse("api-desk-clubs")).json()["results"]
    assert found == [
        {
            "slug": "club-a",
            "name": "Club A",
            "region": {"slug": "region-r", "name": "Région R"},
            "rights": ["see_club", "see_published"],
        }
    ]
    chief = sign_in(Client(), world.administrator)
    assert [row["slug"] for row in chief.get(reverse("api-desk-clubs")).json()["results"]] == ["club-a", "club-b"]


def test_who_is_not_signed_in_is_told_to(world: World) -> None:
    answer = Client().get(reverse("api-desk-clubs"), headers={"accept-language": "en"})
    assert (answer.status_code, answer.json()) == (403, {"code": "not-signed-in", "message": "Sign in first."})


def test_a_password_in_the_header_is_no_session(world: World) -> None:
    for header in ("Basic Y29tcHRlOm1vdA==", "Token abc", "Bearer abc"):
        answer = Client().get(reverse("api-desk-clubs"), headers={"authorization": header})
        assert answer.status_code == 403


def test_a_tournament_has_its_revision_and_entries(world: World, reader: Client) -> None:
    found = reader.get(_url(world, "api-desk-tournament")).json()
    assert found["revision"] == world.a.tournament.revision
    assert found["entries"] == 4
    listed = reader.get(reverse("api-desk-tournaments", args=["club-a"])).json()["results"]
    assert [row["slug"] for row in listed] == [world.a.tournament.slug, world.a.finished.slug]


def test_rounds_tell_how_far_they_are(world: World, reader: Client) -> None:
    found = reader.get(_url(world, "api-desk-rounds")).json()
    told = [(row["number"], row["state"], row["tables"], row["tables_closed"], row["is_public"]) for row in found]
    assert told == [(1, "closed", 2, 2, True), (2, "playing", 2, 1, False)]


def test_a_round_shows_its_tables_with_whole_names_and_totals(world: World, reader: Client) -> None:
    found = reader.get(_url(world, "api-desk-round", 2)).json()
    first, second = found["tables"]
    assert (first["state"], first["deals"], first["complete"]) == ("closed", 2, True)
    assert (second["state"], second["deals"], second["complete"]) == ("open", 1, False)
    assert sum(side["total"] for side in first["sides"]) == 1080
    named = {side["number"]: side["names"] for table in found["tables"] for side in table["sides"]}
    assert named[2] == ["Chantal Mirabellota2", "Yannick Tournebrochea3"]
    assert reader.get(_url(world, "api-desk-round", 3)).status_code == 404


def test_a_sheet_is_the_tables_own_document_not_to_be_written_to(world: World, reader: Client) -> None:
    game = world.a.games[1]
    found = reader.get(_url(world, "api-desk-sheet", game.pk), headers={"accept-language": "en"}).json()
    assert found["writable"] is False
    assert [entry["position"] for entry in found["entries"]] == [1]
    assert found["entries"][0]["lines"]
    assert found["revision"] == 1


def test_the_description_of_a_sheet_names_every_field_that_it_has(world: World) -> None:
    game = world.a.games[1]
    current = play.current_game(game.match_id)
    assert current is not None
    shown = set(tables.game_state(current, "en", writable=True))
    assert shown | {"devices"} == set(TableStateSerializer().fields)  # which a table's own link is told beside


def test_the_standings_are_those_of_now(world: World, reader: Client) -> None:
    found = reader.get(_url(world, "api-desk-standings")).json()
    assert found["is_current"] is True
    assert max(row["points"] for row in found["rows"]) >= 1080
    named = {row["number"]: row["names"] for row in found["rows"]}
    assert named[1] == ["Odile Q.", "Roi-Pique-a"]
    assert named[2] == ["Chantal Mirabellota2", "Yannick Tournebrochea3"]


def test_nothing_private_is_kept_by_a_cache(world: World, reader: Client) -> None:
    assert reader.get(_url(world, "api-desk-standings"))["Cache-Control"] == "no-store"


def test_another_clubs_things_are_not_there(world: World, reader: Client) -> None:
    b = world.b
    theirs = reverse("api-desk-tournament", args=[b.club.slug, b.tournament.slug])
    assert reader.get(theirs).json()["code"] == "not-found"
    assert reader.get(_url(world, "api-desk-sheet", b.games[0].pk)).status_code == 404


def test_a_round_of_many_tables_costs_no_more_queries(
    world: World, reader: Client, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(19):
        reader.get(_url(world, "api-desk-round", 2))
