"""Score sheets and the verbs on them. Each is one transaction; what it returns is on disk.

A phone names the place it writes to (``position``) and a key of its own for each deal (``client_key``). Two guards
live in the database: one standing entry a position, one entry a key. So the same deal sent twice is one, and of two
deals for one place the first stands and the other is told. The sheet's row is locked while totals are recomputed.
"""

import uuid
from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from core.actors import Actor
from core.text import one_line
from scoring import rules, seated
from scoring.models import Dispute, EntryEvent, LateDeal, ScoreSheet, SheetEntry, SheetSide
from scoring.pack import off_on
from scoring.replay import is_ruled_on, kind_of
from scoring.rules.marked import is_marked
from scoring.sheet_figures import clean, differs, save, score, totals_of, trace
from scoring.sheet_game import SIDE_OF as SIDE_OF
from scoring.sheet_game import TIME_CALLED as TIME_CALLED
from scoring.sheet_game import closed_game as closed_game
from scoring.sheet_game import digest_of as digest_of
from scoring.sheet_game import game_of as game_of
from scoring.sheet_game import rulings_of
from scoring.sheet_game import standing_entries as standing_entries
from scoring.sheet_rows import SheetConflict as SheetConflict
from scoring.sheet_rows import SheetError as SheetError
from scoring.sheet_rows import locked, must_be_open, write_event
from scoring.signals import closed_sheet_changed, sheet_changed, sheet_closed, sheet_reopened
from scoring.turning import OTHER_SEAT, turned_deal, turned_paper

ENGINE_VERSION = str(rules.ENGINE_VERSION)
MOST_ENTRIES = 200
MOST_KEY = 64


def open_sheets(version_id: uuid.UUID, format_id: uuid.UUID, count: int) -> list[ScoreSheet]:
    """Make ``count`` empty sheets of two sides, in two statements."""
    empty = digest_of([])
    made = ScoreSheet.objects.bulk_create(
        ScoreSheet(ruleset_version_id=version_id, format_id=format_id, digest=empty) for _ in range(count)
    )
    SheetSide.objects.bulk_create(SheetSide(sheet=sheet, side=side) for sheet in made for side in SIDE_OF)
    return made


@transaction.atomic
def record_deal(
    sheet_id: uuid.UUID, deal: Mapping[str, Any], *, position: int, client_key: str, actor: Actor
) -> SheetEntry:
    """Write a deal at ``position`` (from 1), once for each ``client_key``; when this returns it is on disk.

    The same key again gives the entry of the first time (also one that was taken back since). Raises
    ``rules.DealError`` naming the field of a deal that cannot be; SheetConflict ``position-taken`` (with the entry
    that stands there), ``position-ahead`` (an earlier one is missing), ``key-used`` (the key came with another deal);
    SheetError ``sheet-closed``, ``sheet-complete``.
    """
    if not client_key or len(client_key) > MOST_KEY:
        raise SheetError("key-missing")
    sheet = locked(sheet_id)
    written = list(sheet.entries.order_by("position"))
    data = clean(sheet, deal)
    known = next((entry for entry in written if entry.client_key == client_key), None)
    if known is not None:
        return _same(known, data)
    must_be_open(sheet)
    before = [entry for entry in written if entry.voided_at is None]
    if position > len(before) + 1:
        raise SheetConflict("position-ahead", position=len(before) + 1)
    if position == len(before) + 1 and sheet.complete:
        raise SheetError("sheet-complete")
    if not 1 <= position <= MOST_ENTRIES:
        raise SheetError("position-range", most=MOST_ENTRIES)
    entry = SheetEntry(
        sheet=sheet,
        position=position,
        kind=kind_of(data),
        data=data,
        engine_version=ENGINE_VERSION,
        client_key=client_key,
    )
    entries = [*before[: position - 1], entry, *before[position:]]
    scored = score(sheet, entries)  # refuses a deal that cannot be, before anything is written
    try:
        with transaction.atomic():
            entry.save(force_insert=True)
    except IntegrityError:
        standing = sheet.entries.filter(position=position, voided_at__isnull=True).first()
        raise SheetConflict("position-taken", position=position, entry=standing) from None
    save(sheet, entries, scored, new=entry)
    write_event(sheet, EntryEvent.Verb.RECORDED, actor, entry=entry, after=trace(entry))
    sheet_changed.send(sender=ScoreSheet, sheet=sheet)
    return entry


def _same(known: SheetEntry, data: dict[str, Any]) -> SheetEntry:
    """The entry of a key that came before, if it came with the same deal (as then written, before amendments)."""
    first = EntryEvent.objects.filter(entry=known.pk, verb=EntryEvent.Verb.RECORDED).first()
    if first is None or first.after is None or first.after["deal"] != data:
        raise SheetConflict("key-used", position=known.position)
    return known


@transaction.atomic
def amend_deal(
    sheet_id: uuid.UUID,
    position: int,
    deal: Mapping[str, Any],
    *,
    seen: int,
    actor: Actor,
    reason: str = "",
) -> SheetEntry:
    """Replace the deal at ``position``; ``seen`` is the revision that the writer had before his eyes.

    Later deals follow (points held over move, the game may end elsewhere). Raises SheetConflict ``sheet-changed``
    unless the deal is already as asked (a repeated request), SheetError ``sheet-closed``, ``no-such-deal``,
    ``paper-line`` where a table would change what the desk took over from its paper, or ``rules.DealError``.
    """
    sheet = locked(sheet_id)
    must_be_open(sheet)
    entries = standing_entries(sheet)
    if not 1 <= position <= len(entries):
        raise SheetError("no-such-deal", position=position)
    entry = entries[position - 1]
    data = clean(sheet, deal)
    if entry.data == data:
        return entry
    if sheet.revision != seen:
        raise SheetConflict("sheet-changed", position=position, entry=entry)
    if is_marked(entry.data) and actor.user is None and actor.link is not None:
        raise SheetError("paper-line")
    before = trace(entry)
    entry.data = data
    entry.kind = kind_of(data)
    entry.engine_version = ENGINE_VERSION
    scored = score(sheet, entries)
    entry.save(update_fields=["data", "kind", "engine_version"])
    save(sheet, entries, scored)
    write_event(sheet, EntryEvent.Verb.AMENDED, actor, entry=entry, before=before, after=trace(entry), reason=reason)
    sheet_changed.send(sender=ScoreSheet, sheet=sheet)
    return entry


@transaction.atomic
def void_last(sheet_id: uuid.UUID, position: int, *, seen: int, actor: Actor, reason: str = "") -> ScoreSheet:
    """Take the last deal back; its place is free again, its trace stays.

    SheetConflict ``sheet-changed``; SheetError ``sheet-closed``, ``not-last``, ``deal-ruled-on`` where the arbiter has
    given it another score.
    """
    sheet = locked(sheet_id)
    must_be_open(sheet)
    entries = standing_entries(sheet)
    if sheet.revision != seen:
        raise SheetConflict("sheet-changed", position=position, entry=None)
    if not entries or entries[-1].position != position:
        raise SheetError("not-last", position=position)
    if is_marked(entries[-1].data) and actor.user is None and actor.link is not None:
        raise SheetError("paper-line")
    if is_ruled_on(rulings_of(sheet), position):
        raise SheetError("deal-ruled-on", position=position)
    entry = entries.pop()
    entry.voided_at = timezone.now()
    entry.save(update_fields=["voided_at"])
    save(sheet, entries, score(sheet, entries))
    write_event(sheet, EntryEvent.Verb.VOIDED, actor, entry=entry, before=trace(entry), reason=reason)
    sheet_changed.send(sender=ScoreSheet, sheet=sheet)
    return sheet


@transaction.atomic
def set_first_dealer(sheet_id: uuid.UUID, seat: str, actor: Actor) -> ScoreSheet:
    """Say who dealt first (N, E, S or W of four); asked once, may be put right while the sheet is open."""
    sheet = locked(sheet_id)
    if seat not in seated.SEATS[seated.seated(sheet)]:
        raise SheetError("seat-unknown")
    must_be_open(sheet)
    if sheet.first_dealer == seat:
        return sheet
    before, sheet.first_dealer = sheet.first_dealer, seat
    sheet.revision += 1
    sheet.updated_at = timezone.now()
    sheet.save(update_fields=["first_dealer", "revision", "updated_at"])
    write_event(sheet, EntryEvent.Verb.DEALER, actor, before={"seat": before}, after={"seat": seat})
    sheet_changed.send(sender=ScoreSheet, sheet=sheet)
    return sheet


@transaction.atomic
def call_time(
    sheet_id: uuid.UUID, *, actor: Actor, after: int | None = None, in_progress: bool = True, reason: str = ""
) -> ScoreSheet:
    """Say that time was called at this table when ``after`` deals stood on its sheet (all that stand now, if left out),
    a deal being played or not. What is then still played the game's format says; the game may be over at once.

    Said again it counts from the new place: a deal may have come in late. Said with the same it changes nothing. Raises
    SheetError ``sheet-closed``, ``time-range``.
    """
    sheet = locked(sheet_id)
    must_be_open(sheet)
    entries = standing_entries(sheet)
    place = len(entries) if after is None else after
    if not 0 <= place <= len(entries):
        raise SheetError("time-range", most=len(entries))
    return _put_time(sheet, entries, {"after": place, "in_progress": in_progress}, actor, reason)


@transaction.atomic
def uncall_time(sheet_id: uuid.UUID, *, actor: Actor, reason: str = "") -> ScoreSheet:
    """Take back that time was called at this table. SheetError ``sheet-closed``."""
    sheet = locked(sheet_id)
    must_be_open(sheet)
    return _put_time(sheet, standing_entries(sheet), None, actor, reason)


def _put_time(
    sheet: ScoreSheet, entries: list[SheetEntry], called: dict[str, Any] | None, actor: Actor, reason: str
) -> ScoreSheet:
    before = sheet.options.get(TIME_CALLED)
    if before == called:
        return sheet
    sheet.options = {name: value for name, value in sheet.options.items() if name != TIME_CALLED}
    if called is not None:
        sheet.options[TIME_CALLED] = called
    sheet.save(update_fields=["options"])
    save(sheet, entries, score(sheet, entries))
    write_event(sheet, EntryEvent.Verb.TIME, actor, before=before, after=called, reason=reason)
    sheet_changed.send(sender=ScoreSheet, sheet=sheet)
    return sheet


@transaction.atomic
def close_sheet(sheet_id: uuid.UUID, *, digest: str, actor: Actor, reason: str = "") -> ScoreSheet:
    """Close a sheet whose entries have the ``digest`` that was seen; its results count from now on.

    Closing a closed sheet with the same figures changes nothing. Raises SheetConflict ``sheet-changed``, SheetError
    ``sheet-empty``, and, where no ``reason`` is given, ``sheet-unfinished`` (with the deals ``played``) where deals are
    missing, ``paper-differs`` where the totals typed from the paper are others, ``pack-differs`` where columns or
    totals taken over from it cannot be, ``sheet-disputed`` while the arbiter has something to decide about it; reason
    or not, ``sheet-asked`` while a line of its paper is to be asked again.
    """
    sheet = locked(sheet_id)
    if sheet.digest != digest:
        raise SheetConflict("sheet-changed", position=0, entry=None)
    if sheet.state == ScoreSheet.State.CLOSED:
        return sheet
    must_be_closable(sheet, reason)
    totals = totals_of(sheet)
    sheet.state = ScoreSheet.State.CLOSED
    sheet.closed_at = timezone.now()
    sheet.revision += 1
    sheet.save(update_fields=["state", "closed_at", "revision"])
    write_event(sheet, EntryEvent.Verb.CLOSED, actor, after=totals, reason=reason)
    sheet_closed.send(sender=ScoreSheet, sheet=sheet)
    return sheet


def must_be_closable(sheet: ScoreSheet, reason: str) -> None:
    """Refuse to close a sheet that is empty, or that needs a reason to be closed and has none; see ``close_sheet``."""
    entries = standing_entries(sheet)
    if not entries:
        raise SheetError("sheet-empty")
    if sheet.disputes.filter(kind=Dispute.Kind.ASK, decided_at__isnull=True).exists():
        raise SheetError("sheet-asked")
    if one_line(reason):
        return
    if not sheet.complete:
        raise SheetError("sheet-unfinished", played=max((entry.counted or 0 for entry in entries), default=0))
    if differs(sheet.paper, totals_of(sheet)["totals"]):
        raise SheetError("paper-differs")
    if off_on(sheet, entries):
        raise SheetError("pack-differs")
    if sheet.disputes.filter(decided_at__isnull=True).exists():
        raise SheetError("sheet-disputed")


@transaction.atomic
def close_unplayed(sheet_id: uuid.UUID, *, actor: Actor, reason: str) -> ScoreSheet:
    """Close a sheet whose game is not played, or no further: what stands on it, be it nothing, stays on it.

    For who decides from outside what counts then; the history says so (``unplayed``). A closed sheet stays as it is.
    SheetError ``reason-missing``.
    """
    if not one_line(reason):
        raise SheetError("reason-missing")
    sheet = locked(sheet_id)
    if sheet.state == ScoreSheet.State.CLOSED:
        return sheet
    sheet.state = ScoreSheet.State.CLOSED
    sheet.closed_at = timezone.now()
    sheet.revision += 1
    sheet.save(update_fields=["state", "closed_at", "revision"])
    write_event(sheet, EntryEvent.Verb.CLOSED, actor, after={**totals_of(sheet), "unplayed": True}, reason=reason)
    sheet_closed.send(sender=ScoreSheet, sheet=sheet)
    return sheet


@transaction.atomic
def reopen_sheet(sheet_id: uuid.UUID, *, actor: Actor, reason: str) -> ScoreSheet:
    """Open a closed sheet again for a correction, with a reason; its results count no more until it is closed."""
    if not one_line(reason):
        raise SheetError("reason-missing")
    sheet = locked(sheet_id)
    if sheet.state != ScoreSheet.State.CLOSED:
        raise SheetConflict("sheet-open", position=0, entry=None)
    return open_again(sheet, actor, reason=reason)


def open_again(sheet: ScoreSheet, actor: Actor, *, reason: str = "", side: str = "") -> ScoreSheet:
    """Open a closed sheet whose row is locked; ``side``: which side asked for it at the table, "" for the desk."""
    sheet.state = ScoreSheet.State.OPEN
    sheet.closed_at = None
    sheet.revision += 1
    sheet.save(update_fields=["state", "closed_at", "revision"])
    asked = {"side": side} if side else None
    write_event(sheet, EntryEvent.Verb.REOPENED, actor, before=totals_of(sheet), after=asked, reason=reason)
    sheet_reopened.send(sender=ScoreSheet, sheet=sheet, actor=actor)
    return sheet


@transaction.atomic
def turn_sides(sheet_id: uuid.UUID, *, seen: int, actor: Actor, reason: str) -> ScoreSheet:
    """Exchange the sides of a whole sheet, open or closed, that was written the wrong way round: deals, totals, first
    dealer, the paper's figures, and the late deals that nobody has decided about. Turned twice it is as it was.

    ``seen`` is the revision that was looked at. Raises SheetConflict ``sheet-changed``, SheetError ``reason-missing``,
    ``sheet-empty``.
    """
    if not one_line(reason):
        raise SheetError("reason-missing")
    sheet = locked(sheet_id)
    if sheet.revision != seen:
        raise SheetConflict("sheet-changed", position=0, entry=None)
    entries = standing_entries(sheet)
    if not entries:
        raise SheetError("sheet-empty")
    before = totals_of(sheet)
    for entry in entries:
        entry.data = turned_deal(entry.data)
    sheet.paper = turned_paper(sheet.paper)
    sheet.first_dealer = OTHER_SEAT[sheet.first_dealer]
    sheet.save(update_fields=["paper", "first_dealer"])
    SheetEntry.objects.bulk_update(entries, ["data"])
    _turn_late(sheet)
    save(sheet, entries, score(sheet, entries))
    write_event(sheet, EntryEvent.Verb.TURNED, actor, before=before, after=totals_of(sheet), reason=reason)
    sheet_changed.send(sender=ScoreSheet, sheet=sheet)
    if sheet.state == ScoreSheet.State.CLOSED:
        closed_sheet_changed.send(sender=ScoreSheet, sheet=sheet, actor=actor)
    return sheet


def _turn_late(sheet: ScoreSheet) -> None:
    """Turn the deals that came late and wait for the arbiter: they were typed for the sides that the sheet had. Their
    digests stay those of what was typed, so that a phone that sends them again is known."""
    waiting = list(sheet.late_deals.filter(dispute__decided_at__isnull=True))
    for one in waiting:
        one.data = turned_deal(one.data)
    LateDeal.objects.bulk_update(waiting, ["data"])


@transaction.atomic
def note_seats(sheet_id: uuid.UUID, *, before: Any, after: Any, actor: Actor, reason: str) -> ScoreSheet:
    """Write into the sheet's history that others played it than was thought; who, the room above knows (ids, never
    names). The revision rises, so that whoever shows the sheet looks again."""
    sheet = locked(sheet_id)
    sheet.revision += 1
    sheet.updated_at = timezone.now()
    sheet.save(update_fields=["revision", "updated_at"])
    write_event(sheet, EntryEvent.Verb.SEATS, actor, before=before, after=after, reason=reason)
    sheet_changed.send(sender=ScoreSheet, sheet=sheet)
    if sheet.state == ScoreSheet.State.CLOSED:
        closed_sheet_changed.send(sender=ScoreSheet, sheet=sheet, actor=actor)
    return sheet
