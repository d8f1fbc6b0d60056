"""Deals of a round's table that was left before they could be sent: the next round's page sends them."""

import re
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from core import links
from core.models import AccessLink
from scoring.models import LateDeal
from scoring.sheets import close_sheet, digest_of
from tests import factories
from tests.browser.conftest import accessible
from tests.browser.test_table_phone import FIRST, PLAIN, Phone
from tests.tournaments.at_table import DEAL, PASSED, Table
from tournaments.models import Round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def table(transactional_db: None) -> Table:
    found = Table()
    found.record(1)
    return found


def next_round(table: Table) -> Table:
    """The table of the next round, number 5, at which the same pairs sit."""
    found = Table.__new__(Table)
    found.__dict__.update(table.__dict__)
    found.round = factories.make_round(table.stage, 3, state=Round.State.PLAYING)
    found.match = factories.make_match(found.round, table.ns, table.ew, 5)
    found.game = factories.make_game(found.match, sheet=factories.make_sheet(table.stage, digest=digest_of([])))
    found.link = links.issue(AccessLink.Purpose.TABLE, found.match.pk)
    return found


def left_with_two(page: Any, table: Table) -> Phone:
    """A phone that could send nothing to the table of round 2, where it wrote two deals."""
    page.route(re.compile(rf"{table.link.pk}/(deals|late|state)$"), lambda route: route.abort())
    phone = Phone(page, table).deal().tap("save")
    expect(phone.sync).to_contain_text("waiting")
    return phone.tap("pass")


def close(table: Table) -> None:
    """The round is over: its sheet is closed, and its link with it."""
    sheet = table.game.sheet
    sheet.refresh_from_db()
    close_sheet(sheet.pk, digest=sheet.digest, actor=table.access.actor(), reason="time")
    links.close_for(AccessLink.Purpose.TABLE, [table.match.pk], timezone.now())


LEFT = """([base, sheet]) => {
  const queue = [{ key: "un", deal: { declarer: null }, position: 2, sheet }];
  localStorage.setItem(`table:${base}`, JSON.stringify({ queue, draft: null, place: [12, 2] }));
  window.dispatchEvent(new Event("online"));
}"""


def test_a_table_sends_what_was_left_at_another_and_says_so_until_it_is_there(page_at, table):
    page = page_at(360, height=640, locale="en-GB", allow_errors=True)
    page.request.get(f"/t/{table.token}/")
    close(table)
    page.route(f"**{table.path}*", lambda route: route.abort())
    there = Phone(page, next_round(table)).tap("later")
    page.wait_for_function("window.coinche.keepPage")
    page.evaluate(LEFT, [table.path, str(table.game.sheet_id)])
    line = page.locator(".note-warn", has_text="Table 12, round 2: 1 deal is not sent yet.")
    expect(line).to_contain_text("Sent as soon as the network is back.")
    page.unroute_all()
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(there.toast).to_contain_text("Table 12, round 2: the deals that were left on this phone came late")
    expect(line).to_have_count(0)
    assert LateDeal.objects.get().data == PASSED


@pytest.mark.long
def test_the_next_rounds_table_sends_them_and_says_so_until_they_are_there(page_at, table):
    page = page_at(360, height=640, locale="en-GB", allow_errors=True)
    left_with_two(page, table)
    expect(page.locator("#sync")).to_contain_text("2 waiting")
    close(table)
    there = Phone(page, next_round(table)).tap("later")
    line = page.locator(".note-warn", has_text="Table 12, round 2: 2 deals are not sent yet.")
    expect(line).to_contain_text("Sent as soon as the network is back.")
    accessible(page)
    page.unroute_all()
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(there.toast).to_contain_text("Table 12, round 2: the deals that were left on this phone came late")
    expect(line).to_have_count(0)
    assert [one.data for one in LateDeal.objects.order_by("position")] == [PLAIN, PASSED]
    assert page.evaluate(f"localStorage.getItem('table:{table.path}')") is None


@pytest.mark.long
def test_what_was_changed_and_taken_back_since_follows_to_a_sheet_that_is_open(page_at, table):
    page = page_at(360, height=640, locale="en-GB", allow_errors=True)
    left_with_two(page, table)
    page.evaluate(
        """() => {
          const { store } = window.coinche;
          const [first, second] = store.queue;
          store.change(first.key, { tried: true, then: { ...first.deal, double: "coinche" }, seen: 0 });
          store.change(second.key, { tried: true, undo: true });
        }"""
    )
    page.unroute_all()
    there = Phone(page, next_round(table)).tap("later")
    expect(there.toast).to_contain_text("Table 12, round 2: the deals that were left on this phone are recorded.")
    page.wait_for_function(f"localStorage.getItem('table:{table.path}') === null")
    assert table.deals() == [DEAL, {**PLAIN, "double": "coinche"}]


@pytest.mark.long
def test_what_the_other_phone_has_otherwise_is_opened_there(page_at, table):
    page = page_at(360, height=640, locale="en-GB", allow_errors=True)
    left_with_two(page, table)
    table.record(2, FIRST)
    page.unroute_all()
    there = Phone(page, next_round(table)).tap("later")
    expect(page.locator(".note-warn")).to_contain_text("Somebody has to look at it.")
    accessible(page)
    there.tap("unsent")
    expect(page.locator("#ask")).to_contain_text("two versions")
    # The sheet keeps both, and what was written after it is held up by nothing.
    page.wait_for_function(f"localStorage.getItem('table:{table.path}') === null")
    assert table.deals() == [DEAL, FIRST, PASSED]


@pytest.mark.long
def test_the_code_of_a_round_that_is_over_sends_what_was_left(page_at, table):
    page = page_at(360, height=640, locale="en-GB", allow_errors=True)
    left_with_two(page, table)
    close(table)
    page.goto(f"/t/{table.token}/")
    expect(page.locator("#left li")).to_have_count(2)
    page.unroute_all()
    page.reload()
    expect(page.locator("#left-sent")).to_contain_text("they are before the arbiter now")
    expect(page.locator("#left")).to_be_hidden()
    accessible(page)
    assert LateDeal.objects.count() == 2


@pytest.mark.long
def test_what_no_table_takes_stays_until_who_wrote_it_says_that_the_desk_has_it(page_at, table):
    page = page_at(360, height=640, locale="en-GB", allow_errors=True)
    left_with_two(page, table)
    page.context.clear_cookies(name="table")
    page.unroute_all()
    Phone(page, next_round(table)).tap("later", "unsent")
    expect(page.locator("#left li")).to_have_count(2)
    page.locator("#left-done summary").click()
    accessible(page)
    page.locator("#left-done button").click()
    expect(page.locator("#left")).to_be_hidden()
    assert page.evaluate(f"localStorage.getItem('table:{table.path}')") is None
    assert table.deals() == [DEAL]
