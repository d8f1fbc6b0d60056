"""What the checks say of a rule set: contradictions that must be mended, and what is legal and probably a slip."""

from dataclasses import dataclass

from scoring import rules
from scoring.rules.slips import slips


@dataclass(frozen=True, slots=True)
class Finding:
    """One remark in words. ``must``: no sensible rules say so, saving is refused. ``example``: the deals that show it,
    a line each."""

    must: bool
    text: str
    example: tuple[str, ...] = ()


def findings_of(ruleset: rules.RuleSet, language: str) -> list[Finding]:
    """All remarks, those that must be mended first."""
    return [Finding(False, f"{slip.key}: {slip.text(language)}") for slip in slips(ruleset)]
