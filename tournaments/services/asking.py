"""Lines of paper sheets that are to be asked for again; see ``scoring.asking``."""

import uuid

from django.db import transaction

from core import audit
from core.actors import Actor
from scoring import asking
from scoring.models import Dispute, EntryEvent
from scoring.sheet_rows import SheetError
from tournaments.models import Game, Tournament


@transaction.atomic
def ask(game: Game, position: int, text: str, actor: Actor) -> Dispute:
    """Mark a line (0: the whole paper) to be asked again."""
    made = asking.ask(game.sheet_id, position, text, actor=actor)
    _record(actor, "line.asked", game, made)
    return made


@transaction.atomic
def clear(game: Game, dispute_id: uuid.UUID, answer: str, actor: Actor) -> Dispute:
    """Say that a line of this sheet is clear. SheetError ``dispute-gone`` where it is none of this table's."""
    if not Dispute.objects.filter(pk=dispute_id, sheet=game.sheet_id).exists():
        raise SheetError("dispute-gone")
    cleared = asking.clear(dispute_id, answer, actor=actor)
    _record(actor, "line.cleared", game, cleared, cleared.reason)
    return cleared


def _record(actor: Actor, verb: str, game: Game, dispute: Dispute, reason: str = "") -> None:
    round_ = game.match.round
    told = {"table": game.table_no, "round": round_.number, "position": dispute.position}
    audit.record(actor, verb, dispute, club_id=round_.stage.tournament.club_id, after=told, reason=reason)


def of_sheet(sheet_id: uuid.UUID) -> list[Dispute]:
    """Everything that was asked about a sheet, the first first."""
    rows = Dispute.objects.filter(sheet=sheet_id, kind=Dispute.Kind.ASK)
    return list(rows.select_related("decided_by").order_by("raised_at"))


def open_in(tournament: Tournament) -> list[Dispute]:
    """What is still to be asked at the tables of a tournament, the first first."""
    rows = Dispute.objects.filter(sheet__game__match__round__stage__tournament=tournament, kind=Dispute.Kind.ASK)
    return list(rows.filter(decided_at__isnull=True).select_related("sheet__game__match__round").order_by("raised_at"))


def asked_by(found: list[Dispute]) -> dict[uuid.UUID, str]:
    """The account that asked each of them, by its name; the history of the sheet knows."""
    events = EntryEvent.objects.filter(
        sheet__in={one.sheet_id for one in found}, verb=EntryEvent.Verb.DISPUTED
    ).select_related("actor")
    names = {}
    for event in events:
        told = event.after if isinstance(event.after, dict) else {}
        if event.actor is not None and "dispute" in told:
            names[uuid.UUID(told["dispute"])] = event.actor.get_username()
    return names
