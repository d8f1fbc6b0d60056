"""The standings as if every table ended now."""

from tournaments.standings.given import Mark
from tournaments.standings.provisional import Running, Waits, as_if_over, waits, with_rests
from tournaments.standings.ranking import RoundResult, ScoreRow, Source


def row(entry: str, *points: int) -> ScoreRow:
    results = tuple(RoundResult(number, one, 100 - one) for number, one in enumerate(points, start=1))
    return ScoreRow(entry, int(entry[1:]), results)


def running(one: str, other: str, totals: tuple[int, int], to_come: int | None = 3) -> Running:
    return Running(2, 1, ((one,), (other,)), totals, (2, 0), to_come)


def test_what_stands_on_an_open_sheet_is_added_to_what_counts() -> None:
    first, second, third = as_if_over([row("p1", 90), row("p2", 10), row("p3", 50)], [running("p1", "p2", (40, 30))])
    assert [(one.round, one.scored, one.conceded, one.match_points) for one in first.results] == [
        (1, 90, 10, 0),
        (2, 40, 30, 2),
    ]
    assert second.results[1].opponents == ("p1",)
    assert third.results == row("p3", 50).results


def test_both_players_of_a_side_have_it() -> None:
    game = Running(1, 1, (("p1", "p2"), ("p3", "p4")), (40, 30), (0, 0), 1)
    found = as_if_over([row(f"p{number}") for number in range(1, 5)], [game])
    assert [one.results[0].scored for one in found] == [40, 40, 30, 30]


def test_who_rests_marks_what_the_rule_gives_of_what_there_is_so_far() -> None:
    rows = as_if_over([row("p1", 0), row("p2", 0), row("p3", 20)], [running("p1", "p2", (40, 30))])
    asked = []

    def rule(others, own):
        asked.append((others.average, own.average))
        return Mark(others.average, others.average)

    found = with_rests(rows, 2, ["p3"], rule)
    assert asked == [(35, 20)]
    assert (found[2].results[1].scored, found[2].results[1].source) == (35, Source.BYE)
    assert with_rests(found, 2, ["p3"], rule) == found


def test_a_rest_that_follows_from_nothing_yet_gives_nothing() -> None:
    (found,) = with_rests([row("p1", 20)], 2, ["p1"], lambda others, own: None)
    assert found == row("p1", 20)


def test_each_says_how_many_deals_are_still_to_come() -> None:
    games = [running("p1", "p2", (0, 0)), running("p3", "p4", (0, 0), None)]
    assert waits(games, ["p5"]) == {
        "p1": Waits(3, 1),
        "p2": Waits(3, 1),
        "p3": Waits(0, 1, True),
        "p4": Waits(0, 1, True),
        "p5": Waits(rests=True),
    }


def test_a_team_waits_for_the_tables_of_all_its_pairs() -> None:
    games = [running("p1", "p3", (0, 0), 2), running("p2", "p4", (0, 0), 5)]
    found = waits(games, [], {"p1": "t1", "p2": "t1", "p3": "t2", "p4": "t2"})
    assert found == {"t1": Waits(7, 2), "t2": Waits(7, 2)}
