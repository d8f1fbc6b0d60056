"""A cell in parts and as a formula, and a formula read in roles."""

import pytest

from scoring.rules.plain.parts import Cell, Part, same_but_m, text_of
from scoring.rules.plain.reading import NOTHING, Reading, bid_less, factor_of, read_cell
from scoring.rules.plain.terms import Sum

P, B = ("points",), ("bid",)


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ((), "0"),
        ((Part(1, P),), "points"),
        ((Part(-1, P),), "-points"),
        ((Part(2, P), Part(-3, B)), "2*points - 3*bid"),
        ((Part(0, P),), "0*points"),
        ((Part(10), Part(-1)), "10 - 1"),
        ((Part(0),), "0"),
        ((Part(1, P, True),), "m*points"),
        ((Part(2, P, True), Part(1, B)), "2*m*points + bid"),
        ((Part(-2, P, True), Part(1, B)), "-2*m*points + bid"),
        ((Part(1, B), Part(-2, P, True)), "bid - 2*m*points"),
        ((Part(5, (), True),), "5*m"),
        ((Part(1, P, True), Part(1, B, True)), "m*(points + bid)"),
        ((Part(1, P, True), Part(-10, (), True), Part(1, B)), "m*(points - 10) + bid"),
        ((Part(1, ("t", *P), True), Part(1, ("t", *B), True)), "m*t*(points + bid)"),
        ((Part(1, ("t", *P), True), Part(1, B, True)), "m*(t*points + bid)"),
        ((Part(1, P, True), Part(1, ("t", *B), True)), "m*(points + t*bid)"),
        ((Part(1, ("t", *P), True), Part(1, ("t", *B), True), Part(2, ("t",), True)), "m*t*(points + bid + 2)"),
        ((Part(1, ("t", *P), True),), "m*t*points"),
        ((Part(1, ("t", *P), True), Part(2, (*P, "t"), True)), "m*t*points*(1 + 2)"),
        ((Part(1, P), Part(1, B, True), Part(1, ("total",)), Part(20, (), True)), "points + m*(bid + 20) + total"),
    ],
)  # fmt: skip
def test_the_formula_of_a_cell(cell: Cell, text: str) -> None:
    assert text_of(cell) == text


def test_cells_that_a_coinche_alone_parts() -> None:
    plain, doubled = (Part(1, P), Part(1, B)), (Part(1, P, True), Part(1, B))
    assert same_but_m(plain, doubled) and same_but_m(doubled, plain)
    assert not same_but_m(plain, (Part(1, P), Part(2, B, True)))
    assert not same_but_m(plain, plain[:1])
    assert not same_but_m((Part(1, P, True),), (Part(1, B),))


def reading(terms: Sum, factor: str | None = None, less: int = 0) -> set[tuple[tuple[str, ...], bool, bool, int]]:
    return {*read_cell(terms, factor, less).items}


def test_a_cell_is_read_without_its_multiplier_and_factor() -> None:
    assert reading({("bid",): 1, ("bid", "m"): 2, (): -4}) == {
        (B, False, False, 1),
        (B, True, False, 2),
        ((), False, False, -4),
    }
    assert reading({("@S2", "bid", "m"): 1}, "@S2") == {(B, True, True, 1)}
    assert reading({("@S2", "bid"): 1}) == {(("@S2", "bid"), False, False, 1)}
    assert reading({("bid",): 1, ("@S2", "bid"): 1}, "@S2") == {(B, False, False, 1), (B, False, True, 1)}


def test_what_a_bid_is_written_with_less_belongs_to_the_bid() -> None:
    assert reading({("bid",): 1, (): -10}, None, 10) == {(B, False, False, 1)}
    assert reading({("bid",): 2, (): -20}, None, 10) == {(B, False, False, 2)}
    assert reading({("bid",): 1, (): 150}, None, 10) == {(B, False, False, 1), ((), False, False, 160)}
    assert reading({(): 150, ("bid",): 1}, None, 10) == {(B, False, False, 1), ((), False, False, 160)}
    assert reading({("bid", "m"): 1, ("m",): -10}, None, 10) == {(B, True, False, 1)}
    assert reading({("@S2", "bid", "m"): 1, ("@S2", "m"): -10}, "@S2", 10) == {(B, True, True, 1)}
    assert reading({("points",): 1, (): -10}, None, 10) == {(P, False, False, 1), ((), False, False, -10)}
    assert reading({("bid", "points"): 1}, None, 10) == {(("bid", "points"), False, False, 1)}
    assert reading({("bid",): 1, (): -10}) == {(B, False, False, 1), ((), False, False, -10)}


CELL = Reading(
    ((B, True, False, 2), (("announces", "sweep"), False, False, 1), ((), True, False, 160), ((), False, False, -3))
)


def test_what_is_in_a_cell_and_how() -> None:
    assert CELL.has("bid") and CELL.has("sweep", "announces") and not CELL.has("sweep") and not CELL.has("points")
    assert CELL.has() and not NOTHING.has()
    assert CELL.multiplied("bid") and not CELL.multiplied("announces", "sweep") and not CELL.multiplied("points")
    assert (CELL.amount("bid"), CELL.amount("points"), CELL.amount()) == (2, 0, 157)
    assert (CELL.figure(), CELL.figure_multiplied()) == (160, True)
    assert (NOTHING.figure(), NOTHING.figure_multiplied(), NOTHING.token()) == (0, False, "")


@pytest.mark.parametrize(("amount", "figure"), [(1, 1), (2, 2), (0, 0), (-1, 0)])
def test_a_figure_is_a_number_above_nothing(amount: int, figure: int) -> None:
    one = Reading((((), True, False, amount), (B, False, False, 1)))
    assert (one.figure(), one.figure_multiplied()) == (figure, amount > 0)


def test_a_figure_by_trump_stands_by_itself() -> None:
    assert Reading(((B, False, False, 1), (("@S2",), True, False, 1))).token() == "@S2"
    assert Reading(((("@S2", "bid"), False, False, 1), (B, False, False, 1))).token() == ""
    assert Reading(((("@S2", "@H3"), False, False, 1),)).token() == ""


@pytest.mark.parametrize(
    ("items", "less"),
    [
        ([(((), False, False, -2), (B, False, False, 1))], 2),
        ([(((), False, False, -1), (B, False, False, 1))], 1),
        ([(((), False, False, -2), ((), True, False, -3), (B, False, False, 1))], 5),
        ([(((), False, False, 3), (B, False, False, 1))], 0),
        ([(((), False, False, -2), ((), True, False, 3), (B, False, False, 1))], 2),
        ([(((), False, False, 0), (B, False, False, 1))], 0),
        ([(((), False, False, -2), (P, False, False, 1))], 0),
        ([(((), False, False, -2), (P, False, False, 1)), (((), False, False, -4), (B, False, False, 1))], 4),
        ([((B, False, False, 1),), (((), False, False, -4), (B, False, False, 1))], 4),
        ([], 0),
    ],
)  # fmt: skip
def test_what_is_taken_off_the_bid(items: list[tuple[tuple[tuple[str, ...], bool, bool, int], ...]], less: int) -> None:
    assert bid_less(Reading(one) for one in items) == less


@pytest.mark.parametrize(
    ("cells", "factor"),
    [
        ([{("@S2",): 1}], None),
        ([{("@S2", "m"): 1}], None),
        ([{("@S2", "bid"): 1}], "@S2"),
        ([{("@S2", "bid", "m"): 1}], "@S2"),
        ([{("bid",): 1}, {("m", "points"): 1}], None),
        ([{("@S2",): 1, ("bid",): 2}, {("@H3", "points"): 1}], "@H3"),
        ([{("@H3", "@S2"): 1}], None),
    ],
)  # fmt: skip
def test_which_own_value_multiplies_something_else(cells: list[Sum], factor: str | None) -> None:
    assert factor_of(cells) == factor
