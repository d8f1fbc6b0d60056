"""Histories, frozen rules and publications stay as they were written: the database itself refuses the rest."""

from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.db.models import Model

from core import triggers
from core.models import AuditEvent
from scoring.models import EntryEvent, GameFormat, RulesetVersion
from tests import factories
from tournaments.models import CashLine, Payment, PrizeHanding, Publication, Receipt, TillCount


def _audit_event() -> Model:
    return AuditEvent.objects.create(verb="opened", object_type="tournament")


def _entry_event() -> Model:
    sheet = factories.make_sheet(factories.make_tournament().stages.get())
    return EntryEvent.objects.create(sheet=sheet, seq=1, verb=EntryEvent.Verb.RECORDED)


def _publication() -> Model:
    tournament = factories.make_tournament()
    return Publication.objects.create(
        tournament=tournament, what=Publication.What.STANDINGS, version=1, revision=1, figures=[], sha256="0" * 64
    )


def _prize_handing() -> Model:
    tournament = factories.make_tournament()
    (entry,) = factories.make_pairs(tournament, 1)
    return PrizeHanding.objects.create(tournament=tournament, award="a:1", seq=1, entry=entry, kind="thing")


def _payment(**more: Any) -> Payment:
    (entry,) = factories.make_pairs(factories.make_tournament(), 1)
    return Payment.objects.create(entry=entry, amount_cents=1000, **more)


def _receipt() -> Model:
    payment = _payment()
    return Receipt.objects.create(club=payment.tournament.club, year=2026, number=1, payment=payment)


def _cash_line() -> Model:
    return CashLine.objects.create(tournament=factories.make_tournament(), kind="float", amount_cents=5000)


def _till_count() -> Model:
    return TillCount.objects.create(tournament=factories.make_tournament(), counted_cents=1, expected_cents=1)


ROWS = {
    "core_auditevent": (_audit_event, "verb"),
    "scoring_rulesetversion": (factories.make_ruleset_version, "source"),
    "scoring_gameformat": (factories.make_format, "kind"),
    "scoring_entryevent": (_entry_event, "reason"),
    "tournaments_publication": (_publication, "sha256"),
    "tournaments_prizehanding": (_prize_handing, "label"),
    "tournaments_payment": (_payment, "note"),
    "tournaments_receipt": (_receipt, "number"),
    "tournaments_cashline": (_cash_line, "note"),
    "tournaments_tillcount": (_till_count, "counted_cents"),
}


def test_every_append_only_table_is_tried_here():
    assert set(ROWS) == set(triggers.APPEND_ONLY)
    ours = {CashLine, Payment, PrizeHanding, Publication, Receipt, TillCount}
    assert {AuditEvent, EntryEvent, GameFormat, RulesetVersion} | ours == {
        model for model in apps.get_models() if model._meta.db_table in triggers.APPEND_ONLY
    }


@pytest.mark.django_db
@pytest.mark.parametrize("table", sorted(ROWS))
def test_a_written_row_is_never_changed(table: str):
    make, field = ROWS[table]
    row = make()
    other = "minutes" if isinstance(getattr(row, field), str) else 7
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        type(row)._base_manager.filter(pk=row.pk).update(**{field: other})


@pytest.mark.django_db
@pytest.mark.parametrize("table", sorted(ROWS))
def test_a_written_row_is_never_deleted(table: str):
    row = ROWS[table][0]()
    with (
        pytest.raises(IntegrityError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(f'DELETE FROM "{table}"')
    assert type(row)._base_manager.filter(pk=row.pk).exists()


@pytest.mark.django_db
def test_a_trigger_may_be_taken_away_and_put_back():
    event = _audit_event()
    triggers.drop(connection, "core_auditevent")
    AuditEvent.objects.filter(pk=event.pk).update(reason="a migration may")
    triggers.create(connection, "core_auditevent")
    with pytest.raises(IntegrityError), transaction.atomic():
        AuditEvent.objects.filter(pk=event.pk).update(reason="nobody else may")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("time", ["first", "second"])
def test_a_test_database_is_emptied_all_the_same(time: str):
    assert not AuditEvent.objects.exists()
    _audit_event()
    with pytest.raises(IntegrityError), transaction.atomic():
        AuditEvent.objects.update(reason="changed")
