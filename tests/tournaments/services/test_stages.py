"""Stages: a qualification, its cut with declines, reserves and play-offs, and the final that follows."""

from dataclasses import replace

import pytest

from core.actors import SYSTEM
from tests.tournaments.services.evening import games_of, new_tournament, play_game, start_round
from tournaments.models import Game, Round, RoundStatus, StageEntry, Tournament
from tournaments.services import contests, cuts, leaving, ranking, rounds, stages
from tournaments.services.drawsetup import DrawSetup
from tournaments.services.errors import Conflict, TournamentError
from tournaments.services.lists import lists_of
from tournaments.services.results import standings_figures
from tournaments.standings.lists import PLAYERS
from tournaments.standings.ranking import STILL_IN
from tournaments.standings.rows import score_rows

pytestmark = pytest.mark.django_db
State = StageEntry.State


def play_round(tournament: Tournament, number: int, bid=lambda game: 80 + 10 * game.table_no) -> Round:
    """A round drawn, played and closed; north-south bids what ``bid`` says and makes it."""
    round_ = start_round(tournament, number)
    for game in games_of(round_):
        play_game(game, bid(game))
    return rounds.close_round(round_.pk, SYSTEM)


def final(**more):
    return cuts.NewStage(**{"name": "Finale", "draw_system": "knockout", "rounds": 2, "places": 4, **more})


def numbers(tournament, rows):
    named = {str(entry.pk): entry.number for entry in tournament.entries.all()}
    return [named[row.entry] for row in rows]


def test_rounds_are_numbered_through_and_the_best_go_on():
    tournament = new_tournament(8, rounds=1)
    stage = cuts.add(tournament.pk, final(), SYSTEM)
    assert (stages.first_number(stage), stages.last_number(stage)) == (2, 3)
    play_round(tournament, 1)
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.RUNNING
    assert stages.current_stage(tournament) == stage
    with pytest.raises(TournamentError) as refused:
        rounds.make_draw(tournament.pk, 2, 1, SYSTEM)
    assert refused.value.code == "cut-open"
    before = numbers(tournament, ranking.ranked(tournament))
    cuts.make_cut(stage.pk, SYSTEM)
    qualified = stage.qualified.filter(state=State.QUALIFIED)
    assert [row.entry.number for row in qualified] == before[:4]
    semi = start_round(tournament, 2)
    assert semi.stage == stage and semi.matches.count() == 2
    met = {frozenset(match.seats.values_list("participant__number", flat=True)) for match in semi.matches.all()}
    assert met == {frozenset((before[0], before[3])), frozenset((before[1], before[2]))}
    out = semi.statuses.filter(status=RoundStatus.Status.OUT)
    assert sorted(out.values_list("entry__number", flat=True)) == sorted(before[4:])


def test_who_is_still_in_a_knockout_stands_before_who_is_out():
    tournament = new_tournament(8, rounds=3, draw=DrawSetup(system="knockout"))
    round_ = play_round(tournament, 1)
    sides = {side: {str(seat.participant_id) for seat in round_.seats.filter(side=side)} for side in ("A", "B")}
    rows = ranking.ranked(tournament)
    assert {row.entry for row in rows[:4]} == sides["A"] and {row.entry for row in rows[4:]} == sides["B"]
    assert [dict(row.values)["place"] for row in rows] == [STILL_IN] * 4 + [5] * 4


def test_the_winner_of_the_final_is_first_whatever_was_marked_before():
    tournament = new_tournament(8, rounds=1)
    stage = cuts.add(tournament.pk, final(), SYSTEM)
    play_round(tournament, 1)
    before = numbers(tournament, ranking.ranked(tournament))
    cuts.make_cut(stage.pk, SYSTEM)
    play_round(tournament, 2)
    last = play_round(tournament, 3)
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.FINISHED
    winners = Game.objects.get(match__round=last, match__bracket="main").match.seats.get(side="A")
    rows = ranking.ranked(tournament)
    assert rows[0].entry == str(winners.participant_id) and rows[0].rank == 1
    assert [row.rank for row in rows[:4]] == [1, 2, 3, 4]
    # Who did not qualify stands as the qualification left it.
    assert numbers(tournament, rows[4:]) == before[4:]
    assert rows[4].rank == 5 and not rows[4].tied


@pytest.mark.parametrize("carry", [False, True])
def test_what_was_marked_before_counts_on_only_where_it_is_carried_over(carry):
    tournament = new_tournament(8, rounds=1)
    stage = cuts.add(tournament.pk, final(draw_system="swiss", rounds=1, carry=carry), SYSTEM)
    play_round(tournament, 1)
    cuts.make_cut(stage.pk, SYSTEM)
    play_round(tournament, 2)
    rows = {row.entry: row for row in score_rows(tournament)}
    best = str(stage.qualified.get(seed=1).entry_id)
    assert [one.round for one in rows[best].results] == ([1, 2] if carry else [2])
    last = str(stage.qualified.order_by("-seed")[0].entry_id)
    assert [one.round for one in rows[last].results] == [1]


def test_before_the_part_in_which_each_line_has_its_ranking_there_is_one():
    tournament = new_tournament(8, rounds=1)
    stage = cuts.add(tournament.pk, final(draw_system="mitchell", rounds=1), SYSTEM)
    stage.settings["draw"] = {**stage.settings.get("draw", {}), "rankings": 2}
    stage.save()
    play_round(tournament, 1)
    cuts.make_cut(stage.pk, SYSTEM)
    start_round(tournament, 2)
    assert all("line" in row for row in standings_figures(tournament)["rows"])
    assert not any("line" in row for row in standings_figures(tournament, upto=1)["rows"])
    assert not any(one.line for one in lists_of(tournament, upto=1))
    assert [one.line for one in lists_of(tournament, [PLAYERS])] == ["ns", "ew"]


def test_who_declines_makes_room_for_the_first_reserve_also_after_the_cut():
    tournament = new_tournament(8, rounds=1)
    stage = cuts.add(tournament.pk, final(), SYSTEM)
    play_round(tournament, 1)
    cuts.make_cut(stage.pk, SYSTEM)
    second, reserve = stage.qualified.get(seed=2).entry, stage.qualified.get(seed=5).entry
    cuts.decline(stage.pk, [second.pk], SYSTEM)
    assert stage.qualified.get(entry=reserve).state == State.QUALIFIED
    assert stage.qualified.get(entry=second).state == State.DECLINED
    cuts.decline(stage.pk, [second.pk], SYSTEM, back=True)
    assert stage.qualified.get(entry=second).seed == 2
    assert stage.qualified.get(entry=reserve).state == State.RESERVE


def test_equals_on_the_line_play_off_and_are_never_cut_by_the_program():
    tournament = new_tournament(8, rounds=1)
    stage = cuts.add(tournament.pk, final(places=3), SYSTEM)
    play_round(tournament, 1, bid=lambda game: 100)  # four have won, all alike
    found = cuts.cut_as_it_stands(stage)
    assert found.play_off is not None and (len(found.play_off.entries), found.play_off.seats) == (4, 3)
    with pytest.raises(TournamentError) as refused:
        cuts.make_cut(stage.pk, SYSTEM)
    assert refused.value.code == "play-off" and refused.value.params == {"count": 4, "seats": 3}
    import uuid

    order = [uuid.UUID(entry) for entry in sorted(found.play_off.entries)]
    with pytest.raises(TournamentError, match="settle-who"):
        cuts.settle(stage.pk, order[:3], SYSTEM)
    cuts.settle(stage.pk, order, SYSTEM, reason="lot")
    cuts.make_cut(stage.pk, SYSTEM)
    assert [row.entry_id for row in stage.qualified.filter(state=State.QUALIFIED)] == order[:3]


def test_a_stage_is_changed_only_while_nothing_of_it_is_played():
    tournament = new_tournament(8, rounds=1)
    stage = cuts.add(tournament.pk, final(), SYSTEM)
    play_round(tournament, 1)
    cuts.make_cut(stage.pk, SYSTEM)
    start_round(tournament, 2)
    someone = stage.qualified.get(seed=1).entry_id
    for act in (
        lambda: cuts.make_cut(stage.pk, SYSTEM),
        lambda: cuts.undo_cut(stage.pk, SYSTEM),
        lambda: cuts.decline(stage.pk, [someone], SYSTEM),
        lambda: cuts.remove(stage.pk, SYSTEM),
    ):
        with pytest.raises(Conflict) as refused:
            act()
        assert refused.value.code == "stage-drawn"


def test_a_stage_taken_away_leaves_the_tournament_as_it_was():
    tournament = new_tournament(8, rounds=1)
    stage = cuts.add(tournament.pk, final(), SYSTEM)
    play_round(tournament, 1)
    cuts.make_cut(stage.pk, SYSTEM)
    cuts.remove(stage.pk, SYSTEM)
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.FINISHED
    assert tournament.stages.count() == 1 and not StageEntry.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "code", "field"),
    [
        ({"name": " "}, "stage-name", "name"),
        ({"draw_system": "dice"}, "draw-system", "system"),
        ({"rounds": 0}, "rounds-range", "rounds"),
        ({"rounds": 31}, "rounds-range", "rounds"),
        ({"places": 1}, "places-range", "places"),
    ],
)
def test_what_cannot_be_is_said_at_its_field(wrong, code, field):
    tournament = new_tournament(4, rounds=1)
    with pytest.raises(TournamentError) as refused:
        cuts.add(tournament.pk, final(**wrong), SYSTEM)
    assert (refused.value.code, refused.value.field) == (code, field)
    assert tournament.stages.count() == 1


def test_the_rounds_of_the_first_part_keep_their_number_once_the_next_is_drawn():
    tournament = new_tournament(8, rounds=1)
    stage = cuts.add(tournament.pk, final(places=8, rounds=3), SYSTEM)
    wish = contests.NewTournament(name="Concours", local_date=tournament.local_date, rounds=2, length=1)
    contests.change(tournament.pk, wish, SYSTEM)
    assert stages.first_number(stage) == 3
    play_round(tournament, 1)
    play_round(tournament, 2)
    cuts.make_cut(stage.pk, SYSTEM)
    rounds.make_draw(tournament.pk, 3, 1, SYSTEM)
    with pytest.raises(TournamentError) as refused:
        contests.change(tournament.pk, replace(wish, rounds=3), SYSTEM)
    assert (refused.value.code, refused.value.field) == ("rounds-followed", "rounds")


def test_who_leaves_a_knockout_is_the_last_of_those_still_in():
    tournament = new_tournament(8, rounds=3, draw=DrawSetup(system="knockout"))
    round_ = play_round(tournament, 1)
    leaver = round_.seats.filter(side="A").first().participant
    leaving.leave(leaver.pk, SYSTEM)
    places = {row.entry: dict(row.values)["place"] for row in ranking.ranked(tournament)}
    assert places[str(leaver.pk)] == 4
    assert sorted(places.values()) == [STILL_IN] * 3 + [4] + [5] * 4
