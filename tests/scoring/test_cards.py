"""Which points a side's cards can make."""

import pytest

from scoring.rules.cards import ALL_TRUMP, TRUMP, decks, side_sums, sums

DECKS = decks(TRUMP)


def _can(points: int, taken: int | None, last: bool | None) -> bool:
    return bool(side_sums(DECKS["suit"], 10, 8, taken, last) >> points & 1)


def test_every_pack_has_32_cards_and_its_total() -> None:
    assert {mode: (len(deck), sum(deck)) for mode, deck in DECKS.items()} == {
        "suit": (32, 152), "SA": (32, 152), "TA": (32, 248),
    }  # fmt: skip
    for name in ("13-9-6-5-3-2", "14-9-6-5-3-1"):
        assert sum(decks(ALL_TRUMP[name])["TA"]) == 152


def test_sums_of_a_pack_small_enough_to_count_by_hand() -> None:
    assert [bin(found) for found in sums((1, 3))] == ["0b1", "0b1010", "0b10000"]


@pytest.mark.parametrize(
    ("points", "taken", "last", "possible"),
    [
        (0, 0, None, True),
        (10, 0, None, False),
        (0, 0, True, False),
        (162, 8, None, True),
        (152, 8, None, False),
        (152, 8, False, False),
        (152, 7, False, True),
        (0, 1, None, True),
        (0, 1, True, False),
        (10, 1, True, True),
        (66, 1, True, True),
        (56, 1, False, True),
        (66, 1, False, False),
        (1, None, None, False),
        (11, None, False, True),
        (11, None, True, False),
    ],
)
def test_points_of_a_side(points: int, taken: int | None, last: bool | None, possible: bool) -> None:
    assert _can(points, taken, last) is possible


def test_two_cards_a_trick_with_sixteen_tricks() -> None:
    found = side_sums(DECKS["suit"], 10, 16, 1, None)
    assert found.bit_length() - 1 == 20 + 14 + 10
