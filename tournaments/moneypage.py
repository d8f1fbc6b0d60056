"""What the pages and papers of money show: accounts of entries, the lines of one, the cash sheet."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from clubs import names
from tournaments import people
from tournaments.fees import Account
from tournaments.models import CashLine, Entry, EntryMember, Method, Payment, Receipt, Tournament
from tournaments.people import EntryName
from tournaments.services import fees, receipts, till


@dataclass(frozen=True, slots=True)
class Row:
    """An entry that owes a fee, as the list shows it."""

    name: EntryName
    account: Account


def overview(tournament: Tournament) -> dict[str, Any]:
    """All entries with what is due and received, and the sums of them."""
    named = people.in_hall(tournament)
    found = [Row(named[pk], due.account) for pk, due in fees.dues(tournament).items() if pk in named]
    found.sort(key=lambda row: row.name.number)
    here = [row.account for row in found]
    return {
        "rows": found,
        "due": sum(0 if one.has_left else one.due for one in here),
        "received": sum(one.received for one in here),
        "open": sum(one.open for one in here),
        "open_count": sum(one.open > 0 for one in here),
    }


@dataclass(frozen=True, slots=True)
class Player:
    """A player of an entry: what he owes, and what was received of himself."""

    id: uuid.UUID
    name: str
    cents: int
    received: int
    key: str


@dataclass(frozen=True, slots=True)
class Line:
    """A payment as shown; ``receipt``: how its receipt is called, if it has one."""

    row: Payment
    who: str
    is_void: bool
    receipt: str
    may_have_receipt: bool


def account(tournament: Tournament, entry: Entry) -> dict[str, Any]:
    """An entry's page of money."""
    named = people.in_hall(tournament)
    due = fees.dues(tournament, [entry.pk])[entry.pk]
    called = player_names(tournament)
    rows = list(Payment.objects.filter(entry=entry).select_related("by").order_by("at", "pk"))
    void = {row.voids_id for row in rows if row.voids_id is not None}
    given = {one.payment_id: one for one in Receipt.objects.filter(payment__in=rows)}
    own: dict[str, int] = {}
    for row in rows:
        own[str(row.person_id)] = own.get(str(row.person_id), 0) + row.amount_cents
    return {
        "entry": entry,
        "name": named[entry.pk],
        "account": due.account,
        "players": [
            Player(uuid.UUID(one.person), called.get(one.person, "–"), one.cents, own.get(one.person, 0), one.key)
            for one in due.shares
        ],
        "lines": [
            Line(
                row,
                called.get(str(row.person_id), "–") if row.person_id else "",
                row.pk in void,
                receipts.label_of(given[row.pk]) if row.pk in given else "",
                row.kind == Payment.Kind.FEE and row.amount_cents > 0 and row.pk not in void,
            )
            for row in rows
        ],
    }


def player_names(tournament: Tournament) -> dict[str, str]:
    """By person how everybody is named in the hall who plays, or has played."""
    members = EntryMember.objects.filter(tournament=tournament).select_related("person").order_by("from_round")
    objected = EntryMember.ShownAs.OBJECTED
    return {str(one.person_id): names.in_hall(one.person, objected=one.shown_as == objected) or "–" for one in members}


def cash_sheet(tournament: Tournament) -> dict[str, Any]:
    """The cash sheet: its sums, its own lines, what was counted."""
    sheet = till.sheet(tournament)
    lines = list(CashLine.objects.filter(tournament=tournament).select_related("by").order_by("at", "pk"))
    void = {row.voids_id for row in lines if row.voids_id is not None}
    counts = list(tournament.till_counts.select_related("by").order_by("-at"))
    return {
        "sheet": sheet,
        "parts": _parts(sheet),
        "by_method": [(Method(method).label, cents) for method, cents in sheet.by_method.items()],
        "lines": [{"row": row, "is_void": row.pk in void} for row in lines],
        "counts": [{"row": row, "difference": row.counted_cents - row.expected_cents} for row in counts],
    }


def _parts(sheet: till.Sheet) -> list[dict[str, Any]]:
    """The rows of the sheet: what came in and went out, with the cash of it and the rest by method."""
    kinds = CashLine.Kind
    found: list[tuple[str, dict[str, int]]] = [
        (str(kinds.FLOAT.label), {Method.CASH: sheet.float}),
        (str(Payment.Kind.FEE.label), sheet.fees),
        (str(kinds.INCOME.label), sheet.income),
        (str(Payment.Kind.REFUND.label), sheet.refunds),
        (str(kinds.EXPENSE.label), sheet.expenses),
        ("", {Method.CASH: sheet.prizes}),
    ]
    return [
        {
            "label": label,
            "cash": sums.get(Method.CASH, 0),
            "others": [(Method(method).label, cents) for method, cents in sums.items() if method != Method.CASH],
        }
        for label, sums in found
    ]


@dataclass(frozen=True, slots=True)
class Given:
    """A receipt as pages and papers show it: what it is called, for what sum, of whom (names as they are known now),
    how and when; ``is_void``: its payment was made void since."""

    label: str
    cents: int
    number: str
    who: str
    method: str
    at: Any
    is_void: bool


def given(tournament: Tournament, rows: Iterable[Receipt]) -> list[Given]:
    """Receipts of a tournament, as shown."""
    named = people.in_hall(tournament)
    called = player_names(tournament)
    countered = Payment.objects.filter(tournament=tournament, voids__isnull=False)
    void = set(countered.values_list("voids_id", flat=True))
    found = []
    for one in rows:
        name = named[one.payment.entry_id]
        who = called.get(str(one.payment.person_id), "–") if one.payment.person_id else name.joined
        found.append(
            Given(
                receipts.label_of(one),
                one.payment.amount_cents,
                name.label,
                who,
                str(Method(one.payment.method).label),
                one.at,
                one.payment_id in void,
            )
        )
    return found


def receipts_of(tournament: Tournament) -> list[Receipt]:
    """The receipts that were given in a tournament, by number."""
    rows = Receipt.objects.filter(payment__tournament=tournament).select_related("payment__entry")
    return list(rows.order_by("year", "number"))
