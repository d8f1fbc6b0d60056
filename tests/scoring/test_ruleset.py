"""What a resolved rule set says of itself: texts by language, and what there is under each trump."""

import pytest

from scoring.rules import load_ruleset, preset_source
from scoring.rules.ruleset import Origin

GRID = '[score.made]\ndeclarer = "points"\ndefence = 0\n[score.failed]\ndeclarer = 0\ndefence = "total"\n'


@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("fr", "un"), ("fr-CH", "deux"), ("fr_CH", "deux"), ("FR-ch", "deux"), ("fr-BE", "un"), ("fr_BE", "un"),
        ("fr-Latn-CH", "un"), ("en", "one"), ("en-GB", "one"), ("nl", "one"), ("", "one"),
    ],
)  # fmt: skip
def test_a_text_is_in_the_nearest_language_else_in_english(language: str, title: str) -> None:
    ruleset = load_ruleset(f'id = "x"\nname = {{ fr = "un", fr-CH = "deux", en = "one" }}\n{GRID}')
    assert ruleset.title(language) == title
    assert load_ruleset(f'id = "x"\nname = {{ de = "eins", fr = "un" }}\n{GRID}').title("nl") == "eins"
    assert load_ruleset(f'id = "x"\n{GRID}').title(language) == "x"


def test_where_it_comes_from_can_be_said_in_one_language() -> None:
    texts = (("document", "fr", "feuille"), ("notes", "en", "one"), ("notes", "fr", "un"))
    origin = Origin("feuille", "2015", "one\nun", texts)
    assert origin.said("fr-FR") == Origin("feuille", "2015", "un")
    assert origin.said("nl") == Origin("feuille", "2015", "one")


def test_a_pack_that_is_converted_has_another_total_afterwards() -> None:
    cards = '[cards]\ntrumps = ["H", "SA", "TA"]\n[cards.convert.TA]\nratio = [162, 258]\nto = 162\n'
    ruleset = load_ruleset(f'id = "x"\n{cards}{GRID}')
    assert [ruleset.pack_total(trump) for trump in ruleset.trumps] == [162, 162, 258]
    assert [ruleset.converted_total(trump) for trump in ruleset.trumps] == [162, 162, 162]


def test_announces_have_their_own_values_at_no_trump() -> None:
    on = "[announces]\non = true\nvalues = { tierce = 21 }\nvalues_SA = { tierce = 22 }\n"
    ruleset = load_ruleset(f'id = "x"\n{on}{GRID}')
    assert [ruleset.announce_values(trump)["tierce"] for trump in ("S", "SA", "TA")] == [21, 22, 21]
    assert ruleset.announce_values() == ruleset.announce_values("S")
    assert load_ruleset(f'id = "x"\n{GRID}').announce_values("SA") == {}


def test_a_fault_is_called_as_the_file_says_else_as_usual_else_by_its_name() -> None:
    ladder = "".join(f'[[penalty]]\nfault = "{fault}"\namount = 5\n' for fault in ("misdeal", "spilt-beer", "late"))
    ruleset = load_ruleset(f'id = "x"\n{GRID}{ladder}[labels]\nlate = {{ en = "came late", fr = "en retard" }}\n')
    assert ruleset.faults == ("misdeal", "spilt-beer", "late")
    assert ruleset.fault_name("late", "fr") == "en retard"
    assert ruleset.fault_name("spilt-beer", "en") == "spilt beer"
    assert ruleset.fault_name("misdeal", "en") != ruleset.fault_name("misdeal", "fr")


def test_what_formulas_use_is_named_once_for_both_sides() -> None:
    made = '[score.made]\ndeclarer = "their_belote"\ndefence = "their_points"\n'
    failed = '[score.failed]\ndeclarer = "0"\ndefence = "m"\n[sweep]\npoints = "1"'
    assert load_ruleset(f'id = "x"\n{made}{failed}').uses == {"belote", "points", "m"}


def test_whether_the_sums_of_cards_are_known_stands_in_what_is_counted_by() -> None:
    source = preset_source("club")
    assert load_ruleset(source).canonical()["cards"]["sums_known"] is True
    own = load_ruleset(source.replace("[cards]", "[cards]\ntotal = { suit = 162, SA = 162, TA = 162 }", 1))
    assert own.canonical()["cards"]["sums_known"] is False
