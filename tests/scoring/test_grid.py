"""Which cells of the grid rule an outcome: the row itself, or what it falls back on."""

import pytest

from scoring.rules.formula import parse_formula
from scoring.rules.grid import resolve_cells, work_out, written_form

ALL = ("made", "made.doubled", "capot_made", "capot_made.doubled", "generale_made", "generale_made.doubled")


@pytest.mark.parametrize(
    ("written", "row", "plain", "doubled"),
    [
        (ALL, "made", "made", "made.doubled"),
        (ALL, "capot_made", "capot_made", "capot_made.doubled"),
        (ALL, "generale_made", "generale_made", "generale_made.doubled"),
        (ALL[:4], "generale_made", "capot_made", "capot_made.doubled"),
        (ALL[:3], "generale_made", "capot_made", "capot_made"),
        (ALL[:2], "generale_made", "made", "made.doubled"),
        (ALL[:2], "capot_made", "made", "made.doubled"),
        (ALL[:1], "capot_made", "made", "made"),
        (("made", "capot_made.doubled"), "capot_made", "made", "capot_made.doubled"),
        (ALL, "failed", None, None),
        (ALL, "capot_failed", None, None),
        (("failed", "made"), "generale_failed", "failed", "failed"),
    ],
)
def test_an_outcome_is_ruled_by_its_row_or_by_what_that_falls_back_on(
    written: tuple[str, ...], row: str, plain: str | None, doubled: str | None
) -> None:
    assert written_form(written, row, doubled=False) == plain
    assert written_form(written, row, doubled=True) == doubled


def test_cells_are_led_to_the_form_that_rules_them() -> None:
    cells = {
        form: {"declarer": parse_formula(number, ()), "defence": parse_formula("0", ())}
        for form, number in (("made", "1"), ("made.doubled", "2"), ("capot_made", "3"))
    }
    found = resolve_cells(cells, {})
    assert {key: work_out(of.declarer, ()) for key, of in found.items()} == {
        ("made", False): 1, ("made", True): 2, ("capot_made", False): 3, ("capot_made", True): 3,
        ("generale_made", False): 3, ("generale_made", True): 3,
    }  # fmt: skip
    assert all((of.defence, of.keep) == ((), ()) for of in found.values())
