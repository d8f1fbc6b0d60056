"""The totals that the players wrote on the paper of a sheet: kept with it, and compared with those worked out.

They are typed once, at the end or after single deals, and never change a score. A sheet whose paper says otherwise can
still be closed, but only with a reason, which stays in its history.
"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils import timezone

from core.actors import Actor
from scoring.models import EntryEvent, ScoreSheet
from scoring.replay import line_of
from scoring.rules.cards import SIDES
from scoring.rules.control import Report, compare_game
from scoring.rules.control_suspects import Totals
from scoring.rulesets_store import rules_of
from scoring.sheet_game import game_of, standing_entries
from scoring.sheet_rows import SheetError, locked, must_be_open, write_event
from scoring.signals import sheet_changed

#: No total on a paper is larger, nor, with penalties, below minus this.
MOST_TOTAL = 100_000
NOTHING: Totals = (None, None)


@dataclass(frozen=True, slots=True)
class Paper:
    """``totals`` at the end and ``running`` after single entries, by their place from 1; (NS, EW), None where nothing
    was typed."""

    totals: Totals = NOTHING
    running: Mapping[int, Totals] = field(default_factory=dict)

    @classmethod
    def of(cls, sheet: ScoreSheet) -> "Paper":
        """What is kept with a sheet."""
        kept: dict[str, Any] = sheet.paper
        running = {int(place): _pair(totals) for place, totals in kept.get("running", {}).items()}
        return cls(_pair(kept.get("totals", {})), running)

    def as_json(self) -> dict[str, Any]:
        """For the sheet's row: only what was typed."""
        running = {str(place): _sides(totals) for place, totals in sorted(self.running.items()) if _sides(totals)}
        found = {"totals": _sides(self.totals), "running": running}
        return {name: value for name, value in found.items() if value}

    @property
    def is_empty(self) -> bool:
        return not self.as_json()


def _pair(totals: Mapping[str, int]) -> Totals:
    return totals.get("NS"), totals.get("EW")


def _sides(totals: Totals) -> dict[str, int]:
    return {side: value for side, value in zip(SIDES, totals, strict=True) if value is not None}


@transaction.atomic
def note_paper(sheet_id: uuid.UUID, paper: Paper, *, actor: Actor) -> ScoreSheet:
    """Keep what stands on the paper with the sheet, in place of what was kept. The same again changes nothing. Raises
    SheetError ``sheet-closed``, ``paper-range`` (with ``most``)."""
    sheet = locked(sheet_id)
    must_be_open(sheet)
    if any(abs(value or 0) > MOST_TOTAL for totals in (paper.totals, *paper.running.values()) for value in totals):
        raise SheetError("paper-range", most=MOST_TOTAL)
    before, after = sheet.paper, paper.as_json()
    if before == after:
        return sheet
    sheet.paper = after
    sheet.revision += 1
    sheet.updated_at = timezone.now()
    sheet.save(update_fields=["paper", "revision", "updated_at"])
    write_event(sheet, EntryEvent.Verb.PAPER, actor, before=before, after=after)
    sheet_changed.send(sender=ScoreSheet, sheet=sheet)
    return sheet


def compared(sheet: ScoreSheet) -> Report | None:
    """The paper of a sheet against its deals; None where nothing of it was typed, there is no deal, or three play.
    Needs ``ruleset_version`` and ``format`` at hand."""
    paper = Paper.of(sheet)
    entries = [entry.data for entry in standing_entries(sheet)]
    if paper.is_empty or not entries:
        return None
    lines = [line_of(data) for data in entries]
    played = game_of(sheet, entries)
    if len(played.sides) != len(SIDES):
        return None
    return compare_game(rules_of(sheet.ruleset_version), lines, played, paper.totals, paper.running)
