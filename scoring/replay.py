"""A score sheet as it is kept, handed to the pure core: its deals as JSON, and the call of time. Pure itself."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from scoring import rules
from scoring.rules import game
from scoring.rules.cards import Side
from scoring.rules.marked import is_marked, parse_marked

#: A sheet has sides A and B, a deal NS and EW: A sits north-south.
SIDE_OF: dict[str, Side] = {"A": "NS", "B": "EW"}
#: In a sheet's options: how many deals stood when time was called, and whether one was being played.
TIME_CALLED = "time_called"
FORMAT_COLUMNS = ("kind", "length", "ending", "caps", "match_points", "games_to_win")


def format_from(row: Mapping[str, Any]) -> game.GameFormat:
    """The format that a row holds, as the pure core reads it; a row with empty tables is the plain game."""
    return game.GameFormat.from_data({name: row[name] for name in FORMAT_COLUMNS})


def played(
    ruleset: rules.RuleSet,
    format_: game.GameFormat,
    entries: Iterable[Mapping[str, Any]],
    called: Mapping[str, Any] | None = None,
    *,
    language: str = "en",
) -> game.Game:
    """The game that the deals ``entries`` make: totals, held points and, for each deal, its number, score and reason in
    ``language``. ``called``: the call of time (``after`` so many deals, ``in_progress``), None where there was none.
    """
    lines = [line_of(data) for data in entries]
    if called is None:
        return game.play(ruleset, format_, lines, language=language)
    after = min(called["after"], len(lines))
    lines.insert(after, game.Entry("time", in_progress=called["in_progress"]))
    found = game.play(ruleset, format_, lines, language=language)
    return replace(found, steps=found.steps[:after] + found.steps[after + 1 :])


def line_of(data: Mapping[str, Any]) -> game.Entry:
    """The line of a game that a kept line makes: a deal, or scores taken over from a paper. Raises DealError."""
    if is_marked(data):
        return game.Entry("deal", marked=parse_marked(data))
    return game.Entry("deal", deal=rules.parse_deal(data))


def figures_of(step: game.Step) -> dict[str, Any]:
    """What a line of the sheet keeps of what it did: the columns of its row."""
    assert step.answer is not None
    return {
        "counted": step.counted,
        "scores": {"NS": step.ns, "EW": step.ew},
        "answer": {"result": step.answer.result, "made": step.answer.made},
        "held_after": step.held,
    }


def kind_of(data: Mapping[str, Any]) -> str:
    """The kind of the line that a deal makes, or that scores of a paper do."""
    if is_marked(data):
        return "total"
    return "passed" if data["declarer"] is None else "deal"


def digest(lines: Iterable[list[Any]]) -> str:
    """SHA-256 over lines, each its position, number, kind, deal and scores: what a person who looks at the sheet
    agrees to."""
    return hashlib.sha256(json.dumps(list(lines), sort_keys=True, separators=(",", ":")).encode()).hexdigest()
