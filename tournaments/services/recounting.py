"""The results of many games brought at once to what their sheets are worth now; see ``services.results`` for one."""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from core.writing import update_rows
from scoring.rules.game import Game as PlayedGame
from scoring.rules.match import play_match
from scoring.sheet_game import SIDE_OF, format_of
from tournaments.models import Game, Result, Round, Stage
from tournaments.services import contests, resting


def bring_up(stage: Stage, played: Mapping[uuid.UUID, PlayedGame]) -> None:
    """Write anew what the closed games of a stage brought, and what follows from them for who did not play.

    ``played``: the game on each sheet, by the sheet's id. The sheets, the rounds and the tournament have to be locked.
    """
    closed = Game.objects.filter(match__round__stage=stage, state=Game.State.CLOSED)
    rows = closed.select_related("match__round", "sheet__format").prefetch_related("match__seats").order_by("number")
    of_match: dict[uuid.UUID, list[Game]] = defaultdict(list)
    for game in rows:
        of_match[game.match_id].append(game)
    kept = {(row.game_id, row.entry_id): row for row in Result.objects.filter(game__in=[one.pk for one in rows])}
    changed: list[Result] = []
    for games in of_match.values():
        points = _match_points(games, played)
        for game in games:
            if not game.forfeit:
                changed += _brought(game, played[game.sheet_id], kept, None if points is None else points[game.pk])
    update_rows(changed, ["points_for", "points_against", "match_points"])
    resting.score_given(stage)
    _forfeits_of_rounds_on(stage)
    contests.touch(stage.tournament_id)


def _match_points(
    games: Sequence[Game], played: Mapping[uuid.UUID, PlayedGame]
) -> dict[uuid.UUID, dict[str, int]] | None:
    """The match points of each side by game: all on the game that decided the match. None where a forfeit has its
    own."""
    if any(game.forfeit for game in games):
        return None
    found: dict[uuid.UUID, dict[str, int]] = {game.pk: {} for game in games}
    known = [played[game.sheet_id].closed() for game in games]
    match = play_match(format_of(games[0].sheet.format), known, first_number=games[0].match.round.number)
    found[games[sum(match.counts) - 1].pk] = dict(zip(SIDE_OF, match.points, strict=True))
    return found


def _brought(
    game: Game,
    played: PlayedGame,
    kept: Mapping[tuple[uuid.UUID | None, uuid.UUID], Result],
    points: Mapping[str, int] | None,
) -> Iterable[Result]:
    """The results of a game that are others now, with their new figures."""
    counting = dict(zip(SIDE_OF, played.closed().capped(game.match.round.number), strict=True))
    for seat in game.match.seats.all():
        row = kept.get((game.pk, seat.participant_id))
        if seat.outside or row is None:
            continue
        mine = counting[seat.side]
        against = sum(total for side, total in counting.items() if side != seat.side)
        match_points = row.match_points if points is None else points.get(seat.side, 0)
        if (row.points_for, row.points_against, row.match_points) != (mine, against, match_points):
            row.points_for, row.points_against, row.match_points = mine, against, match_points
            yield row


def _forfeits_of_rounds_on(stage: Stage) -> None:
    """A forfeit of a round that goes on follows from the tables closed so far."""
    for round_ in stage.rounds.filter(state=Round.State.PLAYING):
        game = Game.objects.filter(match__round=round_).exclude(forfeit="").select_related("match").first()
        if game is not None:
            resting.score_forfeit(game)
