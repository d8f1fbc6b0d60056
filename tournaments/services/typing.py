"""Sheets typed at the desk from paper, and who typed which, in the order in which the server heard of it."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from core import audit
from core.actors import Actor
from core.models import AuditEvent
from scoring import marking, sheets
from scoring.models import EntryEvent, SheetEntry
from scoring.paper import Paper, note_paper
from scoring.rules.marked import Marked
from tournaments.models import Game, SecondReading, SheetHand, Tournament

#: The line of the trail that says who typed a sheet; its number in the trail is the order of the list.
TYPED = "sheet.typed"


@transaction.atomic
def record_deal(game: Game, deal: Mapping[str, Any], *, position: int, client_key: str, actor: Actor) -> SheetEntry:
    """Write a deal from the paper; see ``scoring.sheets.record_deal``."""
    entry = sheets.record_deal(game.sheet_id, deal, position=position, client_key=client_key, actor=actor)
    _note(game, actor, "deals")
    return entry


@transaction.atomic
def amend_deal(
    game: Game, position: int, deal: Mapping[str, Any], *, seen: int, actor: Actor, reason: str
) -> SheetEntry:
    """Put a deal right; see ``scoring.sheets.amend_deal``. SheetError ``reason-missing`` where it ``wants_reason``."""
    is_missing = not reason.strip() and wants_reason(game, position)
    events = EntryEvent.objects.filter(sheet=game.sheet_id)
    before = events.count()
    entry = sheets.amend_deal(game.sheet_id, position, deal, seen=seen, actor=actor, reason=reason)
    if is_missing and events.count() > before:  # what cannot be is refused first; the same again changes nothing
        raise sheets.SheetError("reason-missing")
    _hand(game, actor)
    return entry


@transaction.atomic
def take_back(game: Game, position: int, *, seen: int, actor: Actor, reason: str) -> None:
    """Take the last deal back; see ``scoring.sheets.void_last``. SheetError ``reason-missing`` where it
    ``wants_reason``."""
    if not reason.strip() and wants_reason(game, position):
        raise sheets.SheetError("reason-missing")
    sheets.void_last(game.sheet_id, position, seen=seen, actor=actor, reason=reason)
    _hand(game, actor)


def wants_reason(game: Game, position: int) -> bool:
    """Whether the desk says why it changes a deal: what the table's own phone wrote last, unless the sheet has been
    opened for a correction since, which says why."""
    entry = SheetEntry.objects.filter(sheet=game.sheet_id, position=position, voided_at__isnull=True).first()
    if entry is None:
        return False
    events = EntryEvent.objects.filter(sheet=game.sheet_id)
    wrote = events.filter(entry=entry.pk, verb__in=[EntryEvent.Verb.RECORDED, EntryEvent.Verb.AMENDED])
    last = wrote.order_by("-seq").first()
    if last is None or last.link is None:
        return False
    return not events.filter(verb=EntryEvent.Verb.REOPENED, actor__isnull=False, seq__gt=last.seq).exists()


@transaction.atomic
def write_lines(
    game: Game, lines: Sequence[Marked], paper: Paper | None, *, way: str, seen: int, key: str, actor: Actor
) -> None:
    """Take columns or totals over from the paper, with the totals that stand under the columns, if any; see
    ``scoring.marking.write_lines``. ``way``: "columns" or "totals"."""
    marking.write_lines(game.sheet_id, lines, seen=seen, key=key, actor=actor)
    if paper is not None:
        note_paper(game.sheet_id, paper, actor=actor)
    _note(game, actor, way)


def _note(game: Game, actor: Actor, way: str) -> None:
    """Once an account and sheet. The sheet's row is locked, so that two tabs of one account do not write it twice."""
    if actor.user is None:
        return
    _hand(game, actor)
    known = AuditEvent.objects.filter(verb=TYPED, object_id=game.pk, actor=actor.user)
    if not known.exists():
        match = game.match
        told = {"table": game.table_no, "round": match.round.number, "way": way}
        audit.record(actor, "sheet.typed", game, club_id=match.round.stage.tournament.club_id, after=told)


def _hand(game: Game, actor: Actor) -> None:
    """Whoever typed on a sheet does not read it again; whoever reads it again blind types nothing. SheetError
    ``reading-blind``."""
    if actor.user is None:
        return
    part = SheetHand.Part
    hand, _ = SheetHand.objects.get_or_create(
        game=game, account_id=actor.user, defaults={"part": part.TYPED, "at": timezone.now()}
    )
    if (
        hand.part == part.BLIND
        and SecondReading.objects.filter(hand=hand, finished_at__isnull=True, dropped_at__isnull=True).exists()
    ):
        raise sheets.SheetError("reading-blind")


def typed(tournament: Tournament, *, round_: int | None = None, by: uuid.UUID | None = None) -> list[AuditEvent]:
    """Who typed which sheet (``object_id`` is the game's), in the order of the trail, the first first."""
    rows = AuditEvent.objects.filter(scope=tournament.pk, verb=TYPED).select_related("actor").order_by("pk")
    if round_ is not None:
        rows = rows.filter(after__round=round_)
    if by is not None:
        rows = rows.filter(actor=by)
    return list(rows)
