"""Evenings of every kind in which nothing is wrong: nothing is found, whatever was done by the verbs."""

from collections.abc import Callable

import pytest

from core.actors import SYSTEM
from scoring import sheets
from tests.conftest import LONG
from tests.scoring.on_sheets import deal, new_key
from tests.tournaments.checking.played import document_of
from tests.tournaments.services import evening_kept as evening
from tests.tournaments.services.random_evening import Chance
from tests.tournaments.services.test_giving import settle
from tournaments.checking import check
from tournaments.models import Tournament
from tournaments.services import catchup, contests, cuts, cutting, forfeits, presence, rounds
from tournaments.services.results import keep_standings
from tournaments.standings.policies import ByeRule, MissedRule

SEEDS = range(100) if LONG else range(2)

pytestmark = pytest.mark.django_db


def found(tournament: Tournament) -> list[object]:
    contests.touch(tournament.pk)  # entries made by factories have changed nothing that it knows of
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


def with_a_final() -> Tournament:
    """A qualification, and the final of the best four."""
    tournament = evening.new_tournament(6, rounds=1)
    new = cuts.NewStage(name="Finale", draw_system="knockout", rounds=2, places=4)
    stage = cuts.add(tournament.pk, new, SYSTEM)
    evening.publish(tournament, evening.play_round(tournament, 1))
    cuts.make_cut(stage.pk, SYSTEM)
    for number in (2, 3):
        evening.publish(tournament, evening.play_round(tournament, number, lambda game: 80 + 10 * game.table_no))
    return tournament


def with_people_late_and_absent_and_a_game_made_up() -> Tournament:
    """Three of seven miss the first round or the second, by rules that give them something; a rest is made up."""
    tournament = evening.new_tournament(7, rounds=2)
    settle(
        tournament,
        bye=ByeRule("flat", 40, catch_up=True),
        late=MissedRule("average", less=10, table="late"),
        absent=MissedRule("flat", 20),
    )
    late, absent = tournament.entries.order_by("number")[:2]
    presence.expect_late(late.pk, 1, 2, SYSTEM)
    first = evening.play_round(tournament, 1)
    evening.publish(tournament, first)
    presence.expect_absent(absent.pk, 2, SYSTEM)
    second = evening.start_round(tournament, 2)
    for game in evening.games_of(second):
        evening.play_game(game, 110)
    owed = catchup.owed(tournament)
    for one in owed[:1]:
        match = catchup.set_table(one.round.pk, one.entry.pk, catchup.opponents(tournament, one.entry)[0].pk, SYSTEM)
        evening.play_game(match.games.get(), 130)
    evening.publish(tournament, rounds.close_round(second.pk, SYSTEM))
    return tournament


KINDS = [
    of_a_melee,
    of_teams,
    of_a_knockout,
    with_forfeits_and_a_cut_round,
    with_a_final,
    with_people_late_and_absent_and_a_game_made_up,
]


@pytest.mark.parametrize("play", KINDS, ids=lambda play: play.__name__)
def test_nothing_is_found_in(play: Callable[[], Tournament]) -> None:
    assert found(play()) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_was_done_by_the_verbs_nothing_is_found(seed: int) -> None:
    assert found(Chance(seed).live(60 if LONG else 30)) == []
