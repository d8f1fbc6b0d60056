"""Typed text on one line."""

import pytest

from core.text import one_line


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Amicale  de\tla\nSaint-Martin ", "Amicale de la Saint-Martin"),
        ("Rivaux \u202egro", "Rivaux gro"),
        ("a\u200bb\u0000c\ud800", "abc"),
        ("E\u0301milie", "Émilie"),
        ("N° 5\u00a0: l’été", "N° 5 : l’été"),
        ("Ağaoğlu œuvre 🂡", "Ağaoğlu œuvre 🂡"),
        ("\u202e", ""),
    ],
)
def test_only_what_can_be_seen_is_kept(typed: str, kept: str) -> None:
    assert one_line(typed) == kept
    assert one_line(one_line(typed)) == kept


def test_too_long_is_cut_without_a_blank_at_the_end() -> None:
    assert one_line("abc def", 4) == "abc"
