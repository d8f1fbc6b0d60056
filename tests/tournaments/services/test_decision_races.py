"""Decisions at the desk while others write: in processes of their own, each of them once and nothing lost."""

import pytest
from django.db import connection

from core.actors import SYSTEM
from tests.scoring.on_sheets import deal, new_key, record
from tests.tournaments.services import evening
from tests.tournaments.services.test_giving import given, rester, settle
from tournaments.models import Adjustment, ClockEvent, Match, Result, Seat
from tournaments.services import adjustments, catchup
from tournaments.standings.policies import ByeRule
from tournaments.standings.ranking import bye_average

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

RACE = "tests.tournaments.services.decision_race"


@pytest.fixture
def times(scale):
    return (5 if connection.vendor == "postgresql" else 2) * min(scale, 10)


def new_games(count, deals=1) -> list:
    return [evening.games_of(evening.start_round(evening.new_tournament(2, deals=deals), 1))[0] for _ in range(count)]


def test_a_deal_that_comes_while_a_forfeit_is_noted_is_on_the_sheet_before_or_finds_it_closed(in_turns, times):
    games = new_games(2 * times)
    for game, (noted, recorded) in zip(games, in_turns("forfeit_or_deal", [str(one.pk) for one in games]), strict=True):
        assert noted == "B"
        assert recorded in (1, ["SheetError", "sheet-closed"])
        game.refresh_from_db()
        assert (game.state, game.sheet.state, game.sheet.entries.count()) == ("closed", "closed", int(recorded == 1))
        assert sorted(Result.objects.filter(game=game).values_list("source", flat=True)) == ["forfeit"] * 2


def test_a_sheet_closed_while_a_forfeit_is_noted_counts_once_and_as_the_forfeit(in_turns, times):
    games = new_games(2 * times)
    for game in games:
        record(game.sheet, deal())
    for game, both in zip(games, in_turns("forfeit_or_close", [str(one.pk) for one in games]), strict=True):
        assert both == ("B", "closed")
        assert sorted(Result.objects.filter(game=game).values_list("source", flat=True)) == ["forfeit"] * 2


@pytest.mark.parametrize("what", ["cut", "time"])
def test_who_acts_on_a_whole_round_and_who_closes_a_sheet_of_it_do_not_wait_for_each_other(in_turns, times, what):
    things = []
    for _ in range(2 * times):
        round_ = evening.start_round(evening.new_tournament(4, deals=1), 1)
        for game in evening.games_of(round_):
            record(game.sheet, deal())
        things.append((what, str(round_.pk), str(evening.games_of(round_)[1].sheet_id)))
    for done, closed in in_turns("whole_round_or_close", things):
        assert done is True or done == ["Conflict", "nothing-open"]
        assert closed == "closed" or closed == ["SheetConflict", "sheet-changed"]


def test_corrections_of_two_rounds_at_once_leave_what_is_given_as_if_one_came_after_the_other(in_turns, times):
    played = []
    for _ in range(times):
        tournament = evening.new_tournament(3, rounds=3)
        settle(tournament, bye=ByeRule("own_average"))
        rounds = [evening.play_round(tournament, number, lambda game: 80) for number in (1, 2, 3)]
        rested = rester(rounds[0])
        mine = [Result.objects.get(round=one, entry=rested).game_id for one in rounds[1:]]
        played.append((rounds, rested, [str(game) for game in mine]))
    assert in_turns("correct_each", [games for *_, games in played]) == [("corrected", "corrected")] * times
    for rounds, rested, _ in played:
        own = Result.objects.filter(entry=rested, source="game").values_list("points_for", flat=True)
        assert given(rounds[0])[rested.number][1] == bye_average(own)
        assert Result.objects.filter(round__in=rounds, source="bye").count() == 3


def test_a_game_made_up_is_set_once_by_whoever_comes_first(crowd, times):
    things = []
    for _ in range(times):
        tournament = evening.new_tournament(5)
        settle(tournament, bye=ByeRule(catch_up=True))
        round_ = evening.play_round(tournament, 1)
        entry = rester(round_)
        things.append((str(round_.pk), str(entry.pk), str(catchup.opponents(tournament, entry)[0].pk)))
    for (round_id, entry, _), answers in zip(things, crowd("catch_up_at_once", things, 3), strict=True):
        won = [one for one in answers if isinstance(one, str)]
        assert won == [
            str(pk) for pk in Match.objects.filter(round=round_id, kind="catchup").values_list("pk", flat=True)
        ]
        assert [one for one in answers if not isinstance(one, str)] == [["Conflict", "catch-up-made"]] * 2
        assert Seat.objects.filter(round=round_id, participant=entry).count() == 1


def test_an_adjustment_made_void_by_several_at_once_has_one_counter_entry(crowd, times):
    entry = evening.new_tournament(2).entries.first()
    made = [adjustments.give(entry.pk, -10, "retard", SYSTEM) for _ in range(times)]
    for one, answers in zip(made, crowd("void_at_once", [str(one.pk) for one in made], 3), strict=True):
        assert sorted(answers, key=str) == sorted([str(one.pk), *[["Conflict", "adjustment-void"]] * 2], key=str)
        assert Adjustment.objects.filter(voids=one).count() == 1


def test_rules_changed_while_a_round_is_closed_hold_for_it_whoever_was_first(in_turns, times):
    played = []
    for _ in range(times):
        round_ = evening.start_round(evening.new_tournament(3), 1)
        (game,) = evening.games_of(round_)
        evening.sheets.record_deal(game.sheet_id, deal(100), position=1, client_key=new_key(), actor=SYSTEM)
        evening.close(game.sheet)
        played.append(round_)
    answers = in_turns("settle_or_close", [str(round_.pk) for round_ in played])
    assert answers == [("settled", "closed")] * times
    for round_ in played:
        assert given(round_)[rester(round_).number][1] == 972


def test_a_fault_and_a_pause_sent_by_several_at_once_are_one_each(crowd, times):
    games = new_games(times)
    for game, answers in zip(games, crowd("fault_and_pause_at_once", [str(one.pk) for one in games], 3), strict=True):
        assert answers == [[50, True]] * 3
        game.sheet.refresh_from_db()
        assert [one["ew"] for one in game.sheet.options["rulings"]] == [50]
        assert ClockEvent.objects.filter(round=game.match.round_id).count() == 1
