"""One line typed at the desk."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.entrylist import EntryListError, parse_pair_line


@pytest.mark.parametrize(
    "line",
    [
        "DUPONT Jean / MARTIN Anne",
        "DUPONT Jean/MARTIN Anne",
        "DUPONT Jean ; MARTIN Anne",
        "DUPONT Jean & MARTIN Anne",
        "DUPONT Jean + MARTIN Anne",
        "DUPONT Jean et MARTIN Anne",
        "DUPONT Jean\tMARTIN Anne",
        "DUPONT Jean - MARTIN Anne",
        "DUPONT Jean, MARTIN Anne",
        "DUPONT, Jean / MARTIN, Anne",
        "  Jean DUPONT  /  Anne MARTIN  ",
    ],
)
def test_every_separator_gives_the_same_pair(line):
    pair = parse_pair_line(line)
    assert pair.number is None
    assert [(p.family, p.given) for p in pair.players] == [("Dupont", "Jean"), ("Martin", "Anne")]


@pytest.mark.parametrize(
    ("line", "number"),
    [("12 A B / C D", 12), ("12. A B / C D", 12), ("12;A B;C D", 12), ("n° 12 A B / C D", 12), ("A B / C D", None)],
)
def test_a_number_may_stand_first(line, number):
    assert parse_pair_line(line).number == number
    assert len(parse_pair_line(line).players) == 2


@pytest.mark.parametrize(
    "line", ["DUPONT Jean", "DUPONT Jean /", "DUPONT Jean / ?", "DUPONT Jean / cherche partenaire"]
)
def test_one_name_is_a_player_without_partner(line):
    assert [p.display for p in parse_pair_line(line).players] == ["Jean Dupont"]


def test_hyphens_inside_names_do_not_separate():
    names = [p.display for p in parse_pair_line("Jean-Luc LE GOFF / Anne-Marie D'ANGELO").players]
    assert names == ["Jean-Luc Le Goff", "Anne-Marie D'Angelo"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "empty_line"),
        ("  /  ", "empty_line"),
        ("12", "name_not_readable"),
        ("A B / C D / E F", "too_many_players"),
        ("A B / 12", "name_not_readable"),
        ("A" * 81 + " / B C", "name_too_long"),
        ("x" * 501, "line_too_long"),
        ("Dupont Jean Martin Anne", "pair_separator_missing"),
        ("DUPONT Jean MARTIN Anne", "pair_separator_missing"),
    ],
)
def test_a_line_that_is_no_pair_is_refused(line, code):
    with pytest.raises(EntryListError) as caught:
        parse_pair_line(line)
    assert caught.value.code == code


@given(st.text(max_size=120))
def test_any_line_is_read_or_refused(line):
    try:
        pair = parse_pair_line(line)
    except EntryListError:
        return
    assert 1 <= len(pair.players) <= 2
