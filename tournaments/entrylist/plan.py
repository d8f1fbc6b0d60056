"""What an entry list would do to a tournament: each row taken, changed, unchanged or refused, and why.

The rules, as an organiser would want them:

* the first row that names a player has him; a later row with the same pair, or with one of the two, is refused and
  names the first;
* a player without partner is entered alone, and joined when a later list names his partner;
* a number twice, or none: the next one after the highest in the list and the tournament; the number of an entry that
  is there already is never changed;
* an import marks an entry paid, and fills a sum that was missing, but never takes a payment back nor changes a sum: the
  same old list can be read again after the desk has taken money;
* a blank cell changes nothing; club and category that differ are brought up to date.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.entrylist.columns import require_players
from tournaments.entrylist.model import (
    Action,
    ColumnMapping,
    ExistingEntry,
    Param,
    Plan,
    PlannedRow,
    Reason,
    Table,
)
from tournaments.entrylist.people import Holder, People, known_players, same_person
from tournaments.entrylist.rows import Kind, ReadRow, read_rows
from tournaments.entrylist.text import fold

_DIGEST_VERSION = 1
# What is said otherwise of a single player than of a pair, with "_single" after the code.
_OF_PAIRS = frozenset(
    {
        "entry_withdrawn",
        "licence_twice_entry",
        "may_be_same_entry",
        "namesake_entry",
        "number_kept",
        "player_twice_entry",
    }
)


def plan_import(table: Table, mapping: ColumnMapping, existing: Sequence[ExistingEntry], seats: int = 2) -> Plan:
    """Compare a list with the entries a tournament has. Pure: the same arguments give the same plan and digest.
    ``seats``: how many players an entry has when it is complete, 2 of pairs, 1 in a mêlée.

    Raises EntryListError("no_player_column") if the mapping names no column with players.
    """
    require_players(mapping)
    read = read_rows(table, mapping, seats)
    planner = _Planner(read, existing, seats)
    rows = [planner.plan(row) for row in read]
    if seats == 1:
        rows = [replace(row, reasons=tuple(map(_of_single, row.reasons))) for row in rows]
    header = mapping.header_row or 0
    blank = [number for number in table.blank_rows if number > header]
    rows += [PlannedRow(number, Action.BLANK) for number in blank]
    rows.sort(key=lambda row: row.row_number)
    counted = table.blank_count - (len(table.blank_rows) - len(blank))
    empty = sum(1 for row in read if row.kind is Kind.EMPTY)
    return Plan(
        rows=tuple(rows),
        mapping=mapping,
        digest=_digest(rows, mapping, existing),
        notes=table.notes,
        blank_count=counted + empty,
    )


def _digest(rows: list[PlannedRow], mapping: ColumnMapping, existing: Sequence[ExistingEntry]) -> str:
    content = {
        "version": _DIGEST_VERSION,
        "mapping": mapping.to_dict(),
        "rows": [row.to_dict(licences=True) for row in rows],
        "existing": sorted((entry.to_dict() for entry in existing), key=lambda entry: str(entry["id"])),
    }
    canonical = json.dumps(content, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()


@dataclass
class _Total:
    """Sums of the rows read so far, to check what a total row says."""

    cents: int = 0
    known: bool = False


def _of_single(reason: Reason) -> Reason:
    """The reason in its words for a single player, where those for a pair differ."""
    return replace(reason, code=f"{reason.code}_single") if reason.code in _OF_PAIRS else reason


class _Planner:
    """Goes through the rows once, remembering who and which number is taken."""

    def __init__(self, rows: list[ReadRow], existing: Sequence[ExistingEntry], seats: int) -> None:
        self.seats = seats
        self.people = People()
        self.numbers: dict[int, Holder] = {}
        self.total = _Total()
        for entry in existing:
            holder = Holder(known_players(entry), number=entry.number, entry=entry)
            self.people.add(holder)
            if entry.number is not None:
                self.numbers.setdefault(entry.number, holder)
        self.first_rows: dict[int, int] = {}
        for row in rows:
            if row.number is not None and row.kind is Kind.ENTRY:
                self.first_rows.setdefault(row.number, row.row_number)
        self.highest = max([*self.numbers, *self.first_rows], default=0)

    def plan(self, row: ReadRow) -> PlannedRow:
        if row.kind is Kind.TITLE:
            return PlannedRow(row.row_number, Action.SKIPPED, reasons=(Reason("title_row"),))
        if row.kind is Kind.TOTAL:
            return PlannedRow(row.row_number, Action.SKIPPED, reasons=self._total_reasons(row))
        if row.kind is Kind.EMPTY:
            return PlannedRow(row.row_number, Action.BLANK, number=row.number, reasons=(Reason("only_number"),))
        if row.paid.amount_cents:
            self.total = _Total(self.total.cents + row.paid.amount_cents, True)
        if row.fatal:
            return self._refuse(row, row.fatal)
        if len(row.players) == 2 and same_person(row.players[0], row.players[1]):
            return self._refuse(row, [Reason("same_player_in_row", {"name": row.players[0].name})])
        return (
            self._licence_clash(row)
            or self._known_pair(row)
            or self._partner(row)
            or self._conflict(row)
            or self._new(row)
        )

    def _total_reasons(self, row: ReadRow) -> tuple[Reason, ...]:
        written = row.paid.amount_cents
        if written is None or not self.total.known or written == self.total.cents:
            return (Reason("total_row"),)
        return (Reason("total_differs", {"written_cents": written, "counted_cents": self.total.cents}),)

    def _licence_clash(self, row: ReadRow) -> PlannedRow | None:
        """One licence under two names: one of the two is a slip, and which one only the organiser can say."""
        reasons = []
        for player in row.players:
            holder = self.people.licence_clash(player)
            if holder is not None:
                code = "licence_twice_row" if holder.row is not None else "licence_twice_entry"
                reasons.append(Reason(code, _place(holder, name=player.name)))
        return self._refuse(row, reasons) if reasons else None

    def _known_pair(self, row: ReadRow) -> PlannedRow | None:
        """The same pair, or the same player without partner, in an earlier row or in the tournament."""
        holders = self.people.with_all(row.players)
        if not holders:
            return None
        holder = next((h for h in holders if h.active), holders[0])
        if holder.row is not None:
            return self._refuse(row, _same_pair(row, holder))
        if any(other.row is not None for other in self.people.holding(row.players)):
            # An earlier row has this player elsewhere: who comes later in the file must not stand for him.
            return None
        assert holder.entry is not None, "a holder without row is an entry of the tournament"
        holder.take(row)
        self.people.rename(holder, row.players)
        if holder.entry.withdrawn:
            return self._unchanged(row, holder.entry, [Reason("entry_withdrawn", _place(holder))])
        return self._update(row, holder.entry, [])

    def _partner(self, row: ReadRow) -> PlannedRow | None:
        """A player alone in the list whose partner the tournament knows, or alone in the tournament and now paired."""
        holders = self.people.holding(row.players)
        if len(holders) != 1 or holders[0].row is not None or holders[0].entry is None:
            return None
        holder, entry = holders[0], holders[0].entry
        if len(row.players) == 1 and len(holder.players) == 2:
            others = [p for p in holder.players if not same_person(p, row.players[0])]
            if len(others) != 1:
                return None
            holder.take(row)
            self.people.rename(holder, row.players)
            partner = others[0]
            return self._update(row, entry, [Reason("partner_kept", {"name": partner.name})])
        if len(row.players) == 2 and len(holder.players) == 1:
            known, partner = row.players
            if same_person(partner, holder.players[0]):
                if same_person(known, holder.players[0]):
                    return None
                known, partner = partner, known
            holder.take(row)
            self.people.rename(holder, [known])
            self.people.extend(holder, partner)
            row.players = (known, partner)
            return self._update(row, entry, [Reason("partner_found", {"name": partner.name})], changed=True)
        return None

    def _conflict(self, row: ReadRow) -> PlannedRow | None:
        reasons = []
        for player in row.players:
            for holder in self.people.holding((player,))[:1]:
                code = "player_twice_row" if holder.row is not None else "player_twice_entry"
                reasons.append(Reason(code, _place(holder, name=player.name)))
        return self._refuse(row, reasons) if reasons else None

    def _new(self, row: ReadRow) -> PlannedRow:
        reasons = list(row.notes)
        action, number = Action.TAKEN, row.number
        holder = self.numbers.get(number) if number is not None else None
        if number is None or holder is not None:
            self.highest += 1
            if number is not None and holder is not None:
                code = "number_taken_row" if holder.row is not None else "number_taken_entry"
                taken: dict[str, Param] = {"number": number, "given": self.highest}
                reasons.append(Reason(code, taken | ({"row": holder.row} if holder.row is not None else {})))
                action = Action.CHANGED
            else:
                reasons.append(Reason("number_given", {"given": self.highest}))
            number = self.highest
        if len(row.players) < self.seats:
            reasons.append(Reason("no_partner", {"name": row.players[0].name}))
        reasons.extend(self._resemblances(row))
        new = Holder(row.players, number=number, row=row.row_number, paid=row.paid)
        self.people.add(new)
        self.numbers[number] = new
        return replace(_values(row, action, reasons), number=number)

    def _resemblances(self, row: ReadRow) -> list[Reason]:
        reasons = []
        for player in row.players:
            found = self.people.resembling(player)
            if found is not None:
                holder, other, namesake = found
                code = "namesake" if namesake else "may_be_same"
                suffix = "_row" if holder.row is not None else "_entry"
                reasons.append(Reason(code + suffix, _place(holder, name=player.name, other=other.name)))
        return reasons

    def _update(
        self, row: ReadRow, entry: ExistingEntry, reasons: list[Reason], *, changed: bool = False
    ) -> PlannedRow:
        """Bring an entry of the tournament up to date; see the module for what a list may change."""
        changes = []
        if row.rating is not None and row.rating != entry.rating:
            changes.append(Reason("changed_rating", {"new": row.rating}))
        for what, old, new in (("club", entry.club, row.club), ("category", entry.category, row.category)):
            if new and fold(new) != fold(old):
                changes.append(Reason(f"changed_{what}", {"old": old, "new": new}))
        if row.present and not entry.present:
            changes.append(Reason("changed_present"))
        money, notes = _money(row, entry)
        changes += money
        if row.number is not None and row.number != entry.number:
            notes.append(Reason("number_kept", {"number": entry.number or 0, "wanted": row.number}))
        reasons = [*reasons, *changes, *notes]
        if not changes and not changed:
            return self._unchanged(row, entry, reasons)
        row_values = _values(row, Action.CHANGED, [*row.notes, *reasons])
        paid = True if money else None
        amount = row.paid.amount_cents if money and entry.amount_cents is None else None
        return replace(
            row_values,
            number=entry.number,
            existing_id=entry.id,
            paid=paid,
            amount_cents=amount,
            present=True if row.present else None,
        )

    def _unchanged(self, row: ReadRow, entry: ExistingEntry, reasons: list[Reason]) -> PlannedRow:
        return replace(_values(row, Action.UNCHANGED, reasons), number=entry.number, existing_id=entry.id)

    def _refuse(self, row: ReadRow, reasons: list[Reason]) -> PlannedRow:
        """A number that another row has too may be the slip that explains the rest: it is named as well."""
        first = self.first_rows.get(row.number) if row.number is not None else None
        if first is not None and first not in (row.row_number, *(reason.params.get("row") for reason in reasons)):
            reasons = [*reasons, Reason("number_also_row", {"number": row.number or 0, "row": first})]
        return _values(row, Action.REFUSED, reasons)


def _values(row: ReadRow, action: Action, reasons: list[Reason]) -> PlannedRow:
    return PlannedRow(
        row_number=row.row_number,
        action=action,
        number=row.number,
        players=row.players,
        club=row.club,
        category=row.category,
        paid=row.paid.paid,
        amount_cents=row.paid.amount_cents,
        present=row.present,
        rating=row.rating,
        reasons=tuple(reasons),
    )


def _place(holder: Holder, **params: Param) -> dict[str, Param]:
    """With the row of the file where there is one, else the number of the entry (0: it has none)."""
    return params | ({"row": holder.row} if holder.row is not None else {"number": holder.number or 0})


def _same_pair(row: ReadRow, holder: Holder) -> list[Reason]:
    """Naming the first row, and saying so if the two disagree on whether the pair has paid."""
    assert holder.row is not None, "called for an earlier row only"
    code = "same_pair" if len(row.players) == 2 else "same_single"
    reasons = [Reason(code, {"row": holder.row})]
    first, second = holder.paid.paid, row.paid.paid
    if second and not first:
        reasons.append(Reason("paid_only_here", {"row": holder.row}))
    elif first and second is False:
        reasons.append(Reason("paid_only_there", {"row": holder.row}))
    return reasons


def _money(row: ReadRow, entry: ExistingEntry) -> tuple[list[Reason], list[Reason]]:
    """What the list changes in the payment, and what it says that is not followed."""
    paid, cents = row.paid.paid, row.paid.amount_cents
    if paid is False and entry.paid:
        return [], [Reason("paid_kept")]
    if not paid:
        return [], []
    if not entry.paid:
        if cents is None or entry.amount_cents is not None:
            return [Reason("changed_paid")], []
        return [Reason("changed_paid_amount", {"cents": cents})], []
    if cents is not None and entry.amount_cents is None:
        return [Reason("changed_amount", {"cents": cents})], []
    if cents is not None and cents != entry.amount_cents:
        return [], [Reason("amount_kept", {"cents": entry.amount_cents or 0, "written_cents": cents})]
    return [], []
