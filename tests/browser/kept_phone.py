"""What a phone at a table keeps: its page, the rules, deals that wait."""

import time
from typing import Any

from tests.browser.test_table_phone import Phone

#: Milliseconds for what comes by itself: a poll, a try again.
LATER = 20_000
COUNTS = """() => {
  const { local, page } = window.coinche;
  return local && local.worth(page.m.state, [], { declarer: null }, page.m.state.entries.length + 1);
}"""


def is_kept(phone: Phone) -> bool:
    """Whether the page, with all that it needs, is kept on the phone."""
    return bool(
        phone.page.evaluate(
            """async (path) => {
              for (const name of await caches.keys())
                if (!name.endsWith(" state") && await (await caches.open(name)).match(path)) return true;
              return false;
            }""",
            phone.table.path,
        )
    )


def wait_until_kept(phone: Phone) -> None:
    end = time.monotonic() + 20
    while not is_kept(phone):
        assert time.monotonic() < end, "the page is not kept"
        phone.page.wait_for_timeout(50)


def counts_here(phone: Phone) -> None:
    """Wait until the phone has the rules."""
    phone.page.wait_for_function(COUNTS, timeout=LATER)


def queue(phone: Phone) -> list[dict[str, Any]]:
    found = phone.page.evaluate(f"JSON.parse(localStorage.getItem('table:{phone.table.path}') || '{{}}').queue || []")
    return list(found)
