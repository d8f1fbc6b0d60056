"""The rows that the ranking works on, read from results and adjustments in a fixed number of queries."""

import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from scoring.rules.match import points_by_totals
from scoring.sheet_game import format_of
from tournaments.models import Adjustment, Entry, Game, Result, Seat, Tournament
from tournaments.standings.ranking import RankedRow, RankingAdjustment, RoundResult, ScoreRow, Source
from tournaments.standings.staged import staged
from tournaments.standings.teams import TeamMeeting, team_results

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


def ranking_of(tournament: Tournament) -> str:
    """The figure that a tournament puts first: a name in RANKINGS. Its first stage says so, for all of them."""
    settings = tournament.stages.order_by("position").values_list("settings", flat=True).first() or {}
    chosen = str(settings.get("ranking"))
    return chosen if chosen in RANKINGS else "points"


def shown_first(criteria: Sequence[str]) -> str | None:
    """The figure that stands before the points in a list of standings: wins or match points, where they rank first."""
    return next((name for name in criteria if name in SHOWN and name != "points"), None)


def criteria(tournament: Tournament) -> tuple[str, ...]:
    """What decides in a tournament, in this order: names of ``ranking.CRITERIA``. Where it has several stages, first
    how far everybody has come."""
    several = tournament.stages.count() > 1
    return (*(("stage",) if several else ()), *RANKINGS[ranking_of(tournament)])


def score_rows(tournament: Tournament, *, pairs_of_teams: bool = False, before: int | None = None) -> list[ScoreRow]:
    """One row an entry that has played, rested or is still in: its results by round and its adjustments.

    Only closed sheets have results (see ``tournaments.services.results``). Of teams, each with what its pairs have
    together; ``pairs_of_teams``: of their pairs instead. ``before``: as they were before the stage at this position.
    """
    results: dict[uuid.UUID, list[RoundResult]] = defaultdict(list)
    for entry_id, number, game, scored, conceded, match_points, source in (
        Result.objects.filter(round__stage__tournament=tournament)
        .order_by("round__number", "game__number")
        .values_list(
            "entry_id",
            "round__number",
            "game__number",
            "points_for",
            "points_against",
            "match_points",
            "source",
        )
    ):
        results[entry_id].append(RoundResult(number, scored, conceded, match_points, Source(source), game=game or 1))
    adjustments: dict[uuid.UUID, list[RankingAdjustment]] = defaultdict(list)
    for entry_id, points, reason, number in Adjustment.objects.filter(entry__tournament=tournament).values_list(
        "entry_id", "points", "reason", "round__number"
    ):
        adjustments[entry_id].append(RankingAdjustment(points, reason, number))
    if tournament.entry_kind == Tournament.EntryKind.TEAMS and not pairs_of_teams:
        _add_up_teams(tournament, results, adjustments)
    entries = Entry.objects.filter(tournament=tournament, team__isnull=not pairs_of_teams).order_by("number")
    rows = [
        ScoreRow(
            entry=str(pk),
            number=number,
            results=tuple(results[pk]),
            adjustments=tuple(adjustments[pk]),
            ranked=not stand_in and status != Entry.Status.DISQUALIFIED,
        )
        for pk, number, status, stand_in in entries.values_list("pk", "number", "status", "stand_in")
        if results[pk] or adjustments[pk] or status == Entry.Status.ACTIVE
    ]
    return staged(tournament, rows, before=before)


def _add_up_teams(
    tournament: Tournament,
    results: dict[uuid.UUID, list[RoundResult]],
    adjustments: dict[uuid.UUID, list[RankingAdjustment]],
) -> None:
    """Give each team the results and adjustments of its pairs."""
    team_of = dict(tournament.entries.filter(team__isnull=False).order_by("number").values_list("pk", "team_id"))
    for pair, team in team_of.items():
        adjustments[team] += adjustments[pair]
    stage = tournament.stages.select_related("game_format").order_by("position")[0]
    rules = format_of(stage.game_format)
    found = team_results(
        {str(pair): results[pair] for pair in team_of},
        {str(pair): str(team) for pair, team in team_of.items()},
        _meetings(tournament, team_of),
        lambda totals: points_by_totals(rules, totals),
    )
    for team in set(team_of.values()):
        results[team] = list(found.get(str(team), ()))


def _meetings(tournament: Tournament, team_of: Mapping[uuid.UUID, uuid.UUID]) -> list[TeamMeeting]:
    """The meetings of teams so far, and whether each is over."""
    of_tournament = {"match__round__stage__tournament": tournament, "match__meeting__isnull": False}
    open_games = Game.objects.filter(state=Game.State.PLAYING, **of_tournament)
    still_open = set(open_games.values_list("match__round__number", "match__meeting"))
    met: dict[tuple[int, int | None], set[str]] = defaultdict(set)
    for number, meeting, pair in Seat.objects.filter(**of_tournament).values_list(
        "match__round__number", "match__meeting", "participant_id"
    ):
        met[number, meeting].add(str(team_of[pair]))
    return [
        TeamMeeting(number, (one, other), over=(number, meeting) not in still_open)
        for (number, meeting), (one, other) in met.items()
    ]


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
