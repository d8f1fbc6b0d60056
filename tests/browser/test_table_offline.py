"""The table's page where the network fails: at any moment, on https or in a hall's plain http."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Playwright, Route, expect

from clubs.models import User
from clubs.roles import Role
from scoring import rulings
from scoring.models import Dispute
from scoring.sheets import call_time, close_sheet
from tests import factories
from tests.browser.conftest import FLAGS, Pages, accessible, chromium
from tests.browser.kept_phone import LATER, counts_here, is_kept, queue, wait_until_kept
from tests.browser.test_table_phone import FIRST, PLAIN, Phone, a_finger_later
from tests.browser.wire import Wire
from tests.scoring.on_sheets import counting_rules
from tests.tournaments.at_table import DEAL, PASSED, Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HALL = "salle.test"
DAY = 86_400_000
SETTLED = """() => {
  const { page, store } = window.coinche;
  return !page.m.sending && (page.m.conflict || !store.queue.length);
}"""


@pytest.fixture
def table(transactional_db: None) -> Table:
    return Table()


@pytest.fixture
def wire(live_server: Any) -> Iterator[Wire]:
    parts = urlsplit(live_server.url)
    found = Wire(("127.0.0.1", parts.port or 80))
    yield found
    found.cut()


@pytest.fixture
def phone_at(page_at: Any, wire: Wire) -> Iterator[Callable[..., Phone]]:
    """A phone on localhost, as on https: its page is kept. Refusals are error statuses, which the console has, but no
    script may fail."""
    failed: list[str] = []

    def opened(table: Table, user: User | None = None) -> Phone:
        base = f"http://localhost:{wire.port}"
        page = page_at(360, height=640, locale="en-GB", allow_errors=True, base_url=base, user=user)
        page.context.on("weberror", lambda found: failed.append(str(found.error)))
        return Phone(page, table)

    yield opened
    assert not failed, failed


# The page opens again


def test_three_deals_without_the_network_survive_a_closed_tab_and_are_sent_once_in_order(phone_at, table, wire):
    phone = phone_at(table).tap("later")
    wait_until_kept(phone)
    # A clock that is put back orders nothing: what is kept from now on is the newer for it.
    a_finger_later(phone.page, -DAY)
    table.record(1)
    expect(phone.page.locator(".deals")).to_contain_text("Made", timeout=LATER)
    wire.cut()
    phone.deal().tap("save")
    expect(phone.sync).to_contain_text("1 waiting")
    phone.tap("pass")
    phone.deal(side="EW", bid="90", trump="S", digits="60").tap("save")
    expect(phone.sync).to_contain_text("3 waiting")
    # Counted here: totals with what waits, and what is saved where.
    expect(phone.page.locator(".total").first).to_have_text("220")
    expect(phone.page.locator(".note-warn")).to_contain_text("Saved on this phone only: deals 2 and 3.")
    accessible(phone.page)
    context = phone.page.context
    phone.page.close()
    again = context.new_page()
    again.goto(table.path)
    phone.page = again
    expect(again.locator(".total").first).to_have_text("220", timeout=LATER)
    expect(again.locator(".note-warn")).to_contain_text("What stands here is from")
    expect(phone.sync).to_contain_text("3 waiting")
    phone.deal().tap("save")
    expect(phone.sync).to_contain_text("4 waiting")
    accessible(again)
    wire.mend()
    expect(phone.sync).to_contain_text("Recorded", timeout=LATER)
    assert [deal["declarer"] for deal in table.deals()] == ["NS", "NS", None, "EW", "NS"]
    assert queue(phone) == []


@pytest.mark.long
def test_a_table_that_is_closed_to_the_phone_leaves_nothing_of_it_there(phone_at, table, wire):
    phone = phone_at(table).tap("later")
    wait_until_kept(phone)
    phone.page.context.clear_cookies()
    phone.page.reload()
    expect(phone.page.locator("h1")).to_be_visible()
    assert not is_kept(phone)
    wire.cut()
    with pytest.raises(Exception, match="ERR_"):
        phone.page.goto(table.path)


KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      found[new URL(request.url).pathname] = await (await cache.match(request)).text();
  }
  return found;
}"""


@pytest.mark.long
def test_nothing_is_kept_but_the_table_and_nothing_of_who_is_signed_in(phone_at, table):
    organiser = factories.make_user(Role.ORGANISER, table.club, username="kerouanton")
    phone = phone_at(table, organiser).tap("later")
    wait_until_kept(phone)
    # What the account sees goes through the browser whose worker keeps the table.
    signed_in = [reverse("club", args=[table.club.slug]), reverse("account")]
    for path in signed_in:
        phone.page.goto(path)
        assert organiser.username in phone.page.content()
    phone.page.goto(table.path)
    expect(phone.page.locator("#ask")).to_be_visible()
    kept = phone.page.evaluate(KEPT)
    page, state = table.path, f"{table.path}state"
    others = {path for path in kept if not path.startswith("/static/")}
    assert {page, "/table/words", f"{table.path}rules"} <= others <= {page, state, "/table/words", f"{page}rules"}
    assert "/static/js/rules/score.js" in kept
    assert "/static/js/table/agreeing.js" in kept
    for path, body in kept.items():
        for secret in (organiser.username, *signed_in):
            assert secret not in body, (path, secret)
    # Nor does a signed-in page open without the network, or any other.
    phone.page.context.set_offline(True)
    with pytest.raises(Exception, match="ERR_"):
        phone.page.goto(signed_in[0])


# A hall's plain http


@contextmanager
def hall(playwright: Playwright, wire: Wire) -> Iterator[Pages]:
    """A browser that knows the hall by a name, so that nothing is secure there."""
    browser: Browser = playwright.chromium.launch(
        executable_path=chromium(), args=[*FLAGS, f"--host-resolver-rules=MAP {HALL} 127.0.0.1"]
    )
    pages = Pages(browser, f"http://{HALL}:{wire.port}")
    try:
        yield pages
    finally:
        pages.pictures("plain-http")
        pages.close()
        browser.close()


def test_in_plain_http_the_open_page_goes_on_and_a_reload_finds_everything(playwright, wire, table, settings):
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, HALL]
    with hall(playwright, wire) as pages:
        phone = Phone(pages(360, height=640, locale="en-GB", allow_errors=True), table).tap("later")
        assert phone.page.evaluate("[isSecureContext, !!navigator.serviceWorker, !!window.crypto.subtle]") == [
            False, False, False,
        ]  # fmt: skip
        counts_here(phone)
        wire.cut()
        phone.deal().tap("save").tap("pass")
        expect(phone.sync).to_contain_text("2 waiting")
        expect(phone.page.locator(".total").first).to_have_text("100")
        phone.deal(digits="7")
        # The sheet is still there: what cannot be is refused here as by the server.
        phone.tap("erase", "digit-1", "digit-6", "digit-1")
        expect(phone.page.get_by_role("alert").filter(has_text="161")).to_be_visible()
        context = phone.page.context
        phone.page.close()
        wire.mend()
        phone.page = context.new_page()
        phone.page.goto(table.path)
        expect(phone.sync).to_contain_text("Recorded", timeout=LATER)
        assert table.deals() == [PLAIN, PASSED]
        # What was being written, too.
        expect(phone.page.locator(".pt-on")).to_contain_text("161")


# Deals that wait are changed, and taken back


@pytest.mark.long
def test_a_deal_that_waits_is_changed_before_it_is_sent(phone_at, table, wire):
    phone = phone_at(table).tap("later")
    counts_here(phone)
    wire.cut()
    phone.tap("pass").deal().tap("save")
    expect(phone.sync).to_contain_text("2 waiting")
    phone.tap("waiting-2", "digit-6", "digit-0")
    expect(phone.page.locator("#result")).to_contain_text("102")
    phone.tap("save")
    expect(phone.toast).to_contain_text("changed on this phone")
    expect(phone.sync).to_contain_text("2 waiting")
    phone.tap("waiting-1")
    phone.tap("side-EW", "bid-80", "trump-C", "digit-7", "digit-0", "save")
    wire.mend()
    expect(phone.sync).to_contain_text("Recorded", timeout=LATER)
    assert [deal["points"] for deal in table.deals()] == [{"NS": 70, "EW": 92}, {"NS": 102, "EW": 60}]


@pytest.mark.parametrize("what", ["changed", pytest.param("taken back", marks=pytest.mark.long)])
def test_a_deal_that_may_have_reached_the_server_does_not_become_two(phone_at, table, what):
    phone = phone_at(table).tap("later")
    counts_here(phone)

    losing = {"deals"}
    asked: list[str] = []

    def lose(route: Route) -> None:
        """The server has done it, and the phone does not hear of it."""
        asked.append(route.request.url.rpartition("/")[2])
        if asked[-1] in losing:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    phone.page.route(re.compile("/(undo|deals|deals/1)$"), lose)
    phone.deal().tap("save")
    expect(phone.sync).to_contain_text("1 waiting")
    assert len(table.deals()) == 1
    if what == "changed":
        phone.tap("waiting-1", "digit-6", "digit-0", "save")
    else:
        phone.tap("waiting-1", "undo")
    expect(phone.sync).to_contain_text("1 waiting")
    losing = {"undo", "1"}
    end = time.monotonic() + LATER / 1000
    while asked[-1] not in losing:
        assert time.monotonic() < end, asked
        phone.page.wait_for_timeout(50)
    losing = set()
    expect(phone.sync).to_contain_text("Recorded", timeout=LATER)
    expected = [{**PLAIN, "points": {"NS": 102, "EW": 60}}] if what == "changed" else []
    assert table.deals() == expected
    assert table.game.sheet.entries.count() == 1
    assert queue(phone) == []


@pytest.mark.long
@pytest.mark.parametrize("counts", [False, True], ids=["void", "counted"])
def test_a_passed_deal_that_waits_takes_a_number_or_not_as_the_rule_set_says(phone_at, transactional_db, wire, counts):
    table = Table(deals=3, version=counting_rules() if counts else None)
    phone = phone_at(table).tap("later")
    counts_here(phone)
    wire.cut()
    phone.tap("pass").deal().tap("save")
    expect(phone.sync).to_contain_text("2 waiting")
    numbers = phone.page.locator(".deals tbody th")
    expect(numbers).to_have_text(["2", "1"] if counts else ["1", "–"])
    said = "deals 1 and 2" if counts else "deal 1"
    expect(phone.page.locator(".note-warn")).to_contain_text(f"Saved on this phone only: {said}.")
    expect(phone.page.locator("header")).to_contain_text("Deal 3 of 3" if counts else "Deal 2 of 3")
    expect(phone.page.locator("main")).to_contain_text("1 deal left." if counts else "2 deals left.")
    phone.deal(side="EW").tap("save")
    expect(phone.page.locator("#ask")).to_have_text("Do you agree?" if counts else "Who takes?")
    wire.mend()
    expect(phone.sync).to_contain_text("Recorded", timeout=LATER)
    stands = table.game.sheet.entries.order_by("position").values_list("counted", flat=True)
    assert list(stands) == ([1, 2, 3] if counts else [None, 1, 2])


@pytest.mark.long
def test_the_last_deal_that_waits_is_taken_back_and_nobody_hears_of_it(phone_at, table, wire):
    phone = phone_at(table).tap("later")
    counts_here(phone)
    wire.cut()
    phone.tap("pass").deal().tap("save")
    expect(phone.sync).to_contain_text("2 waiting")
    phone.tap("waiting-2", "undo")
    expect(phone.sync).to_contain_text("1 waiting")
    wire.mend()
    expect(phone.sync).to_contain_text("Recorded", timeout=LATER)
    assert table.deals() == [PASSED]
    assert table.game.sheet.entries.count() == 1


# What became of the sheet meanwhile


def test_deals_that_come_when_the_desk_has_closed_the_sheet_are_put_before_the_arbiter(phone_at, table, wire):
    phone = phone_at(table).tap("later")
    counts_here(phone)
    wire.cut()
    phone.deal().tap("save").tap("pass")
    expect(phone.sync).to_contain_text("2 waiting")
    table.record(1)
    sheet = table.game.sheet
    sheet.refresh_from_db()
    close_sheet(sheet.pk, digest=sheet.digest, actor=table.access.actor(), reason="time")
    wire.mend()
    expect(phone.page.locator(".toast")).to_contain_text("the 2 deals that came late", timeout=LATER)
    accessible(phone.page)
    dispute = Dispute.objects.get(sheet=sheet)
    # The first is another than the one that the desk took over.
    assert [late.data.get("belote") for late in dispute.late_deals.order_by("position")] == [None, None]
    assert queue(phone) == []
    assert table.deals() == [DEAL]


@pytest.mark.long
def test_what_nobody_takes_stays_on_the_phone_and_is_shown(phone_at, table, wire):
    phone = phone_at(table).tap("later")
    counts_here(phone)
    wire.cut()
    phone.deal().tap("save")
    expect(phone.sync).to_contain_text("1 waiting")
    phone.page.context.clear_cookies(name="table")
    wire.mend()
    expect(phone.page.locator("main")).to_contain_text("Scan the code on your sheet again", timeout=LATER)
    expect(phone.page.locator(".note-warn")).to_contain_text("Saved on this phone only")
    expect(phone.page.locator(".kept")).to_contain_text("14: 112, 31: 50")
    accessible(phone.page)
    assert len(queue(phone)) == 1
    # Nor when the page is loaded again.
    phone.page.reload()
    expect(phone.page.locator("#left li")).to_have_text("Line 1: North-South 100 Hearts, North-South 112, East-West 50")
    accessible(phone.page)
    phone.page.goto(f"/t/{table.token}/")
    expect(phone.sync).to_contain_text("Recorded", timeout=LATER)
    assert table.deals() == [PLAIN]


@pytest.mark.long
def test_two_phones_without_the_network_show_both_versions(phone_at, table, wire):
    phone, other = phone_at(table).tap("later"), phone_at(table).tap("later")
    for one in (phone, other):
        counts_here(one)
    wire.cut()
    phone.deal().tap("save")
    other.deal(bid="90", trump="S", digits="58").tap("save")
    for one in (phone, other):
        expect(one.sync).to_contain_text("1 waiting")
    wire.mend()
    for one in (phone, other):
        one.page.wait_for_function(SETTLED, timeout=LATER)
    # The sheet keeps both: nothing waits on a phone any more.
    assert queue(phone) == queue(other) == []
    late = next(one for one in (phone, other) if one.page.locator('[data-k="mine"]').count())
    expect(late.page.locator("#ask")).to_contain_text("two versions")
    expect(late.page.locator(".versions")).to_contain_text("112")
    expect(late.page.locator(".versions")).to_contain_text("104")
    late.tap("mine")
    expect(late.sync).to_contain_text("Recorded", timeout=LATER)
    assert table.deals() == [PLAIN if late is phone else FIRST]


@pytest.mark.long
def test_a_game_that_ends_without_the_network_is_seen_to_end(phone_at, transactional_db, wire):
    table = Table(kind="target", deals=150)
    phone = phone_at(table).tap("later")
    counts_here(phone)
    wire.cut()
    phone.deal().tap("save")
    expect(phone.page.locator("main")).to_contain_text("Pair 14 still needs 50.")
    phone.deal().tap("save")
    expect(phone.page.locator("#ask")).to_have_text("Do you agree?")
    expect(phone.page.locator("main")).to_contain_text("Deals are still waiting on this phone.")
    expect(phone.page.locator(".fig strong").first).to_have_text("200")
    accessible(phone.page)
    wire.mend()
    expect(phone.page.locator('[data-k="agree-NS"]')).to_be_enabled(timeout=LATER)
    assert len(table.deals()) == 2


@pytest.mark.long
def test_two_tabs_of_one_phone_lose_no_deal(phone_at, table, wire):
    phone = phone_at(table).tap("later")
    page = phone.page.context.new_page()
    page.goto(table.path)
    other = Phone.__new__(Phone)
    other.page, other.table, other.taps = page, table, 0
    wire.cut()
    phone.deal().tap("save")
    expect(other.sync).to_contain_text("1 waiting")
    other.tap("pass")
    expect(phone.sync).to_contain_text("2 waiting")
    page.close()
    wire.mend()
    expect(phone.sync).to_contain_text("Recorded", timeout=LATER)
    assert table.deals() == [PLAIN, PASSED]


@pytest.mark.long
def test_what_the_arbiter_gave_and_the_call_of_time_are_counted_in_without_the_network(
    phone_at, transactional_db, wire
):
    table = Table(kind="minutes", deals=40, ending={"more_deals": 1})
    sheet = table.game.sheet
    table.record(1)
    ruling = rulings.Ruling(rulings.PENALTY, side="B", ew=-20)
    rulings.rule(sheet.pk, ruling, key="une", actor=table.access.actor(), reason="late")
    call_time(sheet.pk, actor=table.access.actor())
    phone = phone_at(table)
    counts_here(phone)
    expect(phone.page.locator(".total")).to_have_text(["120", "−20"])
    wire.cut()
    phone.deal().tap("save")
    expect(phone.page.locator("main")).to_contain_text("1 deal left.")
    phone.deal(side="EW").tap("save")
    expect(phone.page.locator("#ask")).to_have_text("Do you agree?")
    expect(phone.page.locator(".fig strong")).to_have_text(["220", "80"])
    wire.mend()
    expect(phone.page.locator('[data-k="agree-NS"]')).to_be_enabled(timeout=LATER)
    expect(phone.page.locator(".fig strong")).to_have_text(["220", "80"])


@pytest.mark.long
def test_a_deal_that_the_server_refuses_later_goes_back_to_who_wrote_it(page_at, table, wire):
    options = {"base_url": f"http://localhost:{wire.port}", "service_workers": "block"}
    page = page_at(360, height=640, locale="en-GB", allow_errors=True, **options)
    # A phone that could not get the rules counts nothing, and says so.
    page.route("**/rules?*", lambda route: route.abort())
    phone = Phone(page, table).tap("later")
    page.wait_for_function("() => window.coinche.keepPage")
    wire.cut()
    phone.deal(digits="161")
    expect(phone.page.locator("#result")).to_contain_text("The score comes with the network", timeout=LATER)
    phone.tap("save", "pass")
    expect(phone.sync).to_contain_text("2 waiting")
    expect(phone.page.locator(".waiting .num").first).to_have_text("…")
    wire.mend()
    expect(phone.page.get_by_role("alert").filter(has_text="161")).to_be_visible(timeout=LATER)
    expect(phone.page.locator("#save")).to_be_disabled()
    accessible(phone.page)
    phone.tap("digit-5", "digit-0", "save")
    expect(phone.sync).to_contain_text("Recorded", timeout=LATER)
    assert table.deals() == [PLAIN, PASSED]


STEP = """([what, points]) => {
  const { page, store, sending } = window.coinche;
  const { m } = page;
  const deal = { declarer: "NS", contract: 80, trump: "S", double: "none", points: { NS: 162 - points, EW: points } };
  const last = m.waiting().find((item) => item.position === page.nextPosition() - 1);
  if (what === "add") {
    store.add(deal, page.nextPosition(), m.state.sheet);
    sending.pump();
  } else if (!last || m.conflict) return null;
  else {
    m.act.reopenWaiting(last);
    if (what === "change") m.act.changeWaiting(deal);
    else m.act.takeBackWaiting();
  }
  return points;
}"""


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
def test_whatever_gets_lost_each_deal_is_there_once_and_as_it_was_last_written(page_at, table, seed):
    rng = Random(seed)
    phone = Phone(page_at(360, height=640, locale="en-GB", allow_errors=True), table).tap("later")
    counts_here(phone)
    whole = False

    def network(route: Route) -> None:
        """A request that does not come, or whose answer does not."""
        fate = rng.random()
        if whole or fate < 0.3:
            route.continue_()
        elif fate < 0.6:
            route.fetch()
            route.abort()
        else:
            route.abort()

    phone.page.route(re.compile(r"/(undo|deals|deals/\d+|state)$"), network)
    model: list[int] = []
    for points in rng.sample(range(20, 80), 30):
        what = rng.choice([*["add"] * (len(model) < 12), *["change", "take back"] * bool(model)])
        if phone.page.evaluate(STEP, [what, points]) is None:
            continue
        model = [*model[: len(model) - (what != "add")], *([points] if what != "take back" else [])]
        phone.page.wait_for_timeout(rng.choice([0, 50, 400]))
    whole = True
    phone.page.evaluate("() => window.coinche.sending.pump()")
    expect(phone.sync).to_contain_text("Recorded", timeout=40_000)
    assert [deal["points"]["EW"] for deal in table.deals()] == model
    assert queue(phone) == []
