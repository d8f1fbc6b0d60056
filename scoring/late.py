"""Deals that were typed at the table and come when its sheet is closed: none of them is lost, none changes a figure.

They are kept as they were typed and put before the arbiter, who lets the figures stand or takes them in. Nothing here
looks at a clock of a phone: a deal has the place on the sheet that the phone gave it.
"""

import hashlib
import json
import re
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from core.actors import Actor
from scoring import rules, sheets
from scoring.disputes import decide, tell
from scoring.models import Dispute, EntryEvent, LateDeal, ScoreSheet, SheetEntry
from scoring.rules.deal import FIELDS
from scoring.sheet_game import game_of, standing_entries
from scoring.sheet_rows import SheetConflict, SheetError, locked

#: So many are kept of one sheet: several phones' whole game, and no more than that.
MOST = 200
_MOST_PARTS, _MOST_NUMBER, _DEEPEST = 12, 1_000_000, 3
_WORD = re.compile(r"[A-Za-z0-9_-]{0,40}")


@dataclass(frozen=True, slots=True)
class Typed:
    """A deal as a phone holds it: its own key, its place on the sheet (from 1), its fields."""

    client_key: str
    position: int
    deal: Mapping[str, Any]


def plain(value: Any, depth: int = 0) -> Any:
    """What is kept of something typed: words, whole numbers, small lists and objects; null for anything else, so
    that nobody can leave a text there, or more than a deal holds."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if abs(value) <= _MOST_NUMBER else None
    if isinstance(value, str):
        return value if _is_kept(value) else None
    if depth < _DEEPEST and isinstance(value, Mapping):
        named = [(name, one) for name, one in value.items() if isinstance(name, str) and _is_kept(name)]
        return {name: plain(one, depth + 1) for name, one in named[:_MOST_PARTS]}
    if depth < _DEEPEST and isinstance(value, list | tuple):
        return [plain(one, depth + 1) for one in value[:_MOST_PARTS]]
    return None


def _is_kept(text: str) -> bool:
    """Whether it is a word as the rules have them: no sentence, no name with its title, nothing odd."""
    return _WORD.fullmatch(text) is not None


def _digest(data: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two deals say the same, however they were written."""
    if one == other:
        return True
    try:
        return rules.parse_deal(one) == rules.parse_deal(other)
    except rules.DealError:
        return False


@transaction.atomic
def keep(sheet_id: uuid.UUID, typed: Sequence[Typed], *, actor: Actor, while_open: bool = False) -> Dispute | None:
    """Keep deals that come late and put them before the arbiter; None where all of them are known already: the same
    deal stands at that place, was recorded under that key, or was kept before.

    SheetConflict ``late-open`` where the sheet is open, so that they are recorded the ordinary way, unless
    ``while_open`` (the table may no longer write); SheetError ``late-too-many``.
    """
    sheet = locked(sheet_id)
    new = _unknown(sheet, typed)
    if not new:
        return None
    if sheet.state == ScoreSheet.State.OPEN and not while_open:
        raise SheetConflict("late-open", position=new[0].position)
    if sheet.late_deals.count() + len(new) > MOST:
        raise SheetError("late-too-many", most=MOST)
    dispute, _made = Dispute.objects.get_or_create(
        sheet=sheet,
        kind=Dispute.Kind.LATE,
        position=0,
        side="",
        decided_at=None,
        defaults={"link": actor.link, "device": actor.device},
    )
    kept = sum(_keep(dispute, one, actor) for one in new)
    if kept:
        tell(sheet, EntryEvent.Verb.DISPUTED, dispute, actor, deals=kept)
    return dispute


def _unknown(sheet: ScoreSheet, typed: Iterable[Typed]) -> list[LateDeal]:
    """What of these deals is nowhere yet, each once, to be kept."""
    standing = {entry.position: entry.data for entry in standing_entries(sheet)}
    first = _first_written(sheet)
    known = {(one.client_key, one.digest) for one in sheet.late_deals.all()}
    found = []
    for one in typed:
        row = row_of(sheet, one)
        is_there = any(
            same(row.data, other) for other in (standing.get(one.position), first.get(one.client_key)) if other
        )
        if not is_there and (row.client_key, row.digest) not in known:
            known.add((row.client_key, row.digest))
            found.append(row)
    return found


def row_of(sheet: ScoreSheet, typed: Typed) -> LateDeal:
    """The row that keeps a deal, not saved yet."""
    data = {name: plain(typed.deal[name]) for name in FIELDS if name in typed.deal}
    return LateDeal(sheet=sheet, position=typed.position, data=data, digest=_digest(data), client_key=typed.client_key)


def _first_written(sheet: ScoreSheet) -> dict[str, Any]:
    """The deal that came with each key that the sheet knows, before anybody amended it."""
    keys = dict(SheetEntry.objects.filter(sheet=sheet).values_list("pk", "client_key"))
    told = EntryEvent.objects.filter(sheet=sheet, verb=EntryEvent.Verb.RECORDED).values_list("entry", "after")
    return {keys[entry]: after["deal"] for entry, after in told if entry in keys and after}


def _keep(dispute: Dispute, row: LateDeal, actor: Actor) -> bool:
    """Whether it was written now: the index refuses what another request wrote at the same moment."""
    row.dispute, row.device, row.at = dispute, actor.device, timezone.now()
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        return False
    return True


# What the arbiter can do with them


@dataclass(slots=True)
class Plan:
    """What a sheet would be with the late deals: the ``deals`` of its lines, ``totals`` by side ("NS", "EW"), and what
    is to be done, each a place and a deal. ``refusal``: the code that says why it cannot be, with ``position``."""

    deals: list[Mapping[str, Any]] = field(default_factory=list)
    steps: list[tuple[int, dict[str, Any], LateDeal]] = field(default_factory=list)
    totals: Mapping[str, int] = field(default_factory=dict)
    refusal: str = ""
    position: int = 0


def plan(sheet: ScoreSheet, late: Iterable[LateDeal]) -> Plan:
    """What taking these deals in would make of a sheet; of two for one place the one that came last."""
    found = Plan([entry.data for entry in standing_entries(sheet)])
    newest = {one.position: one for one in sorted(late, key=lambda one: one.at)}
    for position in sorted(newest):
        refusal = _lay(sheet, found, position, newest[position])
        if refusal:
            found.refusal, found.position = refusal, position
            return found
    found.totals = game_of(sheet, found.deals).totals
    return found


def _lay(sheet: ScoreSheet, found: Plan, position: int, late: LateDeal) -> str:
    """Put one deal into the plan; the code that says why it cannot be, "" where it can."""
    if position > len(found.deals) + 1:
        return "late-gap"
    try:
        if position > len(found.deals) and game_of(sheet, found.deals).complete:
            return "late-over"
        if position <= len(found.deals) and same(found.deals[position - 1], late.data):
            return ""
        deals = [*found.deals]
        deals[position - 1 : position] = [late.data]
        game_of(sheet, deals)
    except rules.DealError:
        return "late-impossible"
    found.deals = deals
    found.steps.append((position, late.data, late))
    return ""


@transaction.atomic
def take_in(dispute_id: uuid.UUID, reason: str, actor: Actor) -> Dispute:
    """Take the deals of a dispute in that came late, or are other versions: the sheet is opened, they are written by
    the ordinary verbs in the order of their places, it is closed again, and the dispute is decided. All of it, or
    nothing.

    SheetConflict ``dispute-decided``; SheetError ``reason-missing``, ``late-gap``, ``late-over``, ``late-impossible``,
    and what the verbs refuse.
    """
    sheet = locked(Dispute.objects.values_list("sheet_id", flat=True).get(pk=dispute_id))
    dispute = Dispute.objects.get(pk=dispute_id)
    if dispute.decided_at is not None or dispute.kind not in Dispute.WITH_DEALS:
        raise SheetConflict("dispute-decided", position=0, entry=None)
    planned = plan(sheet, dispute.late_deals.all())
    if planned.refusal:
        raise SheetError(planned.refusal, position=planned.position)
    was_closed = sheet.state == ScoreSheet.State.CLOSED
    if was_closed:
        sheets.reopen_sheet(sheet.pk, actor=actor, reason=reason)
    for position, data, late in planned.steps:
        write(sheet.pk, position, data, late, actor, reason)
    decided = decide(dispute_id, Dispute.Outcome.CHANGED, reason, actor)
    if was_closed:
        digest = ScoreSheet.objects.values_list("digest", flat=True).get(pk=sheet.pk)
        sheets.close_sheet(sheet.pk, digest=digest, actor=actor, reason=reason)
    return decided


def write(
    sheet_id: uuid.UUID, position: int, data: Mapping[str, Any], late: LateDeal, actor: Actor, reason: str
) -> None:
    """One step: a correction where something stands, else a new line, under the phone's key where that is free."""
    revision = ScoreSheet.objects.values_list("revision", flat=True).get(pk=sheet_id)
    if SheetEntry.objects.filter(sheet=sheet_id, position=position, voided_at__isnull=True).exists():
        sheets.amend_deal(sheet_id, position, data, seen=revision, actor=actor, reason=reason)
        return
    is_used = SheetEntry.objects.filter(sheet=sheet_id, client_key=late.client_key).exists()
    key = late.pk.hex if is_used else late.client_key
    sheets.record_deal(sheet_id, data, position=position, client_key=key, actor=actor)
