"""A rule set packed for the scorer in the browser (static/js/rules): the same counting, labels and words, as JSON."""

from typing import Any

from scoring.rules.ruleset import RuleSet
from scoring.rules.words import words

# The groups of messages that an answer or a refusal can need.
_GROUPS = frozenset({"number", "announce", "plus", "success", "line", "deal", "note", "penalty", "total", "step"})


def packed(ruleset: RuleSet, language: str) -> dict[str, Any]:
    """What the browser needs to score under ``ruleset``: its id and name, its hash as the version, the resolved rules
    and what its own values and its faults are called. JSON-able; a page that has it needs no file and no server."""
    tree, code = ruleset.canonical(), words(language).language
    return {
        "id": ruleset.id,
        "name": ruleset.title(language),
        "version": ruleset.sha256,
        "rules": tree,
        "labels": {name: ruleset.label(name, code) for name in tree["own_names"]},
        "faults": {fault: ruleset.fault_name(fault, code) for fault in ruleset.faults},
    }


def packed_messages(language: str) -> dict[str, str]:
    """The texts of answers and refusals by id, in ``language``; those it lacks in English."""
    return {key: text for key, text in words(language).messages.items() if key.partition(".")[0] in _GROUPS}
