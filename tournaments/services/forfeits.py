"""A game that one side, or both, do not play, or not to its end.

The game is closed; what stands on its sheet stays there as history and counts for nothing. What both sides mark then
follows from the settled rules (``services.resting``). All of it can be taken back.
"""

import uuid

from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction

from core import audit
from core.actors import Actor
from core.text import one_line
from scoring import sheets
from scoring.models import EntryEvent, ScoreSheet
from scoring.sheet_rows import locked
from tournaments.models import Game, Match, Round
from tournaments.services import results, windows
from tournaments.services.errors import Conflict, TournamentError

#: Side A, side B, or both.
SIDES = ("A", "B", "AB")
#: What the history of a sheet says where nobody gave a reason.
FORFEIT = "forfeit"


@transaction.atomic
def declare(game_id: uuid.UUID, sides: str, actor: Actor, *, reason: str = "") -> Game:
    """Say that these ``sides`` ("A", "B" or "AB") forfeit a game, be it played, closed, or of a closed round. Said
    again it changes nothing, said otherwise it counts as said last.

    TournamentError ``forfeit-sides``, ``forfeit-made-up`` (a game that is made up has nobody to win by forfeit).
    """
    if sides not in SIDES:
        raise TournamentError("forfeit-sides", "sides")
    game, round_ = _lock(game_id)
    if game.match.kind == Match.Kind.CATCH_UP:
        raise TournamentError("forfeit-made-up", table=game.table_no)
    if game.forfeit == sides:
        return game
    windows.must_allow(round_, actor)
    before, game.forfeit = game.forfeit, sides
    Game.objects.filter(pk=game.pk).update(forfeit=sides)
    if game.sheet.state == ScoreSheet.State.OPEN:
        sheets.close_unplayed(game.sheet_id, actor=actor, reason=one_line(reason, 300) or FORFEIT)
    else:
        results.write(game)
    _record(actor, "game.forfeited", game, round_, before, reason)
    game.refresh_from_db()
    return game


@transaction.atomic
def take_back(game_id: uuid.UUID, actor: Actor, *, reason: str = "") -> Game:
    """Take a forfeit back: a game that was being played goes on with what stands on its sheet; one that was over counts
    again as it was. Conflict ``not-forfeited`` (table)."""
    game, round_ = _lock(game_id)
    if not game.forfeit:
        raise Conflict("not-forfeited", table=game.table_no)
    windows.must_allow(round_, actor)
    before, game.forfeit = game.forfeit, ""
    Game.objects.filter(pk=game.pk).update(forfeit="")
    closed = game.sheet.events.filter(verb=EntryEvent.Verb.CLOSED).order_by("-seq").first()
    if closed is not None and (closed.after or {}).get("unplayed"):
        sheets.reopen_sheet(game.sheet_id, actor=actor, reason=one_line(reason, 300) or FORFEIT)
    else:
        results.write(game)
    _record(actor, "game.forfeit-taken-back", game, round_, before, reason)
    game.refresh_from_db()
    return game


def _lock(game_id: uuid.UUID) -> tuple[Game, Round]:
    """The game with its sheet and then its round locked, as when a sheet is closed: a deal that is being entered is on
    the sheet before, or finds it closed. Conflict ``table-gone``."""
    try:
        locked(Game.objects.values_list("sheet_id", flat=True).get(pk=game_id))
        game = Game.objects.select_related("match", "sheet__format", "sheet__ruleset_version").get(pk=game_id)
    except ObjectDoesNotExist:  # the draw was taken back meanwhile
        raise Conflict("table-gone") from None
    rounds = Round.objects.select_for_update(of=("self",)).select_related("stage__tournament")
    round_ = rounds.get(pk=game.match.round_id)
    game.match.round = round_
    return game, round_


def _record(actor: Actor, verb: str, game: Game, round_: Round, before: str, reason: str) -> None:
    audit.record(
        actor,
        verb,
        game,
        club_id=round_.stage.tournament.club_id,
        before={"sides": before},
        after={"round": round_.number, "table": game.table_no, "sides": game.forfeit},
        reason=one_line(reason, 300),
    )
