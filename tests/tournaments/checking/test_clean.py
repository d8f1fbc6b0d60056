"""Evenings of every kind in which nothing is wrong: nothing is found, whatever was done by the verbs."""

from collections.abc import Callable

import pytest

from core.actors import SYSTEM
from scoring import sheets
from tests.conftest import LONG
from tests.scoring.on_sheets import deal, new_key
from tests.tournaments.checking.played import document_of
from tests.tournaments.services import evening
from tests.tournaments.services.random_evening import Chance
from tournaments.checking import check
from tournaments.models import Tournament
from tournaments.services import cutting, forfeits, rounds
from tournaments.services.results import keep_standings

SEEDS = range(100) if LONG else range(2)

pytestmark = pytest.mark.django_db


def found(tournament: Tournament) -> list[object]:
    standing = keep_standings(tournament.pk)
    kept = {"revision": standing.revision, "figures": standing.figures}
    return list(check(document_of(tournament), standing=kept).findings)


def of_a_melee() -> Tournament:
    tournament = evening.new_melee(9, rounds=2)
    for number in (1, 2):
        evening.publish(tournament, evening.play_round(tournament, number))
    return tournament


def of_teams() -> Tournament:
    tournament = evening.new_teams(3, rounds=2)
    for number in (1, 2):
        evening.publish(tournament, evening.play_round(tournament, number))
    return tournament


def of_a_knockout() -> Tournament:
    tournament = evening.new_tournament(4, rounds=2)
    tournament.stages.update(draw_system="knockout")
    for number in (1, 2):
        evening.publish(tournament, evening.play_round(tournament, number, lambda game: 80 + 10 * game.table_no))
    return tournament


def with_forfeits_and_a_cut_round() -> Tournament:
    """A table that one side forfeits, one that neither plays, one that time ends with a deal and one without any."""
    tournament = evening.new_tournament(9, rounds=2, deals=2)
    games = evening.games_of(evening.start_round(tournament, 1))
    evening.play_game(games[0])
    forfeits.declare(games[1].pk, "A", SYSTEM)
    forfeits.declare(games[2].pk, "AB", SYSTEM)
    sheets.record_deal(games[3].sheet_id, deal(100), position=1, client_key=new_key(), actor=SYSTEM)
    round_ = games[0].match.round
    cutting.cut_short(round_.pk, SYSTEM, reason="il est tard")
    evening.publish(tournament, rounds.close_round(round_.pk, SYSTEM))
    evening.start_round(tournament, 2)
    return tournament


@pytest.mark.parametrize(
    "play", [of_a_melee, of_teams, of_a_knockout, with_forfeits_and_a_cut_round], ids=lambda play: play.__name__
)
def test_nothing_is_found_in(play: Callable[[], Tournament]) -> None:
    assert found(play()) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_was_done_by_the_verbs_nothing_is_found(seed: int) -> None:
    assert found(Chance(seed).live(60 if LONG else 30)) == []
