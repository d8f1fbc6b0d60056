"""Corrections of a table's sheet from the desk: the verbs of ``scoring.sheets``, told in the tournament's journal."""

import uuid

from django.db import transaction

from core import audit
from core.actors import Actor
from scoring import sheets
from scoring.models import ScoreSheet
from tournaments.models import Game


@transaction.atomic
def reopen_sheet(game_id: uuid.UUID, *, actor: Actor, reason: str) -> ScoreSheet:
    """Open a closed sheet for a correction; see ``scoring.sheets.reopen_sheet``."""
    sheet = sheets.reopen_sheet(_sheet_of(game_id), actor=actor, reason=reason)
    _record(game_id, "sheet.reopened", actor, reason)
    return sheet


@transaction.atomic
def turn_sides(game_id: uuid.UUID, *, seen: int, actor: Actor, reason: str) -> ScoreSheet:
    """Exchange the sides of a whole sheet; see ``scoring.sheets.turn_sides``. Results and standings follow."""
    sheet = sheets.turn_sides(_sheet_of(game_id), seen=seen, actor=actor, reason=reason)
    _record(game_id, "sheet.turned", actor, reason)
    return sheet


def _sheet_of(game_id: uuid.UUID) -> uuid.UUID:
    return Game.objects.values_list("sheet_id", flat=True).get(pk=game_id)


def _record(game_id: uuid.UUID, verb: str, actor: Actor, reason: str) -> None:
    game = Game.objects.select_related("match__round__stage__tournament").get(pk=game_id)
    round_ = game.match.round
    after = {"round": round_.number, "table": game.table_no}
    audit.record(actor, verb, game, club_id=round_.stage.tournament.club_id, after=after, reason=reason)
