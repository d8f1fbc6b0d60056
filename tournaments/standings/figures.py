"""Standings as plain JSON, what ranks in them, and the order of their rows. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from tournaments.draws.knockout import final_places, still_in
from tournaments.draws.model import DrawError, DrawRequest, Plan
from tournaments.standings.criteria import CRITERIA as EVERY_CRITERION
from tournaments.standings.criteria import Chosen, chosen_from, told_of
from tournaments.standings.ranking import STILL_IN, RankedRow, RankingError, ScoreRow, rank
from tournaments.standings.scores import once
from tournaments.standings.terms import as_lists

NS, EW = "ns", "ew"

#: The draw systems that bring everybody to a place, whatever is marked on the way.
BRACKETS = frozenset({"knockout", "pools-knockout"})

#: What decides, in this order, by the figure that a tournament puts first: the usual orders.
RANKINGS: Mapping[str, tuple[str, ...]] = {
    "points": ("points", "difference", "best_game"),
    "wins": ("wins", "points", "difference", "best_game"),
    "match_points": ("match_points", "points", "difference", "best_game"),
}
#: The order is the organiser's own: an ordered list of criteria in the settings, under ``OWN_CRITERIA``.
OWN, OWN_CRITERIA = "own", "criteria"
#: What lists of standings show of every row; the others are told where they decide.
SHOWN = ("wins", "match_points", "points")
#: What decides where a tournament says nothing.
CRITERIA = RANKINGS["points"]


def ranking_by(settings: Mapping[str, Any]) -> str:
    """By what a tournament ranks, by the settings of its first stage: a name in RANKINGS, or OWN."""
    if own_criteria(settings):
        return OWN
    chosen = str(settings.get("ranking"))
    return chosen if chosen in RANKINGS else "points"


def own_criteria(settings: Mapping[str, Any]) -> tuple[Chosen, ...]:
    """The organiser's own order of criteria; empty where there is none, or none that can be read."""
    try:
        return chosen_from(settings.get(OWN_CRITERIA))
    except RankingError:
        return ()


def chosen_by(settings: Mapping[str, Any]) -> tuple[str, ...]:
    """The criteria that an organiser has chosen, or the usual order, first criterion first."""
    return own_criteria(settings) or RANKINGS[ranking_by(settings)]


def criteria_by(settings: Mapping[str, Any], stages: int) -> tuple[str, ...]:
    """What decides, in this order: names of ``ranking.CRITERIA``. Of several stages first how far everybody has
    come."""
    return (*(("stage",) if stages > 1 else ()), *chosen_by(settings))


def ordered(
    rows: Sequence[ScoreRow],
    told: tuple[str, ...],
    places: bool,
    lines: Mapping[str, str],
    field: Sequence[ScoreRow] | None = None,
) -> list[RankedRow]:
    """The ranked rows, best first. ``told``: the criteria; ``places``: the rows have places of a knockout; ``lines``:
    where each line has a ranking of its own, that of each entry (north-south of who has none); ``field``: everybody,
    where only some are ranked."""
    if places:
        first = told.index("stage") + 1 if "stage" in told else 0
        told = (*told[:first], "place", *told[first:])
    everybody = rows if field is None else field
    if not lines:
        return rank(rows, told, field=everybody)
    # Each line has met the same opponents: its ranking is its own, north-south first.
    by_line = (
        rank([row for row in rows if lines.get(row.entry, NS) == line], told, field=everybody) for line in (NS, EW)
    )
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
    ``explained``: what the figures are made of that cannot be told from the rounds (``terms.as_lists``, by criterion).
    """
    # Where no criterion looks at others, the same row has the very same values as before it was ranked again.
    values, told = row.row.figured.get("told", (None, None))
    if values is not row.values:
        told = _as_told(row)
        row.row.figured["told"] = row.values, told
    return {**told, "rank": row.rank, "tied": row.tied, "decided_by": row.decided_by}


def _as_told(row: RankedRow) -> dict[str, Any]:
    """All of it that does not depend on the others."""
    explained = {name: as_lists(parts) for name, parts in row.parts if parts and EVERY_CRITERION[name].kept}
    terms = row.terms
    return {
        "entry": row.row.entry,
        "points": terms.points,
        "terms": {"results": terms.results, "byes": terms.byes, "adjustments": terms.adjustments},
        "values": dict(row.values),
        "played": row.played,
        "rounds": once(row.row, "rounds", _rounds),
        **({"explained": explained} if explained else {}),
    }


def _rounds(row: ScoreRow) -> dict[str, dict[str, Any]]:
    rounds: dict[str, dict[str, Any]] = {}
    for one in row.results:
        number = str(one.round)
        cell = rounds.get(number)
        if cell is None:
            rounds[number] = {"points": one.scored, "against": one.conceded, "source": str(one.source)}
        else:
            cell["points"] += one.scored
            cell["against"] += one.conceded
    return rounds


def head_of(criteria: Sequence[str], ranked: Sequence[RankedRow]) -> dict[str, Any]:
    """What stands over figures of a ranking: the names of the criteria, a knockout's place among them, and what those
    are told that are told anything."""
    names = [name for name, _ in ranked[0].values] if ranked else [str(name) for name in criteria]
    told = told_of(criteria)
    return {"criteria": names, **({"parameters": told} if told else {})}


def shown_first(criteria: Sequence[str]) -> str | None:
    """The figure that stands before the points in a list of standings: that which ranks first, where the points do
    not."""
    first = next((name for name in criteria if not EVERY_CRITERION[name].automatic), None)
    return None if first == "points" else first


def parted_by(rows: Sequence[dict[str, Any]], criteria: Sequence[str] | None = None) -> list[str | None]:
    """For each of ``as_figures``' rows, best first, the criterion that parts it from its neighbours of equal points.

    None where the points did, or what stands before them in the list by the ``criteria`` (if these are not told, one of
    SHOWN), or where nothing parts all who have as many.
    Rows that share a place share the answer: what puts them ahead of the next place, else what put them behind that
    above.
    """
    shown = SHOWN if criteria is None else ("points", shown_first(criteria))
    found: list[str | None] = []
    above: str | None = None
    for _, group in groupby(rows, key=lambda row: row["rank"]):
        sharing = list(group)
        below = sharing[-1]["decided_by"]
        answer = next((name for name in (below, above) if name is not None and name not in shown), None)
        found += [answer] * len(sharing)
        above = below
    return found
