"""The parser of formulas: what it takes, what comes out, and what must be refused."""

import pytest

from scoring.rules.formula import FormulaError, Term, parse_formula

NAMES = ("bid", "points", "m", "sweep", "belote")

REFUSED = [
    "", " ", "()", "bid +", "+ bid", "* bid", "bid bid", "2 bid", "2bid", "bid2x", "bid(2)", "(bid", "bid)", "((bid)",
    "bid - ", "bid ** 2", "bid / 2", "bid // 2", "bid % 2", "bid, bid", "007", "01", "1_000", "0x10", "1e3", "1.5",
    "1000000", "bid\n+ 1", "bid\r+ 1", "bid # note", "bid; bid", "BID", "Bid", "b\u0456d", "ｂｉｄ", "２", "\u00a0bid",
    "bid\u2212 1", "max(bid, 2)", "unknown", "__import__", "bid.real", "'bid'", "lambda: 1", "bid if m else 0",
    "\x00", "bid\x0b+ 1",
]  # fmt: skip


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_formula_is_refused(text: str) -> None:
    with pytest.raises(FormulaError):
        parse_formula(text, NAMES)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("0", ()),
        ("162", (Term(162, ()),)),
        ("bid", (Term(1, ("bid",)),)),
        ("-bid", (Term(-1, ("bid",)),)),
        ("--bid", (Term(1, ("bid",)),)),
        ("bid - (points - 3)", (Term(1, ("bid",)), Term(-1, ("points",)), Term(3, ()))),
        ("m*(bid + 90*sweep)", (Term(1, ("m", "bid")), Term(90, ("m", "sweep")))),
        ("2*3*bid", (Term(6, ("bid",)),)),
        ("(1 - sweep)*bid", (Term(1, ("bid",)), Term(-1, ("sweep", "bid")))),
        ("2 * -3", (Term(-6, ()),)),
        ("0*bid + 1", (Term(1, ()),)),
        ("\tbid\t+ 1 ", (Term(1, ("bid",)), Term(1, ()))),
    ],
)
def test_a_formula_is_multiplied_out_into_terms(text: str, terms: tuple[Term, ...]) -> None:
    assert parse_formula(text, NAMES).terms == terms


def test_blanks_make_no_difference_to_the_kept_text() -> None:
    texts = {parse_formula(text, NAMES).text for text in ("m*(bid-1)+belote", " m * ( bid - 1 ) +\tbelote ")}
    assert texts == {"m * (bid - 1) + belote"}


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("2 * - 3 - (-bid)", "2 * -3 - (-bid)"),
        ("- bid", "-bid"),
        ("bid+-3", "bid + -3"),
        ("bid--3", "bid - -3"),
        ("bid*(m-1)", "bid * (m - 1)"),
    ],
)
def test_signs_before_a_factor_stay_close_in_the_kept_text(text: str, kept: str) -> None:
    assert parse_formula(text, NAMES).text == kept


def test_a_long_sum_is_no_deep_formula() -> None:
    assert len(parse_formula("+".join(["bid"] * 64), NAMES).terms) == 64


def test_limits_hold() -> None:
    eight = "(" + "+".join(["bid"] * 8) + ")"
    assert len(parse_formula(f"{eight}*{eight}", NAMES).terms) == 64
    assert parse_formula("(" * 12 + "bid" + ")" * 12, NAMES).terms == (Term(1, ("bid",)),)
    assert parse_formula("m*m*m*bid", NAMES).terms == (Term(1, ("m", "m", "m", "bid")),)
    assert parse_formula("bid" + " " * 297, NAMES).terms
    for text in (
        "(" * 13 + "bid" + ")" * 13,
        "+".join(["bid"] * 65),
        "*".join(["(bid + 1)"] * 7),
        "m*m*m*m*bid",
        "1000*1000",
        "bid" + " " * 298,
        "-" * 300 + "bid",
    ):
        with pytest.raises(FormulaError):
            parse_formula(text, NAMES)


def test_a_product_of_too_many_terms_is_refused_and_one_of_as_many_as_there_may_be_is_not() -> None:
    eight, nine = "(" + " + ".join(["bid"] * 8) + ")", "(" + " + ".join(["bid"] * 9) + ")"
    assert parse_formula(f"{eight}*{eight}", NAMES).terms
    with pytest.raises(FormulaError) as caught:
        parse_formula(f"{eight}*{nine}", NAMES)
    assert (caught.value.code, caught.value.values) == ("terms", {"most": 64})
