"""Standings as plain JSON, what ranks in them, and the order of their rows. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from tournaments.draws.knockout import final_places, still_in
from tournaments.draws.model import DrawError, DrawRequest, Plan
from tournaments.standings.ranking import STILL_IN, RankedRow, ScoreRow, rank

NS, EW = "ns", "ew"

#: The draw systems that bring everybody to a place, whatever is marked on the way.
BRACKETS = frozenset({"knockout", "pools-knockout"})

#: What decides, in this order, by the figure that a tournament puts first.
RANKINGS: Mapping[str, tuple[str, ...]] = {
    "points": ("points", "difference", "best_game"),
    "wins": ("wins", "points", "difference", "best_game"),
    "match_points": ("match_points", "points", "difference", "best_game"),
}
#: What lists of standings show of every row; the others are told where they decide.
SHOWN = ("wins", "match_points", "points")
#: What decides where a tournament says nothing.
CRITERIA = RANKINGS["points"]


def ranking_by(settings: Mapping[str, Any]) -> str:
    """The figure that a tournament puts first, a name in RANKINGS, by the settings of its first stage."""
    chosen = str(settings.get("ranking"))
    return chosen if chosen in RANKINGS else "points"


def criteria_by(settings: Mapping[str, Any], stages: int) -> tuple[str, ...]:
    """What decides, in this order: names of ``ranking.CRITERIA``. Of several stages first how far everybody has
    come."""
    return (*(("stage",) if stages > 1 else ()), *RANKINGS[ranking_by(settings)])


def ordered(rows: Sequence[ScoreRow], told: tuple[str, ...], places: bool, lines: Mapping[str, str]) -> list[RankedRow]:
    """The ranked rows, best first. ``told``: the criteria; ``places``: the rows have places of a knockout; ``lines``:
    where each line has a ranking of its own, that of each entry (north-south of who has none)."""
    if places:
        first = told.index("stage") + 1 if "stage" in told else 0
        told = (*told[:first], "place", *told[first:])
    if not lines:
        return rank(rows, told)
    # Each line has met the same opponents: its ranking is its own, north-south first.
    by_line = (rank([row for row in rows if lines.get(row.entry, NS) == line], told) for line in (NS, EW))
    return [row for line in by_line for row in line]


def has_lines(draw_system: str, settings: Mapping[str, Any]) -> bool:
    """Whether north-south and east-west of a stage are ranked each for itself."""
    return draw_system == "mitchell" and settings.get("draw", {}).get("rankings") == 2


def lines_of(plan: Plan | None) -> dict[str, str]:
    """The line (``ns``, ``ew``) of each entry by the plan of a Mitchell; empty where there is none."""
    if plan is None:
        return {}
    half = len(plan.places) // 2
    return {entry: NS if place < half else EW for place, entry in enumerate(plan.places) if entry}


def places_by(request: DrawRequest, gone: Iterable[str]) -> dict[str, int]:
    """The place (1 the best) of each entry whose way through a bracket has ended, or who has left it (``gone``), and
    `STILL_IN` for who plays on in it; empty before one has ended. ``request``: that of the round after the last one
    that was closed."""
    try:
        found = final_places(request)
        going_on = still_in(request) if found else ()
    except DrawError:  # a match is level, or has no score yet
        return {}
    # Who has left while still in is the last of those; the next round, played without it, settles its place.
    left_it = set(gone)
    left = {entry: len(going_on) if entry in left_it else STILL_IN for entry in going_on}
    return {**left, **{entry: place for entry, place, _ in found}}


def as_figures(row: RankedRow) -> dict[str, Any]:
    """A ranked row as plain JSON: ids and figures only.

    ``rounds``: by round number (text, as JSON has it) the points marked and where they come from; a round with several
    games is their sum. ``values``: each criterion's figure; ``decided_by``: what puts it ahead of the next.
    """
    rounds: dict[str, dict[str, Any]] = {}
    for one in row.row.results:
        cell = rounds.setdefault(str(one.round), {"points": 0, "against": 0, "source": one.source.value})
        cell["points"] += one.scored
        cell["against"] += one.conceded
    return {
        "rank": row.rank,
        "tied": row.tied,
        "entry": row.entry,
        "points": row.points,
        "terms": {
            "results": row.terms.results,
            "byes": row.terms.byes,
            "adjustments": row.terms.adjustments,
        },
        "values": dict(row.values),
        "decided_by": row.decided_by,
        "played": row.played,
        "rounds": rounds,
    }


def shown_first(criteria: Sequence[str]) -> str | None:
    """The figure that stands before the points in a list of standings: wins or match points, where they rank first."""
    return next((name for name in criteria if name in SHOWN and name != "points"), None)


def parted_by(rows: Sequence[dict[str, Any]]) -> list[str | None]:
    """For each of ``as_figures``' rows, best first, the criterion that parts it from its neighbours of equal points.

    None where the points did (or the wins, where those come first), or where nothing parts all who have as many. Rows
    that share a place share the answer: what puts them ahead of the next place, else what put them behind that above.
    """
    found: list[str | None] = []
    above: str | None = None
    for _, group in groupby(rows, key=lambda row: row["rank"]):
        sharing = list(group)
        below = sharing[-1]["decided_by"]
        answer = next((name for name in (below, above) if name not in (None, *SHOWN)), None)
        found += [answer] * len(sharing)
        above = below
    return found
