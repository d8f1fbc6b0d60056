"""Who comes late: entered in any round, waiting for the next draw, or seated at once at a table that is added."""

import pytest

from core.actors import SYSTEM
from core.models import AccessLink, Job
from tests import factories
from tests.scoring.on_sheets import deal, new_key
from tests.tournaments.services import evening_kept as evening
from tournaments.draws.record import byes_of
from tournaments.models import Entry, Game, Match, Result, RoundStatus, Seat, Tournament
from tournaments.services import latecomers, leaving, presence, rounds
from tournaments.services.errors import Conflict, TournamentError

pytestmark = pytest.mark.django_db


def refused(code: str, call, *arguments, **named) -> TournamentError:
    with pytest.raises(TournamentError) as caught:
        call(*arguments, **named)
    assert caught.value.code == code
    return caught.value


def late_pair(tournament) -> Entry:
    return factories.make_pairs(tournament, 1)[0]


def resting(round_) -> list[Entry]:
    return [row.entry for row in round_.statuses.filter(status="bye").order_by("entry__number")]


def state_of(round_) -> list:
    """Everything of a round that an added table must leave alone."""
    return [
        list(round_.matches.order_by("board").values()),
        list(Seat.objects.filter(round=round_).order_by("pk").values()),
        list(Game.objects.filter(match__round=round_).order_by("pk").values()),
        list(AccessLink.objects.filter(target__in=round_.matches.values("pk")).order_by("pk").values()),
        list(round_.statuses.order_by("entry__number").values_list("entry__number", "status")),
        list(round_.draws.values("result", "inputs", "state")),
    ]


@pytest.fixture
def tournament() -> Tournament:
    return evening.new_tournament(5, rounds=4)


# The next draw


def test_a_pair_may_come_in_any_round_and_those_before_are_told_late():
    tournament = evening.new_tournament(4, rounds=4)
    late = []
    for number in (1, 2, 3):
        evening.play_round(tournament, number)
        late += factories.make_pairs(tournament, 2)
    evening.start_round(tournament, 4)
    told = RoundStatus.objects.filter(entry__in=late).order_by("entry__number", "round__number")
    by_pair = [[row.status for row in told.filter(entry=entry)] for entry in late]
    assert [row.count("late") for row in by_pair] == [1, 1, 2, 2, 3, 3]
    for row in by_pair:
        since = row.count("late")
        assert len(row) == 4
        assert row[:since] == ["late"] * since
        assert set(row[since:]) <= {"plays", "bye"}


def test_who_came_after_the_draw_is_told_late_when_the_round_is_closed(tournament):
    round_ = evening.start_round(tournament, 1)
    late, gone = factories.make_pairs(tournament, 2)
    single = factories.make_entry(tournament, [factories.make_person()], status=Entry.Status.INCOMPLETE)
    leaving.leave(gone.pk, SYSTEM)
    for game in evening.games_of(round_):
        evening.play_game(game)
    rounds.close_round(round_.pk, SYSTEM)
    assert round_.statuses.get(entry=late).status == "late"
    assert round_.statuses.get(entry=gone).status == "withdrawn"
    assert not round_.statuses.filter(entry=single).exists()
    assert latecomers.note_not_entered(round_) == 0


# A table added to the round


def test_a_late_pair_is_seated_against_the_one_that_rests_and_nothing_else_changes(tournament):
    round_ = evening.start_round(tournament, 1)
    late, [rests] = late_pair(tournament), resting(round_)
    before = state_of(round_)
    match = latecomers.seat_now(round_.pk, [late.pk, rests.pk], SYSTEM)
    assert match.board == 3
    game = Game.objects.get(match=match)
    assert (game.table_no, game.state, game.sheet.state) == (3, "playing", "open")
    assert {evening.entry_at(game, "A"), evening.entry_at(game, "B")} == {late, rests}
    assert AccessLink.objects.filter(target=match.pk, revoked_at=None).count() == 1
    assert set(round_.statuses.values_list("status", flat=True)) == {"plays"}
    now = state_of(round_)
    assert [[row for row in after if row in rows] for rows, after in zip(before[:4], now[:4], strict=True)] == before[
        :4
    ]
    assert [len(after) - len(rows) for rows, after in zip(before[:4], now[:4], strict=True)] == [1, 2, 1, 1]
    assert now[5] == before[5]


def test_the_draw_stays_as_it_was_made_and_can_be_checked(tournament):
    round_ = evening.start_round(tournament, 1)
    late, [rests] = late_pair(tournament), resting(round_)
    latecomers.seat_now(round_.pk, [late.pk, rests.pk], SYSTEM)
    draw = round_.draws.get()
    assert draw.hand is None
    assert byes_of(draw.result) == (str(rests.pk),)


def test_the_added_table_is_played_and_counted_as_the_others_and_the_rest_is_owed_again(tournament):
    round_ = evening.start_round(tournament, 1)
    late, [rests] = late_pair(tournament), resting(round_)
    latecomers.seat_now(round_.pk, [late.pk, rests.pk], SYSTEM)
    Job.objects.get(kind="pdf.sheets", key=str(round_.pk), state="queued")
    refused("tables-open", rounds.close_round, round_.pk, SYSTEM)
    for game in evening.games_of(round_):
        evening.play_game(game)
    rounds.close_round(round_.pk, SYSTEM)
    assert Result.objects.filter(round=round_, source="game").count() == 6
    assert not Result.objects.filter(round=round_).exclude(source="game").exists()
    second = rounds.make_draw(tournament.pk, 2, 1, SYSTEM)
    assert not second.inputs["played"][0]["byes"]
    assert len(second.inputs["played"][0]["meetings"]) == 3


def test_the_added_table_is_taken_away_again_and_all_is_as_before(tournament):
    round_ = evening.start_round(tournament, 1)
    late, [rests] = late_pair(tournament), resting(round_)
    absent = tournament.entries.exclude(pk__in=[late.pk, rests.pk]).first()
    before = state_of(round_)
    match = latecomers.seat_now(round_.pk, [late.pk, rests.pk], SYSTEM)
    latecomers.unseat(match.pk, SYSTEM)
    assert state_of(round_) == before
    refused("table-not-added", latecomers.unseat, match.pk, SYSTEM)
    assert absent is not None
    again = latecomers.seat_now(round_.pk, [late.pk, rests.pk], SYSTEM)
    assert again.board == 3


def test_an_added_table_with_a_score_stays_and_one_that_was_drawn_is_not_taken_away(tournament):
    round_ = evening.start_round(tournament, 1)
    drawn = round_.matches.get(board=1)
    refused("table-not-added", latecomers.unseat, drawn.pk, SYSTEM)
    match = latecomers.seat_now(round_.pk, [late_pair(tournament).pk, resting(round_)[0].pk], SYSTEM)
    game = Game.objects.get(match=match)
    evening.sheets.record_deal(game.sheet_id, deal(), position=1, client_key=new_key(), actor=SYSTEM)
    assert refused("scores-entered", latecomers.unseat, match.pk, SYSTEM).params == {"table": 3}


def test_who_was_absent_or_came_back_can_be_seated_too_and_has_his_status_back_afterwards(tournament):
    one, two = tournament.entries.order_by("number")[:2]
    presence.expect_absent(one.pk, 1, SYSTEM)
    leaving.leave(two.pk, SYSTEM)
    round_ = evening.start_round(tournament, 1)
    leaving.put_back(two.pk, SYSTEM)
    [rests] = resting(round_)
    match = latecomers.seat_now(round_.pk, [one.pk, two.pk], SYSTEM)
    assert resting(round_) == [rests]
    latecomers.unseat(match.pk, SYSTEM)
    assert [round_.statuses.get(entry=entry).status for entry in (one, two)] == ["absent", "withdrawn"]


def test_who_has_a_seat_or_has_left_is_not_seated_and_one_of_them_at_least_was_not_resting(tournament):
    round_ = evening.start_round(tournament, 1)
    late, [rests] = late_pair(tournament), resting(round_)
    playing = Seat.objects.filter(round=round_).first().participant
    refused("seat-count", latecomers.seat_now, round_.pk, [late.pk], SYSTEM)
    refused("seat-count", latecomers.seat_now, round_.pk, [late.pk, late.pk], SYSTEM)
    error = refused("seat-taken", latecomers.seat_now, round_.pk, [late.pk, playing.pk], SYSTEM)
    assert error.params == {"number": playing.number}
    leaving.leave(late.pk, SYSTEM)
    refused("seat-taken", latecomers.seat_now, round_.pk, [late.pk, rests.pk], SYSTEM)
    other = late_pair(evening.new_tournament(2))
    refused("seat-count", latecomers.seat_now, round_.pk, [other.pk, rests.pk], SYSTEM)
    assert Match.objects.filter(round=round_).count() == 2


def test_twice_in_a_row_and_the_second_is_told(tournament):
    round_ = evening.start_round(tournament, 1)
    late, [rests] = late_pair(tournament), resting(round_)
    latecomers.seat_now(round_.pk, [late.pk, rests.pk], SYSTEM)
    error = refused("seat-taken", latecomers.seat_now, round_.pk, [late.pk, rests.pk], SYSTEM)
    assert isinstance(error, Conflict)


def test_before_the_draw_after_the_round_and_in_a_plan_no_table_is_added(tournament):
    draft = rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    late = late_pair(tournament)
    chosen = [late.pk, tournament.entries.first().pk]
    refused("round-not-playing", latecomers.seat_now, draft.round_id, chosen, SYSTEM)
    assert latecomers.opening(tournament) is None
    tournament.stages.update(draw_system="round-robin")
    round_ = rounds.publish_draw(rounds.make_draw(tournament.pk, 1, 2, SYSTEM).pk, SYSTEM)
    refused("seat-by-plan", latecomers.seat_now, round_.pk, [late_pair(tournament).pk, chosen[1]], SYSTEM)


def test_a_draw_with_an_added_table_is_taken_back_whole(tournament):
    round_ = evening.start_round(tournament, 1)
    late, [rests] = late_pair(tournament), resting(round_)
    latecomers.seat_now(round_.pk, [late.pk, rests.pk], SYSTEM)
    rounds.withdraw_draw(round_.pk, SYSTEM)
    assert not Match.objects.exists()
    assert not RoundStatus.objects.exists()
    assert rounds.publish_draw(rounds.make_draw(tournament.pk, 1, 2, SYSTEM).pk, SYSTEM).matches.count() == 3


def test_in_a_melee_a_late_player_joins_three_that_rest_with_new_partners_and_opponents():
    tournament = evening.new_melee(11)
    evening.play_round(tournament, 1)
    round_ = evening.start_round(tournament, 2)
    rests, late = resting(round_), factories.make_singles(tournament, 1)[0]
    assert len(rests) == 3
    ready = latecomers.opening(tournament)
    assert (ready.resting, ready.waiting, ready.seats) == (rests, [late], 4)
    refused("seat-count", latecomers.seat_now, round_.pk, [late.pk, rests[0].pk], SYSTEM)
    match = latecomers.seat_now(round_.pk, [late.pk, *(entry.pk for entry in rests)], SYSTEM)
    sides = {side: set(match.seats.filter(side=side).values_list("participant_id", flat=True)) for side in "AB"}
    assert [len(side) for side in sides.values()] == [2, 2]
    earlier = Seat.objects.exclude(round=round_)
    for side in sides.values():
        tables = [set(earlier.filter(participant=one).values_list("match_id", "side")) for one in side]
        assert not set.intersection(*tables)
    for game in evening.games_of(round_):
        evening.play_game(game)
    rounds.close_round(round_.pk, SYSTEM)
    assert Result.objects.filter(round=round_, source="game").count() == 12
    evening.start_round(tournament, 3)


def test_whom_somebody_has_met_is_told_with_the_last_round():
    tournament = evening.new_tournament(4, rounds=4)
    round_ = evening.play_round(tournament, 1)
    for match in round_.matches.all():
        one, other = (seat.participant for seat in match.seats.order_by("side"))
        assert latecomers.met_before(tournament, one) == {other.pk: 1}
