"""A phone that stops dead: what was written on it without the network is there when its browser is started again."""

import contextlib
import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright, expect

from tests.browser.conftest import FLAGS, chromium
from tests.browser.kept_phone import LATER, counts_here, queue
from tests.browser.test_table_phone import PLAIN, Phone
from tests.browser.wire import Wire
from tests.tournaments.at_table import PASSED, Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def processes_of(profile: Path) -> list[int]:
    """The browser that has this profile, and what it started."""
    found = []
    for one in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):  # over meanwhile
            if f"--user-data-dir={profile}".encode() in one.read_bytes():
                found.append(int(one.parent.name))
    return found


class Handset:
    """A browser with a profile on the disk, which can be killed and started again."""

    def __init__(self, playwright: Playwright, profile: Path, base_url: str) -> None:
        self.playwright, self.profile, self.base_url = playwright, profile, base_url
        self.context: BrowserContext | None = None

    def start(self) -> Any:
        self.context = self.playwright.chromium.launch_persistent_context(
            str(self.profile),
            executable_path=chromium(),
            args=list(FLAGS),
            base_url=self.base_url,
            viewport={"width": 360, "height": 640},
            locale="en-GB",
        )
        return self.context.pages[0]

    def stop_dead(self) -> None:
        """SIGKILL, to all of it at once: nothing more is written down."""
        for one in processes_of(self.profile):
            with contextlib.suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
        assert self.context is not None
        with contextlib.suppress(Exception):
            self.context.close()
        self.context = None


@pytest.fixture
def wire(live_server: Any) -> Iterator[Wire]:
    found = Wire(("127.0.0.1", urlsplit(live_server.url).port or 80))
    yield found
    found.cut()


@pytest.fixture
def handset(playwright: Playwright, tmp_path: Path, wire: Wire) -> Iterator[Handset]:
    found = Handset(playwright, tmp_path / "profile", f"http://localhost:{wire.port}")
    yield found
    if found.context is not None:
        found.context.close()


def look_at_the_mirror(page: Page) -> None:
    """Until what the mirror has is put back."""
    page.wait_for_function("() => window.mirror")
    page.evaluate("() => mirror.ready")


@pytest.mark.long
def test_deals_typed_without_the_network_are_there_after_the_phone_stopped_dead(handset, transactional_db, wire):
    table = Table()
    phone = Phone(handset.start(), table).tap("later")
    counts_here(phone)
    wire.cut()
    phone.tap("pass").deal().tap("save")
    expect(phone.page.locator(".note-warn")).to_contain_text("Saved on this phone only: deal 1.")
    handset.stop_dead()
    wire.mend()
    again = Phone(handset.start(), table)
    expect(again.page.locator(".deals")).to_contain_text("Made", timeout=LATER)
    expect(again.sync).to_contain_text("Recorded", timeout=LATER)
    assert table.deals() == [PASSED, PLAIN]
    assert queue(again) == []


def test_a_deal_survives_what_the_browser_had_not_written_down_yet(page_at, transactional_db):
    table = Table()
    page = page_at(360, height=640, locale="en-GB", allow_errors=True)
    phone = Phone(page, table).tap("later")
    counts_here(phone)
    page.route("**/deals", lambda route: route.abort())
    phone.tap("pass")
    expect(page.locator(".note-warn")).to_contain_text("Saved on this phone only")
    page.add_init_script("localStorage.clear()")
    page.unroute("**/deals")
    page.reload()
    expect(phone.toast).to_contain_text("recorded", timeout=LATER)
    assert table.deals() == [PASSED]


def kept_again(phone: Phone, change: str) -> None:
    """``change`` what waits; then localStorage is as it was before, as after a phone's sudden end."""
    name = f"table:{phone.table.path}"
    before = phone.page.evaluate("name => localStorage.getItem(name)", name)
    phone.page.evaluate(change)
    phone.page.evaluate("() => coinche.store.kept")
    once = f"localStorage.setItem({json.dumps(name)}, {json.dumps(before)})"
    phone.page.add_init_script(f"if (!sessionStorage.again) {{ sessionStorage.again = 1; {once}; }}")
    phone.page.reload()


@pytest.mark.long
def test_a_list_that_comes_back_as_it_was_brings_back_nothing_that_was_changed_or_taken_back(page_at, transactional_db):
    table = Table()
    phone = Phone(page_at(360, height=640, locale="en-GB", allow_errors=True), table).tap("later")
    counts_here(phone)
    blocked = f"{table.path}deals"
    phone.page.route(f"**{blocked}", lambda route: route.abort())
    phone.tap("pass").deal().tap("save")
    expect(phone.sync).to_contain_text("2 waiting")
    # What was tried may have been written: here neither was, and both are changed as if they had never been sent.
    phone.page.evaluate("() => coinche.store.queue.forEach((one) => coinche.store.change(one.key, { tried: false }))")
    kept_again(
        phone,
        """() => {
          const { store } = coinche;
          const [first, second] = store.queue;
          store.change(second.key, { deal: { ...second.deal, double: "coinche" } });
          store.drop(first);
          store.change(second.key, { position: 1 });
        }""",
    )
    phone.page.unroute(f"**{blocked}")
    expect(phone.sync).to_contain_text("Recorded", timeout=LATER)
    assert table.deals() == [{**PLAIN, "double": "coinche"}]
    assert queue(phone) == []
    # What is gone stays away.
    phone.page.reload()
    look_at_the_mirror(phone.page)
    assert queue(phone) == []
    assert table.game.sheet.entries.count() == 1


@pytest.mark.long
def test_a_phone_without_indexeddb_keeps_its_deals_all_the_same(page_at, transactional_db):
    table = Table()
    page = page_at(360, height=640, locale="en-GB", allow_errors=True)
    page.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
    phone = Phone(page, table).tap("later")
    counts_here(phone)
    page.route("**/deals", lambda route: route.abort())
    phone.deal().tap("save")
    expect(phone.sync).to_contain_text("1 waiting")
    page.unroute("**/deals")
    page.reload()
    expect(phone.sync).to_contain_text("Recorded", timeout=LATER)
    assert table.deals() == [PLAIN]


@pytest.mark.long
@pytest.mark.parametrize("which", ["the next table's page", "the page that knows no table"])
def test_deals_of_a_table_that_was_left_come_back_too(handset, transactional_db, wire, which):
    table, other = Table(), Table()
    phone = Phone(handset.start(), table).tap("later")
    counts_here(phone)
    wire.cut()
    phone.deal().tap("save").tap("pass")
    expect(phone.sync).to_contain_text("2 waiting")
    handset.stop_dead()
    wire.mend()
    page = handset.start()
    # The cookie of the table may be lost in the same way: its code is scanned again, and the page left at once.
    page.request.get(f"/t/{table.token}/")
    page.goto(f"/t/{other.token}/" if which.startswith("the next") else "/t/nothing/")
    look_at_the_mirror(page)
    page.wait_for_function("name => localStorage.getItem(name) === null", arg=f"table:{table.path}", timeout=LATER)
    assert table.deals() == [PLAIN, PASSED]
