"""A resolved rule set goes back into a file, and the file makes the same rule set."""

import pytest

from scoring.rules import load_ruleset
from scoring.rules.settings import file_tree, settings
from scoring.rules.toml_text import write_toml
from tests.scoring.plain_files import PLAIN
from tests.scoring.rule_files import all_rulesets, ruleset_of, title


@pytest.mark.parametrize(("id_", "variants"), all_rulesets(), ids=lambda value: str(value))
def test_a_rule_set_written_out_loads_as_itself(id_: str, variants: tuple[str, ...]) -> None:
    ruleset = ruleset_of(id_, variants)
    again = load_ruleset(write_toml(file_tree(ruleset)))
    assert again.sha256 == ruleset.sha256, title(id_, variants)
    assert (again.id, again.name, again.origin, again.labels) == (
        ruleset.id,
        ruleset.name,
        ruleset.origin,
        ruleset.labels,
    )


def test_every_key_is_written_as_the_file_says_it() -> None:
    found = settings(ruleset_of("fauxd"))
    assert found["cards.total.suit"] == 160
    assert found["bids.generale_needs"] == "sweep"
    assert found["bids.highest.TA"] == 0
    assert found["bids.capot"] == 250
    assert found["score.made.doubled.declarer"] == "m * (160 + 90 * sweep + bid) + belote"
    assert found["penalty[2].amount"] == "160"
    assert "bids.list" not in found


def test_what_only_some_files_have_is_written_only_for_them() -> None:
    rl15 = settings(ruleset_of("rl15"))
    assert (rl15["cards.convert.TA.ratio"], rl15["cards.convert.TA.to"]) == ([2, 3], 160)
    assert settings(ruleset_of("stephanoise"))["values.k.SA"] == 2
    assert not any(key.startswith(("cards.convert", "values", "penalty")) for key in settings(ruleset_of("pagat")))


def test_an_own_table_of_card_values_stays_a_table() -> None:
    exoty = settings(ruleset_of("exoty"))
    assert {key.rpartition(".")[2]: n for key, n in exoty.items() if key.startswith("cards.all_trump.")} == {
        "J": 14, "9": 9, "A": 7, "10": 5, "K": 3, "Q": 2, "8": 0, "7": 0,
    }  # fmt: skip
    assert settings(ruleset_of("guide-coinche"))["cards.all_trump"] == "13-9-6-5-3-2"


def test_a_rule_set_of_typed_totals_has_only_their_keys() -> None:
    totals = load_ruleset('id = "three"\n[game]\nkind = "totals"\n[totals]\nsides = 3\ncontrol = 486\n')
    assert settings(totals) == {
        "game.kind": "totals",
        "totals.sides": 3,
        "totals.control": 486,
        "totals.lowest": 0,
    }
    assert load_ruleset(write_toml(file_tree(totals))).sha256 == totals.sha256


def test_what_a_file_does_not_say_is_not_written() -> None:
    plain = PLAIN.replace("convert = { TA = { ratio = [162, 258] } }\n", "")
    tree = file_tree(load_ruleset(plain))
    assert "labels" not in tree and {"total", "convert"}.isdisjoint(tree["cards"])
    assert "list" not in tree["bids"] and "cancel" not in tree["announces"]
    more = plain.replace("lowest = 80", "lowest = 80\nlist = [80, 95]").replace(
        "on = true", 'on = true\ncancel = ["tierce"]'
    )
    more = more.replace("[bids]", "total = { suit = 160 }\nconvert = { SA = { ratio = [1, 1] } }\n[bids]")
    tree = file_tree(load_ruleset(more + '[labels]\npot = "figure"\n'))
    assert tree["bids"]["list"] == [80, 95] and tree["announces"]["cancel"] == ["tierce"]
    assert tree["cards"]["total"] == {"suit": 160} and [*tree["cards"]["convert"]] == ["SA"]
    assert tree["labels"] == {"pot": {"und": "figure"}}
    assert (tree["values"]["same"], tree["values"]["pot"]["SA"]) == (5, 170)
    assert {key.partition(".")[0] for key in settings(load_ruleset(more))} >= {"game", "cards", "bids", "score"}
