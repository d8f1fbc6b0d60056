"""The rules of belote, coinche and contrée as data: what a deal is worth, and why.

Pure Python, standard library only: no database, no clock, no global randomness. From a prompt::

    >>> from scoring.rules import preset, score_deal
    >>> deal = {"declarer": "NS", "contract": 100, "trump": "H", "points": {"NS": 105}}
    >>> score_deal(preset("club"), deal).score
    {'NS': 100, 'EW': 0}
"""

from scoring.rules.answer import Answer
from scoring.rules.deal import Deal, parse_deal
from scoring.rules.errors import DealError, RulesError, RuleSetError
from scoring.rules.explain import Line
from scoring.rules.loading import load_ruleset
from scoring.rules.penalty import Penalty, parse_penalty, score_penalty
from scoring.rules.plausible import Note
from scoring.rules.presets import preset, preset_ids, preset_source
from scoring.rules.ruleset import RuleSet, Rung
from scoring.rules.scorer import score_deal, score_event
from scoring.rules.totals import Totals, parse_totals, score_totals
from scoring.rules.words import languages

ENGINE_VERSION = 1

__all__ = [
    "ENGINE_VERSION",
    "Answer",
    "Deal",
    "DealError",
    "Line",
    "Note",
    "Penalty",
    "RuleSet",
    "RuleSetError",
    "RulesError",
    "Rung",
    "Totals",
    "languages",
    "load_ruleset",
    "parse_deal",
    "parse_penalty",
    "parse_totals",
    "preset",
    "preset_ids",
    "preset_source",
    "score_deal",
    "score_event",
    "score_penalty",
    "score_totals",
]
