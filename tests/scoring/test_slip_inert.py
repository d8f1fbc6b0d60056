"""Keys that are set and that nothing reads, and those beside them that would have them read."""

import pytest

from scoring.rules import load_ruleset
from scoring.rules.slip_inert import inert
from tests.scoring.plain_files import PLAIN

ROUNDING = "same = 5\n[rounding]\n"
TAKE = ("[bids]", '[game]\nkind = "take"\n[bids]\n')


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("same = 5", "same = 5", []),
        ("same = 5", ROUNDING + 'unit = 10\nscope = "points"', []),
        ("same = 5", ROUNDING + "unit = 10", ["rounding.unit rounding.scope"]),
        ("same = 5", ROUNDING + 'unit = 1\nscope = "line"', ["rounding.scope rounding.unit"]),
        ("same = 5", ROUNDING + "last_deal_exact = true", ["rounding.last_deal_exact rounding.scope"]),
        ("same = 5", ROUNDING + 'scope = "line"\nlast_deal_exact = true',
         ["rounding.scope rounding.unit", "rounding.last_deal_exact rounding.scope"]),
        ("same = 5", ROUNDING + "unit = 10\nlast_deal_exact = true",
         ["rounding.unit rounding.scope", "rounding.last_deal_exact rounding.scope"]),
        ("same = 5", ROUNDING + 'unit = 5\nscope = "line"\nlast_deal_exact = true', []),
        ("convert = { TA = { ratio = [162, 258] } }\n", "", []),
        ("on = true", "on = false\ncount = \"both\"", ["announces.count announces.on"]),
        ("on = true", 'on = true\ncount = "both"\nequal = "both"', ["announces.equal announces.on"]),
        ("on = true", 'on = false\ncancel = ["tierce"]', ["announces.cancel announces.on"]),
        ("generale = 500", 'generale = false\ngenerale_needs = "sweep"', ["bids.generale_needs bids.generale"]),
        ("capot = 250\ngenerale = 500", "capot = false\ngenerale = 500\ncapot_doubled = false", []),
        ("capot = 250\ngenerale = 500", "capot = 250\ngenerale = false\ncapot_doubled = false", []),
        ("capot = 250\ngenerale = 500", "capot = false\ngenerale = false\ncapot_doubled = false",
         ["bids.capot_doubled bids.capot"]),
        ("lowest = 80\nstep = 10\nhighest = 160", "lowest = 90\nlist = [90, 100]", ["bids.lowest bids.list"]),
        ("lowest = 80\nstep = 10\nhighest = 160", "step = 5\nlist = [90, 100]", ["bids.step bids.list"]),
        ("lowest = 80\nstep = 10", "lowest = 80\nstep = 10\ntake = 82", ["bids.take game.kind"]),
        (TAKE[0], TAKE[1] + "take = 82", []),
        ("lowest = 80\nstep = 10\n", "lowest = 90\nstep = 5\n", []),
        ("same = 5", "same = 5\n[held]\ncarried_to = \"maker\"", ["held.carried_to success.tie"]),
        ("same = 5", 'same = 5\n[success]\ntie = "held"\n[held]\ncarried_to = "maker"', []),
        ('"SA", "TA"]', '"SA"]', ["cards.convert.TA cards.trumps"]),
        ('"SA", "TA"]\nconvert = { TA = { ratio = [162, 258] } }', '"SA"]\nall_trump = "14-9-6-5-3-1"',
         ["cards.all_trump cards.trumps"]),
        ("TA = { ratio = [162, 258] }", "suit = { ratio = [1, 1] }", []),
        ("TA = { ratio = [162, 258] }", "SA = { ratio = [1, 1] }", []),
    ],
)  # fmt: skip
def test_a_key_that_nothing_reads_is_named_with_what_it_needs(old: str, new: str, found: list[str]) -> None:
    assert old in PLAIN
    ruleset = load_ruleset(PLAIN.replace(old, new, 1))
    assert [f"{one.key} {one.values['needs']}" for one in inert(ruleset)] == found
    assert all(one.values["setting"] == one.key and one.code == "not_read" for one in inert(ruleset))


JUDGED = 'same = 5\n[success]\njudge = "{}"\n'


@pytest.mark.parametrize(
    ("convert", "more", "read"),
    [
        ("TA = { ratio = [162, 258] }", "", True),
        ("suit = { ratio = [1, 1] }", "", True),
        ("SA = { ratio = [1, 1] }", "", True),
        ("", "", False),
        ("", '[rounding]\nunit = 10\nscope = "line"', False),
        ("", '[rounding]\nunit = 10\nscope = "points"', True),
        ("", '[rounding]\nunit = 5\nscope = "declarer_rest"', True),
        ("", "[rounding]\nunit = 10", False),
        ("", '[rounding]\nscope = "points"', False),
    ],
)
def test_what_a_contract_is_judged_by_is_read_where_points_are_rounded_or_converted(
    convert: str, more: str, read: bool
) -> None:
    source = PLAIN.replace("TA = { ratio = [162, 258] }", convert).replace(
        "same = 5", JUDGED.format("converted") + more
    )
    assert ("success.judge" not in {one.key for one in inert(load_ruleset(source))}) == read


def test_a_conversion_of_what_is_not_played_is_named() -> None:
    source = PLAIN.replace('"S", "H", "D", "C", "SA", "TA"', '"TA"').replace(
        "TA = { ratio = [162, 258] }", "suit = { ratio = [1, 1] }, SA = { ratio = [1, 1] }"
    )
    keys = [one.key for one in inert(load_ruleset(source.replace("same = 5", JUDGED.format("converted"))))]
    assert keys == ["success.judge", "cards.convert.suit", "cards.convert.SA"]
