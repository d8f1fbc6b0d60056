"""The page on which anybody checks the draws: what it shows before and after the seed is opened, and to whom."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from clubs.models import Club
from clubs.roles import Role
from core import actors, jobs
from core.actors import SYSTEM
from core.models import Job
from tests import factories
from tests.tournaments.services import evening
from tournaments import drawtrail
from tournaments.models import Draw, Tournament
from tournaments.services import draw_file, rounds

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def club() -> Club:
    return factories.make_club("Amicale de l’essai")


@pytest.fixture
def organiser(client_for: Callable[..., Client], club: Club) -> Client:
    return client_for(Role.ORGANISER, club, HTTP_ACCEPT_LANGUAGE="en")


def page(tournament: Tournament, name: str = "public-draws", *more: Any) -> str:
    return reverse(name, args=[tournament.club.slug, tournament.slug, *more])


def text(client: Client, tournament: Tournament) -> str:
    answer = client.get(page(tournament), headers={"accept-language": "en"})
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def seal(tournament: Tournament) -> str:
    return drawtrail.grouped(tournament.stages.get().commitment)


def test_the_seal_is_there_before_the_first_draw_and_the_tournament_is_not(client: Client, club: Club) -> None:
    tournament = evening.new_tournament(4, club=club)
    shown = text(client, tournament)
    assert seal(tournament) in shown
    assert tournament.name not in shown
    assert "Nothing has been drawn" not in shown
    assert client.get(page(tournament, "public-draws-file", 1)).status_code == 404


def test_a_draft_is_counted_and_nothing_of_it_is_shown(client: Client, club: Club) -> None:
    tournament = evening.new_tournament(6, rounds=2, club=club)
    evening.play_round(tournament, 1)
    rounds.make_draw(tournament.pk, 2, 1, SYSTEM)
    draft = rounds.make_draw(tournament.pk, 2, 2, SYSTEM, reason="mistake in the list")
    answer = client.get(page(tournament), headers={"accept-language": "en"}).content.decode()
    assert draft.seed not in answer
    assert tournament.stages.get().sealed_seed not in answer
    shown = text(client, tournament)
    assert "Round 2: 2 draws, 1 of them discarded" in shown
    assert "discarded by the organisers (mistake in the list)" in shown
    assert "being looked at, not published" in shown
    # Neither tables nor pairs, of whatever round.
    for name in (r"Table", r"Pair\b", r"verify_draw", r"Check now"):
        assert not re.search(name, shown), name


def test_before_the_seed_is_opened_there_is_no_file_and_no_check(client: Client, club: Club) -> None:
    tournament = evening.new_tournament(4, rounds=1, club=club)
    evening.play_round(tournament, 1)
    answer = client.get(page(tournament, "public-draws-file", 1))
    assert (answer.status_code, answer["Location"]) == (302, page(tournament))
    answer = client.post(page(tournament, "public-draws-check", 1), follow=True)
    assert not Job.objects.filter(kind=draw_file.CHECK).exists()
    assert client.get(page(tournament, "public-draws-file", 2)).status_code == 404


def test_who_discarded_a_draw_is_named_to_the_clubs_own_people_only(
    client: Client, organiser: Client, club: Club
) -> None:
    tournament = evening.new_tournament(4, rounds=1, club=club)
    one, other = (factories.make_user(username=name) for name in ("premiere", "seconde"))
    rounds.make_draw(tournament.pk, 1, 1, actors.of_user(one))
    round_ = rounds.publish_draw(rounds.make_draw(tournament.pk, 1, 2, actors.of_user(other)).pk, SYSTEM)
    rounds.withdraw_draw(round_.pk, actors.of_user(one), reason="late pair")
    rounds.publish_draw(rounds.make_draw(tournament.pk, 1, 3, actors.of_user(other)).pk, SYSTEM)
    seen = text(organiser, tournament)
    assert "discarded by seconde (no reason was given)" in seen
    assert "published, then taken back by premiere (late pair)" in seen
    shown = text(client, tournament)
    assert "premiere" not in shown and "seconde" not in shown
    assert shown.count("by the organisers") == 2
    stranger = client
    stranger.force_login(factories.make_user(Role.ORGANISER, club=factories.make_club("Autre")))
    assert "seconde" not in text(stranger, tournament)


def finished(club: Club) -> Tournament:
    tournament = evening.new_tournament(4, rounds=1, club=club)
    rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    round_ = rounds.publish_draw(rounds.make_draw(tournament.pk, 1, 2, SYSTEM, reason="again").pk, SYSTEM)
    for game in evening.games_of(round_):
        evening.play_game(game)
    rounds.close_round(round_.pk, SYSTEM)
    return tournament


def test_the_organiser_opens_the_seed_once_nothing_more_is_drawn(client: Client, organiser: Client, club: Club) -> None:
    tournament = evening.new_tournament(4, rounds=1, club=club)
    button = "Open the seed: nothing more is drawn"
    draw_page = page(tournament, "draw")
    assert button not in organiser.get(draw_page).content.decode()
    organiser.post(page(tournament, "draws-open", 1), {"typed": "1"})
    assert tournament.stages.get().seed_opened_at is None
    evening.play_round(tournament, 1)
    assert button in organiser.get(draw_page).content.decode()
    assert client.post(page(tournament, "draws-open", 1)).status_code == 302
    assert tournament.stages.get().seed_opened_at is None
    answer = organiser.post(page(tournament, "draws-open", 1), {"typed": "1"})
    assert answer["Location"] == page(tournament)
    assert tournament.stages.get().seed_opened_at is not None
    assert button not in organiser.get(draw_page).content.decode()
    assert organiser.post(page(tournament, "draws-open", 2), {"typed": "1"}).status_code == 404


def test_once_it_is_open_anybody_has_the_draws_made_again(client: Client, club: Club) -> None:
    tournament = finished(club)
    stage = draw_file.open_seed(tournament.pk, 1, SYSTEM)
    shown = text(client, tournament)
    assert stage.sealed_seed in shown and "Check now" in shown
    answer = client.post(page(tournament, "public-draws-check", 1))
    assert answer["Location"] == page(tournament)
    waiting = client.get(page(tournament))
    assert waiting["Refresh"] == "2"
    jobs.run_job(Job.objects.get(kind=draw_file.CHECK).pk)
    done = client.get(page(tournament), headers={"accept-language": "en"})
    assert "Refresh" not in done
    shown = text(client, tournament)
    assert shown.count("the same again") == 2
    assert "Everything is as it was drawn." in shown
    assert "Check now" not in shown


def test_the_file_waits_for_the_results_that_stand_in_it(client: Client, club: Club) -> None:
    tournament = evening.new_tournament(4, rounds=2, club=club)
    evening.play_round(tournament, 1)
    last = evening.play_round(tournament, 2)
    draw_file.open_seed(tournament.pk, 1, SYSTEM)
    assert client.get(page(tournament, "public-draws-file", 1)).status_code == 302
    assert "once the results of round 1 are public" in text(client, tournament)
    evening.publish(tournament, last)
    assert client.get(page(tournament, "public-draws-file", 1)).status_code == 200


def test_the_file_and_the_verifier_are_for_everybody(client: Client, club: Club) -> None:
    tournament = finished(club)
    stage = draw_file.open_seed(tournament.pk, 1, SYSTEM)
    answer = client.get(page(tournament, "public-draws-file", 1))
    data = json.loads(answer.content)
    assert data["seed"] == stage.sealed_seed
    assert len(data["draws"]) == 2
    again = client.get(page(tournament, "public-draws-file", 1), headers={"if-none-match": answer["ETag"]})
    assert again.status_code == 304
    program = client.get(reverse("draw-verifier"))
    assert b"".join(program.streaming_content).startswith(b"#!/usr/bin/env python3")
    assert "attachment" in program["Content-Disposition"]


def test_a_draw_that_does_not_hold_is_shown_as_such(client: Client, club: Club) -> None:
    tournament = finished(club)
    made = Draw.objects.get(attempt=1)
    made.result["tables"].reverse()
    made.result["tables"][0]["ns"], made.result["tables"][1]["ns"] = (
        made.result["tables"][1]["ns"],
        made.result["tables"][0]["ns"],
    )
    made.save()
    draw_file.ask_check(draw_file.open_seed(tournament.pk, 1, SYSTEM))
    jobs.run_job(Job.objects.get(kind=draw_file.CHECK).pk)
    shown = text(client, tournament)
    assert "DIFFERS" in shown and "NOT everything is as it was drawn." in shown
