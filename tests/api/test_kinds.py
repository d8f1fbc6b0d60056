"""A mêlée and teams by the API: what is answered is what the description says, with two players a side and meetings."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from api.views.schema import document
from clubs.roles import Role
from tests.conftest import sign_in
from tests.factories import make_user
from tests.kept import kept
from tests.tournaments.services import evening
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

KINDS = {"melee": lambda: evening.new_melee(9), "teams": lambda: evening.new_teams(3, 2)}


@pytest.fixture(autouse=True)
def empty_cache() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
@kept
def tournament(kind: str) -> Tournament:
    """One round played and published, the second being played."""
    made = KINDS[kind]()
    evening.publish(made, evening.play_round(made, 1))
    evening.start_round(made, 2)
    return made


def described(name: str) -> dict[str, Any]:
    """A shape of the description as a JSON Schema that lets nothing else through."""
    found = json.loads(document(True))["components"]["schemas"]
    return {"$ref": f"#/components/schemas/{name}", "components": {"schemas": _strict(copy.deepcopy(found))}}


def _strict(part: Any) -> Any:
    if isinstance(part, list):
        return [_strict(one) for one in part]
    if not isinstance(part, dict):
        return part
    strict = {key: _strict(value) for key, value in part.items()}
    if part.get("nullable") and isinstance(part.get("type"), str):
        strict["type"] = [part["type"], "null"]
    if part.get("type") == "object" and "properties" in part:
        strict["additionalProperties"] = False
    return strict


def get(client: Client, name: str, shape: str, tournament: Tournament, *more: Any) -> Any:
    answer = client.get(reverse(name, args=[tournament.club.slug, tournament.slug, *more]))
    assert answer.status_code == 200
    jsonschema.validate(answer.json(), described(shape))
    return answer.json()


@pytest.mark.parametrize("kind", KINDS)
def test_a_published_round_and_its_standings_are_as_described(
    client: Client, tournament: Tournament, kind: str
) -> None:
    found = get(client, "api-round", "PublishedRoundResults", tournament, 1)
    standings = get(client, "api-standings", "PublishedStandings", tournament)
    seats = [[side["side"] for side in table["sides"]] for table in found["tables"]]
    if kind == "melee":
        assert seats == [["NS", "NS", "EW", "EW"]] * 2
        assert {side["kind"] for table in found["tables"] for side in table["sides"]} == {"single"}
        assert (found["meetings"], standings["pairs"]) == ([], [])
        assert len(standings["rows"]) == 9
        return
    assert seats == [["NS", "EW"]] * 2
    assert [table["meeting"] for table in found["tables"]] == [1, 1]
    (meeting,) = found["meetings"]
    points = {side["label"]: side["points"] for table in found["tables"] for side in table["sides"]}
    assert all(team["points"] == points[f"{team['label']}A"] + points[f"{team['label']}B"] for team in meeting["teams"])
    assert [bye["kind"] for bye in found["byes"]] == ["team"]
    assert sorted(row["label"] for row in standings["rows"]) == ["1", "2", "3"]
    assert sorted(row["label"] for row in standings["pairs"]) == ["1A", "1B", "2A", "2B", "3A", "3B"]


@pytest.mark.parametrize("kind", KINDS)
def test_the_desk_reads_its_round_its_standings_and_a_sheet_as_described(tournament: Tournament, kind: str) -> None:
    desk = sign_in(Client(), make_user(Role.ORGANISER, tournament.club))
    whole = get(desk, "api-desk-tournament", "DeskTournament", tournament)
    assert whole["entries"] == (9 if kind == "melee" else 3)
    found = get(desk, "api-desk-round", "DeskRoundTables", tournament, 2)
    get(desk, "api-desk-standings", "DeskStandings", tournament)
    sheet = get(desk, "api-desk-sheet", "TableState", tournament, found["tables"][0]["game"])
    labels = {"NS": [], "EW": []}  # type: dict[str, list[str]]
    for side in found["tables"][0]["sides"]:
        labels[side["side"]].append(side["label"])
    assert [side["label"] for side in sheet["sides"]] == [" + ".join(labels[side]) for side in ("NS", "EW")]
    assert [len(side["names"]) for side in sheet["sides"]] == [2, 2]
