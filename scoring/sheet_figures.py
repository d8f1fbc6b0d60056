"""The figures of a score sheet: what is typed made clean, the game worked out anew, and what came of it written.

For the verbs of ``scoring.sheets`` and its neighbours: the sheet's row is locked by whoever calls.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, When
from django.utils import timezone

from scoring import seated
from scoring.models import ScoreSheet, SheetEntry
from scoring.replay import figures_of
from scoring.rules import game
from scoring.rules.marked import is_marked, parse_marked
from scoring.sheet_game import SIDE_OF, digest_of, game_of, rulings_of, standing_entries

#: Worked out by the game from the other entries, never taken from who writes.
_COMPUTED = frozenset({"id", "carried", "last_deal"})


def clean(sheet: ScoreSheet, deal: Mapping[str, Any]) -> dict[str, Any]:
    """The deal without what the game works out by itself. Raises DealError for what no deal is."""
    if is_marked(deal):
        return parse_marked(deal).as_data()
    seated.read(sheet, deal)
    return {key: value for key, value in deal.items() if key not in _COMPUTED and value is not None} | {
        "declarer": deal["declarer"]
    }


@dataclass(frozen=True, slots=True)
class Scored:
    """The game worked out anew, and the entries whose figures are not what they were."""

    game: game.Game
    changed: list[SheetEntry]


def score(sheet: ScoreSheet, entries: list[SheetEntry]) -> Scored:
    """Work the game out anew from ``entries`` and put the figures on them and on the sheet, in memory.

    Raises DealError for a deal that cannot be.
    """
    state = game_of(sheet, [entry.data for entry in entries])
    changed = []
    for entry, step in zip(entries, state.steps, strict=True):
        figures = figures_of(step)
        if any(getattr(entry, name) != value for name, value in figures.items()):
            changed.append(entry)
            for name, value in figures.items():
                setattr(entry, name, value)
    sheet.held = state.held
    sheet.complete = state.complete
    return Scored(state, changed)


def save(sheet: ScoreSheet, entries: list[SheetEntry], scored: Scored, *, new: SheetEntry | None = None) -> None:
    """Write what ``score`` put on the entries and the sheet, with totals, digest and revision. ``new`` was written
    with its figures already."""
    changed = [entry for entry in scored.changed if entry is not new]
    if changed:
        # Numbers may change places when a passed deal becomes a played one: give them back first.
        sheet.entries.filter(pk__in=[entry.pk for entry in changed]).update(counted=None)
        SheetEntry.objects.bulk_update(changed, ["counted", "scores", "answer", "held_after"])
    totals = {side: scored.game.totals[name] for side, name in seated.sides_of(sheet).items()}
    sheet.sides.update(total=Case(*(When(side=side, then=total) for side, total in totals.items()), default=0))
    sheet.revision += 1
    sheet.digest = digest_of(entries, rulings_of(sheet))
    sheet.updated_at = timezone.now()
    sheet.save(update_fields=["held", "complete", "revision", "digest", "updated_at"])


def work_out(sheet: ScoreSheet) -> None:
    """Write what the sheet's game comes to with the options that it has now; its row is locked, its revision rises."""
    entries = standing_entries(sheet)
    save(sheet, entries, score(sheet, entries))


def trace(entry: SheetEntry) -> dict[str, Any]:
    return {"deal": entry.data, "scores": entry.scores, "counted": entry.counted}


def totals_of(sheet: ScoreSheet) -> dict[str, Any]:
    """The totals that are agreed to, with those of the paper where they were typed."""
    found = {"totals": dict(sheet.sides.values_list("side", "total")), "digest": sheet.digest}
    return {**found, "paper": sheet.paper} if sheet.paper else found


def differs(paper: Mapping[str, Any], totals: Mapping[str, int]) -> bool:
    """Whether the totals at the end of the paper are others than those worked out, as far as they were typed."""
    return any(paper.get("totals", {}).get(name, totals[side]) != totals[side] for side, name in SIDE_OF.items())
