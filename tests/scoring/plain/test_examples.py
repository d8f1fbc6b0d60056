"""The worked examples beside a rule set: those that it can have, with figures a club knows by heart."""

import pytest

from scoring.rules import score_deal
from scoring.rules.plain import worked_examples
from tests.scoring.rule_files import all_rulesets, ruleset_of


@pytest.mark.parametrize("id_", sorted({id_ for id_, _ in all_rulesets()}))
def test_every_example_is_what_its_caption_says(id_: str) -> None:
    ruleset = ruleset_of(id_)
    examples = worked_examples(ruleset, "fr")
    keys = [example.key for example in examples]
    assert len(set(keys)) == len(keys)
    if ruleset.totals:
        assert not examples
        return
    assert {"made", "failed"} <= {*keys}
    for example in examples:
        assert example.caption and "{" not in example.caption
        assert score_deal(ruleset, example.deal, language="fr").as_dict() == example.answer.as_dict()
        for result in ("made", "failed"):
            if example.key == result or example.key.startswith(f"{result}_"):
                assert example.answer.result == result
    assert ("made_coinche" in keys) == ("coinche" in ruleset.multipliers)
    assert ("capot_made" in keys) == ("capot" in ruleset.special_contracts)
    assert ("announces_made" in keys) == ruleset.enters_announces
    assert "belote_saves" not in keys or (ruleset.enters_belote and ruleset.success.belote != "no")


def test_the_club_examples_in_words() -> None:
    told = {example.key: (example.caption, example.answer.ns, example.answer.ew)
            for example in worked_examples(ruleset_of("club"), "en")}  # fmt: skip
    assert told["made"] == ("100 bid and made with 105 points", 100, 0)
    assert told["failed_coinche"] == ("100 bid, doubled, failed with 92 points", 0, 324)
    assert told["capot_made"] == ("Capot bid and made", 340, 0)
    assert told["belote_saves"] == ("100 bid, 88 points: saved by the belote", 120, 0)
    assert told["tie"][0] == "80 bid, 81 points each"


def test_belote_without_bids_has_captions_of_its_own() -> None:
    told = {example.key: example.caption for example in worked_examples(ruleset_of("ffb-belote-2016"), "fr")}
    assert told["tie"] == "81 points partout"
    assert told["sweep"] == "Tous les plis pour le preneur"
    assert told["belote_saves"].endswith("la belote du preneur le sauve")
    assert not {"capot_made", "made_coinche", "announces_made"} & {*told}
