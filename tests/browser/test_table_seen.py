"""What a side agrees to at the table's page is what it saw: not what came in while it typed a reason, or its code."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from core.actors import SYSTEM
from tests.browser.test_table_phone import PLAIN, Phone
from tests.tournaments.at_table import DEAL, Table
from tournaments.services import paircodes, play

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

#: The page asks how the sheet stands, now.
POLLED = "() => coinche.sending.poll()"
OTHERS = {**DEAL, "contract": 90}


def opened(page_at: Any, table: Table) -> Page:
    """The phone of a table that is asked whether it agrees. The refusal is an error status, which the console has."""
    page: Page = Phone(page_at(360, height=640, locale="en-GB", allow_errors=True), table).page
    page.evaluate("() => new Promise(coinche.whenAllHere)")
    return page


def amend_from_the_other_phone(table: Table, page: Page) -> None:
    table.game.sheet.refresh_from_db()
    play.amend(table.access, 1, OTHERS, seen=table.game.sheet.revision, actor=table.access.actor("autre"))
    page.evaluate(POLLED)
    assert page.evaluate("coinche.page.m.state.entries[0].deal.contract") == 90


def test_figures_that_came_while_a_code_was_typed_are_shown_before_anybody_agrees_to_them(page_at, transactional_db):
    table = Table(deals=1)
    table.record(1)
    paircodes.change(table.tournament.pk, SYSTEM, on=True)
    page = opened(page_at, table)
    page.locator("[data-k=agree-NS]").click()
    field = page.locator("#code")
    expect(field).to_be_focused()
    amend_from_the_other_phone(table, page)
    field.fill(paircodes.code_of(table.ns.pk, 1))
    field.press("Enter")
    expect(page.locator(".note-warn")).to_contain_text("The sheet changed while you were reading.")
    expect(page.locator(".fig strong")).to_have_text(["110", "0"])
    assert not table.game.sheet.confirmations.exists()
    page.locator("[data-k=agree-NS]").click()
    field.fill(paircodes.code_of(table.ns.pk, 1))
    field.press("Enter")
    expect(page.locator("main")).to_contain_text("Agrees, at")


@pytest.mark.long
def test_figures_that_came_while_a_reason_was_typed_are_shown_before_anybody_agrees_to_them(page_at, transactional_db):
    table = Table()
    table.record(1)
    page = opened(page_at, table)
    page.locator("[data-k=close]").click()
    page.locator("#why").press_sequentially("Time")
    play.record(table.access, PLAIN, position=2, client_key="autre", actor=table.access.actor("autre"))
    page.evaluate(POLLED)
    expect(page.locator(".fig strong")).to_have_text(["120", "0"])
    page.locator("[data-k=agree-NS]").click()
    expect(page.locator(".note-warn")).to_contain_text("The sheet changed while you were reading.")
    expect(page.locator(".fig strong")).to_have_text(["220", "0"])
    assert not table.game.sheet.confirmations.exists()
    expect(page.locator("#why")).to_have_value("Time")
    page.locator("[data-k=agree-NS]").click()
    expect(page.locator("main")).to_contain_text("Agrees, at")
