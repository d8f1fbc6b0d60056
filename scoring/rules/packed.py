"""A rule set packed for the scorer in the browser (static/js/rules): the same counting, labels and words, as JSON."""

from typing import Any

from scoring.rules.ruleset import RuleSet
from scoring.rules.words import words


def packed(ruleset: RuleSet, language: str) -> dict[str, Any]:
    """What the browser needs to score under ``ruleset``: its id and name, its hash as the version, the resolved rules
    and what its own values are called. JSON-able; a page that has it needs no file and no server."""
    tree = ruleset.canonical()
    return {
        "id": ruleset.id,
        "name": ruleset.title(language),
        "version": ruleset.sha256,
        "rules": tree,
        "labels": {name: ruleset.label(name, words(language).language) for name in tree["own_names"]},
    }


def packed_messages(language: str) -> dict[str, str]:
    """The texts of answers and refusals by id, in ``language``; those it lacks in English."""
    return dict(words(language).messages)
