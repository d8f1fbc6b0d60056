"""Rule sets in readable words, for pages: worked out once a process for each content and language."""

from typing import Any

from scoring import rules


def sections_of(ruleset: rules.RuleSet, language: str) -> Any:
    """The rules by headings, each with its sentences (see ``rules.describe``)."""
    from scoring.rules.describe import describe

    return describe(ruleset, language)


def differences_of(before: rules.RuleSet, after: rules.RuleSet, language: str) -> Any:
    """What counts differently (see ``rules.diff``)."""
    from scoring.rules.diff import diff

    return diff(before, after, language)
