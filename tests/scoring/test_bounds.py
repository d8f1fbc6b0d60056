"""What a formula can come to is bounded when the file is read: a phone counts no further than 2^53 exactly."""

import pytest

from scoring.rules import RuleSetError, load_ruleset, preset_ids, preset_source
from scoring.rules.bounds import MOST, Bounds
from scoring.rules.formula import parse_formula

FILE = """id = "x"
[score.made]
declarer = "{made}"
defence = "0"
[score.failed]
declarer = "0"
defence = "160 + bid"
"""


@pytest.mark.parametrize(
    ("made", "more", "key", "line"),
    [
        ("999999*bid*bid*bid", "", "score.made.declarer", 3),
        ("90*bid*bid*bid*bid - 1", "[doubling]\ncoinche = 2", "score.made.declarer", 3),
        # A factor counts, below nothing as well as above.
        ("k*bid*bid*bid", "[values]\nk = { else = -9001, S = 1 }", "score.made.declarer", 3),
        ("points*points*points", '[sweep]\npoints = "999999"', "score.made.declarer", 3),
        ("bid", '[sweep]\npoints = "999999*k*k"\n[values]\nk = 100000', "sweep.points", 9),
        ("bid", '[[penalty]]\nfault = "a"\n[[penalty]]\nfault = "b"\namount = "999999*bid*bid*bid"',
         "penalty[2].amount", 12),
    ],
)  # fmt: skip
def test_a_formula_that_could_become_too_large_is_refused_where_it_stands(
    made: str, more: str, key: str, line: int
) -> None:
    with pytest.raises(RuleSetError) as caught:
        load_ruleset(FILE.format(made=made) + more)
    assert (caught.value.code, caught.value.key, caught.value.line) == ("too_large", key, line)
    assert str(MOST) in caught.value.text("fr")


@pytest.mark.parametrize(
    ("made", "more"),
    [
        ("9000*bid*bid*bid", ""),
        ("9000*bid*bid*bid*sweep", ""),
        ("k*bid*bid*bid", "[values]\nk = { else = -9000, S = 1 }"),
        ("9*m*bid*bid*bid", "[doubling]\ncoinche = 10"),
        ("points*points*points", '[sweep]\npoints = "190000"'),
    ],
)
def test_what_stays_within_the_bound_is_taken(made: str, more: str) -> None:
    assert load_ruleset(FILE.format(made=made) + more).uses


def test_no_preset_comes_near_the_bound() -> None:
    for id_ in preset_ids():
        assert load_ruleset(preset_source(id_))
    assert MOST < 2**53 - 1_000_000


def test_the_most_that_each_name_can_stand_for() -> None:
    more = "[cards]\nconvert = { suit = { ratio = [1000, 162], to = 1000 } }\n"
    cards = load_ruleset(FILE.format(made="bid") + more).cards
    sweep = parse_formula("900 + 110*alone", ("alone",))
    bounds = Bounds(cards, sweep, (("k",), {"S": (3,), "H": (-7,)}), belotes=80, factor=4)
    most = {
        "total": 1000, "bid": 10_000, "alone": 1, "m": 4, "sweep": 1, "their_sweep": 1, "announces": 24_000,
        "their_announces": 24_000, "belote": 80, "their_belote": 80, "k": 7, "points": 1020, "their_points": 1020,
    }  # fmt: skip
    assert {name: bounds.of(parse_formula(name, (name,))) for name in most} == most
    assert bounds.of(parse_formula("2 - 3*k*m", ("k", "m"))) == 2 + 3 * 7 * 4
