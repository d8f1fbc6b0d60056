"""What is probably a slip, check by check: which outcomes are looked at, what falls below zero, and by how much."""

from dataclasses import replace

import pytest

from scoring.rules import RuleSet, load_ruleset
from scoring.rules import slip_checks as look
from tests.scoring.plain_files import PLAIN


def rules(*changes: tuple[str, str]) -> RuleSet:
    source = PLAIN
    for old, new in changes:
        assert old in source
        source = source.replace(old, new, 1)
    return load_ruleset(source)


def cell(row: str, side: str, formula: str) -> tuple[str, str]:
    """A change of one cell of a row that is written."""
    start = PLAIN.index(f"[score.{row}]")
    old = next(line for line in PLAIN[start:].splitlines() if line.startswith(side))
    head = PLAIN[start : PLAIN.index(old, start)]
    return head + old, f'{head}{side} = "{formula}"'


def own_row(row: str, declarer: str, defence: str) -> tuple[str, str]:
    """A row that is not written yet."""
    return "[score.held]", f'[score.{row}]\ndeclarer = "{declarer}"\ndefence = "{defence}"\n[score.held]'


NO_ANNOUNCES = ("on = true", "on = false")
NO_BELOTE = ("[sweep]", "[belote]\nvalue = 0\n[sweep]")
MADE, CAPOT = "score.made.declarer", "score.capot_made.declarer"


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ([], []),
        ([cell("made", "declarer", "points - 200")], [(MADE, "−200")] * 2),
        ([cell("made", "declarer", "bid - points*their_sweep")], []),
        ([cell("made", "declarer", "160 - points + 90*sweep")], [(MADE, "−2")] * 2),
        ([cell("made", "declarer", "points - 10 + 90*their_sweep")], [(MADE, "−10")] * 2),
        ([cell("made", "declarer", "points - 200*their_sweep")], [(MADE, "−200")] * 2),
        ([cell("made", "declarer", "points - 200*sweep")], [(MADE, "−38")] * 2),
        ([cell("made", "declarer", "bid - 200*sweep*their_sweep")], []),
        ([cell("made", "declarer", "their_points - 100 + 200*sweep")], [(MADE, "−100")] * 2),
        ([cell("made", "declarer", "total - 200")], [(MADE, "−38")] * 2),
        ([cell("made", "declarer", "100 - bid")], [(MADE, "−60")] * 2),
        ([cell("made", "declarer", "bid - 100")], [(MADE, "−20")] * 2),
        ([cell("made", "declarer", "10 - belote")], [(MADE, "−10")] * 2),
        ([cell("made", "declarer", "10 - their_belote")], [(MADE, "−10")] * 2),
        ([cell("made", "declarer", "10 - announces")], [(MADE, "−90")] * 2),
        ([cell("made", "declarer", "10 - their_announces")], [(MADE, "−90")] * 2),
        ([NO_ANNOUNCES, cell("made", "declarer", "10 - announces")], []),
        ([NO_ANNOUNCES, cell("made", "declarer", "5 - 10*announces")], []),
        ([NO_ANNOUNCES, cell("made", "declarer", "10 - belote")], [(MADE, "−10")] * 2),
        ([NO_BELOTE, cell("made", "declarer", "10 - announces")], [(MADE, "−90")] * 2),
        ([NO_BELOTE, cell("made", "declarer", "5 - 10*belote")], []),
        ([cell("made", "declarer", "4 - 2*m")], [(MADE, "−4")]),
        ([cell("made", "declarer", "3 - 2*m")], [(MADE, "−5")]),
        ([cell("made", "declarer", "m - 1")], []),
        ([cell("made", "declarer", "f - 3")], [(MADE, "−1")] * 2),
        ([cell("made", "declarer", "pot - 165")], [(MADE, "−5")] * 2),
        ([("same = 5", "same = -5"), cell("made", "declarer", "same + 1")], [(MADE, "−4")] * 2),
        ([("same = 5", "same = 0"), cell("made", "declarer", "same*bid")], []),
        ([own_row("made.doubled", "m - 2", "m - 3")], [("score.made.doubled.defence", "−1")]),
        ([cell("capot_made", "declarer", "200 - bid")], [(CAPOT, "−50")] * 2 + [(CAPOT, "−300")] * 2),
        ([cell("capot_made", "declarer", "points - 300*sweep")], [(CAPOT, "−138")] * 4),
        ([cell("capot_made", "declarer", "points - 300*their_sweep")], []),
        ([cell("capot_made", "defence", "points - 10")], [("score.capot_made.defence", "−10")] * 4),
        ([cell("capot_made", "defence", "points - 300*their_sweep")], [("score.capot_made.defence", "−300")] * 4),
        ([cell("capot_failed", "defence", "points - 10*sweep - 160")], [("score.capot_failed.defence", "−160")] * 4),
        ([own_row("generale_made", "400 - bid", "0")], [("score.generale_made.declarer", "−100")] * 2),
        ([own_row("generale_failed", "0", "bid - 501")], [("score.generale_failed.defence", "−1")] * 2),
    ],
)
def test_what_falls_below_zero_and_how_far(changes: list[tuple[str, str]], found: list[tuple[str, str]]) -> None:
    assert [(one.key, one.values["least"]) for one in look.below_zero(rules(*changes))] == found


def forms(ruleset: RuleSet) -> list[str]:
    return [f"{row} {form}{' doubled' if doubled else ''}" for row, form, doubled, _ in look.forms(ruleset)]


PLAIN_ROWS = [
    "made made", "made made doubled", "failed failed", "failed failed doubled", "capot_made capot_made",
    "capot_made capot_made doubled", "capot_failed capot_failed", "capot_failed capot_failed doubled",
    "generale_made capot_made", "generale_made capot_made doubled", "generale_failed capot_failed",
    "generale_failed capot_failed doubled",
]  # fmt: skip


def test_what_each_outcome_is_written_by() -> None:
    assert forms(rules()) == PLAIN_ROWS
    one = rules(("surcoinche = 4", "surcoinche = false"))
    assert forms(one) == PLAIN_ROWS
    none = rules(("coinche = 2\nsurcoinche = 4", "coinche = false\nsurcoinche = false"))
    assert forms(none) == [row for row in PLAIN_ROWS if "doubled" not in row]
    plain = rules(("generale = 500", "generale = 500\ncapot_doubled = false"))
    assert forms(plain) == [row for row in PLAIN_ROWS if "doubled" not in row or row.startswith(("made", "failed"))]
    own = rules(own_row("made.doubled", "m", "0"), own_row("generale_made", "bid", "0"))
    assert forms(own)[:2] == ["made made", "made made.doubled doubled"]
    assert "generale_made generale_made" in forms(own) and "generale_failed capot_failed" in forms(own)
    no_capot_rows = {key: of for key, of in rules().formulas.items() if not key.startswith("capot")}
    assert "capot_made made" in forms(replace(rules(), formulas=no_capot_rows))
    only_doubled = rules(own_row("generale_made.doubled", "m*bid", "0"))
    assert [form for form in forms(only_doubled) if form.startswith("generale_made")] == [
        "generale_made capot_made", "generale_made generale_made.doubled doubled",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("sweep", "formula", "found"),
    [
        ("252", "points + 90*sweep", ["score.made.declarer"] * 2),
        ("252", "points + f*m*sweep", ["score.made.declarer"] * 2),
        ("252", "points + sweep*their_announces", []),
        ("252", "bid + 90*sweep", []),
        ("total", "points + 90*sweep", []),
    ],
)
def test_all_tricks_paid_twice(sweep: str, formula: str, found: list[str]) -> None:
    changed = rules(('points = "252"', f'points = "{sweep}"'), cell("made", "declarer", formula))
    assert [one.key for one in look.sweep_twice(changed)] == found


HELD = ("same = 5", 'same = 5\n[success]\ntie = "held"')


@pytest.mark.parametrize(
    ("declarer", "defence", "keep", "found"),
    [
        ("belote", "points + belote", "points", []),
        ("0", "points + belote", "points + belote", []),
        ("belote", "points", "points + their_belote", []),
        ("0", "points", "points + belote + their_belote", []),
        ("0", "points + belote", "points", ["belote_lost_declarer"]),
        ("belote", "points", "points", ["belote_lost_defence"]),
        ("0", "points", "points", ["belote_lost_both"]),
        ("0", "points", "points + belote", ["belote_lost_defence"]),
        ("belote", "points + belote", "points + belote", ["belote_twice_declarer"]),
        ("belote", "points + belote", "points + their_belote", ["belote_twice_defence"]),
        ("belote + their_belote", "points + belote", "points", ["belote_twice_defence"]),
        ("belote", "points + belote + their_belote", "points", ["belote_twice_declarer"]),
    ],
)
def test_a_belote_that_two_write_or_nobody(declarer: str, defence: str, keep: str, found: list[str]) -> None:
    cells = (("declarer", declarer), ("defence", defence), ("keep", keep))
    changed = rules(HELD, *(cell("held", side, formula) for side, formula in cells[::-1]))
    codes = {one.code for one in look.belotes(changed) if one.key == "score.held"}
    assert sorted(codes) == found


@pytest.mark.parametrize(
    ("formula", "lost"), [("belote", True), ("announces", False), ("their_announces", False), ("m*announces", False)]
)
def test_announces_that_nobody_writes(formula: str, lost: bool) -> None:
    changed = rules(cell("failed", "defence", "160"), cell("failed", "declarer", formula))
    assert ("score.failed" in {one.key for one in look.announces_lost(changed)}) == lost


@pytest.mark.parametrize(
    ("bids", "found"),
    [
        ("lowest = 80\nstep = 10\nhighest = 160\ncapot = 250\ngenerale = 500", []),
        ("lowest = 80\nstep = 10\nhighest = 80\ncapot = 250\ngenerale = 500", []),
        ("lowest = 80\nstep = 10\nhighest = 165\ncapot = 250\ngenerale = 500", ["highest_off_step"]),
        ("lowest = 82\nstep = 20\nhighest = 162\ncapot = 250\ngenerale = 500", []),
        ("lowest = 82\nstep = 20\nhighest = 178\ncapot = 250\ngenerale = 500", ["highest_off_step"]),
        ("lowest = 80\nstep = 10\nhighest = 160\ncapot = 160\ngenerale = 500", ["capot_below_highest"]),
        ("lowest = 80\nstep = 10\nhighest = 160\ncapot = 161\ngenerale = 500", []),
        ("lowest = 80\nstep = 10\nhighest = 160\ncapot = 250\ngenerale = 250", []),
        ("lowest = 80\nstep = 10\nhighest = 160\ncapot = 250\ngenerale = 249", ["generale_below_capot"]),
    ],
)
def test_numbers_that_no_bid_can_reach(bids: str, found: list[str]) -> None:
    changed = rules(("lowest = 80\nstep = 10\nhighest = 160\ncapot = 250\ngenerale = 500", bids))
    assert [one.code for one in look.bid_bounds(changed)] == found


@pytest.mark.parametrize(
    ("bids", "success", "found"),
    [
        ("", "", 1),
        ("take = 82", "", 0),
        ("", "margin = 10", 0),
        ("", "lowest_needs = 82", 0),
        ("take = 82", "margin = 10\nlowest_needs = 82", 0),
        ("", 'beat_defence = "more"', 0),
    ],
)
def test_trump_taken_with_nothing_to_reach(bids: str, success: str, found: int) -> None:
    ruleset = rules(("[bids]", f'[game]\nkind = "take"\n[success]\n{success}\n[bids]\n{bids}'))
    assert len([*look.always_made(ruleset)]) == found


@pytest.mark.parametrize(("points", "found"), [(161, 1), (162, 0), (163, 0)])
def test_all_tricks_for_less_than_all_points(points: int, found: int) -> None:
    assert len([*look.sweep_below_total(rules(('points = "252"', f'points = "{points}"')))]) == found
