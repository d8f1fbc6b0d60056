"""The cash sheet of a tournament: what came in and went out, by how it changed hands, and what should be in the till.

It is added up anew from the rows each time: fees and refunds, other income and expenses, the opening float, and money
handed out as prizes (in cash). None of them is ever changed, so that it balances whatever becomes of an entry: who
leaves has his money back by a row, or it stays; an entry for which money changed hands cannot be deleted.
"""

import uuid
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import Sum

from core import audit
from core.actors import Actor
from core.text import one_line
from tournaments.models import CashLine, Method, Payment, TillCount, Tournament
from tournaments.services import contests, prizegiving
from tournaments.services.errors import Conflict, TournamentError
from tournaments.services.payments import MOST_CENTS, must_be_seen
from tournaments.standings.prizes import Kind

LINE, VOIDED, COUNTED = "till.line", "till.voided", "till.counted"


@dataclass(frozen=True, slots=True)
class Sheet:
    """The cash sheet, in cents: by method (`tournaments.models.Method`) the ``fees`` received, ``refunds`` (negative),
    ``income`` and ``expenses`` (negative); the ``float`` and the ``prizes`` handed out in money (negative)."""

    float: int
    fees: dict[str, int]
    refunds: dict[str, int]
    income: dict[str, int]
    expenses: dict[str, int]
    prizes: int

    @property
    def in_till(self) -> int:
        """What should be in the till: the cash of all of them."""
        parts = (self.fees, self.refunds, self.income, self.expenses)
        return self.float + self.prizes + sum(part.get(Method.CASH, 0) for part in parts)

    @property
    def surplus(self) -> int:
        """What the tournament has brought, however it changed hands; without the float, which was there before."""
        parts = (self.fees, self.refunds, self.income, self.expenses)
        return self.prizes + sum(sum(part.values()) for part in parts)

    @property
    def by_method(self) -> dict[str, int]:
        """The same by method; prizes are handed out in cash."""
        parts = (self.fees, self.refunds, self.income, self.expenses)
        found = {method: sum(part.get(method, 0) for part in parts) for method in Method.values}
        found[Method.CASH] += self.prizes
        return {method: cents for method, cents in found.items() if cents}


def sheet(tournament: Tournament) -> Sheet:
    """The cash sheet as it stands."""
    fees, refunds = (_payments(tournament, kind) for kind in (Payment.Kind.FEE, Payment.Kind.REFUND))
    kinds = CashLine.Kind
    lines = {kind: _lines(tournament, kind) for kind in kinds.values}
    prizes = sum(row.cents or 0 for row in prizegiving.handed(tournament).values() if row.kind == Kind.MONEY.value)
    return Sheet(
        float=sum(lines[kinds.FLOAT].values()),
        fees=fees,
        refunds=refunds,
        income=lines[kinds.INCOME],
        expenses=lines[kinds.EXPENSE],
        prizes=-prizes,
    )


def _payments(tournament: Tournament, kind: str) -> dict[str, int]:
    rows = Payment.objects.filter(tournament=tournament, kind=kind).order_by()
    return {method: cents for method, cents in rows.values_list("method").annotate(Sum("amount_cents")) if cents}


def _lines(tournament: Tournament, kind: str) -> dict[str, int]:
    rows = CashLine.objects.filter(tournament=tournament, kind=kind).order_by()
    return {method: cents for method, cents in rows.values_list("method").annotate(Sum("amount_cents")) if cents}


@transaction.atomic
def write(
    tournament_id: uuid.UUID,
    kind: str,
    cents: int,
    method: str,
    note: str,
    actor: Actor,
    *,
    seen: int | None = None,
) -> CashLine:
    """Write a line: the float or other income (``cents`` come in), or an expense (they go out); 1 cent or more. A float
    is cash. ``seen``: how many lines the sheet had on the page.

    TournamentError ``payment-range``, ``payment-method``, ``till-note`` (income and expenses are for something);
    Conflict ``payment-seen``.
    """
    tournament = contests.lock(tournament_id)
    must_be_seen(seen, tournament.cash_lines.count())
    if kind not in CashLine.Kind.values or method not in Method.values:
        raise TournamentError("payment-method", "method")
    if not 1 <= cents <= MOST_CENTS:
        raise TournamentError("payment-range", "amount")
    said = one_line(note, 80)
    if kind != CashLine.Kind.FLOAT and not said:
        raise TournamentError("till-note", "note")
    made = CashLine.objects.create(
        tournament=tournament,
        kind=kind,
        method=Method.CASH if kind == CashLine.Kind.FLOAT else method,
        amount_cents=-cents if kind == CashLine.Kind.EXPENSE else cents,
        note=said,
        by_id=actor.user,
    )
    audit.record(actor, LINE, made, club_id=tournament.club_id, after={"kind": kind})
    return made


@transaction.atomic
def void(line_id: uuid.UUID, actor: Actor) -> CashLine:
    """Make a line void by its counter entry, once. Conflict ``payment-void``, TournamentError ``payment-counter``."""
    wrong = CashLine.objects.select_related("tournament").get(pk=line_id)
    contests.lock(wrong.tournament_id)
    if wrong.voids_id is not None:
        raise TournamentError("payment-counter")
    try:
        with transaction.atomic():
            made = CashLine.objects.create(
                tournament=wrong.tournament,
                kind=wrong.kind,
                method=wrong.method,
                amount_cents=-wrong.amount_cents,
                note=wrong.note,
                voids=wrong,
                by_id=actor.user,
            )
    except IntegrityError:
        raise Conflict("payment-void") from None
    audit.record(actor, VOIDED, made, club_id=wrong.tournament.club_id, after={"kind": wrong.kind})
    return made


@transaction.atomic
def count(tournament_id: uuid.UUID, cents: int, actor: Actor) -> TillCount:
    """Note what was counted in the till (0 or more), with what should have been in it at that moment. TournamentError
    ``payment-range``."""
    tournament = contests.lock(tournament_id)
    if not 0 <= cents <= 10 * MOST_CENTS:
        raise TournamentError("payment-range", "counted")
    made = TillCount.objects.create(
        tournament=tournament,
        counted_cents=cents,
        expected_cents=sheet(tournament).in_till,
        by_id=actor.user,
    )
    audit.record(actor, COUNTED, made, club_id=tournament.club_id)
    return made
