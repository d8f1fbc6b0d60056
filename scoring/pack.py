"""The pack's control of a sheet's row: the lines taken over from its paper against what their cards must make."""

from collections.abc import Sequence

from scoring.models import ScoreSheet, SheetEntry
from scoring.rules.control_pack import Off, off_lines
from scoring.rules.marked import Marked, is_marked, parse_marked
from scoring.rulesets_store import rules_of


def marks_of(entries: Sequence[SheetEntry]) -> list[Marked | None]:
    """The lines taken over from a paper, in their places; None for a line that is a deal."""
    return [parse_marked(entry.data) if is_marked(entry.data) else None for entry in entries]


def off_on(sheet: ScoreSheet, entries: Sequence[SheetEntry]) -> tuple[Off, ...] | None:
    """The lines that do not come to what their cards must make; None where nothing was taken over, or the rule set has
    no such control."""
    marks = marks_of(entries)
    if not any(marks):
        return None
    return off_lines(rules_of(sheet.ruleset_version), marks)
