"""Photographs of a paper sheet: sent by its table's phone or by the desk, seen by desk and arbiter alone.

A photograph is made anew before it is kept (``tournaments.photograph``), stands in no file of a tournament, and is
erased with the time for corrections (``keeping``), or with its sheet.
"""

import uuid

from django.db import IntegrityError, transaction

from core import audit, files
from core.actors import Actor
from scoring.models import ScoreSheet
from tournaments.models import Game, SheetPhoto
from tournaments.photograph import PhotoError, made_anew
from tournaments.services import keeping, play
from tournaments.services.errors import TournamentError
from tournaments.services.tableaccess import FriendsAccess, TableAccess

KIND = "photo"
#: Of one sheet: front and back, and one more of each.
MOST = 4


def add_at_table(access: TableAccess, sheet_id: uuid.UUID | None, content: bytes, actor: Actor) -> SheetPhoto:
    """Keep a photograph that the phone of a table has sent, also when the sheet is closed. TableClosed, and what
    ``add`` raises."""
    game = Game.objects.filter(match=access.match_id, sheet=sheet_id).first()
    if isinstance(access, FriendsAccess) or game is None or play.by_id(access.link_id, access.generation) is None:
        raise play.TableClosed("table-gone")
    return add(game.pk, content, actor)


def add(game_id: uuid.UUID, content: bytes, actor: Actor) -> SheetPhoto:
    """Keep a photograph of a game's paper sheet, made anew; the same one again is the one that is there.

    TournamentError ``photo-large``, ``photo-kind``, ``photo-broken``, ``photo-dots``, ``photo-many`` (with ``most``).
    """
    if SheetPhoto.objects.filter(sheet__game=game_id).count() >= MOST:
        raise TournamentError("photo-many", "photo", most=MOST)
    try:
        anew = made_anew(content)  # takes a while: nothing is locked meanwhile
    except PhotoError as error:
        raise TournamentError(error.code, "photo") from None
    return _keep(game_id, anew, actor)


@transaction.atomic
def _keep(game_id: uuid.UUID, anew: bytes, actor: Actor) -> SheetPhoto:
    game = Game.objects.select_related("match__round__stage__tournament").get(pk=game_id)
    ScoreSheet.objects.select_for_update(of=("self",)).get(pk=game.sheet_id)
    tournament = game.match.round.stage.tournament
    kept = list(SheetPhoto.objects.filter(sheet=game.sheet_id).select_related("file"))
    stored = files.store(
        anew,
        kind=KIND,
        name=f"table-{game.table_no}.jpg",
        content_type="image/jpeg",
        owner=game.sheet_id,
        expires_at=keeping.until(tournament),
    )
    same = next((one for one in kept if one.file.sha256 == stored.sha256), None)
    if same is not None:
        stored.delete()
        return same
    free = next((place for place in range(1, MOST + 1) if place not in {one.place for one in kept}), None)
    if free is None:
        raise TournamentError("photo-many", "photo", most=MOST)
    try:
        with transaction.atomic():
            made = SheetPhoto.objects.create(
                sheet_id=game.sheet_id, place=free, file=stored, link=actor.link, device=actor.device
            )
    except IntegrityError:
        raise TournamentError("photo-many", "photo", most=MOST) from None
    _record(game, "photo.added", made, actor)
    return made


@transaction.atomic
def remove(game_id: uuid.UUID, photo_id: uuid.UUID, actor: Actor) -> None:
    """Erase a photograph before its time. TournamentError ``photo-gone``."""
    game = Game.objects.select_related("match__round__stage__tournament").get(pk=game_id)
    photo = SheetPhoto.objects.select_for_update().filter(pk=photo_id, sheet=game.sheet_id).first()
    if photo is None:
        raise TournamentError("photo-gone")
    _record(game, "photo.removed", photo, actor)
    photo.delete()


def _record(game: Game, verb: str, photo: SheetPhoto, actor: Actor) -> None:
    round_ = game.match.round
    after = {"table": game.table_no, "round": round_.number, "place": photo.place}
    audit.record(actor, verb, photo, club_id=round_.stage.tournament.club_id, after=after)
