"""What a team has from a round: the sums of its pairs, and the match points of its meeting."""

from tournaments.standings.ranking import RoundResult, Source
from tournaments.standings.scores import Tally
from tournaments.standings.teams import TeamMeeting, team_results

TEAM_OF = {"1A": "1", "1B": "1", "2A": "2", "2B": "2"}


def by_totals(totals: tuple[int, ...]) -> tuple[int, ...]:
    one, other = totals
    return (2, 0) if one > other else (0, 2) if other > one else (1, 1)


def test_the_points_of_the_pairs_are_summed_and_the_meeting_is_won_by_the_sums() -> None:
    # The first pair loses its game by less than the second one wins: the team wins.
    pairs = {
        "1A": [RoundResult(1, 700, 900)],
        "1B": [RoundResult(1, 1000, 600)],
        "2A": [RoundResult(1, 900, 700, 2)],
        "2B": [RoundResult(1, 600, 1000)],
    }
    found = team_results(pairs, TEAM_OF, [TeamMeeting(1, ("1", "2"))], by_totals)
    assert found == {"1": (RoundResult(1, 1700, 1500, 2),), "2": (RoundResult(1, 1500, 1700, 0),)}


def test_a_meeting_that_goes_on_gives_no_match_points_yet() -> None:
    pairs = {"1A": [RoundResult(1, 700, 900)], "2A": [RoundResult(1, 900, 700, 2)]}
    found = team_results(pairs, TEAM_OF, [TeamMeeting(1, ("1", "2"), over=False)], by_totals)
    assert [found[team][0].match_points for team in ("1", "2")] == [0, 0]
    assert found["2"][0].scored == 900


def test_a_team_that_rests_has_what_its_pairs_were_given() -> None:
    pairs = {name: [RoundResult(2, 810, 810, 2, Source.BYE)] for name in ("1A", "1B")}
    found = team_results(pairs, TEAM_OF, [], by_totals)
    assert found["1"] == (RoundResult(2, 1620, 1620, 2, Source.BYE),)


def test_a_round_in_which_one_pair_played_was_played() -> None:
    pairs = {"1A": [RoundResult(1, 0, 0, source=Source.FORFEIT)], "1B": [RoundResult(1, 800, 700)]}
    found = team_results(pairs, TEAM_OF, [TeamMeeting(1, ("1", "2"))], by_totals)
    assert found["1"][0].source == Source.GAME


def test_rounds_come_in_their_order() -> None:
    pairs = {"1A": [RoundResult(3, 3, 0), RoundResult(1, 1, 0)], "1B": [RoundResult(2, 2, 0)]}
    found = team_results(pairs, TEAM_OF, [], by_totals)
    assert [one.scored for one in found["1"]] == [1, 2, 3]


def test_a_team_has_met_the_teams_of_its_pairs_opponents_and_has_done_what_they_did_in_the_deals() -> None:
    team_of = {"1A": "1", "1B": "1", "2A": "2", "2B": "2"}
    pairs = {
        "1A": [RoundResult(1, 900, 700, opponents=("2A",), tally=Tally(7, 4, 1))],
        "1B": [RoundResult(1, 500, 800, opponents=("2B",), tally=Tally(4, 2, 0))],
        "2A": [RoundResult(1, 700, 900, opponents=("1A",))],
        "2B": [RoundResult(1, 0, 0, source=Source.FORFEIT)],
    }
    found = team_results(pairs, team_of, [], lambda totals: (0, 0))
    assert (found["1"][0].opponents, found["1"][0].tally) == (("2",), Tally(11, 6, 1))
    assert (found["2"][0].opponents, found["2"][0].tally) == (("1",), None)
