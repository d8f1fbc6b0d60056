"""Warnings about what is legal in a rule-set file and probably a slip."""

from functools import lru_cache

import pytest

from scoring.rules import load_ruleset, preset, preset_ids, preset_source, score_deal
from scoring.rules.slips import Slip, slips
from scoring.rules.words import words
from tests.scoring.rules_to_change import PLAIN, SLIPS, slipped

# The warnings that the shipped presets keep, by preset and variant, and why each is true to its sheet.
TRUE_TO_THE_SHEET = {
    ("ascee-2a", "", "belote_lost_both", "score.made"): "the sheet marks exactly the bid; the belote only fills it",
    ("ascee-2a", "", "belote_lost_both", "score.failed"): "the sheet marks exactly the bid, made or failed",
    ("ffb-coinche-2015", "held", "doubling_unused", "score.held"): "81 each under a coinche: the text names no factor",
    ("guide-contree", "", "belote_lost_declarer", "score.failed"): "the guide gives a lost belote to nobody",
}


@lru_cache
def _found(source: str, *variants: str) -> list[Slip]:
    return list(slips(load_ruleset(source, variants), source, variants))


def test_a_sensible_rule_set_has_none() -> None:
    assert _found(PLAIN) == []


@pytest.mark.parametrize("id_", preset_ids())
def test_the_warnings_that_presets_keep_are_true_to_their_sheets(id_: str) -> None:
    source = preset_source(id_)
    found = {(id_, slip.variant, slip.code, slip.key) for slip in slips(preset(id_), source)}
    assert found == {known for known in TRUE_TO_THE_SHEET if known[0] == id_}


@pytest.mark.parametrize(("code", "key", "old", "new"), SLIPS)
def test_a_slip_is_named_with_its_key_and_line(code: str, key: str, old: str, new: str) -> None:
    source = slipped(old, new)
    found = [slip for slip in _found(source) if (slip.code, slip.key) == (code, key)]
    assert len(found) == 1, _found(source)
    (slip,) = found
    if code not in {"unnamed", "always_made"}:  # what is missing has no line
        assert slip.line is not None
        words_of_key = {key.rpartition(".")[2], key.split(".")[-2] if "." in key else key}
        assert any(word in source.splitlines()[slip.line - 1] for word in words_of_key)


def test_no_slip_but_the_one_made_is_found_for_a_formula() -> None:
    source = slipped("m*(points + bid)", "m*(points + bid + 90*sweep)")
    assert [slip.code for slip in _found(source)] == ["sweep_twice"]
    assert _found(source)[0].text("fr").startswith("Contrat fait")


def test_how_far_below_zero_is_worked_out_with_the_other_sides_points_as_the_rest() -> None:
    source = slipped("m*(points + bid) + belote", "m*(points - their_points) + belote")
    assert [slip.values["least"] for slip in _found(source) if slip.code == "below_zero"] == ["−1032"]


def test_a_difference_that_cannot_go_below_zero_is_none() -> None:
    gone = PLAIN.replace('"m*points + belote"', '"m*points + announces - their_sweep*announces + belote"').replace(
        "[doubling]", "[announces]\non = true\n[doubling]"
    )
    assert "below_zero" not in {slip.code for slip in _found(gone)}


LADDER = '[[penalty]]\nfault = "misdeal"\nfrom = {}\nuntil = {}\namount = "0"\n'


def test_ladders_with_a_gap_an_overlap_or_an_end_are_named() -> None:
    late = _found(PLAIN + LADDER.format(2, 99))
    assert [(slip.code, slip.key, slip.values["last"]) for slip in late] == [("ladder_gap_one", "penalty[1].from", 1)]
    hole = _found(PLAIN + LADDER.format(1, 1) + LADDER.format(4, 99))
    assert [(s.code, s.key, s.values["first"], s.values["last"]) for s in hole] == [
        ("ladder_gap", "penalty[2].from", 2, 3)
    ]
    double = _found(PLAIN + LADDER.format(1, 3) + LADDER.format(3, 99))
    assert [(slip.code, slip.key) for slip in double] == [("ladder_overlap", "penalty[2].from")]
    short = _found(PLAIN + LADDER.format(1, 3))
    assert [(slip.code, slip.key, slip.values["last"]) for slip in short] == [("ladder_end", "penalty[1].until", 3)]
    assert _found(PLAIN + LADDER.format(2, 99) + LADDER.format(1, 1)) == []


def test_a_variant_that_changes_nothing_is_named() -> None:
    source = PLAIN + "[variant.same.bids]\ncapot = 250\n"
    assert [(slip.code, slip.variant, slip.line) for slip in _found(source)] == [
        ("variant_same", "same", PLAIN.count("\n") + 1)
    ]


def test_what_a_variant_brings_in_is_named_with_its_own_line() -> None:
    source = PLAIN + '[variant.flat.score.failed]\ndeclarer = "belote"\ndefence = "160 + belote"\n'
    (slip,) = _found(source)
    assert (slip.code, slip.variant, slip.line) == ("doubling_unused", "flat", PLAIN.count("\n") + 1)
    assert [slip.code for slip in _found(source, "flat")] == ["doubling_unused"]


def test_what_a_variant_uses_is_not_idle_in_the_file() -> None:
    held = '[score.held]\ndeclarer = "belote"\ndefence = "m*points + belote"\nkeep = "points"\n'
    assert [slip.code for slip in _found(PLAIN + held)] == ["row_unused"]
    assert _found(PLAIN + held + '[variant.tie.success]\ntie = "held"\n') == []


def test_a_doubled_form_without_its_row_is_used_where_its_contract_can_be_doubled() -> None:
    source = PLAIN + '[score.capot_made.doubled]\ndeclarer = "m*bid + belote"\ndefence = "belote"\n'
    assert _found(source) == []
    capot = {"declarer": "NS", "contract": "capot", "trump": "H", "points": {"NS": 162}, "sweep": "NS"}
    assert [score_deal(load_ruleset(source), capot | {"double": double}).ns for double in ("none", "coinche")] == [
        258 + 250, 2 * 250,
    ]  # fmt: skip
    never = source.replace("capot = 250", "capot = 250\ncapot_doubled = false")
    assert [(slip.code, slip.key) for slip in _found(never)] == [("row_unused", "score.capot_made.doubled")]


def test_typed_totals_are_only_asked_for_a_name() -> None:
    assert [slip.code for slip in _found('id = "three"\n[game]\nkind = "totals"\n')] == ["unnamed"]


def test_every_warning_is_said_in_every_language() -> None:
    sources = [slipped(old, new) for _, _, old, new in SLIPS]
    sources += [
        PLAIN + LADDER.format(3, 99),
        PLAIN + LADDER.format(2, 3) + LADDER.format(3, 4),
        PLAIN + "[variant.same.bids]\ncapot = 250\n",
    ]
    said: set[str] = set()
    for source in sources:
        for slip in _found(source):
            said.add(slip.code)
            for language in ("en", "fr"):
                assert "{" not in slip.text(language)
    known = {key.removeprefix("slip.") for key in words("en").messages if key.startswith("slip.")}
    assert {code for code in known if not code.startswith("row_") or code == "row_unused"} <= said | {
        "belote_lost_declarer", "belote_twice_defence",
    }  # fmt: skip


def test_a_doubled_row_is_said_to_be_doubled() -> None:
    plain, doubled = (Slip("row_unused", f"score.{row}", {"row": row}) for row in ("made", "made.doubled"))
    assert plain.text("en") == "made: no deal can come to that, this is never used"
    assert doubled.text("en") == "made, doubled: no deal can come to that, this is never used"


def test_a_variant_that_changes_nothing_is_named_by_its_key_wherever_it_starts() -> None:
    for source, line in (
        ("[variant.same]\nbids = { capot = 250 }\n", 1),
        ("\n[variant.same.bids]\ncapot = 250\n", 2),
        ("\n\n[variant.same]\n[variant.same.bids]\ncapot = 250\n", 3),
    ):
        (found,) = (slip for slip in _found(PLAIN + source) if slip.code == "variant_same")
        assert (found.key, found.values, found.line) == ("variant.same", {"name": "same"}, PLAIN.count("\n") + line)


def test_an_idle_key_is_a_slip_of_the_variant_that_writes_it() -> None:
    rounding = "[variant.round.rounding]\nunit = 10\n"
    (slip,) = _found(PLAIN + rounding)
    assert (slip.code, slip.key, slip.variant, slip.line) == (
        "not_read", "rounding.unit", "round", PLAIN.count("\n") + 2,
    )  # fmt: skip
    # What the file writes and the variant leaves idle is the file's.
    read = PLAIN + '[rounding]\nunit = 10\nscope = "points"\n[variant.flat.rounding]\nscope = "none"\n'
    assert [(one.code, one.key, one.variant) for one in _found(read)] == []


def test_lines_are_named_only_with_the_source_and_where_the_key_is_written() -> None:
    old = load_ruleset(slipped('declarer = "belote"', 'declarer = "belote - 300"'))
    source = slipped('declarer = "belote"', 'declarer = "belote - 300"')
    assert {slip.line for slip in slips(old)} == {None}
    with_source = [slip.line for slip in slips(old, source) if slip.code == "below_zero"]
    assert all(line and "belote - 300" in source.splitlines()[line - 1] for line in with_source)
    take = PLAIN + "[variant.v]\n[variant.v.bids]\nhighest = 85\n"
    assert [(slip.code, slip.line, slip.variant) for slip in _found(take) if slip.variant] == [
        ("highest_off_step", PLAIN.count("\n") + 3, "v")
    ]


def test_ladders_name_their_fault_and_a_hole_of_one_time() -> None:
    hole = _found(PLAIN + LADDER.format(2, 2) + LADDER.format(4, 99))
    assert [(slip.code, slip.values["fault"], slip.values["first"], slip.values["last"]) for slip in hole] == [
        ("ladder_gap_one", "misdeal", 1, 1), ("ladder_gap_one", "misdeal", 3, 3),
    ]  # fmt: skip


def test_a_slip_that_a_variant_brings_into_a_row_of_the_file_is_on_that_row() -> None:
    held = '[score.held]\ndeclarer = "0"\ndefence = "m*points + belote"\nkeep = "points"\n'
    source = f'{PLAIN}{held}[variant.tie]\nsuccess.tie = "held"\n'
    (slip,) = _found(source)
    assert (slip.code, slip.key, slip.variant) == ("belote_lost_declarer", "score.held", "tie")
    assert slip.line == PLAIN.count("\n") + 1
    assert [one.line for one in _found(source, "tie")] == [slip.line]
