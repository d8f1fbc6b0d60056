"""The rules of belote, coinche and contrée as data: what a deal is worth, and why.

Pure Python, standard library only: no database, no clock, no global randomness. From a prompt::

    >>> from scoring.rules import preset, score_deal
    >>> deal = {"declarer": "NS", "contract": 100, "trump": "H", "points": {"NS": 105}}
    >>> score_deal(preset("club"), deal).score
    {'NS': 100, 'EW': 0}
"""

from scoring.rules.deal import Deal, parse_deal
from scoring.rules.errors import DealError, RulesError, RuleSetError
from scoring.rules.explain import Line
from scoring.rules.loading import load_ruleset
from scoring.rules.plausible import Note
from scoring.rules.presets import preset, preset_ids, preset_source
from scoring.rules.ruleset import RuleSet
from scoring.rules.scorer import Answer, score_deal
from scoring.rules.words import languages

ENGINE_VERSION = 1

__all__ = [
    "ENGINE_VERSION",
    "Answer",
    "Deal",
    "DealError",
    "Line",
    "Note",
    "RuleSet",
    "RuleSetError",
    "RulesError",
    "languages",
    "load_ruleset",
    "parse_deal",
    "preset",
    "preset_ids",
    "preset_source",
    "score_deal",
]
