"""Sheets counted anew by another version of their rules: what each would come to, and all of them written at once.

Nothing is guessed: a deal that the other rules refuse is named, and so is one that says nothing of what they ask for.
"""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from core.actors import Actor
from core.text import one_line
from core.writing import update_rows
from scoring import rules
from scoring.models import EntryEvent, RulesetVersion, ScoreSheet, SheetEntry, SheetSide
from scoring.replay import figures_of, standing_rulings
from scoring.rules import game
from scoring.rules.errors import DealError
from scoring.rules.marked import NAME, is_marked
from scoring.rulesets_store import rules_of
from scoring.sheet_game import SIDE_OF, digest_of, game_of, rulings_of
from scoring.signals import sheet_changed

_BATCH = 150
#: What is only asked of a deal in which one side has nothing.
_OF_A_SWEEP = frozenset({"sweep", "alone"})
#: Of what these say, a deal that leaves them out is refused or means what it says; of the others it may be silent.
RULED = "ruled"
_MAY_BE_SILENT = ("sweep", "alone", "belote", "announces")


@dataclass(frozen=True, slots=True)
class Refused:
    """A line that the other rules refuse, with the reason."""

    sheet: uuid.UUID
    position: int
    counted: int | None
    error: DealError


@dataclass(frozen=True, slots=True)
class Silent:
    """A line that says nothing of a field (``field``) which the other rules count and those of before did not ask; with
    the field "marked" one that was taken over from a paper as it is marked there, so that no rules count it; with
    "ruled" what the arbiter gave (``position`` 0: for the game) in points of the rules of before, which stays as it is.
    """

    sheet: uuid.UUID
    position: int
    counted: int | None
    field: str


@dataclass(frozen=True, slots=True)
class Recounted:
    """A sheet as it would be: the games of before and after, its standing entries and its totals by side until now."""

    sheet: ScoreSheet
    entries: list[SheetEntry]
    totals: Mapping[str, int]
    before: game.Game
    after: game.Game

    @property
    def digest(self) -> str:
        """The digest that the sheet would have."""
        lines = [
            SheetEntry(position=entry.position, kind=entry.kind, data=entry.data, **figures_of(step))
            for entry, step in zip(self.entries, self.after.steps, strict=True)
        ]
        return digest_of(lines, rulings_of(self.sheet))


@dataclass(frozen=True, slots=True)
class Count:
    """What counting anew comes to. While something is ``refused`` the sheets concerned are not in ``sheets``."""

    sheets: list[Recounted]
    refused: list[Refused]
    silent: list[Silent]


def count(sheets: Iterable[ScoreSheet], version: RulesetVersion) -> Count:
    """What sheets (``ruleset_version`` and ``format`` at hand) come to by ``version``; nothing is written."""
    rows = list(sheets)
    found = Count([], [], [])
    entries: dict[uuid.UUID, list[SheetEntry]] = defaultdict(list)
    for entry in SheetEntry.objects.filter(sheet__in=rows, voided_at__isnull=True).order_by("position"):
        entries[entry.sheet_id].append(entry)
    totals: dict[uuid.UUID, dict[str, int]] = defaultdict(dict)
    for sheet_id, side, total in SheetSide.objects.filter(sheet__in=rows).values_list("sheet_id", "side", "total"):
        totals[sheet_id][side] = total
    for sheet in rows:
        mine = entries[sheet.pk]
        deals = [entry.data for entry in mine]
        found.silent.extend(_silent(sheet, mine, rules_of(version)))
        before, used = game_of(sheet, deals), sheet.ruleset_version
        sheet.ruleset_version = version
        try:
            after = game_of(sheet, deals)
        except DealError:
            found.refused.extend(_refused(sheet, mine))
        else:
            found.sheets.append(Recounted(sheet, mine, totals[sheet.pk], before, after))
        finally:
            sheet.ruleset_version = used
    return found


def _refused(sheet: ScoreSheet, entries: Sequence[SheetEntry]) -> Iterable[Refused]:
    """Each line that is refused, looked at alone: whether a deal can be depends on no other."""
    for entry in entries:
        try:
            game_of(sheet, [entry.data])
        except DealError as error:
            yield Refused(sheet.pk, entry.position, entry.counted, error)


def _silent(sheet: ScoreSheet, entries: Sequence[SheetEntry], after: rules.RuleSet) -> Iterable[Silent]:
    asked = set(rules_of(sheet.ruleset_version).fields)
    new = [name for name in _MAY_BE_SILENT if name in after.fields and name not in asked]
    for one in standing_rulings(rulings_of(sheet)):
        place = one["position"]
        yield Silent(sheet.pk, place, entries[place - 1].counted if 0 < place <= len(entries) else None, RULED)
    for entry in entries:
        if is_marked(entry.data):
            yield Silent(sheet.pk, entry.position, entry.counted, NAME)
            continue
        for name in new:
            if entry.data.get("declarer") is not None and not entry.data.get(name) and _could_say(entry.data, name):
                yield Silent(sheet.pk, entry.position, entry.counted, name)


def _could_say(deal: Mapping[str, Any], name: str) -> bool:
    return name not in _OF_A_SWEEP or 0 in (deal.get("points") or {}).values()


def write(found: Sequence[Recounted], version: RulesetVersion, actor: Actor, reason: str) -> None:
    """Write what was counted, each sheet with a line of its history: its rules and totals before and after.

    The sheets have to be locked since before they were read. What a side had agreed to, it is asked again, unless the
    sheet is closed: that stays closed.
    """
    now = timezone.now()
    rows: list[SheetEntry] = []
    renumbered: list[uuid.UUID] = []
    sides: list[SheetSide] = []
    events: list[EntryEvent] = []
    kept = {(row.sheet_id, row.side): row for row in SheetSide.objects.filter(sheet__in=[one.sheet for one in found])}
    for one in found:
        sheet = one.sheet
        before = {"rules": sheet.ruleset_version.sha256, **_told(sheet, one.totals)}
        for entry, step in zip(one.entries, one.after.steps, strict=True):
            figures = figures_of(step)
            if entry.counted != figures["counted"]:
                renumbered.append(entry.pk)
            if any(getattr(entry, name) != value for name, value in figures.items()):
                rows.append(entry)
                for name, value in figures.items():
                    setattr(entry, name, value)
        totals = {side: one.after.totals[name] for side, name in SIDE_OF.items()}
        for side, total in totals.items():
            if kept[sheet.pk, side].total != total:
                kept[sheet.pk, side].total = total
                sides.append(kept[sheet.pk, side])
        sheet.ruleset_version, sheet.held, sheet.complete = version, one.after.held, one.after.complete
        sheet.digest, sheet.updated_at = digest_of(one.entries, rulings_of(sheet)), now
        sheet.revision += 1
        events.append(
            EntryEvent(
                sheet=sheet,
                seq=sheet.revision,
                verb=EntryEvent.Verb.RESCORED,
                before=before,
                after={"rules": version.sha256, **_told(sheet, totals)},
                actor_id=actor.user,
                reason=one_line(reason, 300),
                at=now,
            )
        )
    # Numbers may change places: give them back first.
    for start in range(0, len(renumbered), _BATCH):
        SheetEntry.objects.filter(pk__in=renumbered[start : start + _BATCH]).update(counted=None)
    update_rows(rows, ["counted", "scores", "answer", "held_after"])
    update_rows(sides, ["total"])
    names = ["ruleset_version", "held", "complete", "digest", "updated_at", "revision"]
    update_rows([one.sheet for one in found], names)
    EntryEvent.objects.bulk_create(events, batch_size=_BATCH)
    for one in found:
        sheet_changed.send(sender=ScoreSheet, sheet=one.sheet)


def _told(sheet: ScoreSheet, totals: Mapping[str, int]) -> dict[str, Any]:
    """As ``sheet_figures.totals_of`` tells it."""
    found = {"totals": dict(totals), "digest": sheet.digest}
    return {**found, "paper": sheet.paper} if sheet.paper else found
