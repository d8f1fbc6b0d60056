"""The keys of a file that answers stand for: what is written for them, and what is read."""

from typing import Any

import pytest

from scoring.rules.plain import answers_of, complete, errors, tree_of
from scoring.rules.plain.keys import read_keys, unknown_keys, write_keys
from scoring.rules.plain.recognise import loaded
from scoring.rules.source import read_toml
from tests.scoring.plain_files import PLAIN, ROW

USUAL = complete({})
USUAL_KEYS = {
    "game.kind": "auction", "bids.lowest": 80, "bids.step": 10, "cards.trumps": ["S", "H", "D", "C"],
    "bids.highest": 160, "bids.capot": 250, "doubling.coinche": 2, "doubling.surcoinche": 4, "sweep.points": "252",
}  # fmt: skip
NO_TRUMP = {"cards.trumps": ["S", "H", "D", "C", "SA"]}
ALL_TRUMP = {"cards.trumps": ["S", "H", "D", "C", "TA"]}
SCALE = {"A": 12, "10": 10, "K": 4, "Q": 3, "J": 20, "9": 14, "8": 0, "7": 0}
OWN = {"all_trump": True, "all_trump_conversion": "own", "convert_up": 1, "convert_down": 1}
WORTH = USUAL["announces_values"]
TAKE = {"kind": "take", "beat_defence": "more", "made_writes": "points", "failed_writes": "figure"}
LADDER = ["bids.highest", "bids.lowest", "bids.step"]

#: Answers that are not the usual ones, the keys that are other ones then, and those that are there no more.
WRITTEN: list[tuple[dict[str, Any], dict[str, Any], list[str]]] = [
    ({}, {}, []),
    ({"all_trump": True}, ALL_TRUMP, []), ({"no_trump": True}, NO_TRUMP, []),
    ({"all_trump_scale": "own"}, {}, []), ({"all_trump_conversion": "to_162"}, {}, []), ({"belote_all_trump": 3},
     {}, []),
    ({"all_trump": True, "all_trump_scale": "own", "all_trump_cards": SCALE}, {**ALL_TRUMP,
     "cards.all_trump": SCALE}, []),
    ({"all_trump": True, "all_trump_conversion": "to_162"},
     {**ALL_TRUMP, "cards.convert": {"TA": {"ratio": [162, 258]}}}, []),
    (OWN, {**ALL_TRUMP, "cards.convert": {"TA": {"ratio": [1, 1]}}}, []),
    ({**OWN, "convert_unit": "10", "convert_to": 160, "convert_nearest": "up", "convert_side": "defence",
      "convert_last_trick": "apart"},
     {**ALL_TRUMP, "cards.convert": {"TA": {"ratio": [1, 1], "to": 160, "unit": 10, "to_nearest": "up",
      "side": "defence", "last_trick": "apart"}}}, []),
    ({"last_trick": {"suit": 11, "SA": 11, "TA": 11}}, {"cards.last_trick": {"suit": 11, "SA": 11, "TA": 11}}, []),
    ({"last_trick": {"suit": 10, "SA": 10, "TA": 9}}, {"cards.last_trick": {"suit": 10, "SA": 10, "TA": 9}}, []),
    ({"pack_total": "fixed", "pack_totals": {"suit": 152, "SA": 120, "TA": 248}},
     {"cards.total": {"suit": 152, "SA": 120, "TA": 248}}, []),
    ({"highest": {"suit": 170, "SA": 170, "TA": 170}}, {"bids.highest": 170}, []),
    ({"highest": {"suit": 160, "SA": 160, "TA": 0}}, {"bids.highest": {"suit": 160, "SA": 160, "TA": 0}}, []),
    ({"highest": {"suit": 160, "SA": 170, "TA": 0}}, {"bids.highest": {"suit": 160, "SA": 170, "TA": 0}}, []),
    ({"bid_steps": "list", "bid_list": [120, 90, 90]}, {"bids.list": [90, 120]}, LADDER),
    ({"capot": False}, {}, ["bids.capot"]), ({"generale": True, "generale_value": 700}, {"bids.generale": 700}, []),
    ({"coinche": False}, {}, ["doubling.coinche", "doubling.surcoinche"]),
    ({"surcoinche": False, "coinche_times": 3}, {"doubling.coinche": 3}, ["doubling.surcoinche"]),
    ({"all_trump": True, "all_trump_scale": "13-9-6-5-3-2"}, {**ALL_TRUMP, "cards.all_trump": "13-9-6-5-3-2"}, []),
    ({"tie": "held", "tie_last_deal": "held"}, {"success.tie": "held"}, []),
    ({"tie": "held"}, {"success.tie": "held"}, []),
    ({"tie": "held", "tie_last_deal": "share"}, {"success.tie": "held", "success.tie_last_deal": "share"}, []),
    ({"tie_last_deal": "share"}, {}, []),
    ({"sweep_unasked": "none"}, {}, ["sweep.points"]), ({"sweep_points": 250}, {"sweep.points": "250"}, []),
    ({"sweep_alone": 500}, {"sweep.points": "252 + 500*alone"}, []),
    ({"sweep_unasked": "added", "sweep_added": 0}, {"sweep.points": "total + 0"}, []),
    ({"sweep_unasked": "added", "sweep_added": 1, "sweep_alone": 7}, {"sweep.points": "total + 1 + 7*alone"}, []),
    ({"sweep_unasked": "added", "sweep_added": -1}, {"sweep.points": "total - 1"}, []),
    ({"belote": False, "belote_value": 30}, {"belote.value": 0}, []), ({"belote_value": 30}, {"belote.value": 30}, []),
    ({"all_trump": True, "belote_all_trump": 3}, {**ALL_TRUMP, "belote.most": {"TA": 3}}, []),
    ({"announces": True}, {"announces.on": True}, []), ({"announces_cancel": ["carre-7"]}, {}, []),
    ({"announces": True, "announces_values": {**WORTH, "tierce": 30}, "announces_cancel": ["carre-7"]},
     {"announces.on": True, "announces.values": {"tierce": 30}, "announces.cancel": ["carre-7"]}, []),
    ({"announces": True, "no_trump": True, "announces_no_trump": True,
      "announces_no_trump_values": {**WORTH, "quinte": 90}},
     {**NO_TRUMP, "announces.on": True, "announces.values_SA": {"quinte": 90}}, []),
    ({"rounding": "points"}, {"rounding.unit": 10, "rounding.up_from": 5, "rounding.scope": "points"}, []),
    ({"rounding": "line", "rounding_unit": "5", "rounding_up_from": 3},
     {"rounding.unit": 5, "rounding.up_from": 3, "rounding.scope": "line"}, []),
    ({"players": "2", "passed": "counted", "points_unit": "10"},
     {"game.tricks": 16, "game.passed": "counted", "cards.unit": 10}, []),
    ({"penalties": [ROW]}, {"penalty": [{"fault": "revoke", "amount": "160"}]}, []),
    ({"carried_to": "maker"}, {"held.carried_to": "maker"}, []),
    ({"kind": "totals", "totals_sides": "3", "lowest": 90}, {"game.kind": "totals", "totals.sides": 3},
     sorted({*USUAL_KEYS} - {"game.kind"})),
    ({**TAKE, "take_needs": 82, "margin": 10, "lowest": 90},
     {"game.kind": "take", "bids.take": 82, "success.beat_defence": "more"}, ["bids.capot", *LADDER]),
]  # fmt: skip


def test_what_is_written_for_answers() -> None:
    for answers, keys, gone in WRITTEN:
        full = complete(answers)
        assert not errors(full)
        assert write_keys(full) == {**{key: USUAL_KEYS[key] for key in USUAL_KEYS if key not in gone}, **keys}, answers


TRUMPS = 'trumps = ["S", "H", "D", "C", "SA", "TA"]'
RATIO = "ratio = [162, 258]"
CONVERT = "convert = { TA = { ratio = [162, 258] } }\n"
NONE, OTHER = {"all_trump_conversion": "none"}, {"all_trump_conversion": "own"}


def read(*changes: tuple[str, str]) -> tuple[dict[str, Any], list[str]]:
    source = PLAIN
    for old, new in changes:
        assert old in source
        source = source.replace(old, new, 1)
    tree = read_toml(source)
    answers, rest = read_keys(tree, loaded(tree))
    assert {*answers} <= {*USUAL}
    return complete(answers), rest


#: What stands in PLAIN, what it becomes, the answers that are other ones then, and what no answer says.
READ: list[tuple[str, str, dict[str, Any], list[str]]] = [
    ("[cards]", "[game]\ntricks = 16\n[cards]", {"players": "2"}, []),
    ("[cards]", "[game]\ntricks = 8\n[cards]", {}, []),
    ("[cards]", "[cards]\nunit = 10", {"points_unit": "10"}, []), ("[cards]", "[cards]\nunit = 5", {}, ["cards.unit"]),
    ("lowest = 80", "lowest = 1010", {}, ["bids.lowest"]),
    (CONVERT, "", NONE, []), (TRUMPS, 'trumps = ["C", "D", "H", "S"]', {"no_trump": False, "all_trump": False}, []),
    (CONVERT, "total = { suit = 152, SA = 120, TA = 248 }\n",
     {**NONE, "pack_total": "fixed", "pack_totals": {"suit": 152, "SA": 120, "TA": 248}}, []),
    (CONVERT, "total = { suit = 152 }\n", NONE, ["cards.total"]),
    ("coinche = 2\nsurcoinche = 4", "coinche = false\nsurcoinche = false", {"coinche": False, "surcoinche": False}, []),
    ("[sweep]", '[success]\nbelote = "no"\n[sweep]', {"belote_helps": "no", "belote_against": False}, []),
    (CONVERT, 'all_trump = "13-9-6-5-3-2"\n', {**NONE, "all_trump_scale": "13-9-6-5-3-2"}, []),
    (CONVERT, "all_trump = { A = 6, 10 = 5, K = 3, Q = 1, J = 14, 9 = 9, 8 = 0, 7 = 0 }\n",
     {**NONE, "all_trump_scale": "14-9-6-5-3-1",
      "all_trump_cards": {"A": 6, "10": 5, "K": 3, "Q": 1, "J": 14, "9": 9, "8": 0, "7": 0}}, []),
    (CONVERT, "all_trump = { A = 12, 10 = 10, K = 4, Q = 3, J = 20, 9 = 14, 8 = 0, 7 = 0 }\n",
     {**NONE, "all_trump_scale": "own", "all_trump_cards": SCALE}, []),
    ("convert = {", "convert = { SA = { ratio = [1, 2] },", {}, ["cards.convert.SA"]),
    ("convert = {", "convert = { suit = { ratio = [1, 2] },", {}, ["cards.convert.suit"]),
    (RATIO, f'{RATIO}, to_nearest = "nearest", unit = 1, last_trick = "with", to = 162, side = "defence"', {}, []),
    (RATIO, "ratio = [162, 259], to = 162", {**OTHER, "convert_down": 259, "convert_to": 162}, []),
    (RATIO, "ratio = [163, 258], to = 162", {**OTHER, "convert_up": 163, "convert_to": 162}, []),
    (RATIO, "ratio = [1, 2]", {**OTHER, "convert_up": 1, "convert_down": 2}, []),
    (RATIO, f"{RATIO}, to = 163", {**OTHER, "convert_to": 163}, []),
    (RATIO, f"{RATIO}, unit = 10", {**OTHER, "convert_unit": "10"}, []),
    (RATIO, f'{RATIO}, to_nearest = "up"', {**OTHER, "convert_nearest": "up"}, []),
    (RATIO, 'ratio = [1, 1], side = "defence", last_trick = "apart"',
     {**OTHER, "convert_up": 1, "convert_down": 1, "convert_side": "defence", "convert_last_trick": "apart"}, []),
    (RATIO, "ratio = [5000, 9999], to = 3000", {**OTHER, "convert_up": 5000, "convert_down": 9999,
     "convert_to": 3000}, []),
    ("highest = 160", "highest = { suit = 2000, TA = 0 }", {"highest": {"suit": 2000, "SA": 160, "TA": 0}}, []),
    ("highest = 160", "list = [90, 2000]", {"bid_steps": "list", "bid_list": [90, 2000]}, []),
    ("capot = 250", "capot = 300", {"capot_value": 300}, []),
    ("generale = 500", "generale = 700", {"generale_value": 700}, []),
    ("coinche = 2", "coinche = 3", {"coinche_times": 3}, []),
    ("surcoinche = 4", "surcoinche = 5", {"surcoinche_times": 5}, []),
    ("surcoinche = 4", "surcoinche = false", {"surcoinche": False}, []),
    ("[sweep]", "[belote]\nvalue = 1\n[sweep]", {"belote_value": 1}, []),
    ("[sweep]", "[belote]\nvalue = 0\n[sweep]", {"belote": False}, []),
    ("[sweep]", "[belote]\nmost = { TA = 3 }\n[sweep]", {"belote_all_trump": 3}, []),
    ("[sweep]", "[belote]\nmost = { SA = 1 }\n[sweep]", {}, ["belote.most"]),
    ("[sweep]", "[belote]\nmost = { suit = 0 }\n[sweep]", {}, ["belote.most"]),
    ("on = true", 'on = true\nvalues = { tierce = 30 }\nvalues_SA = { quinte = 90 }\ncancel = ["cent", "carre-7"]',
     {"announces_values": {**WORTH, "tierce": 30}, "announces_no_trump": True,
      "announces_no_trump_values": {**WORTH, "tierce": 30, "quinte": 90}, "announces_cancel": ["quinte", "carre-7"]},
     []),
    ("[sweep]", '[rounding]\nunit = 5\nup_from = 3\nscope = "line"\n[sweep]',
     {"rounding": "line", "rounding_unit": "5", "rounding_up_from": 3}, []),
    ("[sweep]", '[success]\ntie = "made"\ntie_last_deal = "failed"\n[sweep]',
     {"tie": "made", "tie_last_deal": "failed"}, []),
    ("[sweep]", '[success]\ntie = "made"\ntie_last_deal = "made"\n[sweep]', {"tie": "made"}, []),
    ("[values]", '[[penalty]]\nfault = "revoke"\namount = "160"\n[values]', {"penalties": [ROW]}, []),
    ("[values]", '[[penalty]]\nfault = "revoke"\namount = "2*bid"\n[values]', {}, ["penalty"]),
]  # fmt: skip


def test_what_is_read_of_a_file() -> None:
    usual, rest = read()
    some = ("no_trump", "all_trump", "all_trump_conversion", "pack_total", "coinche", "belote_against")
    assert [usual[key] for key in some] == [True, True, "to_162", "counted", True, True]
    assert not rest
    for old, new, answers, rest in READ:
        found = read((old, new))
        assert ({key: found[0][key] for key in USUAL if found[0][key] != usual[key]}, found[1]) == (answers, rest), new


def test_of_trumps_that_are_not_played_nothing_is_said() -> None:
    no_trump = (TRUMPS, 'trumps = ["S", "H", "D", "C", "TA"]')
    for change in (
        ("convert = {", "convert = { SA = { ratio = [1, 2] },"),
        ("[sweep]", "[belote]\nmost = { SA = 1 }\n[sweep]"),
    ):
        assert read(no_trump, change) == read(no_trump)
    answers, rest = read((TRUMPS, 'trumps = ["S", "H", "TA"]'))
    assert (answers["no_trump"], answers["all_trump"], rest) == (False, True, ["cards.trumps"])


def test_where_nothing_is_bid_what_needs_a_bid_is_said_by_no_answer() -> None:
    take = ("[cards]", '[game]\nkind = "take"\n[success]\nmargin = 10\nbelote_from = 90\n[cards]')
    some = ["bids.capot", "bids.generale", "success.belote_from", "success.margin"]
    assert read(take)[1] == some
    assert read(take, ("capot = 250", "capot = false"), ("generale = 500", ""))[1] == some[2:]
    assert read(("[cards]", "[success]\nmargin = 10\n[cards]"))[1] == []


def test_keys_that_no_question_stands_for_are_named_each_in_its_table() -> None:
    tree = {
        "id": "x",
        "score": {},
        "odd": {"a": 1},
        "bids": {"lowest": 80, "odd": 2, "more": 3},
        "penalty": [],
        "cards": 5,
    }
    assert [*unknown_keys(tree)] == ["odd", "bids.odd", "bids.more", "cards"]


@pytest.mark.parametrize("ratio", ["[5000, 9999], to = 3000", "[10, 1]"])
def test_what_a_file_may_say_an_answer_may_say(ratio: str) -> None:
    tree = read_toml(PLAIN.replace(RATIO, f"ratio = {ratio}").replace("highest = 160", "highest = 2000"))
    answers = answers_of(tree).answers
    assert not errors(answers)
    assert tree_of({**answers, "step": 20}, tree) == {**tree, "bids": {**tree["bids"], "step": 20}}
