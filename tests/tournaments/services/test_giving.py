"""What is marked by who does not play, through whole rounds: each policy by hand, corrections, late and absent ones."""

import random

import pytest

from clubs.persons import PersonName
from core.actors import SYSTEM
from core.models import AuditEvent
from scoring import sheets
from tests import factories
from tests.scoring.on_sheets import deal
from tests.tournaments.services import evening_kept as evening
from tournaments.models import Attendance, Entry, Result, Round
from tournaments.services import contests, entries, forfeits, given_settings, giving, resting, results, rounds
from tournaments.services.errors import TournamentError
from tournaments.standings.policies import ByeRule, ForfeitRule, GivenRules, MissedRule

pytestmark = pytest.mark.django_db


def settle(tournament, *, from_start=False, **tables):
    """Put these rules into the settings; those that are not named as they are."""
    stage = contests.only_stage(tournament)
    now = giving.rules_of_stage(stage)
    rules = GivenRules(**{name: tables.get(name, getattr(now, name)) for name in ("bye", "late", "absent", "forfeit")})
    given_settings.change(tournament.pk, rules, SYSTEM, from_start=from_start)


def given(round_) -> dict[int, tuple[str, int, int, int]]:
    """What was given in a round, by the number of the entry: source, scored, conceded, match points."""
    rows = Result.objects.filter(round=round_, game__isnull=True)
    return {
        row.entry.number: (row.source, row.points_for, row.points_against, row.match_points)
        for row in rows.select_related("entry")
    }


def rester(round_) -> Entry:
    return round_.statuses.get(status="bye").entry


def identity_holds(tournament) -> bool:
    """Points = results + byes + adjustments, and the sum of the rounds, for everybody."""
    rows = evening.compute(tournament).figures["rows"]
    return all(
        row["points"] == sum(row["terms"].values())
        and row["points"] - row["terms"]["adjustments"] == sum(cell["points"] for cell in row["rounds"].values())
        for row in rows
    )


def refused(code, call, *arguments, **named) -> TournamentError:
    with pytest.raises(TournamentError) as caught:
        call(*arguments, **named)
    assert caught.value.code == code
    return caught.value


# Resting: seven pairs, tables of 80:0, 90:0 and 100:0. The average is 45, the winners' is 90.

BIDS = {1: 80, 2: 90, 3: 100}


def one_round(rule: ByeRule, **more) -> Round:
    tournament = evening.new_tournament(7, rounds=3, **more)
    settle(tournament, bye=rule)
    return evening.play_round(tournament, 1, lambda game: BIDS[game.table_no])


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (ByeRule(), (45, 45, 1)),
        (ByeRule("flat", 972), (972, 972, 1)),
        (ByeRule("flat", 972, match_points=3), (972, 972, 3)),
        (ByeRule("half_table"), (45, 45, 1)),  # what a deal is worth follows the bid: the tables as measured
        (ByeRule("own_average"), (45, 45, 1)),  # no game of its own yet
        (ByeRule("nothing"), (0, 0, 0)),
    ],
)
def test_a_rest_by_each_policy_when_the_round_closes(rule, expected):
    round_ = one_round(rule)
    assert given(round_) == {rester(round_).number: ("bye", *expected)}


def test_half_a_table_is_known_beforehand_where_every_deal_is_worth_the_same():
    tournament = evening.new_tournament(5, deals=12, ruleset="guide-belote")
    stage = contests.only_stage(tournament)
    assert (
        giving.table_total(giving.rules_of_version(stage.ruleset_version), giving.format_of(stage.game_format)) == 1944
    )
    settle(tournament, bye=ByeRule("half_table"))
    round_ = evening.start_round(tournament, 1)
    for game in evening.games_of(round_):
        forfeits.declare(game.pk, "A", SYSTEM)
    rounds.close_round(round_.pk, SYSTEM)
    assert given(round_)[rester(round_).number] == ("bye", 972, 972, 1)


def test_a_rest_worth_the_average_of_its_own_games_follows_them_to_the_end():
    tournament = evening.new_tournament(3, rounds=3)
    settle(tournament, bye=ByeRule("own_average"))
    first = evening.play_round(tournament, 1, lambda game: 80)
    rested = rester(first)
    assert given(first)[rested.number][1] == 40  # it has not played: the average of the round
    second = evening.play_round(tournament, 2, lambda game: 100)
    mine = Result.objects.get(round=second, entry=rested)
    assert given(first)[rested.number][1] == mine.points_for
    other = rester(second)
    assert given(second)[other.number][1] == Result.objects.get(round=first, entry=other, game__isnull=False).points_for
    third = evening.play_round(tournament, 3, lambda game: 130)
    own = [Result.objects.get(round=one, entry=rested).points_for for one in (second, third)]
    assert given(first)[rested.number][1] == (sum(own) + 1) // 2
    # A correction of a game of its own moves it; nothing else of the round does.
    evening.correct(mine.game, 160)
    own = [Result.objects.get(round=one, entry=rested).points_for for one in (second, third)]
    assert given(first)[rested.number][1] == (sum(own) + 1) // 2
    assert identity_holds(tournament)


def test_a_correction_of_a_closed_round_moves_all_that_follows_from_it():
    tournament = evening.new_tournament(8, rounds=3)
    pairs = list(tournament.entries.order_by("number"))
    settle(tournament, absent=MissedRule("average", less=10), forfeit=ForfeitRule("winners"))
    Attendance.objects.create(
        stage=contests.only_stage(tournament), round_number=2, entry=pairs[0], state=Attendance.State.ABSENT
    )
    evening.play_round(tournament, 1)
    round_ = evening.start_round(tournament, 2)
    games = evening.games_of(round_)
    forfeits.declare(games[0].pk, "B", SYSTEM)
    for game in games[1:]:
        evening.play_game(game, 90)
    rounds.close_round(round_.pk, SYSTEM)
    rested = rester(round_).number
    there = evening.entry_at(games[0], "A")
    assert (given(round_)[rested][1], given(round_)[1][1], evening.points(round_)[there.number]) == (45, 35, 90)
    evening.correct(games[1], 140)
    # 140, 0, 90 and 0: 57.5 on average, the winners 115.
    assert (given(round_)[rested][1], given(round_)[1][1], evening.points(round_)[there.number]) == (58, 48, 115)
    assert identity_holds(tournament)


def test_what_was_given_stays_while_the_only_sheet_is_open_for_a_correction():
    tournament = evening.new_tournament(3)
    round_ = evening.play_round(tournament, 1, lambda game: 100)
    (game,) = evening.games_of(round_)
    sheets.reopen_sheet(game.sheet_id, actor=SYSTEM, reason="à revoir")
    assert given(round_)[rester(round_).number][1] == 50


def test_worked_out_again_nothing_changes():
    round_ = one_round(ByeRule())
    before = list(Result.objects.order_by("pk").values())
    resting.score_given(round_.stage)
    resting.score_given(round_.stage)
    assert list(Result.objects.order_by("pk").values()) == before


def test_a_status_that_goes_takes_its_result_along():
    round_ = one_round(ByeRule())
    status = round_.statuses.get(status="bye")
    status.status = "out"
    status.save()
    resting.score_given(round_.stage)
    assert given(round_) == {}
    status.delete()
    resting.score_given(round_.stage)
    assert given(round_) == {}


# Late, absent, gone


def test_a_late_pair_marks_for_the_rounds_before_as_soon_as_it_is_drawn():
    tournament = evening.new_tournament(6, rounds=4)
    settle(tournament, late=MissedRule("average", less=5, table="late"))
    first = evening.play_round(tournament, 1, lambda game: 80)
    second = evening.play_round(tournament, 2, lambda game: 100)
    late = factories.make_pairs(tournament, 2)
    assert given(first) == given(second) == {}
    third = evening.start_round(tournament, 3)
    expected = {pair.number for pair in late}
    assert given(first) == dict.fromkeys(expected, ("late", 35, 35, 0))
    assert given(second) == dict.fromkeys(expected, ("late", 45, 45, 0))
    assert identity_holds(tournament)
    # The draw is taken back: they have not come.
    rounds.withdraw_draw(third.pk, SYSTEM)
    assert given(first) == given(second) == {}


def test_told_late_and_never_come_marks_nothing():
    tournament = evening.new_tournament(5, rounds=3)
    settle(tournament, late=MissedRule("flat", 500, table="late"), absent=MissedRule("flat", 400))
    stage = contests.only_stage(tournament)
    never = tournament.entries.get(number=5)
    for number in (1, 2):
        Attendance.objects.create(stage=stage, round_number=number, entry=never, state=Attendance.State.LATE)
    played = [evening.play_round(tournament, number) for number in (1, 2)]
    assert [5 in given(round_) for round_ in played] == [False, False]
    evening.play_round(tournament, 3)
    assert [given(round_)[5][:2] for round_ in played] == [("late", 500), ("late", 500)]


def test_an_absence_of_one_round_marks_by_its_rule():
    tournament = evening.new_tournament(5, rounds=3)
    settle(tournament, absent=MissedRule("flat", 20, match_points=1))
    evening.play_round(tournament, 1)
    Attendance.objects.create(
        stage=contests.only_stage(tournament),
        round_number=2,
        entry=tournament.entries.get(number=3),
        state=Attendance.State.ABSENT,
    )
    round_ = evening.play_round(tournament, 2)
    assert given(round_)[3] == ("absent", 20, 20, 1)


def test_who_has_left_marks_nothing_and_who_comes_back_no_more_than_an_absence():
    tournament = evening.new_tournament(8, rounds=5)
    settle(tournament, late=MissedRule("flat", 900, table="late"), absent=MissedRule("flat", 30))
    first = evening.play_round(tournament, 1)
    gone = tournament.entries.get(number=2)
    entries.set_status(gone.pk, "withdrawn", SYSTEM)
    second = evening.play_round(tournament, 2)
    assert 2 not in given(second)
    before = evening.points(first)
    entries.set_status(gone.pk, "active", SYSTEM)
    evening.play_round(tournament, 3)
    assert given(second)[2] == ("absent", 30, 30, 0)
    assert evening.points(first) == before
    entries.set_status(gone.pk, "withdrawn", SYSTEM)
    fourth = evening.play_round(tournament, 4)
    assert 2 not in given(fourth)
    assert identity_holds(tournament)


# Which rules hold in a round


def test_the_rules_are_settled_with_the_draw_that_is_published():
    tournament = evening.new_tournament(5, rounds=3)
    first = evening.play_round(tournament, 1, lambda game: 100)
    second = evening.start_round(tournament, 2)
    settle(tournament, bye=ByeRule("flat", 972))
    for game in evening.games_of(second):
        evening.play_game(game, 100)
    rounds.close_round(second.pk, SYSTEM)
    third = evening.play_round(tournament, 3)
    assert [given(one)[rester(one).number][1] for one in (first, second, third)] == [50, 50, 972]


def test_rules_may_hold_from_the_start_if_that_is_wished_and_the_trail_says_so():
    tournament = evening.new_tournament(5, rounds=3)
    first = evening.play_round(tournament, 1)
    revision = contests.Tournament.objects.get(pk=tournament.pk).revision
    settle(tournament, from_start=True, bye=ByeRule("flat", 972))
    assert given(first)[rester(first).number][1] == 972
    assert contests.Tournament.objects.get(pk=tournament.pk).revision == revision + 1
    event = AuditEvent.objects.get(verb="tournament.given-changed")
    assert event.before["bye"] == {"policy": "average"}
    assert (event.after["bye"], event.after["rounds"]) == ({"policy": "flat", "points": 972}, [1])
    settle(tournament, from_start=True, bye=ByeRule("flat", 972))
    assert AuditEvent.objects.filter(verb="tournament.given-changed").count() == 1


def test_a_round_from_before_the_rules_were_kept_goes_by_its_stage():
    round_ = one_round(ByeRule())
    Round.objects.update(given={})
    stage = contests.only_stage(round_.stage.tournament)
    stage.settings = {**stage.settings, "bye": "nothing"}
    stage.save()
    resting.score_given(stage)
    assert given(round_)[rester(round_).number] == ("bye", 0, 0, 0)


# Nobody rests


def test_where_nobody_rests_an_odd_list_is_not_drawn_and_who_came_last_is_named():
    tournament = evening.new_tournament(5, rounds=3)
    settle(tournament, bye=ByeRule("refuse"))
    latest = factories.make_entry(tournament, [factories.make_person(), factories.make_person()], number=20)
    factories.make_entry(tournament, [factories.make_person(), factories.make_person()], number=9, stand_in=False)
    error = refused("odd-refused", rounds.make_draw, tournament.pk, 1, 1, SYSTEM)
    assert error.params == {"count": 7, "number": 9}
    entries.set_status(tournament.entries.get(number=9).pk, "withdrawn", SYSTEM)
    evening.play_round(tournament, 1)
    entries.set_status(latest.pk, "withdrawn", SYSTEM)
    assert refused("odd-refused", rounds.make_draw, tournament.pk, 2, 1, SYSTEM).params == {"count": 5, "number": 5}
    assert not Round.objects.filter(number=2).exists()


def test_a_pair_that_stands_in_may_rest_where_nobody_else_does():
    tournament = evening.new_tournament(4, rounds=3)
    settle(tournament, bye=ByeRule("refuse"))
    factories.make_entry(tournament, [factories.make_person(), factories.make_person()], stand_in=True)
    round_ = evening.play_round(tournament, 1)
    assert rester(round_).stand_in


# All of it together


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 40))])
def test_over_evenings_with_people_coming_and_going_the_identity_holds_and_nothing_drifts(seed):
    chance = random.Random(seed)
    tournament = evening.new_tournament(chance.choice((7, 8, 9)), rounds=5)
    rule = ByeRule(chance.choice(("average", "flat", "half_table", "own_average")), 77)
    missed = [MissedRule(chance.choice(("nothing", "flat", "average")), 33, 5, table=one) for one in ("late", "absent")]
    settle(tournament, bye=rule, late=missed[0], absent=missed[1], forfeit=ForfeitRule(absent_points=3))
    for number in range(1, 6):
        if chance.random() < 0.5:
            factories.make_pairs(tournament, 1)
        active = list(tournament.entries.filter(status="active").order_by("number"))
        if chance.random() < 0.3:
            entries.set_status(chance.choice(active).pk, "withdrawn", SYSTEM)
        round_ = evening.start_round(tournament, number)
        for game in evening.games_of(round_):
            if chance.random() < 0.2:
                forfeits.declare(game.pk, chance.choice(("A", "B", "AB")), SYSTEM)
            else:
                evening.play_game(game, chance.randrange(80, 170, 10))
        rounds.close_round(round_.pk, SYSTEM)
        played = Result.objects.filter(round__stage__tournament=tournament, source="game").order_by("?").first()
        if played is not None and chance.random() < 0.5:
            sheet = sheets.reopen_sheet(played.game.sheet_id, actor=SYSTEM, reason="correction")
            sheets.amend_deal(sheet.pk, 1, deal(150), seen=sheet.revision, actor=SYSTEM)
            evening.close(sheet)
        assert identity_holds(tournament)
    before = list(Result.objects.order_by("pk").values())
    resting.score_given(contests.only_stage(tournament))
    assert list(Result.objects.order_by("pk").values()) == before
    assert results.standings_figures(tournament) == evening.compute(tournament).figures


def test_a_player_alone_who_finds_a_partner_later_has_come_late_not_been_absent():
    tournament = evening.new_tournament(4, rounds=3)
    settle(tournament, late=MissedRule("flat", 33, table="late"), absent=MissedRule("flat", 11))
    alone = factories.make_entry(tournament, [factories.make_person()], status="incomplete")
    first = evening.play_round(tournament, 1)
    assert given(first) == {}
    entries.complete_pair(alone.pk, entries.NewPlayer(PersonName("Tardif", "Luc")), SYSTEM)
    evening.play_round(tournament, 2)
    assert given(first) == {alone.number: ("late", 33, 33, 0)}


# Systems with a plan, and teams


def test_in_a_plan_the_opponent_of_who_has_left_marks_as_at_rest():
    tournament = evening.new_tournament(4, rounds=3)
    settle(tournament, bye=ByeRule("flat", 77))
    stage = contests.only_stage(tournament)
    stage.draw_system = "round-robin"
    stage.save()
    evening.play_round(tournament, 1)
    entries.set_status(tournament.entries.get(number=2).pk, "withdrawn", SYSTEM)
    second = evening.play_round(tournament, 2)
    assert list(given(second).values()) == [("bye", 77, 77, 1)]
    assert identity_holds(tournament)


def test_each_pair_of_a_team_that_rests_marks_and_the_team_has_their_sum():
    tournament = evening.new_teams(3)
    settle(tournament, bye=ByeRule("flat", 50))
    round_ = evening.play_round(tournament, 1)
    team = round_.statuses.get(status="bye", entry__kind="team").entry
    pairs = [one.number for one in team.pairs.all()]
    assert set(given(round_)) == set(pairs)
    assert {mark[:2] for mark in given(round_).values()} == {("bye", 50)}
    rows = {row["entry"]: row for row in evening.compute(tournament).figures["rows"]}
    assert rows[str(team.pk)]["points"] == 50 * len(pairs)
    assert identity_holds(tournament)
