"""What ranks, on its page: chosen, ordered and told with nothing but forms; and explained where the standings stand."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import translation
from django.utils.text import capfirst

from clubs.models import Club
from clubs.roles import Role
from core.actors import SYSTEM
from tests import factories
from tests.tournaments.services import evening
from tournaments import criteriawords, urlacts
from tournaments.models import Tournament
from tournaments.safety import Act
from tournaments.services import contests, rankorder
from tournaments.standings.criteria import OFFERED, choose

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return factories.make_club()


@pytest.fixture
def organiser(client_for: Callable[..., Client], club: Club) -> Client:
    return client_for(Role.ORGANISER, club, HTTP_ACCEPT_LANGUAGE="en")


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return evening.new_tournament(4, club=club)


def at(tournament: Tournament, name: str = "criteria") -> str:
    return reverse(name, args=[tournament.club.slug, tournament.slug])


def rows(response: Any) -> list[str]:
    return re.findall(r'name="row" value="([^"]+)"', response.content.decode())


def sent(response: Any, **changes: str) -> dict[str, Any]:
    """What the page would send as it stands, with changes: ``opponents__weakest="1"``."""
    page = response.content.decode()
    data: dict[str, Any] = {"row": rows(response)}
    data["seen"] = re.search(r'name="seen" value="(\w+)"', page)[1]  # type: ignore[index]
    for name, value in re.findall(r'<input type="number" name="([^"]+)" value="([^"]*)"', page):
        data[name] = value
    for name, options in re.findall(r'<select name="([^"]+)"[^>]*>(.*?)</select>', page, re.S):
        data[name] = re.search(r'value="(\w+)" selected', options)[1]  # type: ignore[index]
    return data | {name.replace("__", "-"): value for name, value in changes.items()}


def order_now(tournament: Tournament) -> list[dict[str, Any]]:
    return rankorder.told(rankorder.order_of(contests.only_stage(tournament)))


def test_criteria_are_added_moved_left_out_and_told_and_only_then_saved(
    organiser: Client, tournament: Tournament
) -> None:
    page = organiser.get(at(tournament))
    assert rows(page) == ["points", "difference", "best_game"]
    assert "Not saved yet" not in page.content.decode()
    page = organiser.post(at(tournament), {**sent(page), "add": "opponents"})
    page = organiser.post(at(tournament), {**sent(page), "up": "opponents"})
    page = organiser.post(at(tournament), {**sent(page), "drop": "best_game"})
    page = organiser.post(at(tournament), {**sent(page), "down": "points"})
    assert rows(page) == ["difference", "points", "opponents"]
    for act, key in (("up", "difference"), ("down", "opponents"), ("add", "stage"), ("add", "points"), ("drop", "x")):
        assert rows(organiser.post(at(tournament), {**sent(page), act: key})) == rows(page)
    assert "Not saved yet" in page.content.decode()
    assert order_now(tournament) == rankorder.told(rankorder.usual("points"))
    data = sent(page, opponents__weakest="1", opponents__by="wins", save="1")
    assert organiser.post(at(tournament), data).status_code == 302
    assert order_now(tournament) == [
        {"name": "difference"},
        {"name": "points"},
        {"name": "opponents", "by": "wins", "weakest": 1, "strongest": 0},
    ]
    again = organiser.get(at(tournament))
    assert sent(again)["opponents-weakest"] == "1"
    assert "of all that it met their games won, added up, without the weakest" in again.content.decode().lower()


def test_a_usual_order_is_put_there_by_one_button(organiser: Client, tournament: Tournament) -> None:
    page = organiser.post(at(tournament), {**sent(organiser.get(at(tournament))), "usual": "wins"})
    assert rows(page) == ["wins", "points", "difference", "best_game"]
    organiser.post(at(tournament), {**sent(page), "save": "1"})
    assert contests.only_stage(tournament).settings["ranking"] == "wins"


@pytest.mark.parametrize(
    ("changes", "status", "said"),
    [
        ({"row": ["capped_points"], "capped_points-cap": "0"}, 422, "Capped points, A game counts at most"),
        ({"row": []}, 422, "Choose one criterion at least."),
        ({"seen": "0" * 64}, 409, "Somebody else has changed what ranks"),
    ],
)
def test_what_cannot_be_is_said_beside_it(
    organiser: Client, tournament: Tournament, changes: dict[str, Any], status: int, said: str
) -> None:
    response = organiser.post(at(tournament), {**sent(organiser.get(at(tournament))), **changes, "save": "1"})
    assert response.status_code == status
    assert said in response.content.decode()
    assert order_now(tournament) == rankorder.told(rankorder.usual("points"))


def test_who_moves_in_what_is_public_is_shown_before_it_is_saved(organiser: Client, tournament: Tournament) -> None:
    evening.publish(tournament, evening.play_round(tournament, 1))
    page = organiser.get(at(tournament))
    data = {**sent(page), "row": ["fewest_games"], "save": "1"}
    shown = organiser.post(at(tournament), data)
    assert shown.status_code == 200 and 'name="moves_seen"' in shown.content.decode()
    assert order_now(tournament) == rankorder.told(rankorder.usual("points"))
    seen = re.search(r'name="moves_seen" value="(\w+)"', shown.content.decode())
    assert seen is not None
    assert organiser.post(at(tournament), {**data, "moves_seen": seen[1]}).status_code == 302
    assert [one["name"] for one in order_now(tournament)] == ["fewest_games"]


def test_an_opened_row_says_what_every_criterion_is_made_of_for_the_hall_and_for_everybody(
    organiser: Client, client: Client, tournament: Tournament
) -> None:
    order = [choose(name, **({"weakest": 1} if name == "opponents" else {})) for name in OFFERED]
    rankorder.change(tournament.pk, order, rankorder.digest(contests.only_stage(tournament)), SYSTEM)
    evening.publish(tournament, evening.play_round(tournament, 1))
    number = evening.compute(tournament).figures["rows"][0]["entry"]
    opened = tournament.entries.get(pk=number).number
    hall = organiser.get(f"{at(tournament, 'standings')}?open={opened}").content.decode()
    public = client.get(f"{at(tournament, 'public-tournament')}?open={opened}", HTTP_ACCEPT_LANGUAGE="en")
    for page in (hall, public.content.decode()):
        assert "The criteria, one by one" in page
        assert "Strength of the opponents" in page
        assert re.search(r"Round 1, pair \d+, [^<]*</dt>", page)
        assert "<li>Lot: drawn once for everybody" in page
        with translation.override("en"):
            told = [(criteriawords.name(one), criteriawords.meaning(one)) for one in order]
        # The points have a sum of their own, and the lot is no sum of anything.
        explained = re.findall(r"<section><h4>([^<]*)</h4><p class=\"muted\">([^<]*)\.</p>", page)
        assert explained == [(name, capfirst(meaning)) for name, meaning in told if name not in ("Total points", "Lot")]
        assert len(explained) == len(OFFERED) - 2
        assert all(f"<li>{name}: {meaning}" in page for name, meaning in told)
    assert client.get(f"{at(tournament, 'public-tournament')}", HTTP_ACCEPT_LANGUAGE="fr").status_code == 200


def test_where_it_ranks_by_an_order_of_its_own_another_draw_is_still_seen_as_one(tournament: Tournament) -> None:
    save = urlacts.RULES["tournament-settings"].act
    asked = {"entry_kind": "pairs", "system": "danish", "ranking": "own", "rounds": "3"}
    assert save(RequestFactory().post("/", asked), tournament) == Act.CHANGE_DRAWING
    assert save(RequestFactory().post("/", {**asked, "system": "random"}), tournament) == Act.CHANGE_SETTINGS


def test_a_new_tournament_takes_the_order_of_the_last_one_over(organiser: Client, tournament: Tournament) -> None:
    order = [choose("capped_points", cap=900), choose("lot")]
    rankorder.change(tournament.pk, order, rankorder.digest(contests.only_stage(tournament)), SYSTEM)
    page = organiser.get(reverse("tournament-new", args=[tournament.club.slug])).content.decode()
    assert re.search(r'name="ranking" value="own"[^>]*checked', page)
    settings = organiser.get(at(tournament, "tournament-settings")).content.decode()
    assert "capped points; of equals: lot" in settings
