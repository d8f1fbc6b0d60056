"""The roll before a draw, and what is told beforehand of who is absent or late."""

import pytest
from django.db import IntegrityError, transaction

from core.actors import SYSTEM
from core.models import AuditEvent
from tests import factories
from tests.tournaments.services import evening_kept as evening
from tournaments.models import Attendance, CheckIn, Entry, Seat, Stage
from tournaments.services import leaving, presence, rounds
from tournaments.services.errors import Conflict, TournamentError

pytestmark = pytest.mark.django_db

STAGES = ("before", "draft", "playing", "closed")


def refused(code: str, call, *arguments, **named) -> TournamentError:
    with pytest.raises(TournamentError) as caught:
        call(*arguments, **named)
    assert caught.value.code == code
    return caught.value


def entries_of(tournament) -> list[Entry]:
    return list(tournament.entries.order_by("number"))


def come_to(tournament, point: str) -> int:
    """Bring an evening to a point; the number of the next round that can be drawn."""
    if point == "draft":
        rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    if point == "playing":
        evening.start_round(tournament, 1)
    if point == "closed":
        evening.play_round(tournament, 1)
    return 1 if point in {"before", "draft"} else 2


def seated(round_) -> set[int]:
    return set(Seat.objects.filter(round=round_).values_list("participant__number", flat=True))


def roll_of(tournament) -> presence.Roll:
    due = presence.due(tournament)
    assert due is not None
    return presence.roll_of(tournament, due)


# Which round is meant


@pytest.mark.parametrize("point", STAGES)
def test_what_is_noted_is_of_the_next_round_that_is_not_published(point):
    tournament = evening.new_tournament(4)
    number = come_to(tournament, point)
    assert presence.due(tournament).number == number
    entry = entries_of(tournament)[0]
    for other in {number - 1, number + 1}:
        refused("round-drawn", presence.expect_absent, entry.pk, other, SYSTEM)
    presence.expect_absent(entry.pk, number, SYSTEM)
    assert Attendance.objects.get().round_number == number


def test_after_the_last_draw_nothing_is_noted_any_more():
    tournament = evening.new_tournament(4, rounds=1)
    entry = entries_of(tournament)[0]
    evening.start_round(tournament, 1)
    assert presence.due(tournament) is None
    for call in (presence.open_roll, presence.close_roll, presence.drop_roll, presence.tick_all):
        refused("nothing-to-draw", call, tournament.pk, 2, SYSTEM)
    for call in (presence.tick, presence.untick, presence.expect_absent, presence.expect_here):
        refused("nothing-to-draw", call, entry.pk, 2, SYSTEM)


def test_rounds_of_a_later_stage_come_after_those_of_the_first():
    tournament = evening.new_tournament(4, rounds=1)
    first = Stage.objects.get(tournament=tournament)
    later = factories.make_stage(tournament, position=2, rounds_planned=2)
    assert presence.due(tournament) == presence.Due(first, 1)
    evening.start_round(tournament, 1)
    assert presence.due(tournament) == presence.Due(later, 2)


# The roll


@pytest.mark.parametrize("point", STAGES)
def test_while_the_roll_is_open_nothing_is_drawn_nor_published(point):
    tournament = evening.new_tournament(4)
    number = come_to(tournament, point)
    presence.open_roll(tournament.pk, number, SYSTEM)
    if point == "draft":
        draft = rounds.current_round_of(tournament).draws.get()
        refused("check-in-open", rounds.publish_draw, draft.pk, SYSTEM)
        refused("check-in-open", rounds.make_draw, tournament.pk, 1, 2, SYSTEM)
    elif point != "playing":
        refused("check-in-open", rounds.make_draw, tournament.pk, number, 1, SYSTEM)
    presence.drop_roll(tournament.pk, number, SYSTEM)
    if point == "draft":
        assert rounds.publish_draw(draft.pk, SYSTEM).state == "playing"


@pytest.mark.both_databases
def test_who_is_not_ticked_when_the_roll_is_closed_is_not_drawn_and_is_there_again_in_the_next_round():
    tournament = evening.new_tournament(6)
    entries = entries_of(tournament)
    presence.open_roll(tournament.pk, 1, SYSTEM)
    for entry in entries[:4]:
        assert presence.tick(entry.pk, 1, SYSTEM)
    assert [entry.number for entry in roll_of(tournament).missing] == [5, 6]
    assert presence.close_roll(tournament.pk, 1, SYSTEM) == 2
    round_ = evening.play_round(tournament, 1)
    assert seated(round_) == {1, 2, 3, 4}
    assert set(round_.statuses.filter(status="absent").values_list("entry__number", flat=True)) == {5, 6}
    assert seated(evening.start_round(tournament, 2)) == {1, 2, 3, 4, 5, 6}


def test_who_comes_after_the_roll_was_closed_is_ticked_still_and_an_older_draft_is_refused():
    tournament = evening.new_tournament(4)
    *here, late = entries_of(tournament)
    presence.open_roll(tournament.pk, 1, SYSTEM)
    for entry in here:
        presence.tick(entry.pk, 1, SYSTEM)
    presence.close_roll(tournament.pk, 1, SYSTEM)
    draft = rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    presence.tick(late.pk, 1, SYSTEM)
    refused("draw-outdated", rounds.publish_draw, draft.pk, SYSTEM)
    round_ = rounds.publish_draw(rounds.make_draw(tournament.pk, 1, 2, SYSTEM).pk, SYSTEM)
    assert seated(round_) == {1, 2, 3, 4}


@pytest.mark.both_databases
def test_a_tick_again_is_no_second_row_and_is_taken_back_once():
    tournament = evening.new_tournament(4)
    entry = entries_of(tournament)[0]
    presence.open_roll(tournament.pk, 1, SYSTEM)
    assert [presence.tick(entry.pk, 1, SYSTEM) for _ in range(2)] == [True, False]
    assert Attendance.objects.count() == 1
    assert [presence.untick(entry.pk, 1, SYSTEM) for _ in range(2)] == [True, False]
    assert entry in roll_of(tournament).missing
    assert list(AuditEvent.objects.filter(object_id=entry.pk).order_by("pk").values_list("verb", flat=True)) == [
        "roll.ticked",
        "roll.unticked",
    ]


@pytest.mark.both_databases
def test_the_roll_called_twice_is_open_and_closed_twice_is_a_conflict():
    tournament = evening.new_tournament(4)
    first, second = (presence.open_roll(tournament.pk, 1, SYSTEM) for _ in range(2))
    assert first.pk == second.pk
    presence.close_roll(tournament.pk, 1, SYSTEM)
    assert isinstance(refused("roll-not-open", presence.close_roll, tournament.pk, 1, SYSTEM), Conflict)
    assert presence.open_roll(tournament.pk, 1, SYSTEM).closed_at is None
    presence.drop_roll(tournament.pk, 1, SYSTEM)
    refused("roll-not-open", presence.drop_roll, tournament.pk, 1, SYSTEM)
    assert AuditEvent.objects.filter(verb="roll.opened").count() == 2


def test_a_roll_given_up_keeps_its_ticks_and_everybody_is_drawn():
    tournament = evening.new_tournament(4)
    presence.open_roll(tournament.pk, 1, SYSTEM)
    presence.tick(entries_of(tournament)[0].pk, 1, SYSTEM)
    presence.drop_roll(tournament.pk, 1, SYSTEM)
    assert roll_of(tournament).missing == []
    presence.open_roll(tournament.pk, 1, SYSTEM)
    assert [entry.number for entry in roll_of(tournament).here] == [1]
    presence.drop_roll(tournament.pk, 1, SYSTEM)
    assert seated(evening.start_round(tournament, 1)) == {1, 2, 3, 4}


@pytest.mark.both_databases
def test_all_are_ticked_but_those_told_absent_and_only_these_ticks_are_taken_back():
    tournament = evening.new_tournament(5)
    one, two, three, *_ = entries_of(tournament)
    presence.expect_absent(two.pk, 1, SYSTEM)
    presence.expect_late(three.pk, 1, 2, SYSTEM)
    presence.open_roll(tournament.pk, 1, SYSTEM)
    presence.tick(one.pk, 1, SYSTEM)
    event = presence.tick_all(tournament.pk, 1, SYSTEM)
    assert [entry.number for entry in roll_of(tournament).missing] == [2, 3]
    assert presence.untick_all(tournament.pk, event.pk, SYSTEM) == 2
    assert [entry.number for entry in roll_of(tournament).here] == [1]
    assert presence.untick_all(tournament.pk, event.pk, SYSTEM) == 0


def test_ticks_of_another_tournament_or_another_act_are_not_taken_back():
    tournament, other = evening.new_tournament(4), evening.new_tournament(4)
    event = presence.tick_all(tournament.pk, 1, SYSTEM)
    refused("nothing-to-undo", presence.untick_all, other.pk, event.pk, SYSTEM)
    made = AuditEvent.objects.exclude(pk=event.pk).filter(object_id=tournament.pk).first()
    refused("nothing-to-undo", presence.untick_all, tournament.pk, made.pk, SYSTEM)
    assert Attendance.objects.count() == 4


def test_who_has_left_or_is_not_of_this_stage_is_not_ticked():
    tournament = evening.new_tournament(4, rounds=1)
    gone = entries_of(tournament)[0]
    leaving.leave(gone.pk, SYSTEM)
    refused("entry-not-in", presence.tick, gone.pk, 1, SYSTEM)
    factories.make_stage(tournament, position=2)
    evening.start_round(tournament, 1)
    refused("entry-not-in", presence.tick, entries_of(tournament)[1].pk, 2, SYSTEM)


@pytest.mark.both_databases
def test_the_database_keeps_one_note_an_entry_and_one_roll_a_round():
    tournament = evening.new_tournament(2)
    stage, entry = tournament.stages.get(), entries_of(tournament)[0]
    for model, more in ((Attendance, {"entry": entry, "state": "here"}), (CheckIn, {})):
        model.objects.create(stage=stage, round_number=1, **more)
        with pytest.raises(IntegrityError), transaction.atomic():
            model.objects.create(stage=stage, round_number=1, **more)


# Told beforehand


@pytest.mark.parametrize("point", STAGES)
def test_who_is_told_absent_misses_one_round_and_it_can_be_taken_back(point):
    tournament = evening.new_tournament(6)
    number = come_to(tournament, point)
    one, two = entries_of(tournament)[:2]
    for entry in (one, two):
        presence.expect_absent(entry.pk, number, SYSTEM)
        presence.expect_absent(entry.pk, number, SYSTEM)
    presence.expect_here(two.pk, number, SYSTEM)
    presence.expect_here(two.pk, number, SYSTEM)
    if point == "playing":
        for game in evening.games_of(rounds.current_round_of(tournament)):
            evening.play_game(game)
        rounds.close_round(rounds.current_round_of(tournament).pk, SYSTEM)
    if point == "draft":
        rounds.make_draw(tournament.pk, 1, 2, SYSTEM)
        round_ = rounds.publish_draw(rounds.current_round_of(tournament).draws.get(state="draft").pk, SYSTEM)
    else:
        round_ = evening.start_round(tournament, number)
    assert seated(round_) | {bye(round_)} == {2, 3, 4, 5, 6}
    assert round_.statuses.get(entry=one).status == "absent"
    for game in evening.games_of(round_):
        evening.play_game(game)
    rounds.close_round(round_.pk, SYSTEM)
    assert one.number in seated(evening.start_round(tournament, number + 1))


def bye(round_) -> int:
    return round_.statuses.get(status="bye").entry.number


@pytest.mark.both_databases
def test_who_comes_in_round_three_is_late_until_then_and_drawn_from_then_on():
    tournament = evening.new_tournament(4, rounds=4)
    late = entries_of(tournament)[3]
    presence.expect_late(late.pk, 1, 3, SYSTEM)
    statuses = []
    for number in (1, 2, 3):
        round_ = evening.play_round(tournament, number)
        statuses.append(round_.statuses.get(entry=late).status)
    assert statuses == ["late", "late", "plays"]


def test_who_was_to_come_later_comes_earlier_or_later_than_that():
    tournament = evening.new_tournament(4, rounds=4)
    late = entries_of(tournament)[3]
    noted = late.attendances.order_by("round_number").values_list("round_number", "state")
    presence.expect_late(late.pk, 1, 4, SYSTEM)
    presence.expect_late(late.pk, 1, 3, SYSTEM)
    assert list(noted.all()) == [(1, "late"), (2, "late")]
    evening.start_round(tournament, 1)
    presence.expect_here(late.pk, 2, SYSTEM)
    assert list(noted.all()) == [(1, "late")]
    presence.expect_late(late.pk, 2, 3, SYSTEM)
    presence.expect_absent(late.pk, 2, SYSTEM)
    assert list(noted.all()) == [(1, "late"), (2, "absent")]


@pytest.mark.parametrize("comes_in", [0, 1, 4])
def test_a_late_pair_comes_in_a_round_that_is_still_to_come(comes_in):
    tournament = evening.new_tournament(4, rounds=3)
    error = refused("comes-in-range", presence.expect_late, entries_of(tournament)[0].pk, 1, comes_in, SYSTEM)
    assert (error.field, error.params) == ("comes_in", {"first": 2, "last": 3})


def test_who_is_expected_after_all_is_ticked_where_the_roll_was_called():
    tournament = evening.new_tournament(4)
    entry = entries_of(tournament)[0]
    presence.expect_absent(entry.pk, 1, SYSTEM)
    presence.open_roll(tournament.pk, 1, SYSTEM)
    presence.close_roll(tournament.pk, 1, SYSTEM)
    presence.expect_here(entry.pk, 1, SYSTEM)
    assert [one.number for one in roll_of(tournament).here] == [1]


def test_in_a_melee_too_who_is_away_is_not_drawn_and_is_back_in_the_next_round():
    tournament = evening.new_melee(13)
    one, *_ = entries_of(tournament)
    presence.expect_absent(one.pk, 1, SYSTEM)
    first = evening.play_round(tournament, 1)
    assert seated(first) == set(range(2, 14))
    second = evening.start_round(tournament, 2)
    assert one.number in seated(second) | {bye(second)}


def test_a_pair_of_a_team_misses_a_round_and_its_team_plays_without_it():
    tournament = evening.new_teams(4)
    team = tournament.entries.filter(team=None).first()
    pair = tournament.entries.filter(team=team).first()
    presence.expect_absent(pair.pk, 1, SYSTEM)
    first = evening.play_round(tournament, 1)
    assert not Seat.objects.filter(round=first, participant=pair).exists()
    assert Seat.objects.filter(round=first, participant__team=team).exists()
    second = evening.start_round(tournament, 2)
    assert Seat.objects.filter(round=second, participant=pair).exists()
