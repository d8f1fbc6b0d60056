"""Teams: what a team has from a round is what its pairs have together, and a meeting of two teams is won by those sums.

Pure, like the ranking: nothing is stored twice, so a corrected sheet moves pairs and teams at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.standings.scores import RoundResult, Source, Tally

MatchPoints = Callable[[tuple[int, ...]], tuple[int, ...]]
"""The match points of the sides of a meeting, in their order, from their totals."""


@dataclass(frozen=True, slots=True)
class TeamMeeting:
    """Two teams (their ids) that meet in a round (1 or more). `over`: no table of it plays any more."""

    round: int
    teams: tuple[str, str]
    over: bool = True


def team_results(
    pairs: Mapping[str, Sequence[RoundResult]],
    team_of: Mapping[str, str],
    meetings: Iterable[TeamMeeting],
    match_points: MatchPoints,
) -> dict[str, tuple[RoundResult, ...]]:
    """Each team's results, one a round, by its id.

    `pairs`: the results of each pair by its id; `team_of`: each pair's team. Points are summed. A round counts as
    played at a table where any of the pairs did so. Match points are those of the meeting, none while it goes on; in a
    round without a meeting, those that a written rule gave its pairs. Its opponents are the teams that its pairs met,
    its deals those of all its pairs.
    """
    parts: dict[str, dict[int, list[RoundResult]]] = defaultdict(lambda: defaultdict(list))
    for pair, results in pairs.items():
        for one in results:
            parts[team_of[pair]][one.round].append(one)
    given = _given(parts, meetings, match_points)
    return {
        team: tuple(_sum(number, rounds[number], given.get((team, number)), team_of) for number in sorted(rounds))
        for team, rounds in parts.items()
    }


def _given(
    parts: Mapping[str, Mapping[int, Sequence[RoundResult]]],
    meetings: Iterable[TeamMeeting],
    match_points: MatchPoints,
) -> dict[tuple[str, int], int]:
    """The match points of each team that has a meeting in a round."""
    given: dict[tuple[str, int], int] = {}
    for meeting in meetings:
        totals = (sum(part.scored for part in parts.get(team, {}).get(meeting.round, ())) for team in meeting.teams)
        points = match_points(tuple(totals)) if meeting.over else (0, 0)
        given |= {(team, meeting.round): got for team, got in zip(meeting.teams, points, strict=True)}
    return given


def _sum(
    number: int, parts: Sequence[RoundResult], match_points: int | None, team_of: Mapping[str, str]
) -> RoundResult:
    played = any(part.source == Source.GAME for part in parts)
    tallies = [part.tally for part in parts if part.tally is not None]
    met = (team_of[pair] for part in parts for pair in part.opponents if pair in team_of)
    return RoundResult(
        number,
        sum(part.scored for part in parts),
        sum(part.conceded for part in parts),
        max(part.match_points for part in parts) if match_points is None else match_points,
        Source.GAME if played else parts[0].source,
        opponents=tuple(dict.fromkeys(met)),
        tally=Tally(*map(sum, zip(*tallies, strict=True))) if tallies else None,
    )
