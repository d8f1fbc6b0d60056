"""Every published sheet as answers and back: what the answers make scores like the file they were read from."""

import os
from itertools import islice
from random import Random
from typing import Any

import pytest

from scoring.rules import DealError, RuleSet, load_ruleset, score_event
from scoring.rules.plain import answers_of, asked, errors, tree_of
from scoring.rules.source import merge_variant, read_toml
from scoring.rules.toml_text import write_toml
from tests.scoring.parity import Deals
from tests.scoring.rule_files import CASE_FILES, all_rulesets, case_rows, ruleset_of, source_of, title

# What only the expert part can say: a belote that is multiplied after a failure alone (CONTREEORG), and a defence that
# keeps its belote against a doubled capot but not against another doubled contract (CONTRAI).
EXPERT = {"contreeorg": ("score.made.declarer",), "contrai": ("score.capot_made.defence",)}

# The 28 sheets of the design's list, by the rule sets made of them; JOUVENCE has no count of its own to make a file of.
SHEETS = (
    "ffb-contree-2016", "ffb-coinche-2015", "ffb-contree-ludique", "ffb-belote-2016", "stephanoise", "cannes-2016",
    "international", "ascee-2a", "ascee-79", "lions", "geraudot", "la-grand-combe", "koenigshoffen", "casson",
    "essarts", "jweb", "muscle", "coinchons", "contreenet", "ducale", "pagat", "wiki-contree", "exoty", "bridgee",
    "kydos", "scoreit", "fauxd",
)  # fmt: skip

ALL = all_rulesets()
LONG = bool(os.environ.get("COINCHE_LONG"))
DEALS = 2000 if LONG else 40
# Variants in `make test` only where the file is one of the 28 sheets.
DAILY = ALL if LONG else [(id_, variants) for id_, variants in ALL if not variants or id_ in SHEETS]


def tree(id_: str, variants: tuple[str, ...] = ()) -> dict[str, Any]:
    """A file's tree with its variants merged in."""
    base = read_toml(source_of(id_))
    known = base.pop("variant", {})
    for name in variants:
        base = merge_variant(base, known[name])
    return base


def built(answers: dict[str, Any]) -> RuleSet:
    """The rule set made of answers alone."""
    return load_ruleset(write_toml({"id": "made-of-answers", **tree_of(answers)}))


def outcome(ruleset: RuleSet, event: dict[str, Any]) -> Any:
    """What must be the same: everything but the lines, which may be cut otherwise; or the field that is refused."""
    try:
        answer = score_event(ruleset, event).as_dict()
    except DealError as error:
        return error.field
    return {key: value for key, value in answer.items() if key != "lines"}


@pytest.mark.parametrize(("id_", "variants"), DAILY, ids=[title(*one) for one in DAILY])
def test_a_file_is_read_as_answers_and_the_answers_score_the_same(id_: str, variants: tuple[str, ...]) -> None:
    source = tree(id_, variants)
    answers, rest = answers_of(source)
    assert rest == EXPERT.get(id_, ())
    assert errors(answers) == ()
    original = ruleset_of(id_, variants)
    assert load_ruleset(write_toml(tree_of(answers, source))).sha256 == original.sha256
    if rest or (variants and not LONG):
        return
    made = built(answers)
    again = answers_of(tree_of(answers))
    assert again.rest == ()
    assert {key: again.answers[key] for key in asked(answers)} == {key: answers[key] for key in asked(answers)}
    for event in islice(Deals(original, Random(id_)), DEALS):
        assert outcome(made, event) == outcome(original, event), event


def test_at_least_26_of_the_28_sheets_need_no_expert_part() -> None:
    assert len(set(SHEETS)) == 27
    assert sum(not answers_of(tree(id_)).rest for id_ in SHEETS) == 27


@pytest.mark.parametrize("name", CASE_FILES)
def test_the_answers_alone_give_every_scored_case(name: str) -> None:
    made: dict[tuple[str, ...], RuleSet] = {}
    for row in case_rows(name):
        variants = tuple(row.get("variants", ()))
        if variants not in made:
            made[variants] = built(answers_of(tree(row["ruleset"], variants)).answers)
        event = row.get("deal") or row["penalty"]
        if "error" in row["expect"]:
            with pytest.raises(DealError):
                score_event(made[variants], event)
            continue
        answer = score_event(made[variants], event).as_dict()
        assert answer["held"] == row["expect"]["held"]
        assert all(score in {None, answer["score"][side]} for side, score in row["expect"]["score"].items())
