"""What is written of a pair or a player, as categories."""

import pytest

from tournaments.standings import categories


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("Dames", ("ladies",)),
        ("FÉMININES", ("ladies",)),
        ("Mixte / Séniors", ("mixed", "seniors")),
        ("juniors, Série A", ("juniors", "serie-a")),
        ("Vétérans", ("veterans",)),
        ("dames; Ladies", ("ladies",)),
        (" , ", ()),
        ("", ()),
    ],
)
def test_words_of_the_card_table_are_known_and_others_are_categories_of_their_own(text, keys):
    assert categories.keys_of(text) == keys


def test_other_letters_make_a_category_too():
    (key,) = categories.keys_of("Ветераны")
    assert key == categories.keys_of("ветераны")[0]
    assert key.startswith("x-")


@pytest.mark.parametrize(
    ("members", "keys"),
    [
        ([("ladies",), ("ladies",)], ("ladies",)),
        ([("men",), ("men", "seniors")], ("men",)),
        ([("ladies", "juniors"), ("men", "juniors")], ("mixed", "juniors")),
        ([("ladies",), ()], ()),
        ([("seniors",), ("seniors",)], ("seniors",)),
        ([("ladies",)], ("ladies",)),
        ([], ()),
    ],
)
def test_a_pair_is_in_the_category_that_follows_from_its_players(members, keys):
    assert categories.of_members(members) == keys


def test_a_category_is_called_as_it_is_written_most_often():
    texts = [part for text in ["serie a, Dames", "Série A", "Série  A / B"] for part in categories.parts_of(text)]
    assert categories.spelled(texts) == {"serie-a": "Série A", "b": "B"}
