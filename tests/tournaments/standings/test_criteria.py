"""Each criterion by itself: what it counts, what its figure is made of; and for any rows that both agree."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.standings.counting import Span, counting
from tournaments.standings.criteria import (
    CRITERIA,
    LOT,
    OFFERED,
    OPPONENTS,
    TALLIES,
    Chosen,
    choose,
    chosen_from,
    needs_of,
)
from tournaments.standings.figures import RANKINGS, as_figures, head_of, own_criteria
from tournaments.standings.lots import lot_of, lots
from tournaments.standings.ranking import (
    RankedRow,
    RankingAdjustment,
    RankingError,
    RoundResult,
    ScoreRow,
    Source,
    rank,
)
from tournaments.standings.scores import Tally
from tournaments.standings.terms import Term, as_lists, from_lists, value_of

Game = tuple[str, str, int, int]


def played(*rounds: list[Game], more: dict[str, tuple[RoundResult, ...]] | None = None) -> list[ScoreRow]:
    """Rows by rounds of games: who, against whom, with how many points each; and other results of some."""
    results: dict[str, list[RoundResult]] = {}
    for number, games in enumerate(rounds, 1):
        for one, other, scored, conceded in games:
            results.setdefault(one, []).append(RoundResult(number, scored, conceded, opponents=(other,)))
            results.setdefault(other, []).append(RoundResult(number, conceded, scored, opponents=(one,)))
    for entry, given_ in (more or {}).items():
        results.setdefault(entry, []).extend(given_)
    return [
        ScoreRow(entry, number, tuple(sorted(found, key=lambda one: one.round)))
        for number, (entry, found) in enumerate(sorted(results.items()), 1)
    ]


def places(ranked: list[RankedRow]) -> list[tuple[int | None, str]]:
    return [(one.rank, one.entry) for one in ranked]


def parts(ranked: list[RankedRow], entry: str, criterion: str) -> tuple[Term, ...]:
    (found,) = [one for one in ranked if one.entry == entry]
    return dict(found.all_parts)[criterion]


def value(rows: list[ScoreRow], entry: str, criterion: str, **told: Any) -> int:
    (found,) = [one for one in rank(rows, [choose(criterion, **told)]) if one.entry == entry]
    return found.value(criterion)


# Points otherwise


def test_each_game_counts_no_more_than_the_cap_and_penalties_count_whole() -> None:
    rows = [
        replace(row, adjustments=(RankingAdjustment(-50, "late"),) if row.entry == "a" else ())
        for row in played([("a", "b", 1900, 40)], [("a", "b", 900, 1020)])
    ]
    ranked = rank(rows, [choose("capped_points", cap=1000)])
    assert [(one.entry, one.value("capped_points")) for one in ranked] == [("a", 1850), ("b", 1040)]
    assert parts(ranked, "a", "capped_points") == (
        Term(1, 1000, figure=1900, why="capped"),
        Term(2, 900),
        Term(0, -50, why="given"),
    )


def test_of_the_rounds_the_best_count_and_a_round_without_a_result_is_left_out_first() -> None:
    rows = played(
        [("a", "b", 900, 700), ("c", "d", 1000, 600)],
        [("a", "c", 400, 1200), ("b", "d", 800, 800)],
        [("a", "d", 1100, 500)],
        more={"b": (RoundResult(3, 0, 0, source=Source.ABSENT),)},
    )
    ranked = rank(rows, [choose("without_worst", rounds=1)])
    assert [(one.entry, one.value("without_worst")) for one in ranked] == [
        ("c", 2200), ("a", 2000), ("b", 1500), ("d", 1400),
    ]  # fmt: skip
    assert parts(ranked, "a", "without_worst") == (
        Term(1, 900), Term(2, 0, figure=400, why="left-out"), Term(3, 1100),
    )  # fmt: skip
    assert parts(ranked, "c", "without_worst")[2] == Term(3, 0, figure=0, why="left-out")
    assert value(rows, "a", "best_rounds", rounds=1) == 1100
    assert value(rows, "a", "best_rounds", rounds=9) == 2400


def test_one_round_at_least_counts_and_of_equal_ones_the_earlier_is_left_out() -> None:
    one = played([("a", "b", 900, 700)])
    assert value(one, "a", "without_worst", rounds=3) == 900
    two = played([("a", "b", 900, 700)], [("a", "b", 900, 700)])
    assert [term.why for term in parts(rank(two, ["without_worst"]), "a", "without_worst")] == ["left-out", ""]


def test_several_games_of_a_round_are_one_round() -> None:
    rows = [
        ScoreRow("a", 1, (RoundResult(1, 500, 400), RoundResult(1, 300, 400, game=2), RoundResult(2, 600, 1))),
    ]
    assert value(rows, "a", "best_rounds", rounds=1) == 800


def test_fewer_games_at_a_table_are_better_and_what_is_given_is_none() -> None:
    rest = (RoundResult(2, 800, 800, source=Source.BYE),)
    rows = played([("a", "b", 900, 700)], [("b", "c", 1000, 500)], more={"a": rest, "c": ()})
    assert places(rank(rows, ["fewest_games"])) == [(1, "a"), (1, "c"), (3, "b")]


def test_deals_contracts_and_capots_are_added_up_over_the_games() -> None:
    results = (
        RoundResult(1, 900, 700, tally=Tally(7, 4, 1)),
        RoundResult(2, 0, 0, source=Source.ABSENT),
        RoundResult(3, 500, 900, tally=Tally(5, 0, 0)),
    )
    rows = [ScoreRow("a", 1, results), ScoreRow("b", 2, (RoundResult(1, 1, 1, tally=None),))]
    ranked = rank(rows, ["deals_won", "contracts_made", "capots"])
    assert [one.values for one in ranked] == [
        (("deals_won", 12), ("contracts_made", 4), ("capots", 1)),
        (("deals_won", 0), ("contracts_made", 0), ("capots", 0)),
    ]
    assert parts(ranked, "a", "deals_won") == (Term(1, 7), Term(3, 5))


# Against whom

CYCLE = [[("a", "b", 900, 700)], [("b", "c", 900, 700)], [("c", "a", 900, 700)]]


def test_of_two_equals_the_one_that_won_their_game_is_ahead() -> None:
    rows = played([("a", "b", 700, 900)], [("a", "c", 900, 700), ("b", "d", 700, 900)])
    ranked = rank(rows, ["points", "head_to_head", "difference"])
    assert places(ranked) == [(1, "b"), (2, "a"), (3, "d"), (4, "c")]
    assert [one.decided_by for one in ranked] == ["head_to_head", "points", "points", None]
    assert parts(ranked, "b", "head_to_head") == (Term(1, 1, "a", why="won"),)
    assert parts(ranked, "a", "head_to_head") == (Term(1, -1, "b", why="lost"),)


def test_three_who_beat_each_other_in_turn_stay_equal() -> None:
    ranked = rank(played(*CYCLE), ["points", "head_to_head"])
    assert places(ranked) == [(1, "a"), (1, "b"), (1, "c")]
    assert [one.value("head_to_head") for one in ranked] == [0, 0, 0]
    assert parts(ranked, "a", "head_to_head") == (Term(1, 1, "b", why="won"), Term(3, -1, "c", why="lost"))


def test_it_counts_only_where_every_two_of_the_equals_have_met() -> None:
    rows = played([("a", "b", 900, 700), ("c", "d", 900, 700)], [("a", "d", 700, 900), ("b", "c", 900, 700)])
    ranked = rank(rows, ["points", "head_to_head"])
    assert {one.rank for one in ranked} == {1}
    assert parts(ranked, "a", "head_to_head") == (
        Term(1, 0, "b", 1, "not-all-met"),
        Term(2, 0, "d", -1, "not-all-met"),
    )
    smaller = [row for row in rows if row.entry in ("a", "b")]
    assert places(rank(smaller, ["points", "head_to_head"], field=rows)) == [(1, "a"), (2, "b")]


def test_a_forfeit_is_a_game_between_them_and_a_stand_in_is_none_of_the_equals() -> None:
    rows = [
        ScoreRow("a", 1, (RoundResult(1, 0, 0, source=Source.FORFEIT, opponents=("b",)),)),
        ScoreRow("b", 2, (RoundResult(1, 0, 0, source=Source.FORFEIT),)),
        ScoreRow("c", 3, (RoundResult(1, 0, 0, source=Source.ABSENT),), ranked=False),
    ]
    ranked = rank(rows, ["points", "head_to_head"])
    assert [(one.entry, one.value("head_to_head")) for one in ranked] == [("a", 1), ("b", -1), ("c", 0)]


def test_the_match_points_say_who_won_where_the_format_gives_any() -> None:
    rows = [
        ScoreRow("a", 1, (RoundResult(1, 700, 900, 2, opponents=("b",)), RoundResult(2, 900, 700))),
        ScoreRow("b", 2, (RoundResult(1, 900, 700, 0, opponents=("a",)), RoundResult(2, 700, 900))),
    ]
    assert places(rank(rows, ["points", "head_to_head"])) == [(1, "a"), (2, "b")]


def test_opponents_are_worth_what_they_marked_and_penalties_are_none_of_it() -> None:
    rows = played([("a", "b", 900, 700), ("c", "d", 1000, 600)], [("a", "c", 400, 1200), ("b", "d", 800, 800)])
    rows = [replace(row, adjustments=(RankingAdjustment(-300, "x"),)) for row in rows]
    ranked = rank(rows, ["opponents"])
    assert parts(ranked, "a", "opponents") == (Term(1, 1500, "b"), Term(2, 2200, "c"))
    assert value(rows, "a", "opponents") == 3700
    assert value(rows, "a", "opponents", by="wins") == 2
    assert value(rows, "a", "opponents", weakest=1) == 2200
    assert parts(rank(rows, [choose("opponents", weakest=1, strongest=1)]), "a", "opponents") == (
        Term(1, 0, "b", 1500, "left-out"),
        Term(2, 2200, "c"),
    )


def test_who_rested_counts_itself_and_who_was_not_there_counts_nothing() -> None:
    more = {
        "a": (RoundResult(2, 800, 800, source=Source.BYE),),
        "b": (RoundResult(2, 0, 500, source=Source.FORFEIT),),
        "c": (RoundResult(2, 500, 0, source=Source.FORFEIT, opponents=("b",)),),
        "d": (RoundResult(2, 0, 0, source=Source.ABSENT),),
    }
    rows = played([("a", "b", 900, 700), ("c", "d", 1000, 600)], more=more)
    ranked = rank(rows, ["opponents"])
    assert parts(ranked, "a", "opponents") == (Term(1, 700, "b"), Term(2, 1700, "a", why="rested"))
    assert parts(ranked, "b", "opponents") == (Term(1, 1700, "a"), Term(2, 0, why="away"))
    assert parts(ranked, "c", "opponents") == (Term(1, 600, "d"), Term(2, 1500, "c", why="rested"))
    assert parts(ranked, "d", "opponents") == (Term(1, 1500, "c"), Term(2, 0, why="away"))
    assert parts(rank(rows, ["beaten"]), "c", "beaten") == (Term(1, 600, "d"), Term(2, 1500, "c", why="rested"))


def test_of_those_that_it_beat_all_counts_of_equals_half_of_the_others_nothing() -> None:
    rows = played([("a", "b", 900, 701)], [("a", "c", 800, 800)], [("a", "d", 1, 2)])
    assert parts(rank(rows, ["beaten"]), "a", "beaten") == (
        Term(1, 701, "b"),
        Term(2, 400, "c", 800, "halved"),
        Term(3, 0, "d", 2, "lost"),
    )


def test_in_a_melee_both_opponents_count_and_a_rest_twice() -> None:
    def sat(who: str, number: int, scored: int, *met: str) -> ScoreRow:
        return ScoreRow(who, number, (RoundResult(1, scored, 1600 - scored, opponents=met),))

    side, other = sat("a", 1, 900, "c", "d"), sat("c", 3, 700, "a", "b")
    rest = ScoreRow("e", 5, (RoundResult(1, 800, 800, source=Source.BYE),))
    rows = [side, sat("b", 2, 900, "c", "d"), other, sat("d", 4, 700, "a", "b"), rest]
    assert [value(rows, who, "opponents") for who in "ace"] == [1400, 1800, 1600]
    assert places(rank([side, other], ["lot", "head_to_head"], field=rows)) == [(1, "a"), (2, "c")]


def test_of_an_opponent_who_went_on_only_what_counts_for_both_is_looked_at() -> None:
    rows = played([("a", "b", 900, 700), ("c", "d", 800, 600)], [("a", "c", 5000, 4000)])
    anew = counting(rows, [Span(1, 1), Span(2, 1)], {"a": 2, "c": 2})
    ranked = rank(anew, ["stage", "opponents"])
    assert parts(ranked, "b", "opponents") == (Term(1, 900, "a"),)
    assert parts(ranked, "a", "opponents") == (Term(2, 4000, "c"),)
    on = counting(rows, [Span(1, 1), Span(2, 1, carries=True)], {"a": 2, "c": 2})
    ranked = rank(on, ["stage", "opponents"])
    assert parts(ranked, "b", "opponents") == (Term(1, 900, "a"),)
    assert parts(ranked, "a", "opponents") == (Term(1, 700, "b"), Term(2, 4800, "c"))


# The lot

SEED = "5" * 64


def test_the_lot_parts_everybody_and_a_latecomer_moves_nobody_against_another() -> None:
    numbers = {f"e{number}": number for number in range(1, 30)}
    found = lots(SEED, numbers)
    assert sorted(found.values()) == list(range(1, 30))
    with_late = lots(SEED, {**numbers, "late": 77})
    assert sorted(numbers, key=found.__getitem__) == sorted(numbers, key=with_late.__getitem__)
    assert lots("6" * 64, numbers) != found
    rows = [ScoreRow(entry, number, lot=found[entry]) for entry, number in numbers.items()]
    ranked = rank(rows, ["points", "lot"])
    assert [one.rank for one in ranked] == list(range(1, 30))
    assert ranked[0].decided_by == "lot"


def test_the_lot_is_what_the_documentation_says() -> None:
    # python -c "import hmac; print(hmac.new(bytes.fromhex('5' * 64), b'lot/12', 'sha256').hexdigest())"
    assert lot_of(SEED, 12) == "1a80680ee27cfee8d07bdea1ffab8cb8b62c71d7c452defb56144ca59b1d13b1"


# What is chosen


def test_what_is_not_told_is_as_is_usual_and_all_goes_through_settings() -> None:
    asked = [{"name": "opponents", "weakest": 1}, {"name": "lot"}]
    found = chosen_from(asked)
    assert found == ("opponents", "lot")
    assert [one.as_data() for one in found] == [
        {"name": "opponents", "by": "points", "weakest": 1, "strongest": 0},
        {"name": "lot"},
    ]
    assert needs_of(found) == {OPPONENTS, LOT}
    assert needs_of(["capots"]) == {TALLIES} and not needs_of(RANKINGS["points"])
    assert head_of(("stage", *found), []) == {
        "criteria": ["stage", "opponents", "lot"],
        "parameters": {"opponents": {"by": "points", "weakest": 1, "strongest": 0}},
    }


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (None, "no_criteria"),
        ([], "no_criteria"),
        (["points"], "unknown_criterion"),
        ([{"name": "luck"}], "unknown_criterion"),
        ([{"name": "stage"}], "unknown_criterion"),
        ([{"name": "points"}, {"name": "points"}], "duplicate_criterion"),
        ([{"name": "capped_points", "cap": 0}], "bad_parameter"),
        ([{"name": "capped_points", "cap": True}], "bad_parameter"),
        ([{"name": "capped_points", "cap": "9"}], "bad_parameter"),
        ([{"name": "opponents", "by": "luck"}], "bad_parameter"),
        ([{"name": "lot", "seed": 3}], "bad_parameter"),
    ],
)
def test_what_cannot_be_chosen_is_refused_by_name(asked: Any, code: str) -> None:
    with pytest.raises(RankingError) as caught:
        chosen_from(asked)
    assert caught.value.code == code
    assert own_criteria({"criteria": asked}) == ()


# For any rows


def _meetings(draw: st.DrawFn, names: list[str], number: int) -> list[tuple[str, RoundResult]]:
    order = draw(st.permutations(names))
    found: list[tuple[str, RoundResult]] = []
    for one, other in zip(order[::2], order[1::2], strict=False):
        ours, theirs = draw(st.integers(-2, 3)), draw(st.integers(-2, 3))
        kind = draw(st.sampled_from([Source.GAME, Source.GAME, Source.FORFEIT]))
        tally = Tally(ours % 3, ours % 2, 1) if kind == Source.GAME else None
        found.append((one, RoundResult(number, ours, theirs, max(ours, 0), kind, 1, (other,), tally)))
        met = () if kind == Source.FORFEIT else (one,)
        found.append((other, RoundResult(number, theirs, ours, max(theirs, 0), kind, 1, met, tally)))
    if len(order) % 2:
        source = draw(st.sampled_from([Source.BYE, Source.ABSENT, Source.LATE]))
        found.append((order[-1], RoundResult(number, 1, 1, source=source)))
    return found


@st.composite
def fields(draw: st.DrawFn) -> list[ScoreRow]:
    names = [f"e{number}" for number in range(1, draw(st.integers(1, 7)) + 1)]
    results: dict[str, list[RoundResult]] = {name: [] for name in names}
    for number in range(1, draw(st.integers(0, 4)) + 1):
        for name, one in _meetings(draw, names, number):
            results[name].append(one)
    lot = draw(st.permutations(range(1, len(names) + 1)))
    given_ = st.lists(st.builds(RankingAdjustment, st.integers(-2, 2), st.just("why")), max_size=1)
    return [
        ScoreRow(name, place + 1, tuple(results[name]), tuple(draw(given_)), draw(st.booleans()), lot=lot[place])
        for place, name in enumerate(names)
    ]


@st.composite
def orders(draw: st.DrawFn) -> list[Chosen]:
    names = draw(st.lists(st.sampled_from(OFFERED), min_size=1, max_size=5, unique=True))
    small = {"cap": 2, "rounds": 2, "weakest": 1}
    return [
        choose(name, **{one.name: small[one.name] for one in CRITERIA[name].parameters if one.name in small})
        for name in names
    ]


@given(fields(), orders(), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_any_rows_by_any_criteria(rows: list[ScoreRow], order: list[Chosen], shuffler: Any) -> None:
    ranked = rank(rows, order)
    assert rank(shuffler.sample(rows, len(rows)), order) == ranked
    inside = [one for one in ranked if one.row.ranked]

    def strength(one: RankedRow) -> list[int]:
        return [figure if CRITERIA[name].more_is_better else -figure for name, figure in one.values]

    for one in inside:
        assert one.rank == 1 + sum(strength(other) > strength(one) for other in inside)
        assert one.tied == (sum(strength(other) == strength(one) for other in inside) > 1)
    for one in ranked:
        given_ = sum(change.points for change in one.row.adjustments)
        assert one.points == sum(result.scored for result in one.row.results) + given_
        for (name, figure), (also, terms) in zip(one.values, one.all_parts, strict=True):
            assert name == also and value_of(terms) == figure
            assert from_lists(as_lists(terms)) == terms
    if "lot" in order:
        assert len({one.rank for one in inside}) == len(inside)
    if "head_to_head" in order:
        _nobody_gains_by_head_to_head(inside, order.index(choose("head_to_head")))


def _nobody_gains_by_head_to_head(inside: list[RankedRow], place: int) -> None:
    """Within those who are equal so far it gives as much as it takes."""
    groups: dict[Any, int] = {}
    for one in inside:
        equals = one.values[:place]
        groups[equals] = groups.get(equals, 0) + one.values[place][1]
    assert set(groups.values()) <= {0}


@given(fields())
@settings(max_examples=15, deadline=None)
def test_what_goes_with_the_figures_is_what_cannot_be_told_from_the_rounds(rows: list[ScoreRow]) -> None:
    for one in rank(rows, OFFERED):
        told = as_figures(one).get("explained", {})
        assert all(value_of(from_lists(terms)) == one.value(name) for name, terms in told.items())
        assert not {"points", "difference", "points_against", "lot"} & told.keys()


@given(fields(), orders(), orders())
@settings(max_examples=20, deadline=None)
def test_what_a_row_was_ranked_by_before_changes_nothing(
    rows: list[ScoreRow], order: list[Chosen], other: list[Chosen]
) -> None:
    def told(some: list[ScoreRow], by: list[Chosen]) -> list[dict[str, Any]]:
        return [as_figures(one) for one in rank(some, by)]

    first = told(rows, order)
    told(rows, other)
    told(rows[1:], order)
    again = told(rows, order)
    assert again == first == told([replace(one) for one in rows], order)
