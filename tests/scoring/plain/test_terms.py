"""What is certain in a cell of an outcome is put in and added up: two ways of writing the same are seen to be one."""

from typing import Any

import pytest

from scoring.rules import RuleSet, load_ruleset
from scoring.rules.formula import Term, parse_formula
from scoring.rules.plain.parts import Part
from scoring.rules.plain.terms import add_up, context_of, terms_of
from tests.scoring.plain_files import PLAIN

NAMES = (
    "m", "bid", "sweep", "their_sweep", "points", "their_points", "announces", "their_announces", "belote",
    "their_belote", "total",
)  # fmt: skip


def rules(*changes: tuple[str, str]) -> RuleSet:
    source = PLAIN
    for old, new in changes:
        assert old in source
        source = source.replace(old, new, 1)
    return load_ruleset(source)


def known(ruleset: RuleSet, row: str, cell: str, *, doubled: bool = False) -> dict[str, int]:
    """The names that have one value there, with it."""
    context = context_of(ruleset)
    sums = {name: context.reduced([Term(1, (name,))], row, cell, doubled) for name in NAMES}
    return {name: of.get((), 0) for name, of in sums.items() if of in ({}, {(): of.get((), 0)})}


TAKE = ("[bids]", '[game]\nkind = "take"\n[bids]\ntake = 82')
SWEPT = {"sweep": 1, "their_sweep": 0}
NOT_SWEPT = {"sweep": 0, "their_sweep": 1}


@pytest.mark.parametrize(
    ("row", "cell", "doubled", "values"),
    [
        ("made", "declarer", False, {"m": 1}),
        ("made", "declarer", True, {}),
        ("failed", "defence", False, {"m": 1}),
        ("held", "keep", True, {}),
        ("capot_made", "declarer", False, {"m": 1, "bid": 250, **SWEPT, "points": 252, "their_points": 0}),
        ("capot_made", "declarer", True, {"bid": 250, **SWEPT, "points": 252, "their_points": 0}),
        ("capot_made", "defence", True, {"bid": 250, **NOT_SWEPT, "points": 0, "their_points": 252}),
        ("generale_made", "declarer", True, {"bid": 500, **SWEPT, "points": 252, "their_points": 0}),
        ("generale_made", "defence", True, {"bid": 500, **NOT_SWEPT, "points": 0, "their_points": 252}),
        ("capot_failed", "declarer", True, {"bid": 250, "sweep": 0}),
        ("capot_failed", "defence", True, {"bid": 250, "their_sweep": 0}),
        ("generale_failed", "declarer", True, {"bid": 500}),
        ("generale_failed", "defence", False, {"bid": 500, "m": 1}),
    ],
)
def test_what_is_certain_in_a_cell(row: str, cell: str, doubled: bool, values: dict[str, int]) -> None:
    assert known(rules(), row, cell, doubled=doubled) == {"total": 162, **values}


@pytest.mark.parametrize(
    ("changes", "values"),
    [
        ([], {"total": 162}),
        ([("coinche = 2\nsurcoinche = 4", "coinche = 2\nsurcoinche = false")], {"total": 162}),
        ([("coinche = 2\nsurcoinche = 4", "coinche = false\nsurcoinche = false")], {"total": 162, "m": 1}),
        ([("on = true", "on = false")], {"total": 162, "announces": 0, "their_announces": 0}),
        ([("[sweep]", "[belote]\nvalue = 0\n[sweep]")], {"total": 162, "belote": 0, "their_belote": 0}),
        ([("convert = { TA = { ratio = [162, 258] } }\n", "")], {}),
        ([("convert = { TA = { ratio = [162, 258] } }", "total = { suit = 152, SA = 152, TA = 152 }")], {"total": 152}),
        ([TAKE], {"total": 162, "bid": 82}),
    ],
)
def test_what_is_certain_of_a_doubled_contract(changes: list[tuple[str, str]], values: dict[str, int]) -> None:
    assert known(rules(*changes), "made", "declarer", doubled=True) == values


def test_a_bid_that_cannot_be_is_worth_nothing() -> None:
    ruleset = rules(("capot = 250\ngenerale = 500", "capot = false\ngenerale = false"))
    assert known(ruleset, "capot_failed", "declarer")["bid"] == known(ruleset, "generale_made", "declarer")["bid"] == 0


OWN_PACKS = ("convert = { TA = { ratio = [162, 258] } }\n", "")
ROUNDED = "same = 5\n[rounding]\nunit = 10\nscope = "


@pytest.mark.parametrize(
    ("sweep", "changes", "capot", "generale"),
    [
        ("252", [], 252, 252),
        ("total", [], 162, 162),
        ("total + 90", [], 252, 252),
        ("90 + 2*total - 1", [], 413, 413),
        ("total*total", [], 26244, 26244),
        ("total - 162", [], 0, 0),
        ("total + 90", [OWN_PACKS], None, None),
        ("250", [OWN_PACKS], 250, 250),
        ("252 + 100*alone", [], None, 352),
        ("total + 90*alone + 8", [], None, 260),
        ("252 + 100*alone", [("generale = 500", 'generale = 500\ngenerale_needs = "sweep"')], None, None),
        ("f", [], None, None),
        ("252", [("same = 5", ROUNDED + '"line"')], 252, 252),
        ("252", [("same = 5", ROUNDED + '"points"')], None, None),
        ("252", [("same = 5", ROUNDED + '"declarer_rest"')], None, None),
        ("252", [("same = 5", ROUNDED + '"defence_rest"')], None, None),
        ("250", [("same = 5", ROUNDED + '"points"')], 250, 250),
        ("10", [("same = 5", ROUNDED + '"points"')], 10, 10),
        ("1", [("same = 5", ROUNDED + '"points"')], None, None),
    ],
)
def test_what_the_points_become_where_all_tricks_are_taken(
    sweep: str, changes: list[tuple[str, str]], capot: int | None, generale: int | None
) -> None:
    ruleset = rules(('points = "252"', f'points = "{sweep}"'), *changes)
    for row, points in (("capot_made", capot), ("generale_made", generale)):
        assert known(ruleset, row, "declarer").get("points") == points
        assert known(ruleset, row, "defence").get("their_points") == points


def test_an_own_value_is_its_number_or_its_table() -> None:
    context = context_of(rules(("same = 5", "same = 5\nlike = { S = 2, else = 3 }\nless = -4")))
    assert context.own == {
        "pot": "@C160,D160,H160,S160,SA170,TA180", "f": "@C3,D3,H3,S2,SA3,TA3", "same": "5", "less": "-4",
        "like": "@C3,D3,H3,S2,SA3,TA3",
    }  # fmt: skip
    terms = parse_formula("same*bid + less*bid*same + f*bid - like*bid + same", ("same", "bid", "less", "f", "like"))
    assert context.reduced(terms.terms, "made", "declarer", True) == {("bid",): 5 - 20, (): 5}


@pytest.mark.parametrize(
    ("formula", "found"),
    [
        ("a + b", {("a",): 1, ("b",): 1}),
        ("a*b + 2*b*a", {("a", "b"): 3}),
        ("a - a", {}),
        ("x*a + 1", {("a",): 3, (): 1}),
        ("x*x*a", {("a",): 9}),
        ("y*a", {("a",): -7}),
        ("zero*a + b", {("b",): 1}),
        ("a*a", {("a", "a"): 1}),
        ("sweep*sweep*a", {("a", "sweep"): 1}),
        ("their_sweep*their_sweep*a", {("a", "their_sweep"): 1}),
        ("sweep*a + a", {("a", "sweep"): 1, ("a",): 1}),
        ("their_sweep*a", {("a", "their_sweep"): 1}),
        ("sweep*their_sweep + a", {("a",): 1}),
        ("their_sweep*a*sweep + 2*a", {("a",): 2}),
        ("token*a", {("@1,2", "a"): 1}),
    ],
)
def test_terms_are_added_up(formula: str, found: Any) -> None:
    names = ("a", "b", "x", "y", "zero", "sweep", "their_sweep", "token")
    own = {"y": "-7", "token": "@1,2"}
    assert add_up(parse_formula(formula, names).terms, {"x": 3, "zero": 0}, own) == found


def test_a_cell_in_parts_as_terms() -> None:
    parts = (Part(2, ("bid",), True), Part(-3), Part(1, (), True))
    assert terms_of(parts) == [Term(2, ("bid", "m")), Term(-3, ()), Term(1, ("m",))]
