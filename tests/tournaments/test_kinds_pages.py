"""The pages of a mêlée and of teams at each point of the evening: two players a side, teams with their pairs."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.roles import Role
from core import links
from core.models import AccessLink
from tests.thinned import one_in
from tests.tournaments.services import evening
from tournaments import people
from tournaments.models import Entry, Game, Tournament
from tournaments.services import byhand, rounds

pytestmark = pytest.mark.django_db

KINDS = {"melee": lambda: evening.new_melee(9), "teams": lambda: evening.new_teams(3, 2)}


@pytest.fixture
def tournament(kind: str) -> Tournament:
    """Nine players, or three teams of two pairs: two tables, and somebody rests."""
    return KINDS[kind]()


@pytest.fixture
def organiser(client_for: Callable[..., Client], tournament: Tournament) -> Client:
    return client_for(Role.ORGANISER, tournament.club, HTTP_ACCEPT_LANGUAGE="en")


def the_evening(tournament: Tournament) -> Iterator[str]:
    """The evening, point by point: what comes out is the point where it is."""
    yield "listed"
    draw = rounds.make_draw(tournament.pk, 1, 1, evening.SYSTEM)
    yield "drafted"
    round_ = rounds.publish_draw(draw.pk, evening.SYSTEM)
    yield "playing"
    for game in evening.games_of(round_)[:2]:
        evening.play_game(game, evening.by_table(game))
        if game.table_no == 1:
            evening.compute(tournament)
            yield "half"
    rounds.close_round(round_.pk, evening.SYSTEM)
    evening.compute(tournament)
    yield "closed"
    evening.publish(tournament, round_)
    yield "published"


def bring_to(point: str, tournament: Tournament) -> None:
    """The evening, as far as this point."""
    assert point in the_evening(tournament)


def at(name: str, tournament: Tournament, *more: Any) -> str:
    return reverse(name, args=[tournament.club.slug, tournament.slug, *more])


def text_of(response: Any) -> str:
    return re.sub(r"\s+", " ", response.content.decode())


def main_of(response: Any) -> str:
    page = text_of(response)
    return page[page.index("<main") : page.index("</main>")]


def game_at(tournament: Tournament, table: int = 1) -> Game:
    return Game.objects.get(match__round__stage__tournament=tournament, table_no=table)


@pytest.mark.parametrize("kind", one_in(2, KINDS))
def test_every_page_opens_at_every_point_of_the_evening(organiser: Client, tournament: Tournament) -> None:
    points = []
    for point in the_evening(tournament):
        points.append(point)
        for page in pages_of(tournament, is_public=point in points[2:]):
            assert organiser.get(page, follow=True).status_code == 200, (point, page)
    assert points == ["listed", "drafted", "playing", "half", "closed", "published"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_page_opens_before_anybody_is_on_the_list(organiser: Client, tournament: Tournament) -> None:
    tournament.entries.filter(team__isnull=False).delete()
    Entry.objects.filter(tournament=tournament).delete()
    for page in pages_of(tournament, is_public=False):
        assert organiser.get(page, follow=True).status_code == 200, page


def pages_of(tournament: Tournament, *, is_public: bool) -> list[str]:
    """The pages that there are now, the tables' on the phone too."""
    names = ("tournament", "entries", "draw", "desk", "standings", "papers")
    pages = [at(name, tournament) for name in names] + [at("draw", tournament) + "?by=name"]
    for game in Game.objects.filter(match__round__stage__tournament=tournament):
        pages.append(at("sheet", tournament, game.pk))
        link = AccessLink.objects.get(purpose=AccessLink.Purpose.TABLE, target=game.match_id)
        if links.is_open(link):
            pages.append(f"/t/{links.token_of(link)}/")
    if is_public:
        pages.append(reverse("public-tournament", args=[tournament.club.slug, tournament.slug]))
        pages += [at("standings", tournament) + f"?open={number}" for number in (1, tournament.entries.last().number)]
    return pages


@pytest.mark.parametrize("kind", KINDS)
def test_the_menu_and_the_evening_speak_of_players_or_teams(
    organiser: Client, tournament: Tournament, kind: str
) -> None:
    page = text_of(organiser.get(at("tournament", tournament)))
    word, count = ("Players", "9 players entered") if kind == "melee" else ("Teams", "3 teams entered")
    assert count in page
    assert re.search(rf"<nav.*>{word}</a>", page)
    assert "Pairs" not in page


@pytest.mark.parametrize("kind", ["melee"])
def test_before_the_draw_of_a_melee_its_tables_of_four_are_told(organiser: Client, tournament: Tournament) -> None:
    assert "9 players, 2 tables. One will rest" in text_of(organiser.get(at("draw", tournament)))
    Entry.objects.filter(tournament=tournament, number__lte=2).delete()
    assert "At least 8 players are needed." in text_of(organiser.get(at("draw", tournament)))


@pytest.mark.parametrize("kind", ["melee"])
def test_the_draw_of_a_melee_shows_two_numbers_a_side_and_everybody_by_name(
    organiser: Client, tournament: Tournament
) -> None:
    bring_to("playing", tournament)
    (group,) = organiser.get(at("draw", tournament)).context["groups"]
    assert [(len(row["ns"]), len(row["ew"])) for row in group["tables"]] == [(2, 2), (2, 2)]
    page = main_of(organiser.get(at("draw", tournament)))
    for name in people.in_hall(tournament).values():
        assert f'<span class="sr">Player </span>{name.number}<' in page
        assert name.names[0].replace("'", "&#x27;") in page
    assert "Why these four?" in page
    rows = organiser.get(at("draw", tournament) + "?by=name").context["by_name"]
    assert len(rows) == 8
    assert sorted(row["table"] for row in rows) == [1] * 4 + [2] * 4


@pytest.mark.parametrize("kind", ["teams"])
def test_the_draw_of_teams_shows_each_meeting_with_its_tables(organiser: Client, tournament: Tournament) -> None:
    bring_to("playing", tournament)
    page = organiser.get(at("draw", tournament))
    (meeting,) = page.context["groups"]
    one, other = (team.label for team in meeting["teams"])
    seated = [([name.label for name in row["ns"]], [name.label for name in row["ew"]]) for row in meeting["tables"]]
    assert seated == [([f"{one}A"], [f"{other}A"]), ([f"{other}B"], [f"{one}B"])]
    assert [name.label for name in page.context["byes"]] == ["".join({"1", "2", "3"} - {one, other})]
    rows = organiser.get(at("draw", tournament) + "?by=name").context["by_name"]
    assert {row["pair"].label for row in rows} == {f"{team}{pair}" for team in (one, other) for pair in "AB"}


@pytest.mark.parametrize("kind", KINDS)
def test_the_desk_and_the_sheet_name_both_sides(organiser: Client, tournament: Tournament, kind: str) -> None:
    bring_to("playing", tournament)
    named = people.in_hall(tournament)
    rows = organiser.get(at("desk", tournament)).context["groups"][0]["rows"]
    for row in rows:
        match = game_at(tournament, row["table"]).match
        for side, letter in zip(row["sides"], "AB", strict=True):
            seats = match.seats.filter(side=letter).order_by("slot")
            both = [named[seat.participant_id] for seat in seats]
            assert side == {
                "number": " + ".join(name.label for name in both),
                "names": [player for name in both for player in name.names],
            }
            assert len(side["names"]) == 2
    sheet = organiser.get(at("sheet", tournament, game_at(tournament).pk))
    assert [side["label"] for side in sheet.context["sides"]] == [side["number"] for side in rows[0]["sides"]]
    assert [len(side["names"]) for side in sheet.context["sides"]] == [2, 2]


@pytest.mark.parametrize("kind", ["teams"])
def test_a_draft_of_teams_counts_tables_not_meetings(organiser: Client, tournament: Tournament) -> None:
    bring_to("drafted", tournament)
    assert "2 tables. Not published yet" in text_of(organiser.get(at("draw", tournament)))


@pytest.mark.parametrize("kind", ["teams"])
def test_teams_drawn_by_hand_may_have_empty_sides_still(organiser: Client, tournament: Tournament) -> None:
    tournament.stages.update(draw_system="manual")
    draw = rounds.make_draw(tournament.pk, 1, 1, evening.SYSTEM, start=byhand.EMPTY)
    assert organiser.get(at("draw", tournament)).status_code == 200
    assert organiser.get(at("draw", tournament) + "?by=name").status_code == 200
    assert draw.hand is not None


@pytest.mark.parametrize("kind", ["teams"])
def test_the_standings_of_teams_have_a_second_list_of_their_pairs(organiser: Client, tournament: Tournament) -> None:
    bring_to("closed", tournament)
    page = organiser.get(at("standings", tournament) + "?open=1")
    teams, pairs = page.context["rows"], page.context["pair_rows"]
    assert sorted(row["name"].label for row in teams) == ["1", "2", "3"]
    assert sorted(row["name"].label for row in pairs) == ["1A", "1B", "2A", "2B", "3A", "3B"]
    totals = {row["name"].label: row["points"] for row in (*teams, *pairs)}
    assert all(totals[team] == totals[f"{team}A"] + totals[f"{team}B"] for team in "123")
    assert "The pairs" in text_of(page)


@pytest.mark.parametrize("kind", KINDS)
def test_the_public_page_gives_each_side_its_names_and_points(
    client: Client, tournament: Tournament, kind: str
) -> None:
    bring_to("published", tournament)
    page = client.get(reverse("public-tournament", args=[tournament.club.slug, tournament.slug]))
    (result,) = page.context["results"]
    assert [[len(side["names"]) for side in table["sides"]] for table in result["tables"]] == (
        [[2, 2], [2, 2]] if kind == "melee" else [[1, 1], [1, 1]]
    )
    assert [[side["won"] for side in table["sides"]] for table in result["tables"]] == [[True, False]] * 2
    assert len(result["meetings"]) == (0 if kind == "melee" else 1)
    assert len(page.context["pair_rows"]) == (0 if kind == "melee" else 6)
    for meeting in result["meetings"]:
        points = {side["names"][0].label: side["points"] for table in result["tables"] for side in table["sides"]}
        for side in meeting["sides"]:
            team = side["names"][0].label
            assert side["points"] == points[f"{team}A"] + points[f"{team}B"]
