"""Deals of a whole evening that come when their sheet is closed: more than one request may hold."""

import pytest
from playwright.sync_api import expect

from scoring.models import LateDeal
from scoring.sheets import close_sheet
from tests.browser.test_table_phone import Phone
from tests.tournaments.at_table import Table
from tournaments.table_requests import MOST_LATE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.long]

WAITING = """many => {
  const { store, page, sending } = window.coinche;
  const sheet = page.m.state.sheet;
  const item = (_, at) => ({ key: `late-${at}`, deal: { declarer: null }, position: at + 2, sheet });
  store.alter(() => store.queue.push(...Array.from({ length: many }, item)));
  sending.pump();
}"""


def test_many_deals_come_in_parts(page_at, transactional_db):
    table, many = Table(), MOST_LATE + 5
    table.record(1)
    phone = Phone(page_at(360, height=640, locale="en-GB", allow_errors=True), table)
    expect(phone.page.locator("script[src*=waiting]")).to_have_count(1)
    sheet = table.game.sheet
    sheet.refresh_from_db()
    close_sheet(sheet.pk, digest=sheet.digest, actor=table.access.actor(), reason="time")
    phone.page.evaluate(WAITING, many)
    expect(phone.page.locator(".toast")).to_contain_text(f"the {many} deals that came late", timeout=20_000)
    assert phone.page.evaluate("window.coinche.store.queue.length") == 0
    assert LateDeal.objects.count() == many
