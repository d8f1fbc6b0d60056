"""What the checks say of a rule set: contradictions that must be mended, and what is unusual or probably a slip."""

from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache

from scoring import rules
from scoring.rules.lint import lint
from scoring.rules.slips import slips

_DAY = 24 * 3600


@dataclass(frozen=True, slots=True)
class Finding:
    """One remark in words. ``must``: no sensible rules say so, saving is refused. ``examples``: the deals that show it,
    a line each."""

    must: bool
    text: str
    examples: tuple[str, ...] = ()


def findings_of(ruleset: rules.RuleSet, language: str) -> list[Finding]:
    """All remarks, those that must be mended first, then what is unusual, then slips. About two seconds; the same rules
    always give the same, so what was found is kept for a day."""
    found = [Finding(one.severity == "must", one.text(language), one.examples(language)) for one in lint(ruleset)]
    found += slips_of(ruleset, language)
    cache.set(_key(ruleset, language), found, timeout=_DAY)
    return found


def known_findings(ruleset: rules.RuleSet, language: str) -> list[Finding] | None:
    """The remarks if they were worked out lately, at once; None otherwise."""
    found: list[Finding] | None = cache.get(_key(ruleset, language))
    return found


def _key(ruleset: rules.RuleSet, language: str) -> str:
    return f"findings:{settings.VERSION}:{language}:{ruleset.sha256}"


def slips_of(ruleset: rules.RuleSet, language: str) -> list[Finding]:
    """What is legal and probably a slip, at once."""
    return [Finding(False, slip.text(language)) for slip in slips(ruleset)]
