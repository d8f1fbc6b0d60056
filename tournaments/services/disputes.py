"""What the tables of a tournament put before the arbiter, and tables that have not agreed for too long."""

import datetime as dt
import uuid

from django.db import transaction
from django.utils import timezone

from core import audit
from core.actors import Actor
from scoring import disputes, late
from scoring.agreeing import Agreement, agreements_of
from scoring.models import Dispute, ScoreSheet
from scoring.sheet_rows import SheetError
from tournaments.models import Game, Round, Tournament
from tournaments.services import windows

#: What the desk asks again about a paper it clears itself.
_NOT_HIS = Dispute.Kind.ASK


def of_tournament(tournament: Tournament) -> list[Dispute]:
    """Everything that was put before the arbiter: what is open first, the oldest first, then what was decided last."""
    rows = Dispute.objects.filter(sheet__game__match__round__stage__tournament=tournament)
    rows = rows.select_related(
        "sheet__game__match__round", "sheet__format", "sheet__ruleset_version__ruleset", "decided_by"
    )
    found = list(rows.exclude(kind=_NOT_HIS).prefetch_related("late_deals").order_by("raised_at"))
    is_decided = [one for one in found if one.decided_at is not None]
    decided = sorted(is_decided, key=lambda one: one.decided_at or one.raised_at, reverse=True)
    return [*(one for one in found if one.decided_at is None), *decided]


def open_count(tournament: Tournament) -> int:
    """How many things wait for the arbiter."""
    rows = Dispute.objects.filter(sheet__game__match__round__stage__tournament=tournament)
    return rows.filter(decided_at__isnull=True).exclude(kind=_NOT_HIS).count()


def unagreed_minutes(sheet: ScoreSheet, agreement: Agreement, wait: int) -> int | None:
    """For how many minutes a table has not agreed though its game is over, or one side agreed to end it; None where
    there is nothing to agree about, or less than ``wait`` minutes have gone. What is disputed waits for the arbiter
    already."""
    if sheet.state != ScoreSheet.State.OPEN or agreement.open_disputes or agreement.since is None:
        return None
    since = agreement.since if sheet.complete else min((one.at for one in agreement.confirmed.values()), default=None)
    if since is None or timezone.now() - since < dt.timedelta(minutes=wait):
        return None
    return int((timezone.now() - since).total_seconds() // 60)


def unagreed(tournament: Tournament) -> list[tuple[Game, int]]:
    """The tables of rounds being played that have not agreed for too long, with the minutes; the longest first."""
    rounds = Round.objects.filter(stage__tournament=tournament, state=Round.State.PLAYING)
    playing = Game.objects.filter(match__round__in=rounds, sheet__state=ScoreSheet.State.OPEN)
    games = list(playing.select_related("sheet", "match__round").order_by("table_no"))
    agreements = agreements_of(game.sheet for game in games)
    wait = windows.rules_of(tournament).wait
    found = [(game, unagreed_minutes(game.sheet, agreements[game.sheet_id], wait)) for game in games]
    return sorted(((game, since) for game, since in found if since is not None), key=lambda row: -row[1])


@transaction.atomic
def decide(game_id: uuid.UUID, dispute_id: uuid.UUID, outcome: str, reason: str, actor: Actor) -> Dispute:
    """Decide what was put before the arbiter at a table; see ``scoring.disputes.decide``. SheetError ``dispute-gone``
    where it is none of this table's."""
    game = _game_of(game_id, dispute_id)
    decided = disputes.decide(dispute_id, outcome, reason, actor)
    _record(game, decided, actor)
    return decided


@transaction.atomic
def take_in(game_id: uuid.UUID, dispute_id: uuid.UUID, reason: str, actor: Actor) -> Dispute:
    """Take the deals in that came late at a table; see ``scoring.late.take_in``. SheetError ``dispute-gone``, and
    ``late-forfeited``: to open the sheet would be to take the forfeit back."""
    game = _game_of(game_id, dispute_id)
    if game.forfeit:
        raise SheetError("late-forfeited")
    decided = late.take_in(dispute_id, reason, actor)
    _record(game, decided, actor)
    return decided


def _game_of(game_id: uuid.UUID, dispute_id: uuid.UUID) -> Game:
    game = Game.objects.select_related("match__round__stage__tournament").get(pk=game_id)
    if not Dispute.objects.filter(pk=dispute_id, sheet=game.sheet_id).exists():
        raise SheetError("dispute-gone")
    return game


def _record(game: Game, decided: Dispute, actor: Actor) -> None:
    audit.record(
        actor,
        "dispute.decided",
        decided,
        club_id=game.match.round.stage.tournament.club_id,
        after={
            "table": game.table_no,
            "round": game.match.round.number,
            "kind": decided.kind,
            "position": decided.position,
            "outcome": decided.outcome,
        },
        reason=decided.reason,
    )
