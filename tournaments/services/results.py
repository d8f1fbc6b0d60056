"""From a closed sheet to results, and from results to standings."""

import uuid
from typing import Any

from django.db import transaction
from django.utils import timezone

from core.jobs import JobContext
from scoring.models import ScoreSheet
from scoring.rules.match import play_match
from scoring.sheet_game import SIDE_OF, closed_game, format_of
from tournaments.models import Game, Result, Round, Standing, Tournament
from tournaments.services import contests, meetings, resting
from tournaments.services.ranking import ranked
from tournaments.standings.rows import as_figures, criteria


def sheet_closed(sheet: ScoreSheet) -> None:
    """Write both sides' results of a sheet that was just closed; in the transaction that closed it."""
    game = Game.objects.select_related("match__round__stage").filter(sheet=sheet).first()
    if game is None:
        return
    # Caps are for the standings: the sheet keeps its totals.
    counting = dict(zip(SIDE_OF, closed_game(sheet).capped(game.match.round.number), strict=True))
    Result.objects.bulk_create(
        Result(
            game=game,
            round=game.match.round,
            entry_id=entry_id,
            points_for=counting[side],
            points_against=sum(total for other, total in counting.items() if other != side),
        )
        for side, entry_id in _seats(game)
    )
    Game.objects.filter(pk=game.pk).update(state=Game.State.CLOSED)
    _score_match(game)
    resting.rescore_byes(game.match.round)
    contests.touch(game.match.round.stage.tournament_id)


def _seats(game: Game) -> list[tuple[str, uuid.UUID]]:
    return list(game.match.seats.order_by("side", "slot").values_list("side", "participant_id"))


def _score_match(game: Game) -> None:
    """Put the match points on the results of a match's closed games: all on the game that decided it, none while it
    goes on. They follow from the games each time anew, so that a correction moves them where they belong."""
    closed = list(
        Game.objects.filter(match=game.match, state=Game.State.CLOSED)
        .select_related("sheet__format", "sheet__ruleset_version")
        .order_by("number")
    )
    if not closed:
        return
    rules = format_of(closed[0].sheet.format)
    match = play_match(rules, [closed_game(one.sheet) for one in closed], first_number=game.match.round.number)
    deciding = closed[sum(match.counts) - 1]
    Result.objects.filter(game__match=game.match).exclude(match_points=0).update(match_points=0)
    points = dict(zip(SIDE_OF, match.points, strict=True))
    for side, entry_id in _seats(game):
        if points[side]:
            Result.objects.filter(game=deciding, entry_id=entry_id).update(match_points=points[side])


def sheet_reopened(sheet: ScoreSheet) -> None:
    """Take back the results of a sheet that was reopened; in the transaction that reopened it."""
    game = Game.objects.select_related("match__round__stage").filter(sheet=sheet).first()
    if game is None:
        return
    Result.objects.filter(game=game).delete()
    Game.objects.filter(pk=game.pk).update(state=Game.State.PLAYING)
    _score_match(game)
    contests.touch(game.match.round.stage.tournament_id)


def compute_standings(job: JobContext) -> dict[str, Any]:
    """The job: rank the tournament as it is now and keep the figures, with the revision they are of.

    Run twice, or late, it leaves the same: figures of an older revision never replace newer ones.
    """
    with transaction.atomic():
        standing = keep_standings(uuid.UUID(job.payload["tournament"]))
        result = {"revision": standing.revision, "entries": len(standing.figures["rows"])}
        job.finish(result)
    return result


@transaction.atomic
def keep_standings(tournament_id: uuid.UUID) -> Standing:
    """Rank the tournament and keep the figures. Its row is locked, so that they are of the revision beside them."""
    tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
    standing = Standing.objects.filter(tournament=tournament).first()
    if standing is not None and standing.revision == tournament.revision:
        return standing
    return Standing.objects.update_or_create(
        tournament=tournament,
        defaults={
            "revision": tournament.revision,
            "figures": standings_figures(tournament),
            "computed_at": timezone.now(),
        },
    )[0]


def standings_figures(tournament: Tournament) -> dict[str, Any]:
    """The ranked rows as plain JSON: ids, ranks, points by round and what decided; no names."""
    rows = ranked(tournament)
    return {
        "criteria": [name for name, _ in rows[0].values] if rows else list(criteria(tournament)),
        "rounds": list(
            Round.objects.filter(stage__tournament=tournament, state__in=[Round.State.PLAYING, Round.State.CLOSED])
            .order_by("stage__position", "number")
            .values_list("number", flat=True)
        ),
        "rows": [as_figures(row) for row in rows],
    }


def round_figures(round_: Round) -> dict[str, Any]:
    """The results of a round as plain JSON: tables with both entries' ids and points, and who rested with what; of teams
    also their meetings, each with what both teams have together."""
    results: dict[tuple[uuid.UUID | None, uuid.UUID], int] = {}
    of_team: dict[uuid.UUID, int] = {}
    for game_id, entry_id, team_id, points in Result.objects.filter(round=round_).values_list(
        "game_id", "entry_id", "entry__team_id", "points_for"
    ):
        results[game_id, entry_id] = points
        if team_id is not None:
            of_team[team_id] = of_team.get(team_id, 0) + points
    tables = []
    meetings_of: dict[int, dict[str, uuid.UUID]] = {}
    for match in round_.matches.prefetch_related("seats__participant", "games").order_by("board"):
        game = match.games.all()[0]
        seats = sorted(match.seats.all(), key=lambda seat: (seat.side, seat.slot))
        tables.append(
            {
                "table": game.table_no,
                "sides": [
                    {
                        "side": seat.side,
                        "entry": str(seat.participant_id),
                        "points": results.get((game.pk, seat.participant_id)),
                    }
                    for seat in seats
                ],
                **({} if match.meeting is None else {"meeting": match.meeting}),
            }
        )
        if match.meeting is not None and match.meeting not in meetings_of:
            meetings_of[match.meeting] = {seat.side: seat.participant.team_id for seat in seats}
    figures: dict[str, Any] = {
        "round": round_.number,
        "tables": tables,
        "byes": [
            {"entry": str(entry_id), "points": results.get((None, entry_id), of_team.get(entry_id))}
            for entry_id in meetings.resting(round_).values_list("entry_id", flat=True)
        ],
    }
    if meetings_of:
        figures["meetings"] = [
            {
                "meeting": number,
                "sides": [{"side": s, "entry": str(team), "points": of_team.get(team)} for s, team in sides.items()],
            }
            for number, sides in sorted(meetings_of.items())
        ]
    return figures
