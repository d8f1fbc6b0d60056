"""A game made up by who rested: its real score replaces the rest, its opponent has nothing from it."""

import pytest
from django.db import IntegrityError, transaction

from core import links
from core.actors import SYSTEM
from core.models import AccessLink
from scoring import sheets
from tests.kept import kept
from tests.scoring.on_sheets import deal, new_key
from tests.tournaments.services import evening_kept as evening
from tests.tournaments.services.test_giving import given, identity_holds, refused, rester, settle
from tournaments.models import Entry, Match, Result, Seat
from tournaments.services import catchup, entries, forfeits, play, publishing, results, rounds
from tournaments.standings.policies import ByeRule

pytestmark = pytest.mark.django_db

RULE = ByeRule("flat", 40, catch_up=True)


@pytest.fixture
@kept
def closed():
    """Five pairs after the first of three rounds, in which one rested; who rests may make its game up."""
    tournament = evening.new_tournament(5, rounds=3)
    settle(tournament, bye=RULE)
    round_ = evening.play_round(tournament, 1, lambda game: 100)
    return tournament, round_


def made_up(tournament, round_, opponent: Entry | None = None):
    """The table that makes the rest of a round up, and its game."""
    entry = rester(round_)
    other = opponent or catchup.opponents(tournament, entry)[0]
    match = catchup.set_table(round_.pk, entry.pk, other.pk, SYSTEM)
    return match, match.games.get(), entry, other


def test_what_is_scored_replaces_the_rest_and_the_opponent_has_nothing_from_it(closed):
    tournament, round_ = closed
    assert [(one.round, one.entry) for one in catchup.owed(tournament)] == [(round_, rester(round_))]
    before = evening.points(round_)
    _match, game, entry, other = made_up(tournament, round_)
    assert given(round_)[entry.number][:2] == ("bye", 40)  # as long as it is not played
    evening.play_game(game, 130)
    assert given(round_) == {}
    assert evening.points(round_) == {**before, entry.number: 130}
    mine = Result.objects.get(round=round_, entry=entry)
    assert (mine.source, mine.points_against, mine.match_points) == ("game", 0, 2)
    assert Result.objects.filter(round=round_, entry=other).count() == 1
    assert identity_holds(tournament)
    assert catchup.owed(tournament) == []


def test_the_rests_of_others_do_not_follow_from_it():
    tournament = evening.new_tournament(3, rounds=3)
    settle(tournament, bye=ByeRule(catch_up=True))
    round_ = evening.play_round(tournament, 1, lambda game: 100)
    _, game, _, _ = made_up(tournament, round_)
    evening.play_game(game, 160)
    sheets.reopen_sheet(game.sheet_id, actor=SYSTEM, reason="à revoir")
    assert given(round_)[rester(round_).number][1] == 50  # open again, the rest counts: the average of the round
    evening.close(game.sheet)
    assert given(round_) == {}


def test_it_has_a_code_as_any_table_and_the_phone_writes_on_it(closed):
    tournament, round_ = closed
    match, game, _, _ = made_up(tournament, round_)
    link = AccessLink.objects.get(purpose=AccessLink.Purpose.TABLE, target=match.pk)
    access = play.by_token(links.token_of(link))
    assert access is not None and access.writable
    play.record(access, deal(120), position=1, client_key=new_key(), actor=access.actor("telephone"))
    evening.close(game.sheet)
    # With the next round its code is closed like the others.
    evening.play_round(tournament, 2)
    access = play.by_token(links.token_of(link))
    assert access is None or not access.writable


def test_it_does_not_hold_the_evening_up_but_for_the_last_round(closed):
    tournament, round_ = closed
    _, game, _, _ = made_up(tournament, round_)
    second = evening.play_round(tournament, 2)
    assert evening.publish(tournament, second)
    third = evening.start_round(tournament, 3)
    for one in evening.games_of(third):
        evening.play_game(one)
    error = refused("tables-open", rounds.close_round, third.pk, SYSTEM)
    assert error.params == {"count": 1, "table": game.table_no}
    evening.play_game(game, 90)
    assert rounds.close_round(third.pk, SYSTEM).state == "closed"
    assert identity_holds(tournament)


def test_it_may_be_set_up_while_the_round_goes_on_against_who_has_finished():
    tournament = evening.new_tournament(5, rounds=3)
    settle(tournament, bye=RULE)
    round_ = evening.start_round(tournament, 1)
    first, second = evening.games_of(round_)
    evening.play_game(first)
    entry = rester(round_)
    free = catchup.opponents(tournament, entry)
    assert set(free) == {evening.entry_at(first, side) for side in "AB"}
    busy = evening.entry_at(second, "A")
    error = refused("catch-up-busy", catchup.set_table, round_.pk, entry.pk, busy.pk, SYSTEM)
    assert error.params == {"number": busy.number, "table": second.table_no}
    _, game, _, _ = made_up(tournament, round_)
    evening.play_game(second)
    rounds.close_round(round_.pk, SYSTEM)  # while the table plays on
    assert given(round_)[entry.number][1] == 40
    evening.play_game(game, 110)
    assert given(round_) == {}


def test_the_next_draw_knows_nothing_of_it_and_a_rest_stays_a_rest(closed):
    tournament, round_ = closed
    _, game, entry, _ = made_up(tournament, round_)
    evening.play_game(game)
    made = rounds.make_draw(tournament.pk, 2, 1, SYSTEM)
    played = made.inputs["played"][0]
    assert len(played["meetings"]) == 2
    assert list(played["byes"]) == [str(entry.pk)]
    assert str(entry.pk) not in made.result["byes"]


def test_the_public_results_show_it_without_a_second_score_for_the_opponent(closed):
    tournament, round_ = closed
    _, game, entry, other = made_up(tournament, round_)
    evening.play_game(game, 130)
    evening.publish(tournament, round_)
    (publication,) = publishing.public(tournament, "round")
    table = publication.figures["tables"][-1]
    assert table["catch_up"] is True
    assert [(side["entry"], side["points"]) for side in table["sides"]] == [(str(entry.pk), 130), (str(other.pk), 0)]
    assert publication.figures["byes"] == []
    assert results.round_figures(round_) == publication.figures


def test_taken_away_before_its_first_deal_the_rest_counts(closed):
    tournament, round_ = closed
    match, game, entry, _ = made_up(tournament, round_)
    catchup.take_away(match.pk, SYSTEM)
    assert not Match.objects.filter(kind="catchup").exists()
    assert AccessLink.objects.get(target=match.pk).revoked_at is not None
    assert given(round_)[entry.number][1] == 40
    match, game, _, _ = made_up(tournament, round_)
    sheets.record_deal(game.sheet_id, deal(100), position=1, client_key=new_key(), actor=SYSTEM)
    assert refused("scores-entered", catchup.take_away, match.pk, SYSTEM).params == {"table": game.table_no}


def test_a_game_is_made_up_once(closed):
    tournament, round_ = closed
    _, _, entry, other = made_up(tournament, round_)
    refused("catch-up-made", catchup.set_table, round_.pk, entry.pk, other.pk, SYSTEM)
    match = Match.objects.create(round=round_, board=99, kind="catchup")
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(match=match, round=round_, side="A", participant=entry)


def test_only_who_rested_where_the_rules_allow_it_makes_a_game_up(closed):
    tournament, round_ = closed
    entry = rester(round_)
    other = catchup.opponents(tournament, entry)[0]
    refused("catch-up-made", catchup.set_table, round_.pk, other.pk, entry.pk, SYSTEM)
    refused("catch-up-opponent", catchup.set_table, round_.pk, entry.pk, entry.pk, SYSTEM)
    entries.set_status(other.pk, "withdrawn", SYSTEM)
    refused("catch-up-opponent", catchup.set_table, round_.pk, entry.pk, other.pk, SYSTEM)
    settle(tournament, bye=ByeRule("flat", 40), from_start=True)
    third = catchup.opponents(tournament, entry)[0]
    refused("catch-up-not-owed", catchup.set_table, round_.pk, entry.pk, third.pk, SYSTEM)


def test_a_table_may_have_a_number_of_its_own(closed):
    tournament, round_ = closed
    entry = rester(round_)
    other = catchup.opponents(tournament, entry)[0]
    refused("table-range", catchup.set_table, round_.pk, entry.pk, other.pk, SYSTEM, table=0)
    assert catchup.set_table(round_.pk, entry.pk, other.pk, SYSTEM, table=41).games.get().table_no == 41


def test_nobody_wins_a_made_up_game_by_forfeit(closed):
    tournament, round_ = closed
    _, game, _, _ = made_up(tournament, round_)
    refused("forfeit-made-up", forfeits.declare, game.pk, "B", SYSTEM)
