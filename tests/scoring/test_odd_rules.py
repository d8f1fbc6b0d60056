"""Rules that are legal and that nobody plays: whatever is made of them comes to an end, and says something."""

import time
from typing import Any

import pytest

from scoring import calculator
from scoring.rules import RuleSetError, load_ruleset, score_deal
from scoring.rules.dealing import Dealer
from scoring.rules.describe import describe
from scoring.rules.lint import lint
from scoring.rules.plain import answers_of
from scoring.rules.settings import file_tree
from scoring.rules.toml_text import write_toml

GRID = """
[score.made]
declarer = "points"
defence = "points"
[score.failed]
declarer = "0"
defence = "162 + bid"
"""
NOTHING = "all_trump = { J = 0, 9 = 0, A = 0, 10 = 0, K = 0, Q = 0, 8 = 0, 7 = 0 }"
ALIKE = "all_trump = { J = 15, 9 = 15, A = 15, 10 = 15, K = 15, Q = 15, 8 = 15, 7 = 15 }"
ODD = {
    "nothing to bid": "[bids]\nlowest = 2000\n",
    "nothing but a capot to bid": "[bids]\nlowest = 2000\ncapot = 250\n",
    "nothing to write": "[cards]\nunit = 100\n",
    "cards worth nothing": f"[cards]\ntrumps = ['TA']\nlast_trick = 0\n{NOTHING}\n",
    "all or nothing": f"[cards]\ntrumps = ['TA']\nlast_trick = 0\nunit = 96\n{ALIKE}\n",
    "a total of one": "[cards]\ntotal = 1\n",
    "a ten, apart": "[cards]\ntotal = 10\n[cards.convert.suit]\nratio = [1, 2]\nlast_trick = 'apart'\nto = 11\n",
    "always played again": "[cards]\ntotal = 0\n[bids]\nlowest = 0\n[success]\ntie = 'replay'\n",
}


def _load(extra: str) -> Any:
    return load_ruleset(f'id = "x"\n{extra}{GRID}')


@pytest.mark.parametrize("name", ODD)
def test_odd_rules_have_a_riddle_a_check_and_words_and_come_back(name: str) -> None:
    ruleset = _load(ODD[name])
    start = time.process_time()
    for number in (1, 2):
        deal = calculator.quiz_deal(ruleset, number)
        assert score_deal(ruleset, deal).result not in {"", "replay"}
    for _name, deal in calculator.examples(ruleset):
        assert score_deal(ruleset, deal)
    for deal in Dealer(ruleset, 1).deals(50):
        assert score_deal(ruleset, deal)
    assert all(finding.text("en") for finding in lint(ruleset, deals=5))
    assert describe(ruleset, "fr")
    assert answers_of(file_tree(ruleset)).answers
    assert load_ruleset(write_toml(file_tree(ruleset))).sha256 == ruleset.sha256
    assert time.process_time() - start < 5


def test_where_nothing_can_be_bid_all_pass() -> None:
    assert calculator.quiz_deal(_load(ODD["nothing to bid"]), 3) == {"declarer": None}
    assert calculator.quiz_deal(_load(ODD["nothing but a capot to bid"]), 3)["contract"] == "capot"


@pytest.mark.parametrize(
    ("extra", "key"),
    [
        ("[cards.convert.suit]\nratio = [10000, 1]\n", "cards.convert.suit.to"),
        (f"[cards]\ntrumps = ['TA']\nlast_trick = 0\n{NOTHING}\n[cards.convert.TA]\nratio = [3, 2]\n",
         "cards.convert.TA.to"),
        ("[cards.convert.suit]\nratio = [1, 1]\nlast_trick = 'apart'\nto = 10\n", "cards.convert.suit.to"),
        ("[cards]\ntotal = 9\n[cards.convert.suit]\nratio = [1, 1]\nlast_trick = 'apart'\n", "cards.total"),
    ],
)  # fmt: skip
def test_a_conversion_to_no_pack_is_refused_with_its_bounds(extra: str, key: str) -> None:
    with pytest.raises(RuleSetError) as caught:
        _load(extra)
    assert (caught.value.key, caught.value.code) == (key, "whole")
    assert caught.value.line
