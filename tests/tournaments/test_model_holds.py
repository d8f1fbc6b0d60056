"""Seven evenings that the model must hold, whatever the pages show yet, and what the database refuses in each."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.utils import timezone

from scoring.models import GameFormat, SheetEntry
from tests import factories
from tournaments.models import Entry, EntryMember, Game, Match, Result, Round, RoundStatus, Seat, Stage, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def refused() -> Callable[[], AbstractContextManager[object]]:
    """``with refused(): ...`` expects the database to refuse, and leaves the test's transaction usable."""

    class Refused:
        def __enter__(self) -> None:
            self.raises = pytest.raises(IntegrityError)
            self.raises.__enter__()
            self.atomic = transaction.atomic()
            self.atomic.__enter__()

        def __exit__(self, *error: object) -> bool:
            self.atomic.__exit__(*error)
            return bool(self.raises.__exit__(*error))

    return Refused


# A mêlée of 9: partners change every round


def _melee() -> tuple[Round, list[Entry]]:
    tournament = factories.make_tournament(entry_kind=Tournament.EntryKind.SINGLES)
    players = factories.make_singles(tournament, 9)
    round_ = factories.make_round(tournament.stages.get(), state=Round.State.PLAYING)
    for first in (0, 4):
        one, two, three, four = players[first : first + 4]
        factories.make_game(factories.make_match(round_, [one, two], [three, four]))
    factories.make_bye(round_, players[8])
    return round_, players


def test_a_melee_of_nine_seats_two_single_players_a_side_and_rests_one():
    round_, players = _melee()
    sides = {
        (match.board, side): list(match.seats.filter(side=side).values_list("participant__number", flat=True))
        for match in round_.matches.all()
        for side in ("A", "B")
    }
    assert sides == {(1, "A"): [1, 2], (1, "B"): [3, 4], (2, "A"): [5, 6], (2, "B"): [7, 8]}
    assert [status.entry for status in round_.statuses.filter(status=RoundStatus.Status.BYE)] == [players[8]]
    assert round_.statuses.filter(status=RoundStatus.Status.PLAYS).count() == 8


def test_in_a_melee_each_player_has_the_result_of_the_side_he_played_on():
    round_, players = _melee()
    game = Game.objects.get(match__round=round_, match__board=1)
    for player, points in zip(players[:4], (900, 900, 700, 700), strict=True):
        Result.objects.create(game=game, round=round_, entry=player, points_for=points, points_against=1600 - points)
    Result.objects.create(round=round_, entry=players[8], points_for=800, source=Result.Source.BYE)
    assert sorted(round_.results.values_list("points_for", flat=True)) == [700, 700, 800, 900, 900]


def test_in_a_melee_nobody_sits_twice_in_a_round_nor_two_on_one_chair(refused):
    round_, players = _melee()
    other_table = round_.matches.get(board=2)
    with refused():  # already at table 1
        Seat.objects.create(match=other_table, round=round_, side="C", slot=1, participant=players[0])
    with refused():  # somebody sits there
        Seat.objects.create(match=other_table, round=round_, side="A", slot=2, participant=players[8])
    with refused():  # plays and rests in the same round
        factories.make_bye(round_, players[0])


def test_in_the_next_round_of_a_melee_everybody_may_have_another_partner():
    round_, players = _melee()
    following = factories.make_round(round_.stage)
    one, two, three, four = players[0], players[4], players[1], players[8]
    match = factories.make_match(following, [one, two], [three, four])
    assert match.seats.count() == 4


# A team of three pairs: three matches, one result of the team


def _teams() -> tuple[Round, list[Entry]]:
    tournament = factories.make_tournament(entry_kind=Tournament.EntryKind.TEAMS)
    teams = []
    for name in ("Les Valets", "Les Dames"):
        team = factories.make_entry(tournament, kind=Entry.Kind.TEAM, name=name)
        factories.make_pairs(tournament, 3, team=team)
        teams.append(team)
    round_ = factories.make_round(tournament.stages.get(), state=Round.State.PLAYING)
    for pair, opponents in zip(teams[0].pairs.all(), teams[1].pairs.all(), strict=True):
        factories.make_game(factories.make_match(round_, pair, opponents, bracket="1"))
    return round_, teams


def test_a_team_of_three_pairs_plays_three_matches_of_one_meeting():
    round_, (home, away) = _teams()
    matches = round_.matches.filter(bracket="1")
    assert matches.count() == 3
    assert {seat.participant.team for match in matches for seat in match.seats.filter(side="A")} == {home}
    assert {seat.participant.team for match in matches for seat in match.seats.filter(side="B")} == {away}


def test_a_team_has_the_sum_of_its_pairs_and_one_result_a_round_of_its_own(refused):
    round_, (home, _) = _teams()
    for match, points in zip(round_.matches.all(), (1000, 600, 900), strict=True):
        game = match.games.get()
        seats = {seat.side: seat.participant for seat in match.seats.all()}
        Result.objects.create(game=game, round=round_, entry=seats["A"], points_for=points, points_against=800)
        Result.objects.create(game=game, round=round_, entry=seats["B"], points_for=800, points_against=points)
    won = Result.objects.filter(round=round_, entry__team=home).values_list("points_for", flat=True)
    assert sum(won) == 2500
    # The team's own line stands beside those of its pairs (its match points), once a round.
    Result.objects.create(round=round_, entry=home, points_for=2500, points_against=2400, match_points=2)
    with refused():
        Result.objects.create(round=round_, entry=home, points_for=2500, points_against=2400, match_points=2)


def test_a_team_with_pairs_is_not_deleted_from_under_them():
    _, (home, _) = _teams()
    with pytest.raises(ProtectedError):
        home.delete()


# A best of three


def test_a_best_of_three_is_three_games_of_one_match_each_with_its_sheet(refused):
    tournament = factories.make_tournament(stage=False)
    to_two = factories.make_format(GameFormat.Kind.TARGET, 1000, games_to_win=2)
    stage = factories.make_stage(tournament, game_format=to_two)
    one, two = factories.make_pairs(tournament, 2)
    round_ = factories.make_round(stage, state=Round.State.PLAYING)
    match = factories.make_match(round_, one, two)
    games = [factories.make_game(match) for _ in range(3)]
    for game, winner in zip(games, (one, two, one), strict=True):
        for entry in (one, two):
            points = 1010 if entry == winner else 640
            Result.objects.create(
                game=game, round=round_, entry=entry, points_for=points, match_points=int(entry == winner)
            )
    won = {
        entry.number: sum(entry.results.filter(round=round_).values_list("match_points", flat=True))
        for entry in (one, two)
    }
    assert won == {1: 2, 2: 1}
    assert len({game.sheet_id for game in games}) == 3
    with refused():  # the third game again
        factories.make_game(match, number=3)
    with refused():  # two games on one sheet
        factories.make_game(match, number=4, sheet=games[0].sheet)
    with refused():  # two results of one game for one pair
        Result.objects.create(game=games[0], round=round_, entry=one, points_for=0)


# A final with another target


def test_a_final_is_a_second_stage_with_a_target_of_its_own(refused):
    tournament = factories.make_tournament(stage=False)
    qualifying = factories.make_stage(tournament, game_format=factories.make_format(GameFormat.Kind.TARGET, 1000))
    final = factories.make_stage(
        tournament, game_format=factories.make_format(GameFormat.Kind.TARGET, 2000), rounds_planned=1
    )
    pairs = factories.make_pairs(tournament, 4)
    factories.make_played_round(qualifying, pairs)
    # The round numbers begin again, and the finalists have already played in the other stage.
    last = factories.make_played_round(final, pairs[:2])
    assert last.number == 1
    sheets = {game.match.round.stage_id: game.sheet.format.length for game in Game.objects.all()}
    assert sheets == {qualifying.pk: 1000, final.pk: 2000}
    with refused():
        Stage.objects.create(
            tournament=tournament,
            position=2,
            ruleset_version=final.ruleset_version,
            game_format=final.game_format,
            sealed_seed="0",
            commitment="0",
        )


def test_the_target_of_a_format_in_use_is_never_changed(refused):
    game_format = factories.make_format(GameFormat.Kind.TARGET, 1000)
    with refused():
        GameFormat.objects.filter(pk=game_format.pk).update(length=2000)
    with refused():
        game_format.delete()


# Deals that are dealt again, and deals that do not count


def _sheet():
    tournament = factories.make_tournament()
    factories.make_pairs(tournament, 2)
    return factories.make_played_round(tournament.stages.get()).matches.get().games.get().sheet


def test_a_replayed_deal_keeps_its_line_and_gives_its_number_to_the_next(refused):
    sheet = _sheet()
    factories.make_sheet_entry(sheet, 1, 1)
    factories.make_sheet_entry(sheet, 2, None, kind=SheetEntry.Kind.REPLAYED)
    factories.make_sheet_entry(sheet, 3, 2)
    assert list(sheet.entries.values_list("position", "counted", "kind")) == [
        (1, 1, "deal"),
        (2, None, "replayed"),
        (3, 2, "deal"),
    ]
    with refused():  # the second deal twice
        factories.make_sheet_entry(sheet, 4, 2)
    with refused():  # two lines in one place
        factories.make_sheet_entry(sheet, 3, 3)


def test_a_passed_deal_that_does_not_count_has_a_place_and_no_number():
    sheet = _sheet()
    for position in (1, 2):
        factories.make_sheet_entry(sheet, position, None, kind=SheetEntry.Kind.PASSED)
    factories.make_sheet_entry(sheet, 3, 1)
    assert sheet.entries.filter(counted__isnull=False).count() == 1
    assert sheet.entries.count() == 3


def test_a_line_taken_back_frees_its_place_and_its_number_but_not_its_key(refused):
    sheet = _sheet()
    first = factories.make_sheet_entry(sheet, 1, 1, client_key="phone-1")
    SheetEntry.objects.filter(pk=first.pk).update(voided_at=timezone.now())
    factories.make_sheet_entry(sheet, 1, 1)
    with refused():
        factories.make_sheet_entry(sheet, 2, 2, client_key="phone-1")


# A player replaced in round 3


def _replaced() -> tuple[Entry, list[EntryMember]]:
    tournament = factories.make_tournament()
    leaving, staying, coming = (factories.make_person() for _ in range(3))
    entry = factories.make_entry(tournament, [leaving, staying])
    EntryMember.objects.filter(entry=entry, person=leaving).update(until_round=2)
    factories.add_member(entry, coming, slot=1, from_round=3)
    return entry, list(entry.members.all())


def test_a_player_replaced_in_round_three_keeps_the_rounds_he_played():
    _, members = _replaced()

    def players(number: int) -> set[int]:
        return {
            index
            for index, member in enumerate(members)
            if member.from_round <= number and (member.until_round is None or number <= member.until_round)
        }

    spans = [(member.slot, member.from_round, member.until_round) for member in members]
    assert spans == [(1, 1, 2), (1, 3, None), (2, 1, None)]
    assert [players(number) for number in (1, 2, 3, 4)] == [{0, 2}, {0, 2}, {1, 2}, {1, 2}]


def test_who_was_replaced_may_enter_again_but_nobody_plays_in_two_entries(refused):
    entry, members = _replaced()
    other = factories.make_entry(entry.tournament)
    factories.add_member(other, members[0].person, slot=1, from_round=3)
    with refused():  # plays in the first entry
        factories.add_member(other, members[2].person, slot=2, from_round=3)
    with refused():  # two persons from the same round in one place
        factories.add_member(entry, factories.make_person(), slot=1, from_round=3)


def test_the_same_person_may_play_in_another_tournament():
    _, members = _replaced()
    elsewhere = factories.make_tournament()
    factories.make_entry(elsewhere, [members[2].person])
    assert EntryMember.objects.filter(person=members[2].person).count() == 2


# What holds for every round


def test_a_round_has_each_board_each_number_and_each_published_draw_once(refused):
    tournament = factories.make_tournament()
    round_ = factories.make_played_round(tournament.stages.get(), factories.make_pairs(tournament, 2))
    with refused():
        Match.objects.create(round=round_, board=1)
    with refused():
        factories.make_round(round_.stage, number=round_.number)
    with refused():
        factories.make_draw(round_, state="published")
