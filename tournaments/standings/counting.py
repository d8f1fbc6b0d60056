"""What counts where a contest has several stages, worked out from plain figures. Pure; see ``standings.staged``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments.standings.ranking import ScoreRow


@dataclass(frozen=True, slots=True)
class Span:
    """A stage: its ``position`` (from 1), how many ``rounds`` it has, and whether what was marked before ``carries``
    over into it."""

    position: int
    rounds: int
    carries: bool = False


def span_of(position: int, rounds_planned: int, settings: Mapping[str, Any]) -> Span:
    """A stage as its row has it."""
    return Span(position, rounds_planned, position > 1 and bool(settings.get("cut", {}).get("carry")))


def counting(rows: Sequence[ScoreRow], spans: Sequence[Span], reached: Mapping[str, int]) -> list[ScoreRow]:
    """The rows with the stage each has come to (``reached``, by entry; 1 for who is not named), and without what does
    not count in it. ``spans``: the stages there are, in their order. What an opponent is worth to somebody is counted
    over the rounds of the stages that count for that one, never over what came after."""
    counts_from = _counting(spans)
    end = sum(span.rounds for span in spans)
    last = _last_rounds(spans)
    found = []
    for row in rows:
        stage = reached.get(row.entry, 1)
        since = counts_from[stage]
        found.append(
            replace(
                row,
                stage=stage,
                span=(since, last[stage]),
                whole=row.results,
                results=tuple(one for one in row.results if since <= one.round <= end),
                adjustments=tuple(one for one in row.adjustments if one.round is None or since <= one.round <= end),
            )
        )
    return found


def _counting(spans: Sequence[Span]) -> dict[int, int]:
    """Position of a stage: the number of the first round that counts for who plays it."""
    found: dict[int, int] = {}
    first = 1
    for span in spans:
        found[span.position] = found[span.position - 1] if span.carries else first
        first += span.rounds
    return found


def _last_rounds(spans: Sequence[Span]) -> dict[int, int]:
    """Position of a stage: the number of its last round."""
    found: dict[int, int] = {}
    last = 0
    for span in spans:
        last += span.rounds
        found[span.position] = last
    return found
