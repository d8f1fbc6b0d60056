"""The pages of the lists beside the standings, as the desk sees them."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape

from clubs.models import Club
from clubs.roles import Role
from core.actors import SYSTEM
from documents import list_papers, papers
from documents.kinds import Choice, Nothing
from tests import factories
from tests.kept import kept
from tests.tournaments.services import evening_kept as evening
from tournaments.models import Entry, Round, Tournament
from tournaments.services import cuts

pytestmark = pytest.mark.django_db

LISTS = ("standings-players", "standings-categories", "standings-clubs")


@pytest.fixture
@kept
def club() -> Club:
    return factories.make_club("Amicale de l’essai")


@pytest.fixture
def desk(client_for: Callable[..., Client], club: Club) -> Client:
    return client_for(Role.DESK, club, HTTP_ACCEPT_LANGUAGE="en")


def at(name: str, tournament: Tournament, *more: Any) -> str:
    return reverse(name, args=[tournament.club.slug, tournament.slug, *more])


def text_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def noted(tournament: Tournament, **by_number: dict[str, Any]) -> None:
    for name, values in by_number.items():
        Entry.objects.filter(tournament=tournament, number=int(name[1:])).update(**values)


@pytest.fixture
@kept
def played(club: Club) -> Tournament:
    """Two rounds of four pairs; two of them ladies, three of a club."""
    tournament = evening.new_tournament(4, rounds=3, club=club)
    noted(tournament, n1={"category": "Dames"}, n2={"category": "ladies, Série A", "home_club": "Lens"})
    noted(tournament, n3={"home_club": "LENS"}, n4={"home_club": "Lens"})
    for number in (1, 2):
        evening.play_round(tournament, number)
    evening.compute(tournament)
    return tournament


def test_the_standings_lead_to_the_lists_that_there_are(desk: Client, played: Tournament) -> None:
    page = text_of(desk, at("standings", played))
    for name in LISTS:
        assert at(name, played) in page
    assert at("standings-round", played, 2) in page
    assert at("standings-after", played, 2) in page
    assert at("standings-lines", played) not in page and "standings/stages/" not in page
    # The usual categories in the reader's language, and the club's own
    page = text_of(desk, at("standings-categories", played))
    assert '<h2 class="section-title" id="categories-ladies">Ladies</h2>' in page
    assert '<h2 class="section-title" id="categories-serie-a">Série A</h2>' in page
    assert "categories-men" not in page
    # A club that is written in two ways is one
    page = text_of(desk, at("standings-clubs", played))
    assert page.count('class="rows standings"') == 1
    assert '<h2 class="section-title" id="clubs-lens">Lens</h2>' in page
    # Players are named as in the hall
    page = text_of(desk, at("standings-players", played))
    for member in played.members.select_related("person"):
        assert escape(member.person.family) in page
    assert page.count('<td class="rank">1</td>') == 2


def test_a_round_alone_and_the_standings_as_they_were_after_it(desk: Client, played: Tournament) -> None:
    alone, after = (text_of(desk, at(name, played, 1)) for name in ("standings-round", "standings-after"))
    assert "Round 1 alone" in alone and at("standings-round", played, 2) in alone
    assert "Standings after round 1" in after
    assert "/tables/standings/1.csv" in after and "/tables/lists.csv" in alone
    for name in ("standings-round", "standings-after", "standings-stage"):
        assert [desk.get(at(name, played, number)).status_code for number in (3, 0)] == [404, 404]
        public = name.replace("standings", "public-list")
        assert Client().get(at(public, played, 0)).status_code == 404


@pytest.fixture
@kept
def final(played: Tournament) -> Tournament:
    """The third round, and a final of two of the four pairs."""
    stage = cuts.add(played.pk, cuts.NewStage("Finale", draw_system="swiss", rounds=1, places=2), SYSTEM)
    evening.play_round(played, 3)
    cuts.make_cut(stage.pk, SYSTEM)
    evening.play_round(played, 4)
    evening.compute(played)
    return played


def test_each_part_has_its_standings(desk: Client, final: Tournament) -> None:
    played = final
    page = text_of(desk, at("standings-stage", played, 2))
    assert "Finale" in page and page.count('<td class="rank">') == 2
    first = text_of(desk, at("standings-stage", played, 1))
    assert first.count('<td class="rank">') == 4 and "<h1>Part 1</h1>" in first
    # As a file: all of them, and each; for everybody what was published of them.
    anybody = Client(HTTP_ACCEPT_LANGUAGE="en")
    assert anybody.get(at("public-table-file", played, "parts", "json")).status_code == 404
    evening.publish(played, Round.objects.get(stage__tournament=played, number=4))
    for client, of in ((desk, ""), (anybody, "public-")):
        assert file_of(client, at(f"{of}table-file", played, "parts", "json")) == ["1"] * 4 + ["2"] * 2
        assert file_of(client, at(f"{of}table-file-round", played, "parts", 2, "json")) == ["2"] * 2
        assert client.get(at(f"{of}table-file-round", played, "parts", 3, "json")).status_code == 404
        page = text_of(client, at("public-list-stage" if of else "standings-stage", played, 2))
        assert at(f"{of}table-file-round", played, "parts", 2, "csv") in page


def file_of(client: Client, address: str) -> list[str]:
    """The part that each row of a file is of."""
    answer: Any = client.get(address)
    return [row["part"] for row in json.loads(b"".join(answer.streaming_content))["tables"][0]["rows"]]


def test_standings_after_a_round_and_of_a_part_are_papers_that_say_what_they_are(final: Tournament) -> None:
    with translation.override("en"):
        (listed,) = [paper for paper in papers.of_tournament(final) if paper.what == "standings"]
    styles = {name: said for name, said, _chosen in listed.styles}
    told = {"after-3": "after round 3", "stages-1": "Part 1", "stages-2": "part: Finale"}
    assert told.items() <= styles.items() and "stages-3" not in styles
    made = {style: list_papers.gather_standings(final, Choice(style=style)).data for style in (*told, "after-4")}
    with pytest.raises(Nothing, match="no-such"):
        list_papers.gather_standings(final, Choice(style="stages-3"))
    said = {
        style: (paper["title"], paper["note"].split(" · ")[0], len(paper["rows"])) for style, (paper,) in made.items()
    }
    assert said == {
        "after-3": ("Classement, après le tour 3", "Après le tour 3 sur 4", 4),
        "stages-1": ("Classement, Phase 1", "Après le tour 3 sur 4", 4),
        "stages-2": ("Classement, Finale", "Après le tour 4 sur 4", 2),
        "after-4": ("Classement, après le tour 4", "Après le tour 4 sur 4", 4),
    }
    # It is told as which version they are public, as long as they are the same.
    evening.publish(final, Round.objects.get(stage__tournament=final, number=4))
    (after,) = list_papers.gather_standings(final, Choice(style="after-3")).data
    assert after["note"].endswith("version 1")
    Entry.objects.filter(tournament=final, number=1).update(status=Entry.Status.DISQUALIFIED)
    (after,) = list_papers.gather_standings(final, Choice(style="after-3")).data
    assert "version" not in after["note"]
    # While a round is being played, the standings after it are offered by nobody, and asked for all the same say so.
    Round.objects.filter(stage__tournament=final, number=4).update(state=Round.State.PLAYING)
    (listed,) = [paper for paper in papers.of_tournament(final) if paper.what == "standings"]
    assert {"after-3", "after-4"} & {name for name, _said, _chosen in listed.styles} == {"after-3"}
    (playing,) = list_papers.gather_standings(final, Choice(style="after-4")).data
    assert playing["note"].startswith("Provisoire")


def test_before_the_first_round_there_are_no_lists(desk: Client, club: Club) -> None:
    tournament = evening.new_tournament(4, rounds=1, club=club)
    assert "standings/players/" not in text_of(desk, at("standings", tournament))
    assert "Nobody stands in this list yet" in text_of(desk, at("standings-clubs", tournament))
    empty = evening.new_tournament(0, rounds=1, club=club)
    assert "Nobody stands in this list yet" in text_of(desk, at("standings-players", empty))


def test_a_page_asks_as_many_questions_of_three_pairs_as_of_one(desk: Client, club: Club) -> None:
    counts: list[list[int]] = []
    for pairs in (2, 6):
        tournament = evening.new_tournament(pairs, rounds=1, club=club)
        tournament.entries.update(category="Dames", home_club="Lens")
        evening.play_round(tournament, 1)
        counts.append([])
        for name in LISTS:
            desk.get(at(name, tournament))
            with CaptureQueriesContext(connection) as asked:
                desk.get(at(name, tournament))
            counts[-1].append(len(asked))
    assert counts[0] == counts[1]
