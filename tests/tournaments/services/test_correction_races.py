"""Counting anew while deals come, and a sheet opened again at its table while the round is closed: one after the other,
and nothing is lost."""

import pytest
from django.db import connection

from core.actors import SYSTEM, Actor
from scoring import agreeing, sheets
from scoring.models import ScoreSheet
from scoring.rulesets_store import preset_version
from tests.scoring.on_sheets import assert_replays, deal, new_key
from tests.tournaments.services import evening
from tournaments.models import Game, Result, Round, Tournament
from tournaments.services import rescoring

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

RACE = "tests.tournaments.services.correction_race"
FFB = "ffb-contree-2016"


@pytest.fixture
def times(scale):
    """How often a race is run. SQLite lets one writer in at a time, so that there twice shows it as well."""
    return (4 if connection.vendor == "postgresql" else 1) * min(scale, 10)


def playing(deals: int) -> tuple[Tournament, Game]:
    """Two tables of ``deals`` deals, at the first one of which one deal is on the sheet."""
    tournament = evening.new_tournament(4, deals=deals, ruleset="club")
    game = evening.games_of(evening.start_round(tournament, 1))[0]
    sheets.record_deal(game.sheet_id, deal(80), position=1, client_key=new_key(), actor=SYSTEM)
    return tournament, game


def test_a_deal_that_comes_while_a_stage_is_counted_anew_is_counted_by_the_same_rules(in_turns, times):
    things, games = [], []
    for _ in range(times):  # what the next test cannot miss, at other moments too
        tournament, game = playing(3)
        stage = tournament.stages.get()
        things.append((str(stage.pk), rescoring.look(stage.pk, FFB).digest, str(game.sheet_id)))
        games.append(game)
    for game, answers in zip(games, in_turns("rescore_or_deal", things), strict=True):
        assert answers == (2, 2)
        sheet = ScoreSheet.objects.get(pk=game.sheet_id)
        assert sheet.ruleset_version == preset_version(FFB) and sheets.standing_entries(sheet)[1:]
        assert_replays(sheet)


def test_a_deal_waits_for_the_end_of_counting_anew_and_is_counted_by_the_new_rules(together, tmp_path):
    tournament, game = playing(3)
    stage = tournament.stages.get()
    seen = rescoring.look(stage.pk, FFB).digest
    counted, dealt = together(
        [
            (f"{RACE}:rescore_slowly", [str(tmp_path), str(stage.pk), seen]),
            (f"{RACE}:deal_meanwhile", [str(tmp_path), str(game.sheet_id)]),
        ]
    )
    assert (counted.message, dealt.message) == ("", "")
    assert (counted.value, dealt.value) == (2, 2)
    sheet = ScoreSheet.objects.get(pk=game.sheet_id)
    assert sheet.ruleset_version == preset_version(FFB)
    assert_replays(sheet)


def test_of_those_that_count_anew_at_once_one_does(crowd, times):
    things = []
    for _ in range(times):
        tournament, game = playing(1)
        evening.close(game.sheet)
        stage = tournament.stages.get()
        things.append((str(stage.pk), rescoring.look(stage.pk, FFB).digest))
    for (stage_id, _seen), answers in zip(things, crowd("rescore_at_once", things, 3), strict=True):
        assert sorted(answers, key=str) == sorted([2, *[["TournamentError", "rules-same"]] * 2], key=str)
        events = Game.objects.filter(match__round__stage=stage_id, sheet__events__verb="rescored")
        assert events.count() == 2


def test_a_table_opens_its_sheet_before_the_round_is_closed_or_not_at_all(in_turns, times):
    things, games = [], []
    for _ in range(4 * times):
        _tournament, game = playing(1)
        sheet = ScoreSheet.objects.get(pk=game.sheet_id)
        for side in ("A", "B"):
            agreeing.confirm(sheet.pk, side, digest=sheet.digest, actor=Actor(device=side))
        evening.play_game(evening.games_of(game.match.round)[1])
        things.append((str(game.match_id), str(game.match.round_id)))
        games.append(game)
    for game, (asked, closed) in zip(games, in_turns("ask_or_close", things), strict=True):
        state = Round.objects.get(pk=game.match.round_id).state
        has_result = Result.objects.filter(game=game).exists()
        if asked == "open":
            assert closed == ["Conflict", "tables-open"] and state == Round.State.PLAYING and not has_result
        else:
            assert closed == "closed" and state == Round.State.CLOSED and has_result
