"""What the standings say about places that the points alone did not decide."""

from tests.tournaments.standings.test_ranking import row
from tournaments.standings.ranking import ScoreRow, rank
from tournaments.standings.rows import RANKINGS, as_figures, parted_by


def parted(*rows: ScoreRow) -> list[tuple[int | None, bool, str | None]]:
    figures = [as_figures(one) for one in rank(rows, ["points", "difference", "best_game"])]
    return [(one["rank"], one["tied"], criterion) for one, criterion in zip(figures, parted_by(figures), strict=True)]


def test_two_shared_places_of_equal_points_say_what_parts_them() -> None:
    pairs = [row(1, (352, 90)), row(2, (352, 90)), row(3, (352, 180)), row(4, (352, 180)), row(5, (300, 0))]
    assert parted(*pairs) == [
        (1, True, "difference"),
        (1, True, "difference"),
        (3, True, "difference"),
        (3, True, "difference"),
        (5, False, None),
    ]


def test_a_place_shared_by_all_of_equal_points_says_nothing_more() -> None:
    assert parted(row(1, (500, 0)), row(2, (352, 90)), row(3, (352, 90)), row(4, (100, 0))) == [
        (1, False, None),
        (2, True, None),
        (2, True, None),
        (4, False, None),
    ]


def test_the_last_of_equal_points_names_what_put_it_behind() -> None:
    assert parted(row(1, (352, 90)), row(2, (352, 91)), row(3, (100, 0), ranked=False)) == [
        (1, False, "difference"),
        (2, False, "difference"),
        (None, False, None),
    ]


def test_standings_of_nobody_are_parted_by_nothing() -> None:
    assert parted() == []


def test_where_wins_come_first_only_what_is_neither_wins_nor_points_is_told() -> None:
    pairs = [row(1, (300, 200)), row(2, (352, 353)), row(3, (200, 201)), row(4, (200, 299))]
    figures = [as_figures(one) for one in rank(pairs, RANKINGS["wins"])]
    assert [(one["entry"], one["decided_by"]) for one in figures] == [
        ("e1", "wins"),
        ("e2", "points"),
        ("e3", "difference"),
        ("e4", None),
    ]
    assert parted_by(figures) == [None, None, "difference", "difference"]
