"""Names as lists are sorted by them."""

from clubs import names


def test_a_letter_without_an_accent_to_take_away_is_sorted_where_people_look_for_it() -> None:
    family = ["Martin", "Łukaszewski", "Østergaard", "Lambert", "Œuvrard"]
    assert sorted(family, key=lambda one: names.sort_key(one, "")) == [
        "Lambert",
        "Łukaszewski",
        "Martin",
        "Œuvrard",
        "Østergaard",
    ]
