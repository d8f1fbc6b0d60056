"""What anyone reads: clubs, tournaments, published rounds and standings, regions and rankings."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import reverse

from api import limits
from clubs.roles import Role
from tests.conftest import sign_in
from tests.world import World
from tournaments.models import Tournament
from tournaments.services import publishing

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield World()
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def empty_cache() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def _get(name: str, *args: Any, status: int = 200, **headers: str) -> Any:
    answer = Client().get(reverse(name, args=args), headers=headers)
    assert answer.status_code == status, answer.content
    return answer.json() if answer.content else None


def test_clubs_come_in_pages_by_name(world: World) -> None:
    found = _get("api-clubs")
    assert (found["count"], found["next"], found["previous"]) == (2, None, None)
    assert found["results"] == [
        {"slug": "club-a", "name": "Club A", "region": {"slug": "region-r", "name": "Région R"}},
        {"slug": "club-b", "name": "Club B", "region": {"slug": "region-s", "name": "Région S"}},
    ]
    assert Client().get(reverse("api-clubs"), {"page": "2"}).status_code == 404
    assert _get("api-club", "club-b") == found["results"][1]


def test_a_club_shows_the_tournaments_that_have_begun(world: World) -> None:
    found = _get("api-tournaments", "club-a")["results"]
    assert [row["slug"] for row in found] == [world.a.tournament.slug, world.a.finished.slug]
    assert found[0] == {
        "club": {"slug": "club-a", "name": "Club A"},
        "slug": world.a.tournament.slug,
        "name": "Concours A",
        "date": "2026-11-28",
        "place": "",
        "state": "running",
        "entry_kind": "pairs",
        "full_names": False,
        "rounds_planned": 3,
        "ruleset": "club",
        "game": {"kind": "deals", "length": 2},
    }
    assert _get("api-tournament", "club-a", world.a.tournament.slug) == found[0]


def test_a_tournament_in_preparation_is_not_known(world: World) -> None:
    hidden = world.a.tournament
    Tournament.objects.filter(pk=hidden.pk).update(state=Tournament.State.SETUP)
    assert len(_get("api-tournaments", "club-a")["results"]) == 1
    for name in ("api-tournament", "api-rounds", "api-standings"):
        assert _get(name, "club-a", hidden.slug, status=404)["code"] == "not-found"


def test_only_the_published_round_is_there_with_names_by_consent(world: World) -> None:
    a = world.a
    rounds = _get("api-rounds", "club-a", a.tournament.slug)
    assert [(row["number"], row["version"], row["tables"]) for row in rounds] == [(1, 1, 2)]
    found = _get("api-round", "club-a", a.tournament.slug, 1)
    assert [table["table"] for table in found["tables"]] == [1, 2]
    sides = [side for table in found["tables"] for side in table["sides"]]
    assert {side["side"] for side in sides} == {"NS", "EW"}
    assert sorted(side["number"] for side in sides) == [1, 2, 3, 4]
    by_number = {side["number"]: side["names"] for side in sides}
    assert by_number[1] == ["Odile Q.", "Roi-Pique-a"]
    assert by_number[2] == ["Chantal M.", "Yannick T."]
    assert found["byes"] == []
    assert _get("api-round", "club-a", a.tournament.slug, 2, status=404)["code"] == "not-found"


def test_the_standings_are_those_last_published(world: World) -> None:
    a = world.a
    found = _get("api-standings", "club-a", a.tournament.slug)
    figures = a.publication.figures["rows"]
    assert found["after_round"] == 1
    assert [row["points"] for row in found["rows"]] == [row["points"] for row in figures]
    assert [row["rank"] for row in found["rows"]] == [row["rank"] for row in figures]
    assert found["rows"][0]["rounds"][0]["round"] == 1
    assert set(found["rows"][0]) == {
        "number", "label", "kind", "names", "rank", "tied", "points", "values", "decided_by", "rounds",
        "explained",
    }  # fmt: skip
    publishing.withdraw(a.publication.pk, a.actor)
    _get("api-standings", "club-a", a.tournament.slug, status=404)


def test_a_region_lists_its_clubs_and_what_they_published(world: World) -> None:
    assert [row["slug"] for row in _get("api-regions")["results"]] == ["region-r", "region-s"]
    found = _get("api-region", "region-r")
    assert found["clubs"] == [{"slug": "club-a", "name": "Club A"}]
    assert [row["slug"] for row in found["tournaments"]] == [world.a.tournament.slug, world.a.finished.slug]
    assert [row["name"] for row in found["seasons"]] == ["2026-2027"]


def test_a_ranking_says_where_its_points_are_from(world: World) -> None:
    found = _get("api-ranking", "region-r")
    assert found["is_current"] is True
    first = found["players"][0]
    assert (first["rank"], first["points"]) == (1, 25)
    assert first["placings"][0]["tournament"]["slug"] == world.a.finished.slug
    named = Client().get(reverse("api-ranking", args=["region-r"]), {"season": found["season"]["id"]})
    assert named.json() == found
    for wanted in (str(world.b.season.pk), "nonsense"):
        assert Client().get(reverse("api-ranking", args=["region-r"]), {"season": wanted}).status_code == 404


def test_what_is_public_is_the_same_for_a_member(world: World) -> None:
    url = reverse("api-rounds", args=["club-a", world.a.tournament.slug])
    member = sign_in(Client(), world.a.accounts[Role.ORGANISER])
    assert member.get(url).json() == Client().get(url).json()
    # Of who has signed in it is only asked whether he types a sheet blind just now; of nobody else anything.
    assert "Cookie" not in Client().get(url).get("Vary", "")


def test_a_reader_who_has_it_already_is_told_so(world: World) -> None:
    url = reverse("api-standings", args=["club-a", world.a.tournament.slug])
    first = Client().get(url)
    assert first["ETag"]
    assert first["Cache-Control"] == "public, no-cache"
    again = Client().get(url, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    # The same publication, other names.
    Tournament.objects.filter(pk=world.a.tournament.pk).update(full_names=True)
    changed = Client().get(url, headers={"if-none-match": first["ETag"]})
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]


def test_refusals_are_json_in_the_readers_language(world: World) -> None:
    french = _get("api-club", "nobody", status=404, accept_language="fr")
    english = _get("api-club", "nobody", status=404, accept_language="en")
    assert english == {"code": "not-found", "message": "There is nothing at this address."}
    assert french["code"] == "not-found"
    answer = Client().post(reverse("api-clubs"), headers={"accept-language": "en"})
    assert (answer.status_code, answer.json()["code"]) == (405, "method-not-allowed")
    assert answer["Allow"] == "GET, HEAD, OPTIONS"
    assert Client().get("/api/v1/nowhere/").json()["code"] == "not-found"
    assert Client().get("/api/v1/clubs")["Location"] == "/api/v1/clubs/"


def test_reading_is_limited_by_address(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits.PublicReads, "rate", "3/min", raising=False)
    statuses = [Client().get(reverse("api-clubs")).status_code for _ in range(4)]
    assert statuses == [200, 200, 200, 429]
    assert Client(REMOTE_ADDR="192.0.2.7").get(reverse("api-clubs")).status_code == 200
    answer = Client().get(reverse("api-clubs"))
    assert answer.json()["code"] == "too-many-requests"
    assert int(answer["Retry-After"]) <= 60


def test_a_header_that_claims_another_address_changes_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits.PublicReads, "rate", "1/min", raising=False)
    assert Client().get(reverse("api-clubs")).status_code == 200
    assert Client().get(reverse("api-clubs"), headers={"x-forwarded-for": "203.0.113.9"}).status_code == 429


def test_a_cache_that_is_away_stops_nobody(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_args: Any, **_more: Any) -> None:
        raise ConnectionError

    monkeypatch.setattr(limits.PublicReads, "cache", type("Away", (), {"get": away, "set": away})())
    assert Client().get(reverse("api-clubs")).status_code == 200


def test_a_list_costs_the_same_however_long_it_is(world: World, django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(6):
        _get("api-tournaments", "club-a")
    with django_assert_max_num_queries(8):
        _get("api-round", "club-a", world.a.tournament.slug, 1)
