"""The ways to write "paid", with and without the sum."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.entrylist.paid import MAX_CENTS, parse_flag, parse_paid

YES = ["oui", "Oui", "OUI ", "x", "X", "ok", "payé", "Payée", "1", "true", "VRAI", "✓", "réglé", "ja", "paid", "chèque"]
NO = ["non", "Non", "n", "0", "faux", "false", "à payer", "pas payé", "impayé", "0 €", "nein"]
NOTHING = ["", "  ", "-", "?", "\u00a0"]
SUMS = [
    ("10 €", 1000),
    ("10€", 1000),
    ("10\u00a0€", 1000),
    ("10\u202f€", 1000),
    ("€ 10", 1000),
    ("10", 1000),
    ("10,00", 1000),
    ("10.50", 1050),
    ("7,5 €", 750),
    ("10 EUR", 1000),
    ("20 euros", 2000),
    ("CHF 15", 1500),
    ("payé 10 €", 1000),
    ("oui (10 €)", 1000),
    ("10 € chèque", 1000),
    ("10 € en espèces", 1000),
    ("1,00 €", 100),
]
UNCLEAR = ["peut-être", "10 + 10", "1/2", "5 sur 10", "-10 €", "50 %", "999999 €", "voir Paul", "10 € 20 €", "oui non"]


@pytest.mark.parametrize("text", YES)
def test_yes(text):
    assert (parse_paid(text).paid, parse_paid(text).amount_cents) == (True, None)


@pytest.mark.parametrize("text", NO)
def test_no(text):
    assert (parse_paid(text).paid, parse_paid(text).amount_cents) == (False, None)


@pytest.mark.parametrize("text", NOTHING)
def test_blank_says_nothing(text):
    guess = parse_paid(text)
    assert (guess.paid, guess.amount_cents, guess.understood) == (None, None, True)


@pytest.mark.parametrize(("text", "cents"), SUMS)
def test_a_sum_is_paid(text, cents):
    assert (parse_paid(text).paid, parse_paid(text).amount_cents) == (True, cents)


@pytest.mark.parametrize("text", UNCLEAR)
def test_what_says_neither_is_left_open(text):
    guess = parse_paid(text)
    assert (guess.paid, guess.amount_cents, guess.understood) == (None, None, False)


def test_not_paid_with_a_sum_is_not_paid():
    assert (parse_paid("non 10 €").paid, parse_paid("à payer 10 €").paid) == (False, False)


def test_a_free_entry_is_paid_with_nothing():
    assert (parse_paid("gratuit").paid, parse_paid("gratuit").amount_cents) == (True, 0)


def test_flags():
    assert [parse_flag(text) for text in ("x", "non", "", "présent", "plus tard")] == [True, False, None, True, None]


@given(st.text(max_size=50))
def test_any_text_gives_an_answer_within_bounds(text):
    guess = parse_paid(text)
    assert guess.amount_cents is None or 0 <= guess.amount_cents <= MAX_CENTS
    assert guess.understood or guess.paid is None
