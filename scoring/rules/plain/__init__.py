"""A rule set in the words of the card table: questions a club's member can answer, and the way to and from a file.

    >>> from scoring.rules.plain import QUESTIONS, answers_of, complete, errors, tree_of, worked_examples

``answers_of(tree)`` reads a rule-file tree (parsed TOML, variants merged in), ``tree_of(answers, base)`` writes one.
Pure, standard library only.
"""

from scoring.rules.plain.answers import AnswersError, Refusal, asked, complete, errors
from scoring.rules.plain.build import tree_of
from scoring.rules.plain.catalogue import BY_KEY, GROUPS, INSTEAD_WITHOUT_BIDS, QUESTIONS
from scoring.rules.plain.examples import Example, worked_examples
from scoring.rules.plain.questions import Answers, Condition, Question
from scoring.rules.plain.recognise import Recognised, answers_of

__all__ = [
    "BY_KEY",
    "GROUPS",
    "INSTEAD_WITHOUT_BIDS",
    "QUESTIONS",
    "Answers",
    "AnswersError",
    "Condition",
    "Example",
    "Question",
    "Recognised",
    "Refusal",
    "answers_of",
    "asked",
    "complete",
    "errors",
    "tree_of",
    "worked_examples",
]
