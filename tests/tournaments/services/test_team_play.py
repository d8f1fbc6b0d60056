"""An evening of teams, from the published draw to the standings of teams and of their pairs."""

from collections import defaultdict

import pytest
from django.utils import translation

from rankings.services import placings
from tests.tournaments.services import evening
from tournaments import people, rollsearch
from tournaments.models import Adjustment, Attendance, Entry, Game, Match, Result, Round, RoundStatus, Tournament
from tournaments.services import entries, leaving, meetings, results, rounds
from tournaments.services.drawing import draw_request
from tournaments.standings.rows import score_rows

pytestmark = pytest.mark.django_db


def labels(tournament: Tournament) -> dict[str, str]:
    """How each entry is called, by its id as text."""
    return {str(pk): name.label for pk, name in people.in_hall(tournament).items()}


def seated(round_: Round) -> dict[int, tuple[str, str]]:
    """Who sits north-south and east-west at each table."""
    called = labels(round_.stage.tournament)
    found: dict[int, dict[str, str]] = defaultdict(dict)
    for board, side, entry in round_.seats.values_list("match__board", "side", "participant_id"):
        found[board][side] = called[str(entry)]
    return {board: (both["A"], both["B"]) for board, both in sorted(found.items())}


def meetings_of(round_: Round) -> set[frozenset[str]]:
    """The pairs that met, two at a table."""
    return {frozenset(both) for both in seated(round_).values()}


def points_of(tournament: Tournament) -> dict[str, int]:
    """The total of every team and of every pair."""
    figures, called = results.standings_figures(tournament), labels(tournament)
    return {called[row["entry"]]: row["points"] for row in (*figures["rows"], *figures["pairs"])}


def test_a_meeting_of_teams_is_a_match_for_each_pair_at_neighbouring_tables() -> None:
    tournament = evening.new_teams(4, 3)
    round_ = evening.start_round(tournament, 1)
    tables, called = seated(round_), labels(tournament)
    assert list(tables) == [1, 2, 3, 4, 5, 6]
    for drawn in round_.draws.get().result["tables"]:
        mine, theirs, first = called[drawn["ns"][0]], called[drawn["ew"][0]], 3 * drawn["table"] - 2
        assert tables[first] == (f"{mine}A", f"{theirs}A")
        assert tables[first + 1] == (f"{theirs}B", f"{mine}B")  # half of a team's pairs sit the other way
        assert tables[first + 2] == (f"{mine}C", f"{theirs}C")
    meetings = dict(Match.objects.filter(round=round_).values_list("board", "meeting"))
    assert meetings == {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2}


def test_rotating_pairs_meet_the_next_one_of_the_other_team_each_round() -> None:
    tournament = evening.new_teams(2, 3, rounds=3, inner_plan="rotating", musts=[])
    played = [meetings_of(evening.play_round(tournament, number)) for number in (1, 2, 3)]
    assert len(set.union(*played)) == 9  # each pair of the one with each of the other


def test_pairs_meet_by_number_unless_they_rotate_and_change_sides() -> None:
    tournament = evening.new_teams(2, 2, rounds=2, musts=[])
    first, second = (evening.play_round(tournament, number) for number in (1, 2))
    assert meetings_of(first) == meetings_of(second) == {frozenset(("1A", "2A")), frozenset(("1B", "2B"))}
    for label in ("1A", "1B", "2A", "2B"):
        sides = [next(both.index(label) for both in seated(one).values() if label in both) for one in (first, second)]
        # The lot may turn the teams as well: both pairs of a team then stay where they were.
        assert (sides[0] == sides[1]) == (seated(first)[1] == seated(second)[1])


def test_a_team_has_what_its_pairs_have_and_wins_a_meeting_by_the_sum() -> None:
    tournament = evening.new_teams(2, 2, rounds=1)
    round_ = evening.start_round(tournament, 1)
    # North-south wins both tables, and there the teams sit the other way round: the second table decides.
    for game, bid in zip(evening.games_of(round_), (100, 160), strict=True):
        evening.play_game(game, bid)
    rounds.close_round(round_.pk, evening.SYSTEM)
    points = points_of(tournament)
    assert points["1"] == points["1A"] + points["1B"]
    assert points["2"] == points["2A"] + points["2B"]
    assert sorted((points["1"], points["2"])) == [100, 160]
    figures, called = results.standings_figures(tournament), labels(tournament)
    assert called[figures["rows"][0]["entry"]] == seated(round_)[2][0][0]
    assert [row["points"] for row in figures["pairs"]] == [160, 100, 0, 0]


def test_points_taken_from_a_pair_are_taken_from_its_team_and_a_teams_own_from_no_pair() -> None:
    tournament = evening.new_teams(2, 2, rounds=1)
    evening.play_round(tournament, 1)
    before = points_of(tournament)
    pair = Entry.objects.filter(tournament=tournament, team__number=1).order_by("number")[0]
    Adjustment.objects.create(entry=pair, points=-50, reason="retard")
    Adjustment.objects.create(entry=pair.team, points=20, reason="accueil")
    changed = {label: points - before[label] for label, points in points_of(tournament).items()}
    assert changed == {"1": -30, "1A": -50, "1B": 0, "2": 0, "2A": 0, "2B": 0}


def test_match_points_of_a_meeting_come_once_its_last_table_is_closed_and_follow_a_correction() -> None:
    tournament = evening.new_teams(2, 2, rounds=1)
    first, second = evening.games_of(evening.start_round(tournament, 1))

    def match_points() -> list[int]:
        return sorted(row.results[0].match_points for row in score_rows(tournament) if row.results)

    evening.play_game(first, 100)
    assert match_points() == [0, 0]
    evening.play_game(second, 160)
    assert match_points() == [0, 2]
    evening.correct(second, 100)
    assert match_points() == [1, 1]


def test_where_match_points_rank_a_meeting_won_stands_before_more_points() -> None:
    tournament = evening.new_teams(4, 2, rounds=1, ranking="match_points")
    games = evening.games_of(evening.start_round(tournament, 1))
    for game, bid in zip(games, (80, 90, 150, 160), strict=True):
        evening.play_game(game, bid)
    rows = results.standings_figures(tournament)["rows"]
    assert [(row["values"]["match_points"], row["points"]) for row in rows] == [(2, 160), (2, 90), (0, 150), (0, 80)]


def test_the_next_draw_goes_by_the_meetings_and_standings_of_teams() -> None:
    tournament = evening.new_teams(6, 2)
    evening.play_round(tournament, 1)
    asked = draw_request(tournament, tournament.stages.get(), 2, 1)
    (played,) = asked.played
    teams = {one.id for one in asked.entries}
    assert len(teams) == 6
    assert [one.table for one in played.meetings] == [1, 2, 3]
    assert {entry for one in played.meetings for entry in (*one.ns, *one.ew)} == teams
    standing = {one.id: one.standing[0] for one in asked.entries}
    for one in played.meetings:
        ns, ew = standing[one.ns[0]], standing[one.ew[0]]
        assert one.won == ("ns" if ns > ew else "ew" if ew > ns else "")
    assert all(len(one.persons) == 4 for one in asked.entries)


def test_over_three_rounds_no_two_teams_meet_twice_and_every_point_is_in_both_rankings() -> None:
    tournament = evening.new_teams(6, 2)
    for number in (1, 2, 3):
        evening.play_round(tournament, number)
    stage = tournament.stages.get()
    before = draw_request(tournament, stage, 4, 1).played
    met = [frozenset((*one.ns, *one.ew)) for played in before for one in played.meetings]
    assert len(met) == len(set(met)) == 9
    figures = results.standings_figures(tournament)
    total = sum(Result.objects.filter(round__stage=stage).values_list("points_for", flat=True))
    assert sum(row["points"] for row in figures["rows"]) == sum(row["points"] for row in figures["pairs"]) == total
    assert (len(figures["rows"]), len(figures["pairs"])) == (6, 12)
    assert all(row["played"] == 3 for row in (*figures["rows"], *figures["pairs"]))


def test_of_five_teams_one_rests_with_all_its_pairs() -> None:
    tournament = evening.new_teams(5, 2)
    round_ = evening.play_round(tournament, 1)
    resting = round_.statuses.filter(status=RoundStatus.Status.BYE)
    team = resting.get(entry__kind=Entry.Kind.TEAM).entry
    assert [one.entry.team for one in resting.exclude(entry=team)] == [team, team]
    average = Result.objects.filter(round=round_, entry__team=team)[0].points_for
    assert results.round_figures(round_)["byes"] == [{"entry": str(team.pk), "points": 2 * average}]
    row = next(row for row in results.standings_figures(tournament)["rows"] if row["entry"] == str(team.pk))
    assert row["rounds"]["1"] == {"points": 2 * average, "against": 2 * average, "source": "bye"}
    asked = draw_request(tournament, tournament.stages.get(), 2, 1)
    assert asked.played[0].byes == (str(team.pk),)


def test_a_team_that_leaves_takes_its_pairs_along_and_comes_back_with_them() -> None:
    tournament = evening.new_teams(5, 2)
    round_ = evening.start_round(tournament, 1)
    status = RoundStatus.Status
    team = round_.statuses.get(status=status.BYE, entry__kind=Entry.Kind.TEAM).entry
    gone = next(one for one in tournament.entries.filter(kind=Entry.Kind.TEAM) if one != team)

    def what(one: Round, entry: Entry) -> set[str]:
        rows = one.statuses.filter(entry__team=entry) | one.statuses.filter(entry=entry)
        return set(rows.values_list("status", flat=True))

    leaving.leave(team.pk, evening.SYSTEM, at_once=True)
    assert what(round_, team) == {status.WITHDRAWN}
    leaving.put_back(team.pk, evening.SYSTEM)
    assert what(round_, team) == {status.BYE}
    leaving.leave(gone.pk, evening.SYSTEM)
    for game in evening.games_of(round_):
        evening.play_game(game)
    rounds.close_round(round_.pk, evening.SYSTEM)
    second = evening.start_round(tournament, 2)
    assert what(second, gone) == {status.WITHDRAWN}
    assert second.matches.count() == 4


def test_a_pair_whose_opponents_are_not_there_rests() -> None:
    tournament = evening.new_teams(2, 2, rounds=1)
    missing = Entry.objects.filter(tournament=tournament, team__number=1).order_by("number")[1]
    Attendance.objects.create(
        stage=tournament.stages.get(), round_number=1, entry=missing, state=Attendance.State.ABSENT
    )
    round_ = evening.play_round(tournament, 1, lambda game: 100)
    assert Game.objects.filter(match__round=round_).count() == 1
    called = labels(tournament)
    status = {called[str(one.entry_id)]: one.status for one in round_.statuses.all()}
    assert status == {"1": "plays", "2": "plays", "1A": "plays", "2A": "plays", "1B": "absent", "2B": "bye"}
    points = points_of(tournament)
    assert points["2"] == points["2A"] + points["2B"]
    assert points["2B"] > 0
    assert points["1"] == points["1A"] + points["1B"]


def test_a_table_with_an_empty_side_sets_nothing_yet() -> None:
    tournament = evening.new_teams(2, 2, rounds=1)
    team = tournament.entries.get(number=1)
    tables, alone = meetings.tables_set(
        tournament.stages.get(), 1, [{"table": 1, "ns": (), "ew": (str(team.pk),)}, {"table": 2, "ns": (), "ew": ()}]
    )
    assert tables == []
    assert alone == {str(pair.pk) for pair in team.pairs.all()}


def test_a_pair_that_has_left_gives_its_place_to_the_next_one_of_its_team() -> None:
    tournament = evening.new_teams(2, 3, rounds=2, musts=[])
    first = Entry.objects.filter(tournament=tournament, team__number=1).order_by("number")[0]
    entries.set_status(first.pk, Entry.Status.WITHDRAWN, evening.SYSTEM)
    assert meetings_of(evening.start_round(tournament, 1)) == {frozenset(("1B", "2A")), frozenset(("1C", "2B"))}


def test_results_of_a_round_tell_the_meetings_and_the_tables_of_each() -> None:
    tournament = evening.new_teams(4, 2)
    figures = results.round_figures(evening.play_round(tournament, 1))
    assert [table["meeting"] for table in figures["tables"]] == [1, 1, 2, 2]
    assert [one["meeting"] for one in figures["meetings"]] == [1, 2]
    points = {side["entry"]: side["points"] for table in figures["tables"] for side in table["sides"]}
    team_of = dict(Entry.objects.filter(team__isnull=False).values_list("pk", "team_id"))
    for side in (side for meeting in figures["meetings"] for side in meeting["sides"]):
        own = [points[str(pair)] for pair, team in team_of.items() if str(team) == side["entry"]]
        assert side["points"] == sum(own)


def test_a_draw_of_teams_that_is_taken_back_leaves_no_table() -> None:
    tournament = evening.new_teams(4, 2)
    round_ = evening.start_round(tournament, 1)
    rounds.withdraw_draw(round_.pk, evening.SYSTEM)
    assert not Match.objects.filter(round=round_).exists()
    assert not round_.statuses.exists()


def test_a_season_counts_every_player_of_a_team_at_its_place() -> None:
    tournament = evening.new_teams(3, 2, rounds=1)
    publication = evening.publish(tournament, evening.play_round(tournament, 1))
    ranks = {row["entry"]: row["rank"] for row in publication.figures["rows"]}
    found = {one.person: one.rank for one in placings(tournament, publication)}
    members = tournament.members.values_list("person_id", "entry__team_id")
    assert found == {str(person): ranks[str(team)] for person, team in members}
    assert len(found) == 12


def test_a_team_without_a_name_is_called_by_its_first_player_and_found_by_all_of_them() -> None:
    tournament = evening.new_teams(2, 2)
    named = people.in_hall(tournament)
    [team, _other] = tournament.entries.filter(kind=Entry.Kind.TEAM).order_by("number")
    assert len(named[team.pk].players) == 4
    with translation.override("en"):
        assert people.in_hall(tournament)[team.pk].names == (f"Team {named[team.pk].players[0]}",)
    last = named[team.pk].players[-1]
    assert team.pk in {one.id for one in rollsearch.find(last, [named[team.pk]])}
    Entry.objects.filter(pk=team.pk).update(name="Les As")
    assert people.in_hall(tournament)[team.pk].names == ("Les As",)
