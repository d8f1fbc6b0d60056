"""Rule sets in readable words, for pages: worked out once a process for each content and language."""

import functools

from scoring import rules
from scoring.rules.describe import Section, describe
from scoring.rules.diff import Difference, differences

_KEPT = 256


class _ByContent:
    """A rule set as a key: equal where rules, names and origin are."""

    __slots__ = ("key", "ruleset")

    def __init__(self, ruleset: rules.RuleSet) -> None:
        self.ruleset = ruleset
        labels = tuple(sorted((name, tuple(sorted(said.items()))) for name, said in ruleset.labels.items()))
        self.key = (ruleset.sha256, ruleset.origin, labels)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByContent) and self.key == other.key


def sections_of(ruleset: rules.RuleSet, language: str) -> tuple[Section, ...]:
    """The rules by headings, each with its sentences (see ``rules.describe``)."""
    return _sections(_ByContent(ruleset), language)


@functools.lru_cache(maxsize=_KEPT)
def _sections(content: _ByContent, language: str) -> tuple[Section, ...]:
    return describe(content.ruleset, language)


def differences_of(before: rules.RuleSet, after: rules.RuleSet, language: str) -> tuple[Difference, ...]:
    """What counts differently, by the sections of the rules (see ``rules.diff``)."""
    return _differences(_ByContent(before), _ByContent(after), language)


@functools.lru_cache(maxsize=_KEPT)
def _differences(before: _ByContent, after: _ByContent, language: str) -> tuple[Difference, ...]:
    return differences(before.ruleset, after.ruleset, language)
