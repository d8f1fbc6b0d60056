"""What brackets and pools show everybody of rounds that were corrected since: the figures as they were published."""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tournaments.draws.model import Meeting, PlayedRound
from tournaments.models import Adjustment, Publication, Tournament
from tournaments.services import publishing
from tournaments.services.results import round_figures
from tournaments.standings.ranking import RankingAdjustment, RoundResult, ScoreRow, Source


def meetings_as_published(tournament: Tournament, played: Iterable[PlayedRound]) -> tuple[PlayedRound, ...]:
    """The rounds as everybody knows them: who won is told of those whose results are public, by what was published."""
    shown = {row.round.number: row for row in publishing.public(tournament, Publication.What.ROUND) if row.round}
    return tuple(_as_published(tournament, one, shown.get(one.number)) for one in played)


def _as_published(tournament: Tournament, played: PlayedRound, row: Publication | None) -> PlayedRound:
    if row is None or row.round is None:
        return replace(played, meetings=tuple(replace(one, won="") for one in played.meetings))
    if row.revision == tournament.revision:
        return played
    told, now = _points(row.figures), _points(round_figures(row.round))
    return replace(played, meetings=tuple(_meeting(one, told, now) for one in played.meetings))


def _points(figures: Mapping[str, Any]) -> dict[str, int | None]:
    """What each has from the tables and meetings of a round."""
    parts = [*figures["tables"], *figures.get("meetings", ())]
    return {side["entry"]: side["points"] for part in parts for side in part["sides"]}


def _meeting(one: Meeting, told: Mapping[str, int | None], now: Mapping[str, int | None]) -> Meeting:
    """A meeting whose points are as they were published was won as it stands; of another what was published tells."""
    both = one.ns[0], one.ew[0]
    if all(told.get(who) == now.get(who) for who in both):
        return one
    ns, ew = (told.get(who) for who in both)
    if ns is None or ew is None or ns == ew:
        return replace(one, won="")
    return replace(one, won="ns" if ns > ew else "ew")


def rows_as_published(tournament: Tournament, rows: Sequence[ScoreRow]) -> list[ScoreRow]:
    """The rows of a ranking with what the public standings hold of each round, and with the points that had been given
    or taken by then; as they are where nothing has changed since, without results where nothing is public."""
    standings = publishing.latest_standings(tournament)
    if standings is None:
        return [replace(row, results=(), adjustments=()) for row in rows]
    if standings.revision == tournament.revision:
        return list(rows)
    told = {row["entry"]: row for row in standings.figures["rows"]}
    given: dict[uuid.UUID, list[RankingAdjustment]] = defaultdict(list)
    before = Adjustment.objects.filter(entry__tournament=tournament, at__lte=standings.at)
    for entry, team, points, reason, number in before.values_list(
        "entry_id", "entry__team_id", "points", "reason", "round__number"
    ):
        given[team or entry].append(RankingAdjustment(points, reason, number))
    return [
        replace(
            row,
            results=tuple(_results(row, told[row.entry]["rounds"])) if row.entry in told else (),
            adjustments=tuple(given[uuid.UUID(row.entry)]),
            ranked=row.ranked if row.entry not in told else told[row.entry]["rank"] is not None,
        )
        for row in rows
    ]


def _results(row: ScoreRow, cells: Mapping[str, Mapping[str, Any]]) -> Iterable[RoundResult]:
    now = {one.round: one for one in row.results}
    for number, cell in cells.items():
        result = now.get(int(number), RoundResult(int(number), 0, 0))
        points, against = cell["points"], cell.get("against", result.conceded)
        yield result._replace(scored=points, conceded=against, source=Source(cell["source"]))
