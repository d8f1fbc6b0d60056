"""A table of friends and phones at it, for the tests of its sheet and of its pages."""

import itertools
import json
from collections.abc import Sequence
from typing import Any

from django.test import Client

from core import links
from core.models import AccessLink
from scoring import friends
from scoring.friends import Length
from scoring.models import FriendsGame
from tournaments.services import play

NAMES = ("Ann", "Bob", "Chloé", "Dan")
_keys = itertools.count(1)


class Friends:
    """A table of ``players`` whose game goes to ``length``."""

    def __init__(
        self, players: int = 4, *, names: Sequence[str] = NAMES, preset: str = "", length: Length | None = None
    ) -> None:
        self.link: AccessLink = friends.open_table(players, names, preset, length or Length("target", 1000))

    @property
    def token(self) -> str:
        return links.token_of(self.link)

    @property
    def path(self) -> str:
        return f"/table/{self.link.pk}/"

    @property
    def access(self) -> play.FriendsAccess:
        found = play.by_id(self.link.pk, self.link.generation)
        assert isinstance(found, play.FriendsAccess)
        return found

    @property
    def game(self) -> FriendsGame:
        return friends.games_of(self.access.table_id)[-1]

    def record(self, *deals: dict[str, Any]) -> None:
        """Write deals after those that stand, from another phone."""
        for deal in deals:
            position = self.game.sheet.entries.filter(voided_at__isnull=True).count() + 1
            key = f"autre-{next(_keys)}"
            play.record(self.access, deal, position=position, client_key=key, actor=self.access.actor("autre"))


class Phone:
    """A phone that has opened the table's link."""

    def __init__(self, table: Friends, **options: Any) -> None:
        self.table = table
        self.client = Client(headers={"accept-language": "en"}, **options)
        self.opened = self.client.get(f"/t/{table.token}/")

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        return self.client.generic(
            method, self.table.path + path, json.dumps(body), content_type="application/json", headers=headers
        )

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.ask("GET", "state").json()
        return found

    def record(self, position: int, deal: dict[str, Any], **more: Any) -> Any:
        key = more.pop("key", f"k{next(_keys)}")
        return self.ask("POST", "deals", {"position": position, "client_key": key, "deal": deal, **more})
