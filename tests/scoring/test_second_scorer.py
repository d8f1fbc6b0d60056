"""The engine against scorers written by hand from the rules' text."""

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from scoring.rules import preset, score_deal
from scoring.rules.dealing import Dealer
from tests.scoring.deals import random_deal
from tests.scoring.rule_files import ruleset_of, title
from tests.scoring.second_scorer import club_score
from tests.scoring.second_scorers import SCORERS


def test_both_scorers_agree_on_many_random_deals() -> None:
    rng, club = Random(20260101), preset("club")
    results = {"made": 0, "failed": 0}
    for _ in range(6000):
        deal = random_deal(rng)
        answer = score_deal(club, deal)
        assert (answer.ns, answer.ew, answer.result) == club_score(deal), deal
        results[answer.result] += 1
    # A generator that only makes easy deals would prove little.
    assert min(results.values()) > 1500


def test_both_scorers_agree_on_a_real_evening() -> None:
    club = preset("club")
    path = Path(__file__).parent.parent / "data" / "deals-64-pairs.jsonl"
    for line in path.read_text(encoding="utf-8").splitlines():
        deal = json.loads(line)
        answer = score_deal(club, deal)
        assert (answer.ns, answer.ew, answer.result) == club_score(deal), deal


@pytest.mark.parametrize(("id_", "variants"), SCORERS, ids=[title(*key) for key in SCORERS])
def test_a_second_scorer_of_a_sheet_agrees_on_made_up_deals(id_: str, variants: tuple[str, ...], scale: int) -> None:
    second, ruleset = SCORERS[id_, variants], ruleset_of(id_, variants)
    results: Counter[str] = Counter()
    for deal in Dealer(ruleset, 20260102).deals(1000 * scale):
        answer = score_deal(ruleset, deal)
        assert (answer.ns, answer.ew, answer.result, answer.held) == second(deal), deal
        results[answer.result] += 1
    assert min(results["made"], results["failed"]) > 150 * scale
    if ruleset.success.tie not in ("none", "failed", "made"):
        assert sum(results.values()) - results["made"] - results["failed"] > 3 * scale
