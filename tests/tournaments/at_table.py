"""A table with its four players, its sheet and its link, for the tests of the table's page and of its endpoints."""

import itertools
from typing import Any

from core import links
from core.models import AccessLink
from scoring.models import RulesetVersion
from scoring.rulesets_store import preset_version
from scoring.sheets import digest_of
from tests import factories
from tournaments.models import Game, Round
from tournaments.services import play

_keys = itertools.count(1)


class Table:
    """Table 12 of round 2 of 4 under ``club`` (``preset``, or ``version``): pair 14 north-south, pair 31 east-west, a
    game of twelve deals."""

    def __init__(
        self,
        *,
        deals: int = 12,
        kind: str = "deals",
        preset: str = "club",
        version: RulesetVersion | None = None,
        **tables: Any,
    ) -> None:
        self.club = factories.make_club("Club de la Tour")
        self.tournament = factories.make_tournament(self.club, stage=False, name="Concours d’automne")
        self.stage = factories.make_stage(
            self.tournament,
            ruleset_version=version or preset_version(preset),
            game_format=factories.make_format(kind, deals, **tables),
            rounds_planned=4,
        )
        self.ns = factories.make_entry(
            self.tournament,
            [
                factories.make_person("de La Tour d’Auvergne", "Marie-Thérèse"),
                factories.make_person("Le Goff", "Jean-Pierre"),
            ],
            14,
        )
        self.ew = factories.make_entry(
            self.tournament,
            [factories.make_person("Kervran", "Odile"), factories.make_person("Mazurier", "Bernard")],
            31,
        )
        self.round = factories.make_round(self.stage, 2, state=Round.State.PLAYING)
        self.match = factories.make_match(self.round, self.ns, self.ew, 12)
        sheet = factories.make_sheet(self.stage, digest=digest_of([]))
        self.game: Game = factories.make_game(self.match, sheet=sheet)
        self.link = links.issue(AccessLink.Purpose.TABLE, self.match.pk)

    @property
    def token(self) -> str:
        return links.token_of(self.link)

    @property
    def access(self) -> play.TableAccess:
        found = play.by_id(self.link.pk, self.link.generation)
        assert found is not None
        return found

    @property
    def path(self) -> str:
        return f"/table/{self.link.pk}/"

    def record(self, position: int, deal: dict[str, Any] | None = None) -> Any:
        """Write a deal from another phone."""
        return play.record(
            self.access,
            deal or DEAL,
            position=position,
            client_key=f"autre-{next(_keys)}",
            actor=self.access.actor("autre"),
        )

    def deals(self) -> list[dict[str, Any]]:
        """The deals that stand, in order."""
        return list(
            self.game.sheet.entries.filter(voided_at__isnull=True).order_by("position").values_list("data", flat=True)
        )


DEAL = {
    "declarer": "NS",
    "contract": 100,
    "trump": "H",
    "double": "none",
    "points": {"NS": 112, "EW": 50},
    "belote": ["NS"],
}
PASSED = {"declarer": None}
