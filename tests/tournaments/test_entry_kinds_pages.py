"""The list of entries where single players or teams play: typed, pasted, shown."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from clubs.persons import PersonName
from clubs.roles import Role
from core.actors import SYSTEM
from tests import factories
from tests.tournaments.services import evening
from tournaments.models import Attendance, Entry, Tournament
from tournaments.services import rounds, teams
from tournaments.services.drawsetup import DrawSetup
from tournaments.services.entries import NewPlayer

pytestmark = pytest.mark.django_db

MELEE = Path(__file__).resolve().parent.parent / "data" / "melee-45.txt"


@pytest.fixture
def club() -> Club:
    return factories.make_club()


@pytest.fixture
def organiser(client_for: Callable[..., Client], club: Club) -> Client:
    return client_for(Role.ORGANISER, club, HTTP_ACCEPT_LANGUAGE="en")


@pytest.fixture
def melee(club: Club) -> Tournament:
    return evening.new_tournament(0, club=club, draw=DrawSetup(entry_kind="singles", system="melee"))


@pytest.fixture
def of_teams(club: Club) -> Tournament:
    return evening.new_tournament(0, club=club, draw=DrawSetup(entry_kind="teams", pairs_a_team=2))


def at(name: str, tournament: Tournament, *more: Any) -> str:
    return reverse(name, args=[tournament.club.slug, tournament.slug, *more])


def player(family: str, given: str) -> NewPlayer:
    return NewPlayer(PersonName(family, given))


def text_of(response: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


# Single players


def test_a_player_is_typed_alone_and_the_cursor_is_back_for_the_next(organiser: Client, melee: Tournament) -> None:
    page = organiser.get(at("entries", melee))
    html = page.content.decode()
    assert "Add a player" in text_of(page)
    assert "player_2" not in html
    assert re.search(r'name="player_1"[^>]*autofocus', html)
    response = organiser.post(at("entry-add", melee), {"player_1": "Dupont Jean", "home_club": "Pons"}, follow=True)
    assert "Player 1 is entered: Jean Dupont." in text_of(response)
    entry = melee.entries.get()
    assert (entry.kind, entry.status, entry.home_club) == (Entry.Kind.SINGLE, Entry.Status.ACTIVE, "Pons")
    assert "looks for a partner" not in text_of(response)
    assert "1 player plays." in text_of(response)


def test_the_same_player_twice_is_refused_at_the_name(organiser: Client, melee: Tournament) -> None:
    organiser.post(at("entry-add", melee), {"player_1": "Dupont Jean"})
    response = organiser.post(at("entry-add", melee), {"player_1": "DUPONT Jean", "home_club": "Pons"})
    assert response.status_code == 422
    assert set(response.context["form"].errors) == {"player_1"}
    assert 'value="Pons"' in response.content.decode()


def test_the_individual_list_is_pasted_looked_at_and_entered(organiser: Client, melee: Tournament) -> None:
    text = MELEE.read_text(encoding="utf-8") + "46. Petit Luc (absent)\n47. Roy Marc 06 12 34 56 78\nTotal 47\n"
    page = organiser.post(at("entries-import", melee), {"text": text})
    told = text_of(page)
    assert "Enter 47 players" in told
    assert "noted as absent from the next round" in told
    assert "06 12" not in told
    hidden = {
        name: re.search(rf'name="{name}" value="([^"]*)"', page.content.decode())[1]  # type: ignore[index]
        for name in ("digest", "content", "filename")
    }
    done = organiser.post(at("entries-import", melee), hidden, follow=True)
    assert "47 players entered." in text_of(done)
    assert melee.entries.filter(kind=Entry.Kind.SINGLE, status=Entry.Status.ACTIVE).count() == 47
    assert Attendance.objects.get().entry.number == 46
    again = organiser.post(at("entries-import", melee), {"text": text})
    assert "every player in it is entered already" in text_of(again)


def test_a_list_of_pairs_is_refused_row_by_row(organiser: Client, melee: Tournament) -> None:
    page = organiser.post(at("entries-import", melee), {"text": "Dupont Jean / Martin Anne\nPetit Luc\n"})
    assert "2 names here: in a list of single players each has a line." in text_of(page)
    assert "Enter 1 player" in text_of(page)


def test_the_players_are_drawn(organiser: Client, melee: Tournament) -> None:
    factories.make_singles(melee, 8)
    made = rounds.make_draw(melee.pk, 1, 1, SYSTEM)
    assert [len(table["ns"]) for table in made.result["tables"]] == [2, 2]


# Teams


def typed_team(**more: str) -> dict[str, str]:
    names = {f"pair_{pair}_player_{player}": f"FAMILLE{pair}{player} Jean" for pair in (1, 2) for player in (1, 2)}
    return {"name": "Les As", **names, **more}


def test_a_team_is_typed_with_its_pairs_on_one_page(organiser: Client, of_teams: Tournament) -> None:
    empty = organiser.get(at("entries", of_teams))
    assert at("team-add", of_teams) in empty.content.decode()
    assert at("entries-import", of_teams) in empty.content.decode()
    response = organiser.post(at("team-add", of_teams), typed_team(home_club="Pons", number="7"), follow=True)
    assert "Team 7 is entered: Les As." in text_of(response)
    team = of_teams.entries.get(kind=Entry.Kind.TEAM)
    assert (team.number, team.name, team.status, team.pairs.count()) == (7, "Les As", Entry.Status.ACTIVE, 2)
    labels = re.findall(r'<span class="sr">Team </span>(\w+)', response.content.decode())
    assert labels == ["7", "7A", "7B"]
    assert "1 team plays." in text_of(response)


def test_the_next_team_may_follow_at_once(organiser: Client, of_teams: Tournament) -> None:
    response = organiser.post(at("team-add", of_teams), typed_team(another="1"))
    assert response["Location"] == at("team-add", of_teams)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"pair_1_player_1": "12"}, "pair_1_player_1"),
        ({"pair_2_player_2": "FAMILLE21 Jean"}, "pair_2_player_2"),
        ({"pair_2_player_1": "FAMILLE11 Jean"}, "pair_2_player_1"),
        ({"number": "0"}, "number"),
        ({f"pair_{pair}_player_{player}": "" for pair in (1, 2) for player in (1, 2)}, "pair_1_player_1"),
    ],
)
def test_what_is_wrong_with_a_team_is_said_at_its_field_and_nothing_is_lost(
    organiser: Client, of_teams: Tournament, changes: dict[str, str], field: str
) -> None:
    response = organiser.post(at("team-add", of_teams), typed_team(**changes))
    assert (response.status_code, set(response.context["form"].errors)) == (422, {field})
    assert f'id="id_{field}_error"' in response.content.decode()
    assert 'value="Les As"' in response.content.decode()
    assert not of_teams.entries.exists()


def test_a_team_of_the_same_name_or_number_is_refused(organiser: Client, of_teams: Tournament) -> None:
    organiser.post(at("team-add", of_teams), typed_team(number="3"))
    others = {f"pair_{pair}_player_{player}": f"AUTRE{pair}{player} Anne" for pair in (1, 2) for player in (1, 2)}
    for changes, field in (({"name": "LES AS"}, "name"), ({"name": "Autres", "number": "3"}, "number")):
        response = organiser.post(at("team-add", of_teams), {**typed_team(), **others, **changes})
        assert set(response.context["form"].errors) == {field}


def test_a_team_that_waits_for_a_pair_gets_it_on_the_list(organiser: Client, of_teams: Tournament) -> None:
    organiser.post(at("team-add", of_teams), typed_team(pair_2_player_1="", pair_2_player_2=""))
    team = of_teams.entries.get(kind=Entry.Kind.TEAM)
    page = organiser.get(at("entries", of_teams))
    assert "1 pair of 2: not drawn until then" in text_of(page)
    url = at("team-change", of_teams, team.pk)
    refused = organiser.post(url, {"player_1": "FAMILLE11 Jean", "player_2": "PETIT Luc"})
    assert refused.status_code == 422
    assert "entered already" in text_of(refused)
    assert 'value="PETIT Luc"' in refused.content.decode()
    done = organiser.post(url, {"player_1": "ROY Marc", "player_2": "PETIT Luc"}, follow=True)
    assert "Pair 1B is entered: Marc Roy" in text_of(done)
    team.refresh_from_db()
    assert team.status == Entry.Status.ACTIVE


def test_a_team_may_play_with_the_pairs_it_has(organiser: Client, of_teams: Tournament) -> None:
    organiser.post(at("team-add", of_teams), typed_team(pair_2_player_1="", pair_2_player_2=""))
    team = of_teams.entries.get(kind=Entry.Kind.TEAM)
    url = at("team-change", of_teams, team.pk)
    assert "plays with the pairs it has" in text_of(organiser.post(url, {"act": "play"}, follow=True))
    assert "not drawn until then" not in text_of(organiser.get(at("entries", of_teams)))
    again = organiser.post(url, {"act": "play"}, follow=True)
    assert again.status_code == 200


def test_half_a_pair_of_a_team_finds_its_partner_on_the_list(organiser: Client, of_teams: Tournament) -> None:
    organiser.post(at("team-add", of_teams), typed_team(pair_2_player_2=""))
    half = of_teams.entries.get(status=Entry.Status.INCOMPLETE, kind=Entry.Kind.PAIR)
    organiser.post(at("entry-partner", of_teams, half.pk), {"player": "PETIT Luc"})
    assert set(of_teams.entries.values_list("status", flat=True)) == {Entry.Status.ACTIVE}


def test_pairs_are_not_entered_past_their_team_nor_imported(organiser: Client, of_teams: Tournament) -> None:
    response = organiser.post(at("entry-add", of_teams), {"player_1": "ROY Marc", "player_2": "PETIT Luc"})
    assert response.status_code == 422
    page = organiser.post(at("entries-import", of_teams), {"text": "ROY Marc / PETIT Luc\n"})
    assert "No player was found for it." in text_of(page)
    assert not page.context["count"]
    assert not of_teams.entries.exists()


def test_teams_are_counted_as_teams(organiser: Client, of_teams: Tournament) -> None:
    for mark in "ab":
        pairs = [[player(f"F{mark}{place}", "Un"), player(f"F{mark}{place}", "Deux")] for place in (1, 2)]
        teams.add_team(of_teams.pk, f"Équipe {mark}", pairs, SYSTEM, paid=False)
    page = text_of(organiser.get(at("entries", of_teams)))
    assert "2 teams play." in page
    assert "An odd number" not in page


def test_where_pairs_play_there_is_no_page_of_teams(organiser: Client, club: Club) -> None:
    pairs = evening.new_tournament(0, club=club)
    assert organiser.get(at("team-add", pairs))["Location"] == at("entries", pairs)


def test_a_reader_adds_no_team(client_for: Callable[..., Client], club: Club, of_teams: Tournament) -> None:
    reader = client_for(Role.READER, club)
    assert reader.get(at("team-add", of_teams)).status_code == 403
    assert at("team-add", of_teams) not in reader.get(at("entries", of_teams)).content.decode()
