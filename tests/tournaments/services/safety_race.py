"""What the processes of tests/tournaments/services/test_safety_races.py do."""

import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.actors import SYSTEM
from scoring import sheets
from scoring.models import ScoreSheet
from tests.barrier import crowd, in_turns
from tests.scoring.on_sheets import deal
from tournaments.models import Game, Round, Seat
from tournaments.services import corrections, reopening, rounds, seats, snapshots, tournament_file


def undo_at_once(things: Sequence[tuple[str, str]], count: int) -> list[list[Any]]:
    """A crowd goes back to each copy as all of them saw it; ``things``: (copy, mark)."""

    def act(copy: str, mark: str) -> str:
        return str(snapshots.undo(uuid.UUID(copy), mark, SYSTEM).pk)

    return [crowd(count, lambda number, one=one: act(*one)) for one in things]


def undo_or_deal(folder: str, me: int, of: int, things: Sequence[tuple[str, str, str]]) -> list[Any]:
    """Process 0 goes back to a copy, process 1 records a deal at a table at the same moment."""

    def act(thing: Sequence[str]) -> Any:
        copy, mark, sheet = thing
        if me == 0:
            return str(snapshots.undo(uuid.UUID(copy), mark, SYSTEM).state)
        position = 1 + ScoreSheet.objects.get(pk=sheet).entries.filter(voided_at__isnull=True).count()
        return str(
            sheets.record_deal(uuid.UUID(sheet), deal(), position=position, client_key="mitten", actor=SYSTEM).pk
        )

    return in_turns(folder, me, of, things, act)


def undo_or_publish(folder: str, me: int, of: int, things: Sequence[tuple[str, str, str]]) -> list[Any]:
    """Process 0 goes back to a copy, process 1 publishes the draft of that moment."""

    def act(thing: Sequence[str]) -> Any:
        copy, mark, draw = thing
        if me == 0:
            return str(snapshots.undo(uuid.UUID(copy), mark, SYSTEM).state)
        return rounds.publish_draw(uuid.UUID(draw), SYSTEM).state

    return in_turns(folder, me, of, things, act)


def put_right_at_once(things: Sequence[tuple[str, dict[str, str], list[dict[str, str]]]], count: int) -> list[Any]:
    """A crowd says of each game who really sat there, each something else, as all of them saw it."""

    def act(game: str, seen: dict[str, str], wanted: dict[str, str]) -> Any:
        done = seats.put_right(uuid.UUID(game), _ids(wanted), _ids(seen), actor=SYSTEM, reason="x")
        return list(done.tables) and "done"

    return [crowd(count, lambda number, one=one: act(one[0], one[1], one[2][number % len(one[2])])) for one in things]


def _ids(told: dict[str, str]) -> dict[uuid.UUID, uuid.UUID]:
    return {uuid.UUID(seat): uuid.UUID(entry) for seat, entry in told.items()}


def put_right_or_close(folder: str, me: int, of: int, games: Sequence[str]) -> list[Any]:
    """Process 0 exchanges who sat at a table, process 1 closes its sheet."""

    def act(game_id: str) -> Any:
        game = Game.objects.select_related("sheet").get(pk=game_id)
        if me == 1:
            return sheets.close_sheet(game.sheet_id, digest=game.sheet.digest, actor=SYSTEM).state
        one, other = Seat.objects.filter(match=game.match_id).order_by("side")
        wanted = {one.pk: other.participant_id}
        return list(seats.put_right(game.pk, wanted, {}, actor=SYSTEM, reason="x").tables)

    return in_turns(folder, me, of, games, act)


def turn_at_once(games: Sequence[tuple[str, int]], count: int) -> list[list[Any]]:
    """A crowd exchanges the sides of each sheet, as all of them saw it."""

    def act(game: str, seen: int) -> int:
        return corrections.turn_sides(uuid.UUID(game), seen=seen, actor=SYSTEM, reason="x").revision

    return [crowd(count, lambda number, one=one: act(*one)) for one in games]


def reopen_or_draw(folder: str, me: int, of: int, things: Sequence[tuple[str, str]]) -> list[Any]:
    """Process 0 opens the closed round 1 again, process 1 draws round 2 and publishes it."""

    def act(thing: Sequence[str]) -> Any:
        tournament, round_id = thing
        if me == 0:
            return reopening.reopen_round(uuid.UUID(round_id), SYSTEM, reason="x").state
        draw = rounds.make_draw(uuid.UUID(tournament), 2, 1, SYSTEM)
        return rounds.publish_draw(draw.pk, SYSTEM).state

    return in_turns(folder, me, of, things, act)


def reopen_at_once(round_ids: Sequence[str], count: int) -> list[list[Any]]:
    """A crowd opens each round again."""
    return [
        crowd(count, lambda number, one=one: reopening.reopen_round(uuid.UUID(one), SYSTEM, reason="x").state)
        for one in round_ids
    ]


def take_over_at_once(paths: Sequence[str], count: int) -> list[list[Any]]:
    """A crowd takes the same tournament over."""
    return [
        crowd(count, lambda number, one=one: str(tournament_file.take_over(Path(one).read_bytes(), SYSTEM).pk))
        for one in paths
    ]


def copy_while_deals_come(folder: str, me: int, of: int, things: Sequence[tuple[str, str]]) -> list[Any]:
    """Process 0 makes a copy, process 1 records a deal at the same moment."""

    def act(thing: Sequence[str]) -> Any:
        tournament_id, sheet = thing
        if me == 0:
            tournament = Round.objects.get(stage__tournament=tournament_id).stage.tournament
            return str(snapshots.take(tournament, "asked", SYSTEM).pk)
        return sheets.record_deal(uuid.UUID(sheet), deal(), position=1, client_key="k", actor=SYSTEM).position

    return in_turns(folder, me, of, things, act)
