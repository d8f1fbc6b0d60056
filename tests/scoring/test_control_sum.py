"""The pack's control total: under which rule sets there is one, and what it is made of."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from scoring.rules import load_ruleset, parse_deal, preset
from scoring.rules.control import compare
from scoring.rules.control_sum import ControlTotal, Part, _parts, _sums, _worth, deal_total, holds
from scoring.rules.game import Entry, GameFormat

TAKE = '[game]\nkind = "take"\n[cards]\ntrumps = ["S", "H"]\n[success]\nbeat_defence = "more"\n'
BELOTE = {"made_declarer": "points + belote", "made_defence": "points + belote"}
NO_BELOTE = TAKE + "[belote]\nvalue = 0\n"
SUIT = '[cards]\ntrumps = ["S", "H"]\n[bids]\nlist = [80]\n'


def _holds(extra: str, **cells: str) -> bool:
    """Of a rule set in which made and failed both pay the pack, but for these cells."""
    grid = {"made_declarer": "points", "made_defence": "points", "failed_declarer": "0", "failed_defence": "total"}
    rows: dict[str, list[str]] = {}
    for name, formula in (grid | cells).items():
        row, _, cell = name.rpartition("_")
        rows.setdefault(row.replace("_", "."), []).append(f'{cell} = "{formula}"')
    score = "".join("\n".join((f"[score.{row}]", *lines, "")) for row, lines in rows.items())
    return holds(load_ruleset(f'id = "x"\n{extra}{score}'))


@pytest.mark.parametrize(
    ("extra", "cells"),
    [
        # Only of made contracts, only of failed ones.
        (NO_BELOTE, {"made_defence": "points + 1"}),
        (NO_BELOTE, {"made_declarer": "points + points*their_points"}),
        (SUIT, {"failed_defence": "total + 1"}),
        # Only at the lowest bid, only at the highest of three.
        ("[bids]\nlist = [80, 160]\n", {"failed_defence": "total + 160 - bid"}),
        ("[bids]\nlist = [80, 90, 160]\n", {"failed_defence": "total + (bid - 80)*(bid - 90)"}),
        # Only under the last trump, whose pack is larger; only there by an own value.
        ('[cards]\ntrumps = ["S", "H", "TA"]\n', {"failed_defence": "162"}),
        (
            '[cards]\ntrumps = ["S", "H", "SA"]\n[values]\nmore = { suit = 0, SA = 5, TA = 0 }\n',
            {"failed_defence": "total + more"},
        ),
        ('[cards]\ntrumps = ["S", "H"]\n[values.more]\nS = 0\nH = 5\n', {"failed_defence": "total + more"}),
        # Only doubled.
        (
            SUIT + "[doubling]\ncoinche = 2\n",
            {"failed_doubled_declarer": "0", "failed_doubled_defence": "total + 1"},
        ),
        # Only with the belote of the declarers, only with that of the others.
        (SUIT, {**BELOTE, "failed_defence": "total + belote"}),
        (TAKE, {**BELOTE, "failed_declarer": "belote"}),
        # Only on a deal that is not the last, only by a tie on the last.
        (SUIT + '[rounding]\nunit = 10\nscope = "line"\nlast_deal_exact = true\n', {}),
        (
            TAKE + 'tie = "made"\ntie_last_deal = "share"\n[belote]\nvalue = 0\n',
            {"share_declarer": "100", "share_defence": "points"},
        ),
    ],
)  # fmt: skip
def test_whatever_makes_one_kind_of_deal_pay_otherwise_leaves_no_control_total(
    extra: str, cells: dict[str, str]
) -> None:
    assert not _holds(extra, **cells)


def test_what_comes_to_the_same_in_another_way_has_one() -> None:
    assert _holds(SUIT)
    assert _holds(TAKE)
    assert _holds(SUIT, made_declarer="points + 90*sweep"), "a sweep is a part of its own"
    assert _holds(TAKE, **BELOTE, failed_declarer="belote", failed_defence="total + belote")
    assert _holds("[belote]\nvalue = 0\n", **BELOTE)
    # A deal that is played again pays nobody; one that is held pays when it comes out.
    assert _holds(TAKE + 'tie = "replay"\n')
    held = {"held_declarer": "0", "held_defence": "points", "held_keep": "points"}
    assert _holds(TAKE + 'tie = "held"\n', **held)
    assert not _holds(TAKE + 'tie = "held"\n', **(held | {"held_keep": "points + 1"}))
    assert holds(preset("guide-belote"))


MADE: Mapping[str, Any] = {"declarer": "NS", "contract": "take", "trump": "H", "points": {"NS": 100}}
PLAYED = '[game]\nkind = "take"\n[bids]\ncapot = 250\ngenerale = 500\n[cards]\ntrumps = ["H", "TA"]\n'
ANNOUNCED = '[announces]\non = true\ncount = "both"\n'
ROWS = "".join(
    f'[score.{row}]\ndeclarer = "{own}"\ndefence = "{theirs}"\n'
    for row, own, theirs in (
        ("made", "points + belote + announces + 90*sweep", "points + belote + announces"),
        ("failed", "belote", "total + belote + announces + their_announces"),
        ("capot_made", "252", "0"),
        ("capot_failed", "0", "252"),
        ("generale_made", "500", "0"),
        ("generale_failed", "0", "500"),
    )
)
RULES = load_ruleset(f'id = "x"\n{PLAYED}{ANNOUNCED}{ROWS}')


def _control(*entries: Entry | Mapping[str, Any]) -> ControlTotal:
    lines = [entry if isinstance(entry, Entry) else Entry("deal", deal=parse_deal(entry)) for entry in entries]
    control = compare(RULES, GameFormat(deals=40), lines, (0, 0)).control
    assert control is not None
    return control


def test_it_says_what_each_kind_of_point_adds() -> None:
    control = _control(
        MADE,
        {**MADE, "belote": ["EW"], "announces": {"NS": ["tierce"], "EW": ["cent"]}},
        {**MADE, "points": {"NS": 162}, "sweep": "NS", "belote": ["NS"]},
        {**MADE, "contract": "capot", "points": {"NS": 162}, "sweep": "NS"},
        {**MADE, "contract": "generale", "points": {"NS": 162}, "sweep": "NS", "alone": True},
        {"declarer": None},
        Entry("penalty", ns=-20),
        Entry("penalty", ns=-20),
        Entry("penalty", ew=-100),
        Entry("adjustment", ew=50),
    )
    assert [(part.name, part.count, part.each) for part in control.parts] == [
        ("pack", 3, 162),
        ("capot", 1, 500),
        ("capot", 1, 252),
        ("sweep", 1, 90),
        ("announces", 1, 120),
        ("belote", 2, 20),
        ("other", 1, -100),
        ("other", 1, 50),
        ("other", 2, -20),
    ]
    assert control.total == sum(part.count * part.each for part in control.parts)


def test_two_belotes_of_one_deal_are_two() -> None:
    control = _control({**MADE, "belote": ["NS", "NS"], "trump": "TA", "points": {"NS": 200}})
    assert [(part.name, part.count, part.each) for part in control.parts] == [("pack", 1, 258), ("belote", 2, 20)]


def test_a_sweep_by_one_player_alone_is_a_sweep() -> None:
    control = _control({**MADE, "points": {"NS": 162}, "sweep": "NS", "alone": True})
    assert [(part.name, part.count, part.each) for part in control.parts] == [("pack", 1, 162), ("sweep", 1, 90)]


def test_the_sum_in_words_has_each_part_once() -> None:
    parts = (
        Part("pack", 11, 162), Part("capot", 2, 250), Part("sweep", 1, 90), Part("announces", 2, 20),
        Part("belote", 3, 20), Part("other", 2, -30), Part("held", 1, -81),
    )  # fmt: skip
    assert ControlTotal(2291, parts).text("en").replace("\u00a0", " ") == (
        "11 × 162 + capot bid 500 + all eight tricks 1 × 90 + announces 2 × 20 + belotes 3 × 20 "
        "− penalties 60 − held over 81 = 2291"
    )


@pytest.mark.parametrize(
    ("name", "total"),
    [("guide-belote", 162), ("koenigshoffen", 162), ("club", None), ("totals", None)],
)
def test_what_a_plain_deal_is_worth_in_all_is_known_where_nothing_moves_it(name: str, total: int | None) -> None:
    assert deal_total(preset(name)) == total


def test_a_sum_that_follows_the_bid_is_no_total_of_every_deal() -> None:
    # Made or failed, 10 points a bid of ten more: a control total there is, but none for a deal in general.
    pays = '[score.made]\ndeclarer = "points + bid"\ndefence = "points"\n'
    pays += '[score.failed]\ndeclarer = "0"\ndefence = "total + bid"\n'
    ruleset = load_ruleset(f'id = "x"\n[cards]\ntrumps = ["S", "H"]\n[bids]\nlist = [80, 90]\n{pays}')
    assert holds(ruleset)
    assert deal_total(ruleset) is None


def test_parts_of_one_point_and_of_less_than_nothing_in_words() -> None:
    total = ControlTotal(160, (Part("pack", 1, 162), Part("other", 1, 1), Part("other", 2, -1), Part("held", 1, -1)))
    signs = [sign for sign in total.text("en") if sign in "+−"]
    assert signs == ["+", "−", "−"]
    assert ControlTotal(-1, (Part("other", 1, -1),)).text("en").startswith("−")


def test_each_split_that_can_be_is_counted_and_one_that_is_replayed_is_not() -> None:
    replayed = load_ruleset(
        'id = "x"\n[game]\nkind = "take"\n[cards]\ntrumps = ["H"]\n[success]\nbeat_defence = "more"\ntie = "replay"\n'
        '[score.made]\ndeclarer = "points + belote"\ndefence = "points + belote"\n'
        '[score.failed]\ndeclarer = "belote"\ndefence = "total + belote"\n'
    )
    deal = parse_deal({"declarer": "NS", "contract": "take", "trump": "H"})
    plain, belote = ([*_sums(replayed, replace(deal, belote=side))] for side in ((), ("NS",)))
    assert {*plain} == {162} and {*belote} == {182}
    # Half and half is tried twice, and either time once a last deal and once not.
    assert len(plain) - len(belote) == -2


def test_what_a_deal_is_worth_has_what_it_holds_over_and_not_what_was_carried_to_it() -> None:
    held = preset("guide-belote")
    tie = parse_deal({"declarer": "NS", "contract": "take", "trump": "H", "points": {"NS": 81, "EW": 81}})
    assert _worth(held, tie) == 162
    assert _worth(held, replace(tie, carried=81)) == 162
    assert _worth(held, replace(tie, points=(1, 161))) is None


def test_a_sweep_that_cannot_be_taken_off_is_part_of_the_pack() -> None:
    ones = "all_trump = { A = 1, 10 = 1, K = 1, Q = 1, J = 1, 9 = 1, 8 = 1, 7 = 1 }"
    source = f'id = "x"\n[game]\nkind = "take"\n[cards]\ntrumps = ["TA"]\n{ones}\n[success]\nbeat_defence = "more"\n'
    ruleset = load_ruleset(
        source + '[score.made]\ndeclarer = "points + 90*sweep"\ndefence = "points"\n'
        '[score.failed]\ndeclarer = "0"\ndefence = "total"\n'
    )
    swept = parse_deal({"declarer": "NS", "contract": "take", "trump": "TA", "points": {"NS": 42}, "sweep": "NS"})
    assert [*_parts(ruleset, swept, 132)] == [("pack", 132)]


def test_a_pack_that_cannot_be_written_has_no_sum() -> None:
    source = 'id = "x"\n[cards]\nunit = 10\n'
    source += "".join(f'[score.{row}]\ndeclarer = "points"\ndefence = "points"\n' for row in ("made", "failed"))
    assert holds(load_ruleset(source)) and deal_total(load_ruleset(source)) is None
