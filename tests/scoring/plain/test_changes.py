"""A copied rule set, changed in one answer: what was not asked for stays as it was."""

from typing import Any

import pytest

from scoring.rules import RuleSet, RuleSetError, load_ruleset, score_deal
from scoring.rules.plain import answers_of, asked, tree_of
from scoring.rules.source import read_toml
from scoring.rules.toml_text import write_toml
from tests.scoring.plain.test_round_trip import tree
from tests.scoring.plain_files import PLAIN, ROW


def changed(base: dict[str, Any], **answers: Any) -> dict[str, Any]:
    return tree_of({**answers_of(base).answers, **answers}, base)


def rules(tree: dict[str, Any]) -> RuleSet:
    return load_ruleset(write_toml({"id": "copy", **tree}))


def score(tree: dict[str, Any], **deal: Any) -> tuple[int, int]:
    answer = score_deal(rules(tree), {"declarer": "NS", "trump": "H", **deal})
    return answer.ns, answer.ew


FAILED = {"contract": 100, "points": {"NS": 90, "EW": 72}}
MADE = {"contract": 100, "points": {"NS": 110, "EW": 52}}


def test_one_answer_changes_one_row_only() -> None:
    base = tree("coinchons")
    after = changed(base, failed_amount=162)
    assert score(after, **FAILED) == (0, 262)
    assert {**after, "score": None} == {**base, "score": None}
    assert {**after["score"], "failed": None} == {**base["score"], "failed": None}


@pytest.mark.parametrize(
    ("answers", "deal", "scores"),
    [
        ({"failed_multiplied": ["bid"]}, {**FAILED, "double": "coinche"}, (0, 360)),
        ({"failed_multiplied": ["points"]}, {**FAILED, "double": "coinche"}, (0, 420)),
        ({"failed_multiplied": ["points", "bid"]}, {**FAILED, "double": "surcoinche"}, (0, 1040)),
        ({"made_writes": "bid", "made_defence": "nothing"}, MADE, (100, 0)),
        ({"rounding": "none"}, MADE, (210, 52)),
        ({"rounding_up_from": 6}, {"contract": 80, "points": {"NS": 85, "EW": 77}}, (160, 80)),
        ({"belote_failed": "winner"}, {**FAILED, "points": {"NS": 70, "EW": 92}, "belote": ["NS"]}, (0, 280)),
        ({"belote_failed": "lost"}, {**FAILED, "points": {"NS": 70, "EW": 92}, "belote": ["NS"]}, (0, 260)),
        ({"belote": False}, {**FAILED, "belote": ["NS"]}, (0, 260)),
        ({"beat_defence": "more"}, {"contract": 80, "points": {"NS": 80, "EW": 82}}, (0, 240)),
        ({"capot_failed_amount": 410}, {"contract": "capot", "points": {"NS": 150, "EW": 12}}, (0, 410)),
        ({"sweep_unasked": "points", "sweep_points": 250}, {"contract": 100, "points": {"NS": 162}, "sweep": "NS"},
         (350, 0)),
        ({"doubled_made": "same"}, {**MADE, "double": "coinche"}, (420, 0)),
        ({"doubled_made": "same", "doubled_defence": "same"}, {**MADE, "double": "coinche"}, (420, 50)),
        ({"doubled_made": "bid"}, {**MADE, "double": "coinche"}, (200, 0)),
        ({"failed_figure": "by_trump", "failed_amounts": {"suit": 150, "SA": 130, "TA": 200}}, FAILED, (0, 250)),
        ({"trump_factor": "bid", "trump_factors": {"S": 1, "H": 3, "D": 1, "C": 1, "SA": 1, "TA": 1}}, FAILED,
         (0, 460)),
        ({"bid_less": 2}, FAILED, (0, 258)),
    ],
)  # fmt: skip
def test_a_changed_answer_changes_the_count(
    answers: dict[str, Any], deal: dict[str, Any], scores: tuple[int, int]
) -> None:
    assert score(changed(tree("coinchons"), **answers), **deal) == scores


def test_a_formula_no_answer_can_say_stays_while_other_answers_change() -> None:
    base = tree("contreeorg")
    after = changed(base, made_defence="nothing", coinche_times=3)
    assert after["score"]["failed"] == base["score"]["failed"]
    assert after["score"]["made"]["declarer"] == base["score"]["made"]["declarer"]
    assert after["score"]["made"]["defence"] == "announces + belote"
    assert after["doubling"]["coinche"] == 3


def test_keys_that_no_question_stands_for_stay() -> None:
    base = tree("coinchons")
    base["cards"]["trumps"] = ["S", "H"]
    base["cards"]["convert"] = {"suit": {"ratio": [1, 2]}}
    assert answers_of(base).rest == ("cards.trumps", "cards.convert.suit")
    after = changed(base, lowest=90)
    assert after["cards"] == base["cards"]
    assert after["bids"]["lowest"] == 90


def test_the_name_the_document_and_the_variants_stay() -> None:
    base = read_toml(write_toml({**tree("coinchons"), "variant": {"odd": {"bids": {"lowest": 82}}}}))
    after = changed(base, step=20)
    assert [after[key] for key in ("id", "name", "document", "variant")] == [
        base[key] for key in ("id", "name", "document", "variant")
    ]


def test_a_figure_by_trump_is_named_for_the_lines_and_goes_when_it_is_not_needed() -> None:
    base = tree("club")
    assert changed(base, failed_amounts={"suit": 160, "SA": 160, "TA": 250})["values"]["pot"] == {
        "suit": 160, "SA": 160, "TA": 250,
    }  # fmt: skip
    plain = changed(base, failed_figure="fixed", failed_amount=160)
    assert "values" not in plain and "labels" not in plain
    named = changed(plain, failed_figure="by_trump", failed_amounts={"suit": 162, "SA": 152, "TA": 258})
    answer = score_deal(rules(named), {"declarer": "NS", "trump": "H", **FAILED}, language="fr")
    assert "contrat chuté 162" in [line.text for line in answer.lines]


def test_a_figure_named_after_a_bid_is_renamed_where_nothing_is_bid_any_more() -> None:
    base = tree("club")
    answers: dict[str, Any] = {"made_writes": "points", "beat_defence": "more"}
    take = changed(base, kind="take", **answers)
    assert (base["labels"]["pot"]["en"], take["labels"]["pot"]["en"]) == ("missed bid", "failed contract")
    assert take["values"]["pot"] == base["values"]["pot"]
    assert changed(base, kind="auction", **answers)["labels"] == base["labels"]
    other = changed(tree("lions"), kind="auction")
    assert other.get("labels", {}) == tree("lions").get("labels", {})


def test_an_own_value_of_another_meaning_keeps_its_name() -> None:
    base = tree("coinchons")
    base["values"] = {"pot": {"H": 7, "else": 3}}
    base["score"]["made"]["defence"] = "points + pot*pot"
    after = changed(base, failed_figure="by_trump", failed_amounts={"suit": 150, "SA": 1, "TA": 2})
    assert after["values"] == {"pot": {"H": 7, "else": 3}, "pot_2": {"suit": 150, "SA": 1, "TA": 2}}
    assert score(after, **FAILED) == (0, 250)


def test_an_own_value_has_a_name_that_is_free_however_many_are_taken() -> None:
    base = tree("coinchons")
    base["values"] = {f"pot{more}": {"H": 7, "else": 3} for more in ("", *(f"_{n}" for n in range(2, 12)))}
    base["score"]["made"]["defence"] = "points + pot*pot_2"
    after = changed(base, failed_figure="by_trump", failed_amounts={"suit": 150, "SA": 1, "TA": 2})
    assert after["values"]["pot_12"] == {"suit": 150, "SA": 1, "TA": 2}


def test_a_tie_of_the_last_deal_is_asked_for_and_counts_only_where_there_are_ties() -> None:
    base = tree("lions")
    assert (base["success"]["tie"], base["success"]["tie_last_deal"]) == ("held", "share")
    assert "tie_last_deal" in asked(answers_of(base).answers)
    none = changed(base, tie="none")
    assert "tie_last_deal" not in none["success"]
    assert "tie_last_deal" not in asked(answers_of(none).answers)
    even = {"contract": "take", "points": {"NS": 81}, "last_deal": True}
    assert (score(base, **even), score(none, **even)) == ((81, 81), (0, 162))
    idle = {**none, "success": {**none["success"], "tie_last_deal": "share"}}
    assert not answers_of(idle).rest
    assert changed(idle, lowest_needs=82)["success"]["tie_last_deal"] == "share"
    assert rules(changed(idle, tie="made")).success.tie_at_last == "share"


def test_a_tie_that_is_newly_held_has_its_row() -> None:
    after = changed(tree("coinchons"), tie="held", belote_held="waits", beat_defence="more")
    answer = score_deal(rules(after), {"declarer": "NS", "contract": 80, "trump": "H", "points": {"NS": 81, "EW": 81}})
    assert (answer.result, answer.ns, answer.ew, answer.held) == ("held", 0, 80, 80)
    assert after["score"]["held"]["keep"] == "points + belote"


def test_a_generale_with_a_figure_of_its_own_has_its_rows() -> None:
    after = changed(
        tree("coinchons"), generale=True, generale_value=1000, generale_made_amount=1000, generale_failed_amount=800
    )
    deal = {"contract": "generale", "points": {"NS": 162}, "sweep": "NS", "alone": True}
    assert score(after, **deal) == (1000, 0)
    assert score(after, **{**deal, "alone": False}) == (0, 800)
    assert score(after, contract="capot", points={"NS": 162}, sweep="NS") == (500, 0)


def test_a_capot_that_pays_twice_its_bid_is_a_figure_and_the_bid() -> None:
    answers, rest = answers_of(tree("contrai"))
    assert (answers["capot_made"], answers["capot_made_amount"]) == ("amount_bid", 250)
    assert "score.capot_made.declarer" not in rest


def test_a_tree_without_a_grid_gets_one() -> None:
    made = tree_of({"capot_value": 500}, {"id": "ours", "name": {"fr": "La nôtre"}})
    assert load_ruleset(write_toml(made)).title("fr") == "La nôtre"
    assert score(made, **FAILED) == (0, 260)


def test_totals_have_no_grid() -> None:
    made = tree_of({"kind": "totals", "totals_sides": "3", "totals_control": 500}, {"id": "three"})
    assert made == {"id": "three", "game": {"kind": "totals"}, "totals": {"sides": 3, "control": 500}}
    assert answers_of(made).answers["totals_control"] == 500
    coinche = tree_of({"kind": "auction"}, made)
    assert score(coinche, **FAILED) == (0, 260)


def test_totals_that_become_a_game_have_its_grid_and_keep_what_is_their_own() -> None:
    fault = {"fault": "late", "amount": "2*total"}
    base = {"id": "three", "game": {"kind": "totals"}, "values": {"pot": 5}, "penalty": [fault]}
    assert answers_of(base).rest == ("penalty",)
    assert changed(base, totals_control=300) == {**base, "totals": {"control": 300}}
    figures = {"suit": 150, "SA": 130, "TA": 200}
    game = changed(base, kind="auction", failed_figure="by_trump", failed_amounts=figures)
    assert game["values"] == {"pot": 5, "pot_2": figures}
    assert game["penalty"] == [fault]
    assert score(game, **FAILED) == (0, 250)


def plain(*changes: tuple[str, str]) -> dict[str, Any]:
    source = PLAIN
    for old, new in changes:
        assert old in source
        source = source.replace(old, new, 1)
    return read_toml(source)


MADE_CELL = 'declarer = "m*(points + bid) + announces + belote"'
ODD_CELL = 'declarer = "points*bid"'
POT = ("160 + bid", "pot + bid")
FIXED: dict[str, Any] = {"failed_figure": "fixed", "failed_amount": 162}


def test_a_formula_of_its_own_stays_plain_where_only_the_doubled_answer_changes() -> None:
    doubled = '\ndoubled.declarer = "m*bid"\ndoubled.defence = "0"'
    after = changed(plain((MADE_CELL, ODD_CELL + doubled)), doubled_made="points")
    assert after["score"]["made"]["declarer"] == "points*bid"
    assert after["score"]["made"]["doubled"]["declarer"] == "m*(points + announces)"
    usual = changed(plain(), doubled_made="bid")["score"]["made"]
    assert usual["declarer"] == "points + bid + announces + belote"
    assert usual["doubled"]["declarer"] == "m*bid + announces + belote"


def test_own_values_stay_as_long_as_something_names_them() -> None:
    kept = plain()["values"]
    figures = kept.pop("pot")
    assert changed(plain(POT), **FIXED)["values"] == kept
    for use in (
        ("[score.made]", "[variant.odd.bids]\nlowest = 82\n[score.made]"),
        ('points = "252"', 'points = "pot"'),
    ):
        assert changed(plain(POT, use), **FIXED)["values"] == {"pot": figures, **kept}


def test_penalties_go_where_there_are_none_any_more() -> None:
    base = changed(plain(), penalties=[ROW])
    assert base["penalty"] == [{"fault": "revoke", "amount": "160"}]
    assert changed(base, penalties=[]) == plain()


def test_a_tree_that_cannot_be_loaded_is_refused() -> None:
    with pytest.raises(RuleSetError):
        answers_of({"id": "x", "game": {"kind": "auction"}})
