"""Short ways to a plan, and what applying it would leave in the tournament."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tournaments.entrylist import (
    ExistingEntry,
    ExistingPlayer,
    Plan,
    PlannedPlayer,
    PlannedRow,
    guess_mapping,
    plan_import,
    read_table,
)

DATA = Path(__file__).parents[2] / "data"


def plan_of(text: str | bytes, existing: Sequence[ExistingEntry] = ()) -> Plan:
    data = text.encode("utf-8") if isinstance(text, str) else text
    table = read_table(data, "list.csv")
    return plan_import(table, guess_mapping(table), existing)


def codes(row: PlannedRow) -> list[str]:
    return [reason.code for reason in row.reasons]


def apply(plan: Plan, existing: Sequence[ExistingEntry] = ()) -> list[ExistingEntry]:
    """The entries of the tournament after an import, as the database side would hand them over next time."""
    entries = {entry.id: entry for entry in existing}
    for row in plan.rows:
        if row.creates:
            entry_id = f"new-{row.row_number}-{len(entries)}"
            entries[entry_id] = ExistingEntry(
                id=entry_id,
                number=row.number,
                players=tuple(map(_player, row.players)),
                club=row.club,
                category=row.category,
                paid=bool(row.paid),
                amount_cents=row.amount_cents,
                present=row.present,
                rating=row.rating,
            )
        elif row.updates:
            assert row.existing_id is not None
            old = entries[row.existing_id]
            entries[row.existing_id] = replace(
                old,
                players=old.players + tuple(map(_player, row.players[len(old.players) :])),
                club=row.club or old.club,
                category=row.category or old.category,
                paid=old.paid if row.paid is None else row.paid,
                amount_cents=old.amount_cents if row.amount_cents is None else row.amount_cents,
                present=old.present if row.present is None else row.present,
                rating=old.rating if row.rating is None else row.rating,
            )
    return list(entries.values())


def _player(player: PlannedPlayer) -> ExistingPlayer:
    return ExistingPlayer(player.family, player.given, player.licence)
