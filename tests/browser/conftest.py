"""A real Chromium for the pages.

``page_at(width, ...)`` opens a page of that width on the site of ``live_server``, whose rows the test makes itself. A
page that logged an error (a refused script or style, a missing file, an exception) fails its test. A failed test leaves
a picture in build/test/screens.
"""

import os
import re
import shutil
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from clubs.models import User
from tests.conftest import sign_in
from tests.services.launcher import Missing

SCREENS = Path(__file__).resolve().parent.parent.parent / "build" / "test" / "screens"
PACKAGE = "chromium"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_report = pytest.StashKey[pytest.TestReport]()
# What comes by itself comes within seconds; on a machine that has other work, within some more.
expect.set_options(timeout=15_000)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    report = yield
    if report.when == "call":
        item.stash[_report] = report
    return report


#: Until what moves or fades has arrived: a colour that is still changing is another one. What turns for ever is no end.
STILL = """() => Promise.all(document.getAnimations()
  .filter((one) => one.effect && Number.isFinite(one.effect.getComputedTiming().endTime))
  .map((one) => one.finished.catch(() => null))).then(() => true)"""


def accessible(page: Page, where: str = "", *, rules: Sequence[str] = ()) -> None:
    """axe finds nothing at all on the screen as it is; ``rules``: only of these kinds."""
    page.evaluate(STILL)
    found = Axe().run(page, options={"runOnly": list(rules)} if rules else None).response["violations"]
    assert not found, (where, [(one["id"], [node["html"] for node in one["nodes"]]) for one in found])


def chromium() -> str:
    """The browser's program: COINCHE_CHROMIUM, or Debian's; Missing when there is none."""
    found = shutil.which(os.environ.get("COINCHE_CHROMIUM", "chromium"))
    if found is None:
        raise Missing("Chromium", PACKAGE)
    return found


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    # Playwright's loop runs in this thread, where Django would refuse to touch the database. Nothing else is in it.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as driver:
        yield driver
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One browser for the run."""
    try:
        program = chromium()
    except Missing as missing:
        pytest.fail(str(missing), pytrace=False)
    launched = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
    yield launched
    launched.close()


class Pages:
    """The pages that a test has opened, each in a context (cookies, storage) of its own."""

    def __init__(self, browser: Browser, base_url: str) -> None:
        self.browser = browser
        self.base_url = base_url
        self.contexts: list[BrowserContext] = []
        self.pages: list[Page] = []
        self.errors: list[str] = []

    def __call__(
        self,
        width: int = 1440,
        *,
        user: User | None = None,
        height: int = 900,
        locale: str = "fr-FR",
        color_scheme: Any = "light",
        javascript: bool = True,
        allow_errors: bool = False,
        base_url: str = "",
        **options: Any,
    ) -> Page:
        """A new page, ``width`` pixels wide (below 600: a phone with a finger), signed in as ``user`` if given.

        ``page.goto("/path")`` is relative to the live server, or to ``base_url``.
        """
        base_url = base_url or self.base_url
        phone = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2} if width < 600 else {}
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            base_url=base_url,
            locale=locale,
            color_scheme=color_scheme,
            java_script_enabled=javascript,
            **{**phone, **options},
        )
        context.set_default_timeout(10_000)
        self.contexts.append(context)
        if user is not None:
            session = sign_in(Client(), user).cookies[settings.SESSION_COOKIE_NAME].value
            context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": base_url}])
        page = context.new_page()
        self.pages.append(page)
        if not allow_errors:
            self._watch(page)
        return page

    def _watch(self, page: Page) -> None:
        def console(message: ConsoleMessage) -> None:
            if message.type == "error":
                self.errors.append(f"{page.url}: {message.text}")

        def exception(error: Error) -> None:
            self.errors.append(f"{page.url}: {error.message}")

        page.on("console", console)
        page.on("pageerror", exception)

    def pictures(self, name: str) -> None:
        """Keep a picture of each open page."""
        SCREENS.mkdir(parents=True, exist_ok=True)
        plain = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")[-120:]
        for number, page in enumerate(self.pages, start=1):
            if not page.is_closed():
                page.screenshot(path=SCREENS / f"{plain}-{number}.png", full_page=True)

    def close(self) -> None:
        for context in self.contexts:
            context.close()


@pytest.fixture
def page_at(browser: Browser, live_server: Any, request: pytest.FixtureRequest) -> Iterator[Callable[..., Page]]:
    """``page_at(width, user=..., locale=..., allow_errors=...)``: see Pages. Fails the test on any console error."""
    pages = Pages(browser, live_server.url)
    yield from _opened(pages, request)


@pytest.fixture
def page_on(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Page]]:
    """``page_on(width, base_url=...)``: as page_at, on another site (``served.url``), with no database of the test."""
    yield from _opened(Pages(browser, ""), request)


#: Connections that stay open although nobody asks anything over them any more, as that of a worker of a page.
_idle: "weakref.WeakSet[threading.Thread]" = weakref.WeakSet()


def _answered(seconds: float = 2) -> None:
    """Wait until the live server has dealt with what closed pages still asked for: it would write for the next test.

    socketserver names the thread of a connection after the function that it runs.
    """
    until = time.monotonic() + seconds
    while busy := [one for one in threading.enumerate() if "process_request_thread" in one.name and one not in _idle]:
        if time.monotonic() > until:
            _idle.update(busy)
        time.sleep(0.005)


def _opened(pages: Pages, request: pytest.FixtureRequest) -> Iterator[Callable[..., Page]]:
    yield pages
    report = request.node.stash.get(_report, None)
    if report is not None and report.failed:
        pages.pictures(request.node.nodeid)
    pages.close()
    _answered()
    assert not pages.errors, "the browser's console has errors:\n" + "\n".join(pages.errors)
