"""What a table's link opens: a match of a tournament, or a table of friends. Everything at a table goes through this.

A link can write while it is open; after that, and until it is revoked or renewed, who already holds it may still read.
"""

import uuid
from dataclasses import dataclass

from django.utils import timezone

from core import links
from core.actors import Actor
from core.models import AccessLink
from scoring import friends
from scoring.models import FriendsGame, ScoreSheet
from tournaments.models import Game
from tournaments.services.errors import TournamentError

_Purpose = AccessLink.Purpose


class TableClosed(TournamentError):
    """The link no longer writes: its round is over ("table-closed"), or it leads nowhere any more ("table-gone"). At a
    table of friends nobody is asked to agree ("no-arbiter")."""


@dataclass(frozen=True, slots=True)
class TableAccess:
    """What a link opens: its match, and whether it may write there now."""

    link_id: uuid.UUID
    generation: int
    match_id: uuid.UUID
    writable: bool

    def actor(self, device: str = "") -> Actor:
        """Who acts through this link, on the device of this random mark."""
        return Actor(link=self.link_id, device=device[:32])

    def current_sheet(self) -> ScoreSheet | None:
        """The sheet that is being written, with its rule set and format; None where there is none any more."""
        game = current_game(self.match_id)
        return None if game is None else game.sheet

    def owns(self, sheet_id: uuid.UUID) -> bool:
        """Whether this sheet is one of the table's."""
        return Game.objects.filter(match_id=self.match_id, sheet_id=sheet_id).exists()


@dataclass(frozen=True, slots=True)
class FriendsAccess(TableAccess):
    """The same of a table of friends. Its ``match_id`` is no match's: what is only for tournaments finds nothing."""

    @property
    def table_id(self) -> uuid.UUID:
        return self.match_id

    def current_sheet(self) -> ScoreSheet | None:
        games = friends.games_of(self.table_id)
        return games[-1].sheet if games else None

    def owns(self, sheet_id: uuid.UUID) -> bool:
        return FriendsGame.objects.filter(table=self.table_id, sheet_id=sheet_id).exists()


def by_token(token: str, *, friends_too: bool = False) -> TableAccess | None:
    """The access that a printed code gives now; None for a wrong, closed, revoked or renewed one. With ``friends_too``
    also that of a table of friends."""
    found = (links.find(purpose, token) for purpose in _purposes(friends_too))
    return next((_access(link) for link in found if link is not None), None)


def by_short_code(code: str, *, friends_too: bool = False) -> TableAccess | None:
    """The access that a short code (``core.shortcodes.read``) gives now; None where it leads nowhere, or no more."""
    found = (links.find_short(purpose, code) for purpose in _purposes(friends_too))
    return next((_access(link) for link in found if link is not None), None)


def _purposes(friends_too: bool) -> list[_Purpose]:
    return [_Purpose.TABLE, _Purpose.FRIENDS] if friends_too else [_Purpose.TABLE]


def by_id(link_id: uuid.UUID, generation: int) -> TableAccess | None:
    """The access of who opened this generation of the link before; None once it is revoked or renewed."""
    link = AccessLink.objects.filter(
        pk=link_id, purpose__in=_purposes(True), generation=generation, revoked_at__isnull=True
    ).first()
    if link is None or link.opens_at > timezone.now():
        return None
    return _access(link)


def _access(link: AccessLink) -> TableAccess | None:
    if link.target is None:
        return None
    made = FriendsAccess if link.purpose == _Purpose.FRIENDS else TableAccess
    return made(link.pk, link.generation, link.target, links.is_open(link))


def current_game(match_id: uuid.UUID) -> Game | None:
    """The match's game that is being played; when all are closed, the last one. None where the draw was withdrawn."""
    return current_of(games_of(match_id))


def games_of(match_id: uuid.UUID) -> list[Game]:
    """The match's games in their order, with all that a table shows of them; one query."""
    return list(
        Game.objects.filter(match_id=match_id)
        .select_related(
            "sheet__ruleset_version__ruleset",
            "sheet__format",
            "match__round__stage__tournament__club",
            "match__round__stage",
        )
        .order_by("number")
    )


def current_of(games: list[Game]) -> Game | None:
    """Of a match's games the one that is being played, as in ``current_game``."""
    playing = [game for game in games if game.state != Game.State.CLOSED] or games[-1:]
    return playing[0] if playing else None
