"""Notes for a second look: from where on a deal is unlikely, to the very figure, read straight or the long way."""

from typing import Any

import pytest

from scoring.rules import load_ruleset, parse_deal, score_deal

GRID = '[score.made]\ndeclarer = "points"\ndefence = 0\n[score.failed]\ndeclarer = 0\ndefence = "total"\n'
RULES = load_ruleset(f'id = "x"\n[bids]\nlist = [80, 162, 182, 183, 202, 203]\n[announces]\non = true\n{GRID}')
TENS = load_ruleset(f'id = "x"\n[cards]\ntotal = 160\n{GRID}')
DEAL = {"declarer": "NS", "contract": 80, "trump": "H", "points": {"NS": 90}}


@pytest.mark.parametrize(
    ("ruleset", "changes", "codes"),
    [
        (RULES, {}, []),
        # A quarter of the pack is enough for silence.
        (TENS, {"points": {"NS": 40}}, []),
        (TENS, {"points": {"NS": 40}, "odd": 1}, ["unknown_field"]),
        (TENS, {"points": {"NS": 39}}, ["few_points"]),
        (RULES, {"points": {"NS": 2}}, ["few_points"]),
        (RULES, {"points": {"NS": 41}}, []),
        # The pack and one belote that may have been forgotten; another where one was said.
        (RULES, {"contract": 182, "points": {"NS": 62}}, []),
        (RULES, {"contract": 183, "points": {"NS": 62}}, ["out_of_reach"]),
        (RULES, {"contract": 202, "belote": ["NS"]}, []),
        (RULES, {"contract": 203, "belote": ["NS"]}, ["out_of_reach"]),
        (RULES, {"contract": 183, "belote": ["EW"]}, ["out_of_reach"]),
        (RULES, {"contract": 202, "announces": {"NS": ["tierce"]}}, []),
        (RULES, {"contract": 203, "announces": {"NS": ["tierce"]}}, ["out_of_reach"]),
        # Four sequences in two hands, not five; two hands hold eight cards each.
        (RULES, {"announces": {"NS": ["tierce"] * 4}}, []),
        (RULES, {"announces": {"NS": ["tierce"] * 5}}, ["too_many_sequences"]),
        (RULES, {"announces": {"NS": ["quinte"] * 2}}, []),
        (RULES, {"announces": {"NS": ["quinte", "quinte", "tierce"]}}, []),
        (RULES, {"announces": {"NS": ["quinte", "quinte", "quarante"]}}, ["too_many_sequences"]),
        (RULES, {"announces": {"NS": ["quinte"] * 3}}, ["too_many_sequences"]),
        (RULES, {"points": {"NS": 162}, "sweep": "NS"}, ["sweep_low_bid"]),
        (RULES, {"points": {"NS": 162}, "sweep": "NS", "contract": 162}, []),
        (RULES, {"points": {"NS": 162}}, ["nothing_without_sweep"]),
        (RULES, {"points": {"NS": 0}}, ["nothing_without_sweep"]),
        (RULES, {"beloote": ["NS"]}, ["unknown_field"]),
        (RULES, {"best": "NS"}, ["best_not_needed"]),
    ],
)
def test_what_is_hardly_so_is_noted(ruleset: Any, changes: dict[str, Any], codes: list[str]) -> None:
    deal = {**DEAL, **changes}
    for given in (deal, parse_deal(deal)):
        assert [note.code for note in score_deal(ruleset, given).notes] == codes
