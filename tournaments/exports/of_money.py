"""Tables of money: what is due of whom, what came and went, receipts, the cash sheet. In cents, of the tournament's
currency."""

import uuid
from collections.abc import Iterator

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import moneypage, nouns, people
from tournaments.exports import who
from tournaments.exports.model import Cell, Column, Kind, Table, Word
from tournaments.models import CashLine, Method, Payment, Receipt, Tournament
from tournaments.services import receipts, till


def fees(tournament: Tournament) -> Table:
    """What is due of each entry, what was received, what is still open, and what was paid that is not due."""
    named = people.in_hall(tournament)
    names = who.width(named.values())
    columns = (
        *who.columns(nouns.of(tournament).one, names),
        Column("due", _("Due"), Kind.MONEY),
        Column("received", _("Received"), Kind.MONEY),
        Column("open", _("Still to pay"), Kind.MONEY),
        Column("over", _("Paid too much"), Kind.MONEY),
        Column("currency", _("Currency")),
    )

    def rows() -> Iterator[tuple[Cell, ...]]:
        for row in moneypage.overview(tournament)["rows"]:
            one = row.account
            yield *who.cells(row.name, names), one.due, one.received, one.open, one.over, tournament.currency

    return Table("fees", _("Fees"), columns, rows)


def payments(tournament: Tournament) -> Table:
    """Money received and given back, in its order; a counter entry and what it makes void are both marked."""
    named = people.in_hall(tournament)
    names = who.width(named.values())
    columns = (
        Column("at", _("When"), Kind.MOMENT),
        *who.columns(nouns.of(tournament).one, names),
        Column("player", _("Of which player")),
        Column("kind", _("Kind")),
        Column("method", _("How")),
        Column("amount", _("Amount"), Kind.MONEY),
        Column("currency", _("Currency")),
        Column("note", _("Remark")),
        Column("receipt", _("Receipt")),
        Column("void", _("Void"), Kind.YES),
    )

    def rows() -> Iterator[tuple[Cell, ...]]:
        players = moneypage.player_names(tournament)
        given = {row.payment_id: receipts.label_of(row) for row in _receipts(tournament)}
        void = _void(tournament)
        for row in Payment.objects.filter(tournament=tournament).order_by("at", "pk"):
            yield (
                timezone.localtime(row.at),
                *who.cells(named.get(row.entry_id), names),
                players.get(str(row.person_id), "") if row.person_id else "",
                Word(row.kind, row.get_kind_display()),
                Word(row.method, row.get_method_display()),
                row.amount_cents,
                tournament.currency,
                row.note,
                given.get(row.pk, ""),
                row.pk in void or row.voids_id is not None,
            )

    return Table("payments", _("Payments"), columns, rows)


def _receipts(tournament: Tournament) -> list[Receipt]:
    return list(Receipt.objects.filter(payment__tournament=tournament))


def _void(tournament: Tournament) -> set[uuid.UUID | None]:
    """The payments that a counter entry has made void."""
    return set(Payment.objects.filter(tournament=tournament, voids__isnull=False).values_list("voids_id", flat=True))


def cash_sheet(tournament: Tournament) -> Table:
    """The sums of the cash sheet, each by how it changed hands; with what should be in the till."""
    columns = (
        Column("what", _("What")),
        Column("method", _("How")),
        Column("amount", _("Amount"), Kind.MONEY),
        Column("currency", _("Currency")),
    )

    def rows() -> Iterator[tuple[Cell, ...]]:
        found, kinds = till.sheet(tournament), CashLine.Kind
        parts = [
            (Word("float", str(kinds.FLOAT.label)), {Method.CASH.value: found.float}),
            (Word("fee", str(Payment.Kind.FEE.label)), found.fees),
            (Word("income", str(kinds.INCOME.label)), found.income),
            (Word("refund", str(Payment.Kind.REFUND.label)), found.refunds),
            (Word("expense", str(kinds.EXPENSE.label)), found.expenses),
            (Word("prizes", _("Prizes")), {Method.CASH.value: found.prizes}),
            (Word("till", _("Should be in the till")), {Method.CASH.value: found.in_till}),
        ]
        for what, sums in parts:
            for method, cents in sums.items():
                yield what, Word(method, str(Method(method).label)), cents, tournament.currency

    return Table("till", _("Cash sheet"), columns, rows)


def counts(tournament: Tournament) -> Table:
    """What was counted in the till, in its order, beside what should have been in it."""
    columns = (
        Column("at", _("When"), Kind.MOMENT),
        Column("counted", _("Counted"), Kind.MONEY),
        Column("expected", _("Should have been"), Kind.MONEY),
        Column("difference", _("Difference"), Kind.MONEY),
        Column("currency", _("Currency")),
        Column("by", _("By")),
    )

    def rows() -> Iterator[tuple[Cell, ...]]:
        for row in tournament.till_counts.select_related("by").order_by("at", "pk"):
            difference = row.counted_cents - row.expected_cents
            sums = (row.counted_cents, row.expected_cents, difference, tournament.currency)
            yield timezone.localtime(row.at), *sums, "" if row.by is None else row.by.get_username()

    return Table("till-counts", _("Counted in the till"), columns, rows)


def cash_lines(tournament: Tournament) -> Table:
    """What came into the till and went out of it beside fees and prizes."""
    columns = (
        Column("at", _("When"), Kind.MOMENT),
        Column("kind", _("Kind")),
        Column("method", _("How")),
        Column("amount", _("Amount"), Kind.MONEY),
        Column("currency", _("Currency")),
        Column("note", _("Remark")),
        Column("by", _("By")),
        Column("void", _("Void"), Kind.YES),
    )

    def rows() -> Iterator[tuple[Cell, ...]]:
        found = list(CashLine.objects.filter(tournament=tournament).select_related("by").order_by("at", "pk"))
        void = {row.voids_id for row in found if row.voids_id is not None}
        for row in found:
            yield (
                timezone.localtime(row.at),
                Word(row.kind, row.get_kind_display()),
                Word(row.method, row.get_method_display()),
                row.amount_cents,
                tournament.currency,
                row.note,
                "" if row.by is None else row.by.get_username(),
                row.pk in void or row.voids_id is not None,
            )

    return Table("till-lines", _("Lines of the till"), columns, rows)
