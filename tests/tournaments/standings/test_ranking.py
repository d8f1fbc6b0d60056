"""The pure ranking: order, equal ranks, reasons, and the average a rest is worth."""

import itertools
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.ranking import (
    CRITERIA,
    RankedRow,
    RankingAdjustment,
    RankingError,
    RoundResult,
    ScoreRow,
    Source,
    bye_average,
    rank,
)


def row(number: int, *scores: tuple[int, int], **more: Any) -> ScoreRow:
    """A row of games (scored, conceded), one a round."""
    results = tuple(RoundResult(place, scored, conceded) for place, (scored, conceded) in enumerate(scores, 1))
    return ScoreRow(f"e{number}", number, results, **more)


def short(ranked: list[RankedRow]) -> list[tuple[int | None, str]]:
    return [(one.rank, one.entry) for one in ranked]


def test_equal_rows_share_a_rank_and_the_next_is_skipped() -> None:
    rows = [row(7, (900, 600)), row(4, (1000, 500)), row(2, (900, 600)), row(9, (800, 700))]
    ranked = rank(rows, ["points", "difference"])
    assert short(ranked) == [(1, "e4"), (2, "e2"), (2, "e7"), (4, "e9")]
    assert [one.tied for one in ranked] == [False, True, True, False]
    assert [one.decided_by for one in ranked] == ["points", None, "points", None]


def test_the_criterion_that_decides_is_named() -> None:
    rows = [row(1, (900, 500), (900, 900)), row(2, (1000, 700), (800, 900)), row(3, (1000, 700), (800, 800))]
    ranked = rank(rows, ["points", "difference", "best_game"])
    assert short(ranked) == [(1, "e1"), (2, "e3"), (3, "e2")]
    assert [one.decided_by for one in ranked] == ["difference", "difference", None]
    assert ranked[0].values == (("points", 1800), ("difference", 400), ("best_game", 900))
    assert ranked[1].value("best_game") == 1000


def test_fewer_points_against_is_better() -> None:
    assert short(rank([row(1, (900, 700)), row(2, (900, 600))], ["points", "points_against"])) == [
        (1, "e2"),
        (2, "e1"),
    ]


def test_wins_first_and_points_first_give_different_winners() -> None:
    rows = [row(1, (1500, 300), (700, 800), (700, 800)), row(2, (810, 790), (810, 790), (790, 810))]
    assert short(rank(rows, ["points", "wins"]))[0] == (1, "e1")
    assert short(rank(rows, ["wins", "points"]))[0] == (1, "e2")


def test_each_source_counts_where_its_rule_says() -> None:
    results = (
        RoundResult(1, 900, 600, 2),
        RoundResult(2, 800, 700, 2, Source.BYE),
        RoundResult(3, 500, 900, 0, Source.LATE),
        RoundResult(4, 1100, 0, 2, Source.FORFEIT),
    )
    only = ScoreRow("e1", 1, results, (RankingAdjustment(-100, "late", 3), RankingAdjustment(30, "bonus")))
    (ranked,) = rank([only], list(CRITERIA))
    assert (ranked.terms.results, ranked.terms.byes, ranked.terms.adjustments) == (2500, 800, -70)
    assert ranked.points == 3230
    assert dict(ranked.values) == {
        "points": 3230,
        "match_points": 6,
        "wins": 2,  # the game and the forfeit; nobody wins by resting
        "difference": 1100,
        "points_against": 2200,
        "best_game": 900,  # at a table only
        "stage": 1,
        "place": 100_000,  # none yet: behind all who have one
        "capped_points": 3230,
        "without_worst": 2730,  # the late arrival is the worst round
        "best_rounds": 2730,  # of three
        "head_to_head": 0,
        "opponents": 2 * 3300,  # the rest and a game without an opponent count as though it had met itself
        "beaten": 0,
        "deals_won": 0,
        "contracts_made": 0,
        "capots": 0,
        "fewest_games": 1,
        "lot": 0,
    }
    assert (ranked.played, ranked.rank, ranked.tied, ranked.decided_by) == (1, 1, False, None)


def test_a_drawn_game_is_no_win() -> None:
    (ranked,) = rank([row(1, (810, 810))], ["wins"])
    assert ranked.value("wins") == 0


def test_a_stand_in_is_listed_last_without_a_rank() -> None:
    rows = [row(1, (2000, 0), ranked=False), row(2, (900, 800)), row(3, (800, 900)), row(4, (800, 900))]
    ranked = rank(rows, ["points"])
    assert short(ranked) == [(1, "e2"), (2, "e3"), (2, "e4"), (None, "e1")]
    assert [one.tied for one in ranked] == [False, True, True, False]
    assert ranked[2].decided_by is None


def test_equal_stand_ins_are_not_tied() -> None:
    ranked = rank([row(1, ranked=False), row(2, ranked=False)], ["points"])
    assert [(one.rank, one.tied, one.decided_by) for one in ranked] == [(None, False, None)] * 2


def test_before_the_first_round_everybody_is_first() -> None:
    assert short(rank([row(2), row(1)], ["points", "best_game"])) == [(1, "e1"), (1, "e2")]
    assert rank([], ["points"]) == []


TWICE = ScoreRow("e1", 1, (RoundResult(2, 1, 1), RoundResult(2, 3, 1)))


@pytest.mark.parametrize(
    ("rows", "criteria", "code", "params"),
    [
        ([], [], "no_criteria", {}),
        ([], ["luck"], "unknown_criterion", {"criterion": "luck"}),
        ([], ["points", "points"], "duplicate_criterion", {"criterion": "points"}),
        ([row(1), ScoreRow("e1", 2)], ["points"], "duplicate_entry", {"entry": "e1"}),
        ([row(1), ScoreRow("e2", 1)], ["points"], "duplicate_number", {"number": 1}),
        ([TWICE], ["points"], "duplicate_result", {"entry": "e1", "round": 2, "game": 1}),
    ],
)
def test_what_cannot_be_ranked_is_refused_by_name(
    rows: list[ScoreRow], criteria: list[str], code: str, params: dict[str, Any]
) -> None:
    with pytest.raises(RankingError) as caught:
        rank(rows, criteria)
    assert (caught.value.code, dict(caught.value.params)) == (code, params)


def test_several_games_of_a_round_all_count() -> None:
    best_of_three = ScoreRow("e1", 1, (RoundResult(1, 900, 600, game=1), RoundResult(1, 500, 800, game=2)))
    (ranked,) = rank([best_of_three], ["points", "wins"])
    assert (ranked.points, ranked.value("wins"), ranked.played) == (1400, 1, 2)


results = st.builds(
    RoundResult,
    round=st.just(0),
    scored=st.integers(-5, 5),
    conceded=st.integers(-5, 5),
    match_points=st.integers(0, 2),
    source=st.sampled_from(Source),
)


@st.composite
def fields(draw: st.DrawFn) -> list[ScoreRow]:
    numbers = draw(st.lists(st.integers(1, 99), unique=True, max_size=12))
    rows = []
    for number in numbers:
        played = [
            RoundResult(place, one.scored, one.conceded, one.match_points, one.source)
            for place, one in enumerate(draw(st.lists(results, max_size=3)), 1)
        ]
        adjustments = draw(st.lists(st.builds(RankingAdjustment, st.integers(-3, 3), st.just("why")), max_size=2))
        rows.append(ScoreRow(f"e{number}", number, tuple(played), tuple(adjustments), draw(st.booleans())))
    return rows


criteria_lists = st.lists(st.sampled_from(list(CRITERIA)), min_size=1, unique=True)


@given(fields(), criteria_lists, st.randoms(use_true_random=False))
def test_the_order_of_the_rows_does_not_matter(rows: list[ScoreRow], criteria: list[str], shuffler: Any) -> None:
    assert rank(shuffler.sample(rows, len(rows)), criteria) == rank(rows, criteria)


@given(fields(), criteria_lists)
def test_rank_is_one_more_than_how_many_are_ahead(rows: list[ScoreRow], criteria: list[str]) -> None:
    ranked = rank(rows, criteria)
    assert sorted(one.entry for one in ranked) == sorted(one.entry for one in rows)
    inside = [one for one in ranked if one.row.ranked]
    assert ranked[: len(inside)] == inside

    def strength(one: RankedRow) -> list[int]:
        return [one.value(name) if CRITERIA[name].more_is_better else -one.value(name) for name in criteria]

    for one in inside:
        assert one.rank == 1 + sum(strength(other) > strength(one) for other in inside)
        assert one.tied == (sum(strength(other) == strength(one) for other in inside) > 1)
    assert all(one.rank is None for one in ranked[len(inside) :])


@given(fields(), criteria_lists)
def test_points_are_results_and_byes_and_adjustments(rows: list[ScoreRow], criteria: list[str]) -> None:
    for one in rank(rows, criteria):
        everything = sum(result.scored for result in one.row.results) + sum(
            change.points for change in one.row.adjustments
        )
        assert one.points == one.terms.results + one.terms.byes + one.terms.adjustments == everything


@given(fields(), criteria_lists)
def test_the_deciding_criterion_differs_and_all_before_it_are_equal(rows: list[ScoreRow], criteria: list[str]) -> None:
    inside = [one for one in rank(rows, criteria) if one.row.ranked]
    for one, after in itertools.pairwise(inside):
        if one.decided_by is None:
            assert one.values == after.values
        else:
            at = criteria.index(one.decided_by)
            assert one.values[:at] == after.values[:at]
            assert one.values[at] != after.values[at]


@pytest.mark.parametrize(
    ("scores", "average"),
    [
        ([], None),
        ([0], 0),
        ([80, 81], 81),
        ([80, 80, 81], 80),
        ([80, 81, 81], 81),
        ([-80, -81], -80),
        ([972, 972], 972),
    ],
)
def test_the_average_of_a_round_is_rounded_half_up(scores: list[int], average: int | None) -> None:
    assert bye_average(scores) == average


@given(st.lists(st.integers(-2000, 2000), min_size=1))
def test_the_average_is_never_more_than_half_a_point_off(scores: list[int]) -> None:
    given_ = bye_average(iter(scores))
    assert given_ is not None
    assert Fraction(-1, 2) < given_ - Fraction(sum(scores), len(scores)) <= Fraction(1, 2)
