"""Corrections without one of their guards: what tests/guards_corrections.py puts in their place."""

import uuid
from typing import Any

from scoring.models import ScoreSheet
from tournaments.models import Game, Tournament
from tournaments.services import rescoring, windows
from tournaments.windows import Window

_rescore = rescoring.rescore


def rescore_whatever_was_seen(
    stage_id: uuid.UUID, choice: str, _seen: str, reason: str, actor: Any, **more: Any
) -> rescoring.Rescoring:
    return _rescore(stage_id, choice, rescoring.look(stage_id, choice).digest, reason, actor, **more)


def nothing_locked(tournament_id: uuid.UUID) -> Tournament:
    return Tournament.objects.select_related("club").get(pk=tournament_id)


def whoever_comes(*_: Any) -> None:
    return None


def table_whatever_the_round_does(sheet: ScoreSheet) -> None:
    game = Game.objects.select_related("match__round__stage").get(sheet=sheet)
    game.sheet = sheet
    if windows.of_game(game).window != Window.AGREE:
        raise windows.OutsideWindow("corrections-table")


def nobody_asked(*_: Any) -> None:
    return None


def sheet_asked_once(sheet_id: uuid.UUID) -> ScoreSheet:
    rows = ScoreSheet.objects.select_for_update(of=("self",)).select_related("ruleset_version", "format")
    return rows.get(pk=sheet_id)
