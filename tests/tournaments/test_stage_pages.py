"""The pages of later parts and of qualifying tournaments, as the organiser meets them."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from clubs.roles import Role
from core.actors import SYSTEM
from documents import standings as standings_paper
from tests import factories
from tests.tournaments.services.evening import games_of, new_tournament, play_game, start_round
from tournaments.models import Round, StageEntry, Tournament
from tournaments.services import cuts, rounds, stages

pytestmark = pytest.mark.django_db

FINAL = {"name": "Finale", "places": "4", "draw_system": "knockout", "rounds": "2"}


@pytest.fixture
def club() -> Club:
    return factories.make_club("Amicale de l’essai")


@pytest.fixture
def organiser(client_for: Callable[..., Client], club: Club) -> Client:
    return client_for(Role.ORGANISER, club, HTTP_ACCEPT_LANGUAGE="en")


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return new_tournament(8, rounds=1, club=club)


def at(name: str, tournament: Tournament, *more: Any) -> str:
    return reverse(name, args=[tournament.club.slug, tournament.slug, *more])


def play(tournament: Tournament, number: int, bids: tuple[int, ...] = (90, 100, 110, 120)) -> Round:
    round_ = start_round(tournament, number)
    for game, bid in zip(games_of(round_), bids, strict=False):
        play_game(game, bid)
    return rounds.close_round(round_.pk, SYSTEM)


def test_a_final_from_adding_it_to_its_first_draw(organiser: Client, tournament: Tournament) -> None:
    assert organiser.post(at("stages", tournament), FINAL).status_code == 302
    stage = tournament.stages.get(position=2)
    page = organiser.get(at("stages", tournament)).content.decode()
    assert "rounds 2 to 3" in page
    assert "The cut is made when the rounds before are closed" in page
    play(tournament, 1)
    assert 'value="make"' in organiser.get(at("stages", tournament)).content.decode()
    act = at("stage-act", tournament, stage.pk)
    organiser.post(act, {"act": "make"})
    first = stage.qualified.get(seed=1).entry
    organiser.post(act, {"act": "decline", "entry": str(first.pk)})
    assert stage.qualified.get(entry=first).state == StageEntry.State.DECLINED
    organiser.post(act, {"act": "back", "entry": str(first.pk)})
    assert stage.qualified.get(entry=first).seed == 1
    start_round(tournament, 2)
    page = organiser.get(at("stages", tournament)).content.decode()
    assert 'value="undo"' not in page and 'value="decline"' not in page
    for name in ("tournament", "draw", "desk", "standings", "papers", "tournament-settings", "entries"):
        assert organiser.get(at(name, tournament)).status_code == 200


def test_equals_are_put_in_order_on_the_page(organiser: Client, tournament: Tournament) -> None:
    stage = cuts.add(tournament.pk, cuts.NewStage("Finale", "swiss", 1, 3), SYSTEM)
    play(tournament, 1, (100, 100, 100, 100))
    page = organiser.get(at("stages", tournament)).content.decode()
    assert "Equal on the line, for 3 places" in page
    found = cuts.cut_as_it_stands(stage).play_off
    assert found is not None
    act = at("stage-act", tournament, stage.pk)
    twice = {f"place-{entry}": "1" for entry in found.entries}
    assert "a place of its own" in organiser.post(act, {"act": "settle", **twice}, follow=True).content.decode()
    order = {f"place-{entry}": str(place) for place, entry in enumerate(found.entries, 1)}
    organiser.post(act, {"act": "settle", **order})
    organiser.post(act, {"act": "make"})
    assert [str(row.entry_id) for row in stage.qualified.all()[:3]] == list(found.entries[:3])


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"name": ""}, "name"),
        ({"places": "1"}, "places"),
        ({"rounds": "99"}, "rounds"),
        ({"draw_system": "x"}, "draw_system"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field(
    organiser: Client, tournament: Tournament, wrong: dict[str, str], field: str
) -> None:
    page = organiser.post(at("stages", tournament), {**FINAL, **wrong})
    assert page.status_code == 422
    assert list(page.context["form"].errors) == [field]
    assert tournament.stages.count() == 1


def test_a_part_is_taken_away(organiser: Client, tournament: Tournament) -> None:
    stage = cuts.add(tournament.pk, cuts.NewStage("Finale", "swiss", 1, 4), SYSTEM)
    organiser.post(at("stage-act", tournament, stage.pk), {"act": "remove"})
    assert [one.position for one in stages.stages_of(tournament)] == [1]


def test_the_final_of_qualifying_tournaments_is_entered_from_their_standings(organiser: Client, club: Club) -> None:
    first = new_tournament(8, rounds=1, club=club)
    play(first, 1)
    final = new_tournament(0, rounds=2, club=club)
    form = {"others": [str(first.pk)], "direct": "4", "places": "4"}
    assert organiser.post(at("qualifiers", final), form).status_code == 302
    page = organiser.get(at("qualifiers", final))
    assert len(page.context["qualified"]) == 4 and "Enter the 4 that are missing" in page.content.decode()
    key = page.context["qualified"][0]["key"]
    organiser.post(at("qualifiers-act", final), {"act": "decline", "key": key})
    organiser.post(at("qualifiers-act", final), {"act": "enter"})
    page = organiser.get(at("qualifiers", final))
    assert final.entries.count() == 4
    assert [row["key"] for row in page.context["declined"]] == [key]
    assert all(row["is_entered"] for row in page.context["qualified"])


def test_too_many_direct_places_are_refused_beside_the_field(organiser: Client, club: Club) -> None:
    first = new_tournament(4, rounds=1, club=club)
    play(first, 1)
    final = new_tournament(0, club=club)
    page = organiser.post(at("qualifiers", final), {"others": [str(first.pk)], "direct": "5", "places": "4"})
    assert page.status_code == 422 and list(page.context["form"].errors) == ["direct"]


def test_the_evening_tells_of_the_cut_between_the_parts(organiser: Client, tournament: Tournament) -> None:
    stage = cuts.add(tournament.pk, cuts.NewStage("Finale", "knockout", 2, 4), SYSTEM)
    steps = organiser.get(at("tournament", tournament)).context["steps"]
    assert [step["title"] for step in steps][-5:] == [
        "Round 1: draw",
        "Finale",
        "Round 2: draw",
        "Round 3: draw",
        "Final standings",
    ]
    play(tournament, 1)
    steps = organiser.get(at("tournament", tournament)).context["steps"]
    assert [step["title"] for step in steps if step["state"] == "now"] == ["Finale"]
    cuts.make_cut(stage.pk, SYSTEM)
    steps = organiser.get(at("tournament", tournament)).context["steps"]
    assert [step["title"] for step in steps if step["state"] == "now"] == ["Round 2: draw"]


def test_the_standings_tell_the_place_in_the_knockout_and_the_part_reached(
    organiser: Client, tournament: Tournament, run_jobs: Callable[[], int]
) -> None:
    stage = cuts.add(tournament.pk, cuts.NewStage("Finale", "knockout", 2, 4), SYSTEM)
    play(tournament, 1)
    cuts.make_cut(stage.pk, SYSTEM)
    play(tournament, 2)
    play(tournament, 3)
    run_jobs()
    first = organiser.get(at("standings", tournament)).context["rows"][0]["name"].number
    page = organiser.get(at("standings", tournament) + f"?open={first}").content.decode()
    assert "Place in the knockout: 1" in page and "Part of the tournament reached" in page
    last = organiser.get(at("standings", tournament)).context["rows"][-2]["name"].number
    assert "– = –" in organiser.get(at("standings", tournament) + f"?open={last}").content.decode()


def test_with_two_rankings_each_line_of_a_mitchell_has_its_own(
    organiser: Client, club: Club, run_jobs: Callable[[], int]
) -> None:
    tournament = new_tournament(8, rounds=2, club=club)
    tournament.stages.update(draw_system="mitchell", settings={"draw": {"rankings": 2, "order": "number"}})
    play(tournament, 1)
    play(tournament, 2)
    run_jobs()
    context = organiser.get(at("standings", tournament)).context
    numbers = [[row["name"].number for row in context[line]] for line in ("rows", "east_west")]
    assert [sorted(line) for line in numbers] == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert context["east_west"][0]["rank"] == 1
    paper = standings_paper.of_hall(tournament)
    assert paper is not None and paper.pairs is not None
    assert (len(paper.paper.rows), len(paper.pairs.rows)) == (4, 4)


def test_a_knockout_takes_its_third_place_and_consolation_and_other_systems_none(
    organiser: Client, tournament: Tournament
) -> None:
    organiser.post(at("stages", tournament), {**FINAL, "consolation": "1"})
    drawn = tournament.stages.get(position=2).settings["draw"]
    assert (drawn["third_place"], drawn["consolation"], drawn["seeding"]) == (False, 1, "standing")
    organiser.post(at("stages", tournament), {**FINAL, "draw_system": "swiss", "third_place": "on"})
    assert "third_place" not in tournament.stages.get(position=3).settings["draw"]


def test_single_players_go_on_to_a_melee(organiser: Client, club: Club) -> None:
    tournament = new_tournament(0, rounds=1, club=club)
    Tournament.objects.filter(pk=tournament.pk).update(entry_kind=Tournament.EntryKind.SINGLES)
    page = organiser.get(at("stages", tournament))
    assert [value for value, _label in page.context["form"].fields["draw_system"].choices] == ["melee", "manual"]
    organiser.post(at("stages", tournament), {**FINAL, "draw_system": "melee", "places": "8"})
    assert tournament.stages.get(position=2).draw_system == "melee"


def test_nobody_is_asked_to_part_equals_before_the_last_round_is_closed(organiser: Client, club: Club) -> None:
    tournament = new_tournament(8, rounds=2, club=club)
    organiser.post(at("stages", tournament), {**FINAL, "places": "3", "rounds": "1", "draw_system": "swiss"})
    page = organiser.get(at("stages", tournament)).content.decode()
    assert "on the line" not in page and "Who would go on now" not in page
    play(tournament, 1, (100, 100, 100, 100))
    page = organiser.get(at("stages", tournament)).content.decode()
    assert "Equal on the line now, for 3 places: " in page and 'value="settle"' not in page
    play(tournament, 2, (100, 100, 100, 100))
    assert 'value="settle"' in organiser.get(at("stages", tournament)).content.decode()
