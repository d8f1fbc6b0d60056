"""Whole answers, with every line and every second look, for deals of the scored cases and for unlikely ones.

What comes out stands in golden/answers.txt (see tests.scoring.golden).
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from typing import Any

from scoring.rules import Answer, DealError, score_event
from tests.scoring.rule_files import CASE_FILES, case_rows, ruleset_of

DEAL: dict[str, Any] = {"declarer": "NS", "contract": 100, "trump": "H", "points": {"NS": 105, "EW": 57}}

# Under the club's rules: what hardly is, and what just is not unlikely.
UNLIKELY: list[dict[str, Any]] = [
    {"dealer": "N", "a name of more than thirty letters": 1}, {"declarer": None, "contract": None, "dealer": "N"},
    {"points": {"NS": 40, "EW": 122}}, {"points": {"NS": 41, "EW": 121}}, {"points": {"EW": 40, "NS": 122}},
    {"declarer": "EW", "points": {"EW": 40}}, {"points": {"NS": 0}}, {"points": {"EW": 0}},
    {"points": {"NS": 0}, "tricks": {"NS": 1}}, {"points": {"EW": 0}, "tricks": {"EW": 1}},
    {"points": {"NS": 2}}, {"trump": "TA", "points": {"NS": 64}}, {"trump": "TA", "points": {"NS": 65}},
    {"best": "EW"}, {"best": "EW", "announces": {"NS": [20]}}, {"best": "EW", "announces": {"NS": [20], "EW": [20]}},
    {"contract": 80, "sweep": "NS", "points": {"NS": 162}}, {"contract": 90, "sweep": "NS", "points": {"NS": 162}},
    {"contract": 80, "sweep": "NS", "points": {"EW": 0}}, {"contract": 80, "sweep": "EW", "points": {"EW": 162}},
    {"contract": 80, "sweep": "NS", "points": {"NS": 162}, "tricks": {"NS": 8}},
    {"contract": 80, "declarer": "EW", "sweep": "EW", "points": {"EW": 162}},
    {"contract": "capot", "sweep": "NS", "points": {"NS": 162}}, {"contract": "capot"},
    {"contract": 180}, {"contract": 190}, {"contract": 200, "belote": ["NS"]}, {"contract": 210, "belote": ["NS"]},
    {"contract": 190, "belote": ["EW"]}, {"contract": 200, "announces": {"NS": [20]}},
    {"contract": 210, "announces": {"NS": [20]}}, {"contract": 190, "announces": {"EW": [20]}},
    {"announces": {"NS": ["tierce", "tierce", "tierce", "tierce"]}},
    {"announces": {"EW": ["tierce", "tierce", "tierce", "tierce", "tierce"]}},
    {"announces": {"NS": ["quinte", "quinte", "tierce"]}}, {"announces": {"NS": ["quinte", "quinte"]}},
    {"announces": {"NS": ["quinte", "quarante", "tierce", "tierce"]}}, {"announces": {"NS": ["quinte", "quarante"]}},
    {"announces": {"EW": ["quinte", "quinte", "quarante"]}}, {"announces": {"NS": ["quinte", "tierce", "tierce"]}},
    {"announces": {"NS": ["quinte", "tierce", 20]}}, {"announces": {"NS": ["quarante", "quarante", "quarante"]}},
    {"belote": ["NS"], "announces": {"EW": ["carre-K"]}}, {"belote": ["EW"], "announces": {"NS": ["carre-Q"]}},
    {"belote": ["NS"], "announces": {"NS": ["carre-Q"]}}, {"belote": ["EW"], "announces": {"NS": ["carre-A"]}},
    {"announces": {"NS": ["quinte"], "EW": ["carre-J"]}},
    {"announces": {"NS": ["carre-10"], "EW": ["quinte"]}, "best": "NS"},
    {"announces": {"NS": ["quinte", "carre-J"]}}, {"announces": {"NS": ["quarante"], "EW": ["carre-J"]}},
    {"announces": {"NS": ["quarante"], "EW": ["carre-J", "carre-10"]}},
    {"announces": {"NS": ["carre-J", "carre-10"], "EW": ["quarante"]}},
    {"announces": {"NS": ["tierce"], "EW": ["carre-J", "carre-10"]}},
]  # fmt: skip

#: Of the scored cases every so many rows of a file, in English and in French by turns.
EVERY = 3


def answers() -> Iterator[tuple[str, Callable[[], list[str]]]]:
    """What is scored, as a title, and how to hear the answer."""
    for changes in UNLIKELY:
        yield f"club {changes}", partial(_answer, "club", (), {**DEAL, **changes}, "en")
    for number, row in enumerate(chain.from_iterable(map(case_rows, CASE_FILES))):
        if number % EVERY == 0:
            event = row.get("deal") or row["penalty"]
            variants = tuple(row["variants"])
            title = f"{'+'.join((row['ruleset'], *variants))} {number} {event.get('id')}"
            yield title, partial(_answer, row["ruleset"], variants, event, "en" if number % 2 else "fr")


def _answer(id_: str, variants: tuple[str, ...], event: dict[str, Any], language: str) -> list[str]:
    try:
        return list(_lines(score_event(ruleset_of(id_, variants), event, language=language)))
    except DealError as refused:
        return [f"refused: {refused}"]


def _lines(answer: Answer) -> Iterator[str]:
    held = f", held {answer.held}" if answer.held else ""
    yield f"{answer.result} {answer.score}, made {answer.made}{held} {answer.then}"
    for line in answer.lines:
        yield f"  {line.side} {line.what} {line.amount}: {line.text}"
    for note in answer.notes:
        yield f"  ? {note.field} {note.code}: {note.text('en')} / {note.text('fr')}"
