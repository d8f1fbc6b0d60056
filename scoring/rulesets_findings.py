"""What the checks say of a rule set: contradictions that must be mended, and what is legal and probably a slip."""

from dataclasses import dataclass

from scoring import rules


@dataclass(frozen=True, slots=True)
class Finding:
    """One remark. ``must``: no sensible rules say so, saving is refused. ``example`` is a deal that shows it."""

    must: bool
    text: str
    example: str = ""


def findings_of(ruleset: rules.RuleSet) -> list[Finding]:
    """All remarks, those that must be mended first."""
    return []
