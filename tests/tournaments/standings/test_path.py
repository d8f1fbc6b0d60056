"""An entry's way and the statistics, from published figures alone; the places of their drawings."""

from typing import Any

from tournaments import plots
from tournaments.standings.path import path_of
from tournaments.standings.statistics import statistics


def seat(side: str, entry: str, points: int | None, **more: Any) -> dict[str, Any]:
    return {"side": side, "entry": entry, "points": points, **more}


def results(number: int, tables: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return {"round": number, "tables": tables, "byes": [], **more}


def line(no: int, contract: Any, result: str = "made", double: str = "none", **more: Any) -> dict[str, Any]:
    more = {"declarer": "NS", "trump": "H", **more}
    return {"no": no, "score": [contract if isinstance(contract, int) else 250, 0], "result": result,
            "contract": contract, **({} if double == "none" else {"double": double}), **more}  # fmt: skip


def standings(ranks: dict[str, int | None], **points: int) -> dict[str, Any]:
    rows = [{"entry": one, "rank": rank, "tied": False, "points": points.get(one, 0)} for one, rank in ranks.items()]
    return {"rows": rows}


TABLE = {"table": 3, "sides": [seat("A", "a", 100), seat("B", "b", 60)]}


def test_a_step_tells_the_table_both_scores_and_the_place_after_the_round():
    (step,) = path_of("b", {1: results(1, [TABLE])}, {}, {1: standings({"a": 1, "b": 2}, b=60)})
    assert (step.table, step.side, step.against, step.points, step.conceded) == (3, "B", ("a",), 60, 100)
    assert (step.won, step.rank, step.total, step.sheet) == (False, 2, 60, None)


def test_a_round_without_a_table_says_why():
    told = results(
        1, [TABLE], byes=[{"entry": "c", "points": 80}], missed=[{"entry": "d", "points": 0, "source": "late"}]
    )
    assert [path_of(one, {1: told}, {}, {})[0].source for one in "cde"] == ["bye", "late", ""]


def test_partners_of_a_melee_stand_beside_and_a_game_made_up_is_a_step_of_its_own():
    first = {"table": 1, "sides": [seat("A", "a", 90), seat("A", "b", 90), seat("B", "c", 10), seat("B", "d", 10)]}
    second = {"table": 2, "sides": [seat("A", "a", 50), seat("B", "e", 70)], "catch_up": True}
    steps = path_of("a", {1: results(1, [first, second])}, {}, {})
    assert [(one.table, one.with_, one.against, one.made_up) for one in steps] == [
        (1, ("b",), ("c", "d"), False),
        (2, (), ("e",), True),
    ]


def test_who_forfeits_has_not_won():
    table = {"table": 1, "sides": [seat("A", "a", 100, forfeit=True), seat("B", "b", 0, forfeit=False)]}
    assert path_of("a", {1: results(1, [table])}, {}, {})[0].won is False


def test_contracts_are_counted_by_bid_and_doubles_that_paid():
    deals = [
        line(1, 80), line(2, 80, "failed"), line(3, 120, "failed", "coinche"), line(4, 90, "made", "coinche"),
        line(5, "capot"), {"no": None, "score": [0, 0], "result": "passed"}, line(6, 100, "replay"),
        {**line(7, 90), "tricks": {"NS": 8, "EW": 0}}, {**line(8, 90), "tricks": {"NS": 7, "EW": 1}},
    ]  # fmt: skip
    told = statistics({}, {1: {"round": 1, "sheets": [{"table": 1, "totals": [0, 0], "deals": deals}]}}, {})
    assert [(one.bid, one.played, one.made) for one in told.bids] == [
        (80, 2, 1), (90, 3, 3), (120, 1, 0), ("capot", 1, 1),
    ]  # fmt: skip
    assert [(one.double, one.played, one.paid) for one in told.doubles] == [("coinche", 2, 1)]
    assert (told.deals, told.passed, told.sweeps) == (7, 1, 2)


def test_a_sheet_of_totals_only_is_counted_apart():
    marked = {"no": 1, "score": [500, 400], "result": "total", "marked": {"NS": 500, "EW": 400}}
    told = statistics({}, {1: {"round": 1, "sheets": [{"table": 1, "totals": [500, 400], "deals": [marked]}]}}, {})
    assert (told.sheets, told.totals_only, told.deals) == (0, 1, 0)


def test_points_of_a_round_are_told_by_their_quarters_without_forfeits():
    tables = [{"table": n, "sides": [seat("A", f"a{n}", 10 * n), seat("B", f"b{n}", 10 * n + 5)]} for n in range(1, 3)]
    tables.append({"table": 9, "sides": [seat("A", "x", 0, forfeit=True), seat("B", "y", 999, forfeit=False)]})
    (spread,) = statistics({1: results(1, tables)}, {}, {}).spreads
    assert (spread.count, spread.least, spread.middle, spread.most) == (4, 10, 17.5, 25)


def test_the_first_are_followed_through_the_rounds_and_lines_of_two_rankings_are_not():
    told = {1: standings({"a": 2, "b": 1}), 2: standings({"a": 1, "b": 2})}
    assert [(one.entry, one.ranks) for one in statistics({}, {}, told).followed] == [("a", (2, 1)), ("b", (1, 2))]
    told[2]["rows"][0]["line"] = "ns"
    assert statistics({}, {}, told).followed == ()
    assert statistics({}, {}, {1: told[1]}).followed == ()


def test_a_line_of_ranks_is_broken_where_there_is_none_and_names_do_not_touch():
    drawn = plots.ranks(["1", "2"], [[1, None, 1], [2, 2, 2]], [1, 2, 3], 40)
    assert drawn is not None
    assert [one.path.count("M") for one in drawn.lines] == [2, 1]
    ends = sorted(float(one.end.y) for one in drawn.lines)
    assert ends[1] - ends[0] >= 20
    assert plots.ranks(["1"], [[1]], [1], 40) is None


def test_scales_end_at_round_numbers_also_below_nothing():
    assert plots.scale([120, 1918]) == (0, 2000)
    assert plots.scale([-35, 60]) == (-40, 100)
    assert plots.scale([]) == (0, 1)
