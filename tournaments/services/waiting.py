"""What the next draw waits for: the tables of the round before that are still to finish, with who sits there."""

import uuid
from dataclasses import dataclass

from tournaments.models import Game, Round
from tournaments.services import catchup


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table still to finish: its number, who sits there (ids, north-south first), its game, and whether anything has
    been entered on its sheet."""

    table: int
    ns: tuple[uuid.UUID, ...]
    ew: tuple[uuid.UUID, ...]
    game: uuid.UUID
    begun: bool


def open_tables(round_: Round) -> list[OpenTable]:
    """The tables that keep a round from being closed, and so the next one from being drawn, by number."""
    if round_.state != Round.State.PLAYING:
        return []
    waited_for = set(catchup.open_tables(round_))
    # A game that somebody makes up is of an earlier round.
    games = Game.objects.filter(
        match__round__stage__tournament=round_.stage.tournament_id, table_no__in=waited_for, state=Game.State.PLAYING
    )
    found = []
    for game in games.select_related("sheet").prefetch_related("match__seats").order_by("table_no"):
        seats = sorted(game.match.seats.all(), key=lambda seat: seat.slot)
        ns, ew = (tuple(seat.participant_id for seat in seats if seat.side == side) for side in "AB")
        found.append(OpenTable(game.table_no, ns, ew, game.pk, game.sheet.revision > 0))
    return found
