"""What ranks a tournament: an ordered list of criteria, chosen by the organiser. It counts for all rounds at once.

Kept in the settings of the first stage: ``criteria``, an ordered list, where the order is the organiser's own; else
``ranking``, the name of a usual order.
"""

import hashlib
import json
import uuid
from collections.abc import Sequence
from typing import Any

from django.db import transaction

from core import audit
from core.actors import SYSTEM, Actor
from core.models import AuditEvent
from tournaments.draws.seeds import commitment
from tournaments.models import Stage, Tournament
from tournaments.services import contests
from tournaments.services.errors import Conflict
from tournaments.standings.criteria import LOT, Chosen, as_chosen, chosen_from, needs_of
from tournaments.standings.figures import OWN_CRITERIA, RANKINGS, chosen_by, own_criteria
from tournaments.standings.lots import lots

#: The verbs of the trail: the criteria were changed; the lot was drawn.
CHANGED, LOT_DRAWN = "standings.criteria-changed", "standings.lot-drawn"

Order = tuple[Chosen, ...]


def order_of(stage: Stage) -> Order:
    """What ranks now, first criterion first, by the settings of a tournament's first stage."""
    return tuple(as_chosen(one) for one in chosen_by(stage.settings))


def usual(name: str) -> Order:
    """A usual order by its name in RANKINGS."""
    return tuple(as_chosen(one) for one in RANKINGS[name])


def digest(stage: Stage) -> str:
    """Says which order was seen: it travels with the form."""
    return hashlib.sha256(json.dumps(told(order_of(stage)), sort_keys=True).encode()).hexdigest()


def told(order: Sequence[Chosen]) -> list[dict[str, Any]]:
    """An order as plain JSON."""
    return [one.as_data() for one in order]


@transaction.atomic
def change(tournament_id: uuid.UUID, order: Sequence[Chosen], seen: str, actor: Actor) -> bool:
    """Rank by another order than that which was ``seen`` (its digest), in all rounds; False where it is this already.

    Conflict ``criteria-changed`` where somebody else has changed it meanwhile; RankingError for an order that cannot
    be. Where it asks for the lot, the lot is drawn.
    """
    tournament = contests.lock(tournament_id)
    stage = contests.only_stage(tournament)
    if digest(stage) != seen:
        raise Conflict("criteria-changed")
    wanted = chosen_from(told(order))
    before = told(order_of(stage))
    if told(wanted) == before:
        return False
    stage.settings = _with(stage.settings, wanted)
    stage.save(update_fields=["settings"])
    after = {"criteria": told(wanted)}
    audit.record(actor, CHANGED, tournament, club_id=tournament.club_id, before={"criteria": before}, after=after)
    if LOT in needs_of(wanted):
        draw_lot(tournament, actor)
    contests.touch(tournament.pk)
    return True


def _with(settings: dict[str, Any], order: Order) -> dict[str, Any]:
    """The settings with this order: by its name where it is a usual one."""
    kept = {name: value for name, value in settings.items() if name != OWN_CRITERIA}
    for name in RANKINGS:
        if told(usual(name)) == told(order):
            return {**kept, "ranking": name}
    return {**kept, OWN_CRITERIA: told(order)}


def draw_lot(tournament: Tournament, actor: Actor = SYSTEM) -> bool:
    """Write into the trail, once, which order the lot has given: the numbers of the entries, the first first, and the
    seal of the seed that it follows from. Who is entered later has a place among them already. False where it was
    drawn before."""
    if AuditEvent.objects.filter(scope=tournament.pk, verb=LOT_DRAWN).exists():
        return False
    seed = tournament.stages.order_by("position").values_list("sealed_seed", flat=True)[0]
    numbers = {str(one): one for one in tournament.entries.values_list("number", flat=True)}
    places = lots(seed, numbers)
    order = [numbers[one] for one in sorted(places, key=places.__getitem__)]
    after = {"seal": commitment(seed), "order": order}
    audit.record(actor, LOT_DRAWN, tournament, club_id=tournament.club_id, after=after)
    return True


def carried(stage: Stage) -> dict[str, Any]:
    """The settings that hand an order of one's own on to another tournament."""
    found = own_criteria(stage.settings)
    return {OWN_CRITERIA: told(found)} if found else {}
