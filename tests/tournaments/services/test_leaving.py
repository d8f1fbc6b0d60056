"""Who leaves, at once or after this round, alone or with others; disqualified; and who comes back."""

import pytest

from core.actors import SYSTEM
from core.models import AuditEvent
from tests import factories
from tests.tournaments.services import evening_kept as evening
from tournaments.models import Entry, EntryMember, Publication, Result, Seat, Tournament
from tournaments.services import leaving, rounds
from tournaments.services.errors import Conflict, TournamentError

pytestmark = pytest.mark.django_db

POINTS = ("before", "draft", "playing", "closed", "finished")


def refused(code: str, call, *arguments, **named) -> TournamentError:
    with pytest.raises(TournamentError) as caught:
        call(*arguments, **named)
    assert caught.value.code == code
    return caught.value


def entry_of(tournament, number: int) -> Entry:
    return tournament.entries.get(number=number)


def at(point: str, pairs: int = 6) -> Tournament:
    """An evening of two rounds at a point of it."""
    tournament = evening.new_tournament(pairs, rounds=2)
    if point == "draft":
        rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    if point == "playing":
        evening.start_round(tournament, 1)
    if point in {"closed", "finished"}:
        evening.play_round(tournament, 1)
    if point == "finished":
        evening.play_round(tournament, 2)
    return tournament


def seated(round_) -> set[int]:
    return set(Seat.objects.filter(round=round_).values_list("participant__number", flat=True))


def results_of(tournament) -> list:
    rows = Result.objects.filter(round__stage__tournament=tournament)
    return sorted(rows.values_list("entry__number", "round__number", "points_for", "points_against"))


@pytest.mark.parametrize("point", POINTS[:-1])
def test_a_pair_leaves_and_comes_back_at_any_point_and_nothing_that_was_played_moves(point):
    tournament = at(point)
    before = results_of(tournament)
    entry = entry_of(tournament, 1)
    assert leaving.leave(entry.pk, SYSTEM, reason="malade").status == "withdrawn"
    assert isinstance(refused("status-unchanged", leaving.leave, entry.pk, SYSTEM), Conflict)
    assert results_of(tournament) == before
    assert leaving.put_back(entry.pk, SYSTEM).status == "active"
    refused("status-unchanged", leaving.put_back, entry.pk, SYSTEM)
    assert results_of(tournament) == before
    verbs = AuditEvent.objects.filter(object_id=entry.pk).order_by("pk").values_list("after__status", "reason")
    assert list(verbs) == [("withdrawn", "malade"), ("active", "")]


def test_who_leaves_during_a_round_plays_its_table_to_the_end_and_is_drawn_no_more():
    tournament = at("playing")
    entry = entry_of(tournament, 1)
    assert leaving.game_of(entry) is not None
    leaving.leave(entry.pk, SYSTEM)
    round_ = rounds.current_round_of(tournament)
    assert round_.statuses.get(entry=entry).status == "plays"
    for game in evening.games_of(round_):
        evening.play_game(game)
    rounds.close_round(round_.pk, SYSTEM)
    assert leaving.game_of(entry) is None
    assert Result.objects.filter(entry=entry, source="game").count() == 1
    second = evening.start_round(tournament, 2)
    assert entry.number not in seated(second)
    assert second.statuses.get(entry=entry).status == "withdrawn"


def test_a_draft_with_a_pair_that_has_left_is_not_published_and_with_it_back_again_it_is():
    tournament = at("draft")
    entry, draft = entry_of(tournament, 1), rounds.current_round_of(tournament).draws.get()
    leaving.leave(entry.pk, SYSTEM)
    refused("draw-outdated", rounds.publish_draw, draft.pk, SYSTEM)
    leaving.put_back(entry.pk, SYSTEM)
    assert rounds.publish_draw(draft.pk, SYSTEM).state == "playing"


@pytest.mark.parametrize(("at_once", "points"), [(False, True), (True, False)])
def test_who_rests_keeps_the_rest_when_leaving_after_this_round_and_loses_it_when_leaving_at_once(at_once, points):
    tournament = at("playing", 5)
    round_ = rounds.current_round_of(tournament)
    entry = round_.statuses.get(status="bye").entry
    leaving.leave(entry.pk, SYSTEM, at_once=at_once)
    assert round_.statuses.get(entry=entry).status == ("withdrawn" if at_once else "bye")
    for game in evening.games_of(round_):
        evening.play_game(game)
    rounds.close_round(round_.pk, SYSTEM)
    assert Result.objects.filter(entry=entry, source="bye").exists() is points


def test_who_left_at_once_and_comes_back_in_the_same_round_rests_again():
    tournament = at("playing", 5)
    round_ = rounds.current_round_of(tournament)
    entry = round_.statuses.get(status="bye").entry
    leaving.leave(entry.pk, SYSTEM, at_once=True)
    leaving.put_back(entry.pk, SYSTEM)
    assert round_.statuses.get(entry=entry).status == "bye"


def test_who_was_away_when_a_round_was_drawn_does_not_rest_in_it_by_coming_back():
    tournament = evening.new_tournament(5)
    entry = entry_of(tournament, 5)
    leaving.leave(entry.pk, SYSTEM)
    round_ = evening.start_round(tournament, 1)
    leaving.put_back(entry.pk, SYSTEM)
    assert round_.statuses.get(entry=entry).status == "withdrawn"
    assert not round_.statuses.filter(status="bye").exists()


def test_nobody_leaves_a_tournament_that_is_over_but_who_left_may_be_put_back():
    tournament = at("closed")
    gone = entry_of(tournament, 2)
    leaving.leave(gone.pk, SYSTEM)
    evening.play_round(tournament, 2)
    refused("tournament-over", leaving.leave, entry_of(tournament, 1).pk, SYSTEM)
    refused("tournament-over", leaving.leave_together, tournament.pk, [entry_of(tournament, 1).pk], "1", SYSTEM)
    assert leaving.put_back(gone.pk, SYSTEM).status == "active"


def test_who_leaves_moves_nobody_in_what_is_published():
    tournament = at("closed")
    published = evening.publish(tournament, rounds.current_round_of(tournament))
    before = Publication.objects.get(pk=published.pk).figures
    leaving.leave(entry_of(tournament, 1).pk, SYSTEM)
    after = evening.compute(tournament).figures
    assert Publication.objects.get(pk=published.pk).figures == before
    assert [(row["entry"], row["rank"]) for row in after["rows"]] == [
        (row["entry"], row["rank"]) for row in before["rows"]
    ]


def test_a_player_without_a_partner_leaves_and_comes_back_without_one():
    tournament = evening.new_tournament(2)
    single = factories.make_entry(tournament, [factories.make_person()], status=Entry.Status.INCOMPLETE)
    leaving.leave(single.pk, SYSTEM)
    assert leaving.put_back(single.pk, SYSTEM).status == "incomplete"


def test_in_a_melee_one_player_is_whole():
    tournament = evening.new_melee(8)
    entry = entry_of(tournament, 1)
    leaving.leave(entry.pk, SYSTEM)
    assert leaving.put_back(entry.pk, SYSTEM).status == "active"


# Disqualified


@pytest.mark.parametrize("point", POINTS)
def test_a_pair_is_disqualified_for_a_reason_and_it_can_be_taken_back(point):
    tournament = at(point)
    before = results_of(tournament)
    entry = entry_of(tournament, 1)
    assert refused("reason-missing", leaving.disqualify, entry.pk, "  ", SYSTEM).field == "reason"
    assert leaving.disqualify(entry.pk, "a triché", SYSTEM).status == "disqualified"
    refused("status-unchanged", leaving.disqualify, entry.pk, "a triché", SYSTEM)
    refused("status-unchanged", leaving.leave, entry.pk, SYSTEM)
    assert results_of(tournament) == before
    assert AuditEvent.objects.get(object_id=entry.pk).reason == "a triché"
    assert leaving.put_back(entry.pk, SYSTEM).status == "active"


def test_who_has_left_can_be_disqualified_still():
    tournament = at("closed")
    entry = entry_of(tournament, 1)
    leaving.leave(entry.pk, SYSTEM)
    assert leaving.disqualify(entry.pk, "a triché", SYSTEM).status == "disqualified"


def test_who_is_disqualified_stands_after_the_others_without_a_place_and_nobody_loses_points_by_it():
    tournament = at("closed")
    rows = evening.compute(tournament).figures["rows"]
    first = rows[0]
    leaving.disqualify(first["entry"], "a triché", SYSTEM)
    after = evening.compute(tournament).figures["rows"]
    assert (after[-1]["entry"], after[-1]["rank"]) == (first["entry"], None)
    assert {row["entry"]: row["points"] for row in after} == {row["entry"]: row["points"] for row in rows}


# Several at once


def test_several_leave_when_their_number_is_typed_and_come_back_together():
    tournament = at("closed")
    chosen = [entry_of(tournament, number).pk for number in (1, 2, 3)]
    leaving.leave(chosen[0], SYSTEM)
    error = refused("typed-count", leaving.leave_together, tournament.pk, chosen, "2", SYSTEM)
    assert (error.field, error.params) == ("typed", {"count": 3})
    assert tournament.entries.filter(status="active").count() == 5
    event, left = leaving.leave_together(tournament.pk, chosen, " 3 ", SYSTEM)
    assert left == 2
    assert tournament.entries.filter(status="active").count() == 3
    assert leaving.put_back_together(tournament.pk, event.pk, SYSTEM) == 2
    # Who had left before is not brought back by it.
    assert list(tournament.entries.filter(status="withdrawn").values_list("number", flat=True)) == [1]
    assert leaving.put_back_together(tournament.pk, event.pk, SYSTEM) == 0


def test_nobody_leaves_with_the_others_unless_chosen_nor_from_another_tournament():
    tournament, other = at("before"), at("before")
    refused("nobody-chosen", leaving.leave_together, tournament.pk, [], "0", SYSTEM)
    event, left = leaving.leave_together(tournament.pk, [entry_of(other, 1).pk], "1", SYSTEM)
    assert left == 0
    assert other.entries.filter(status="active").count() == 6
    refused("nothing-to-undo", leaving.put_back_together, other.pk, event.pk, SYSTEM)


def test_who_was_put_back_alone_meanwhile_is_left_alone():
    tournament = at("before")
    chosen = [entry_of(tournament, number).pk for number in (1, 2)]
    event, _ = leaving.leave_together(tournament.pk, chosen, "2", SYSTEM)
    leaving.put_back(chosen[0], SYSTEM)
    leaving.disqualify(chosen[1], "a triché", SYSTEM)
    assert leaving.put_back_together(tournament.pk, event.pk, SYSTEM) == 0
    assert entry_of(tournament, 2).status == "disqualified"


def test_an_entry_with_anything_played_is_never_deleted():
    from django.db.models import ProtectedError

    tournament = at("closed")
    with pytest.raises(ProtectedError):
        entry_of(tournament, 1).delete()
    assert EntryMember.objects.filter(entry__number=1).count() == 2


# What becomes of the game


@pytest.mark.parametrize("disqualified", [False, True])
def test_who_leaves_at_once_may_forfeit_the_game_and_with_the_return_it_goes_on(disqualified):
    tournament = at("playing")
    entry = entry_of(tournament, 1)
    game = leaving.game_of(entry)
    side = game.match.seats.get(participant=entry).side
    if disqualified:
        leaving.disqualify(entry.pk, "a triché", SYSTEM, forfeits_game=True)
    else:
        leaving.leave(entry.pk, SYSTEM, at_once=True, forfeits_game=True)
    game.refresh_from_db()
    assert (game.state, game.forfeit) == ("closed", side)
    assert leaving.put_back(entry.pk, SYSTEM, game_id=game.pk).status == "active"
    game.refresh_from_db()
    assert (game.state, game.forfeit) == ("playing", "")


def test_who_has_no_game_to_forfeit_leaves_without_one():
    tournament = at("closed")
    assert leaving.leave(entry_of(tournament, 1).pk, SYSTEM, forfeits_game=True).status == "withdrawn"
    assert not Result.objects.filter(source="forfeit").exists()


def test_with_a_return_no_game_of_others_is_touched():
    tournament = at("playing")
    game = evening.games_of(rounds.current_round_of(tournament))[0]
    one, elsewhere = evening.entry_at(game, "A"), evening.games_of(game.match.round)[1]
    other = evening.entry_at(elsewhere, "A")
    leaving.leave(one.pk, SYSTEM, forfeits_game=True)
    leaving.leave(other.pk, SYSTEM)
    leaving.put_back(other.pk, SYSTEM, game_id=game.pk)
    game.refresh_from_db()
    assert game.forfeit


def test_a_withdrawal_that_is_refused_forfeits_nothing():
    tournament = at("playing")
    leaving.leave(entry_of(tournament, 1).pk, SYSTEM)
    refused("status-unchanged", leaving.leave, entry_of(tournament, 1).pk, SYSTEM, forfeits_game=True)
    assert leaving.game_of(entry_of(tournament, 1)).forfeit == ""
