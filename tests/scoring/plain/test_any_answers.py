"""Answers drawn at random: whatever is not refused makes a rule set that loads, and that is read back as it counts."""

import os
from itertools import islice
from random import Random
from typing import Any

import pytest

from scoring.rules import load_ruleset
from scoring.rules.plain import QUESTIONS, Question, answers_of, errors, tree_of
from scoring.rules.toml_text import write_toml
from tests.scoring.parity import Deals
from tests.scoring.plain.test_round_trip import built, outcome

RUNS = 2000 if os.environ.get("COINCHE_LONG") else 24


def some_answer(rng: Random, question: Question) -> Any:
    if question.kind == "choice":
        return rng.choice(question.options)
    if question.kind == "set":
        return rng.sample(question.options, rng.randint(0, len(question.options)))
    if question.kind == "flag":
        return rng.random() < 0.5
    low, high = max(question.low, 1), min(question.high, 600)
    if question.kind == "number":
        return min(high, max(low, question.default + rng.randint(-20, 60)))
    if question.kind == "table":
        return {option: rng.choice([question.default[option], rng.randint(low, high)]) for option in question.options}
    return question.default


def some_answers(rng: Random) -> dict[str, Any]:
    """Half of the questions answered at random; what does not go together is answered in the usual way."""
    answers = {q.key: some_answer(rng, q) for q in QUESTIONS if rng.random() < 0.5}
    answers["belote_against"] = answers.get("belote_helps", "yes") == "yes"
    if answers.get("kind") == "take":
        answers |= {"beat_defence": "more", "made_writes": "points", "failed_writes": "figure"}
    for refusal in errors(answers):
        answers.pop(refusal.key, None)
    return answers


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_not_refused_makes_a_rule_set(seed: int) -> None:
    rng, read = Random(seed), 0
    for _ in range(RUNS // 4):
        answers = some_answers(rng)
        if errors(answers):
            continue
        tree = {"id": "made", **tree_of(answers)}
        ruleset = load_ruleset(write_toml(tree))
        again, rest = answers_of(tree)
        assert load_ruleset(write_toml(tree_of(again, tree))).sha256 == ruleset.sha256
        if not rest and not errors(again):
            read += 1
            other = built(again)
            for event in islice(Deals(ruleset, rng), 6):
                assert outcome(other, event) == outcome(ruleset, event), (answers, event)
    assert read > RUNS // 10
