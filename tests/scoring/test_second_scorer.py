"""The engine against a scorer written by hand from the rules' text."""

import json
from pathlib import Path
from random import Random

from scoring.rules import preset, score_deal
from tests.scoring.deals import random_deal
from tests.scoring.second_scorer import club_score


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
