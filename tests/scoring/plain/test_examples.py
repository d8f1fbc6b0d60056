"""The worked examples beside a rule set: those that it can have, with figures a club knows by heart."""

import pytest

from scoring.rules import load_ruleset, score_deal
from scoring.rules.plain import worked_examples
from tests.scoring.plain_files import PLAIN
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


TRUMPS = '"S", "H", "D", "C", "SA", "TA"'


def told(old: str, new: str) -> list[str]:
    """The examples of a file that is changed in one place: key, contract, trump, points and what else is written."""
    assert old in PLAIN
    return [
        " ".join([one.key, *(f"{deal.pop(field)}" for field in ("contract", "trump")), str(deal.pop("points")["NS"])])
        + "".join(f" {field} {value}" for field, value in deal.items() if field != "declarer")
        for one in worked_examples(load_ruleset(PLAIN.replace(old, new, 1)), "en")
        for deal in [dict(one.deal)]
    ]


def test_the_trump_is_a_suit_where_there_is_one_and_no_example_is_told_twice() -> None:
    for trumps, first, others in (
        ('"C", "D", "S"', "S", {}),
        ('"D", "C", "SA"', "D", {"no_trump": "SA"}),
        ('"TA", "C", "SA"', "C", {"no_trump": "SA", "all_trump": "TA"}),
        ('"TA", "SA"', "TA", {"no_trump": "SA"}),
        ('"SA"', "SA", {}),
    ):
        found = {key: trump for key, _, trump, *_ in map(str.split, told(TRUMPS, trumps))}
        assert {found["made"], found["tie"]} == {first}
        assert {key: found[key] for key in ("no_trump", "all_trump") if key in found} == others


def test_the_examples_lie_between_nothing_and_all_points() -> None:
    """With a last trick of one point, a side can have one point: one is left to it, but not none."""
    for bid, some in ((9, ["made 9 H 14", "failed 9 H 1"]), (300, ["failed 300 H 152"])):
        found = told("[bids]", f"last_trick = {{ suit = 1, SA = 10, TA = 10 }}\n[bids]\nlist = [{bid}]")
        assert [one for one in found if one.split()[0] in {"made", "failed"}] == some


def test_examples_say_what_else_the_rules_ask_for() -> None:
    apart = told("TA = { ratio = [162, 258] }", 'suit = { ratio = [1, 1], last_trick = "apart" }')
    assert {"made 100 H 105 last_trick EW", "capot_made capot H 162 sweep NS", "tie 80 H 81 last_trick EW"} <= {*apart}
    alone = told("capot = 250", "capot = false")
    assert "generale_made generale H 162 sweep NS alone True" in alone
    assert not [one for one in alone if one.startswith("capot")]
    both = told("[bids]", '[game]\nkind = "take"\n[success]\nbeat_defence = "more"\n[bids]')
    assert {"capot_made capot H 162 sweep NS", "sweep take H 162 sweep NS"} <= {*both}
    assert {"sweep_defence take H 0 sweep EW", "capot_failed capot H 150", "belote_failed take H 56 belote ['NS']"} <= {
        *both
    }
    specials, none = "capot = 250\ngenerale = 500", "capot = false\ngenerale = false"
    assert not [one for one in told(specials, none) if "sweep" in one]
    take = told(
        f"step = 10\nhighest = 160\n{specials}", f'{none}\n[game]\nkind = "take"\n[success]\nbeat_defence = "more"'
    )
    assert [one for one in take if "sweep" in one] == ["sweep take H 162 sweep NS", "sweep_defence take H 0 sweep EW"]
