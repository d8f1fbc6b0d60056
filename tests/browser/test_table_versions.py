"""Two phones that wrote one deal otherwise: both show both versions, and either settles it."""

import pytest
from playwright.sync_api import expect

from scoring.models import Dispute, LateDeal
from tests.browser.conftest import accessible
from tests.browser.test_table_phone import FIRST, Phone
from tests.tournaments.at_table import DEAL, Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

#: Ask the server at once what is new.
LOOK = "() => window.coinche.sending.poll()"


@pytest.fixture
def phones(page_at, transactional_db):
    """Two phones at one table. Another one has recorded the deal, the second has just sent it otherwise."""
    table = Table()
    other, phone = (
        Phone(page_at(360, height=640, locale="en-GB", allow_errors=True), table).tap("later") for _ in "ab"
    )
    phone.deal()
    table.record(1, FIRST)
    phone.tap("belote-NS", "save")
    return other, phone


def test_both_phones_show_both_versions_and_either_settles_it(phones):
    other, phone = phones
    expect(phone.page.locator("#ask")).to_contain_text("two versions")
    other.page.evaluate(LOOK)
    for one, whose in ((phone, "On this phone"), (other, "On the other phone")):
        expect(one.page.locator(".versions .version")).to_have_count(2)
        expect(one.page.locator(".versions")).to_contain_text("104")
        expect(one.page.locator(".versions")).to_contain_text(whose)
        expect(one.page.locator(".versions")).to_contain_text("Belote 14")
        expect(one.sync).to_contain_text("To compare")
    other.page.locator('[data-k^="other-"]').click()
    expect(other.toast).to_contain_text("Deal 1 is settled")
    assert other.table.deals() == [DEAL]
    phone.page.evaluate(LOOK)
    expect(phone.toast).to_contain_text("Deal 1 is settled")
    expect(phone.sync).to_contain_text("Recorded")
    found = Dispute.objects.get()
    assert (found.kind, found.outcome, found.late_deals.get().data) == ("versions", "changed", DEAL)


def test_what_a_deal_was_changed_into_while_it_waited_is_the_version_that_is_kept(page_at, transactional_db):
    table = Table()
    phone = Phone(page_at(360, height=640, locale="en-GB", allow_errors=True), table).tap("later")
    phone.page.route("**/deals", lambda route: route.abort())
    phone.deal().tap("save")
    expect(phone.sync).to_contain_text("waiting")
    phone.page.evaluate(
        "() => { const { store } = window.coinche; const [one] = store.queue;"
        "store.change(one.key, { then: { ...one.deal, double: 'coinche' }, seen: 0 }); }"
    )
    table.record(1, FIRST)
    phone.page.unroute_all()
    phone.page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(phone.page.locator("#ask")).to_contain_text("two versions")
    expect(phone.sync).to_contain_text("To compare")
    assert [one.data.get("double") for one in LateDeal.objects.all()] == ["coinche"]


@pytest.mark.long
def test_of_two_phones_that_settle_it_at_once_one_is_told(phones):
    other, phone = phones
    phone.page.locator('[data-k="mine"]:enabled').wait_for()
    other.page.evaluate(LOOK)
    other.page.locator('[data-k="theirs"]:enabled').wait_for()
    accessible(other.page)
    # It can wait, and says so.
    other.tap("play-on")
    expect(other.page.locator(".note-warn")).to_contain_text("Deal 1: two versions")
    other.tap("compare")
    other.page.locator('[data-k="theirs"]:enabled').wait_for()
    for one in phones:
        one.page.route("**/state", lambda route: route.abort())
    phone.tap("mine")
    expect(phone.toast).to_contain_text("settled")
    other.tap("theirs")
    expect(other.page.locator(".note-warn")).to_contain_text("The other phone has settled it meanwhile")
    expect(other.page.locator(".deals")).to_contain_text("100")
    assert other.table.deals() == [DEAL] != [FIRST]
