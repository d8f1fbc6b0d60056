"""The table's own page, twice, on a network that loses, delays, doubles and reorders: once it is repaired all agree.

tests/services/test_network.py does the same many times with phones that are programs.
"""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

from scoring.models import ScoreSheet, SheetEntry
from tests.browser.test_table_phone import Phone
from tests.services.network import BadNetwork
from tests.tournaments.at_table import Table

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.django_db(transaction=True)]

DEALS = 6
PATIENCE = 90_000
SHOWS = "count => coinche.page.m.state.entries.length + coinche.store.queue.length >= count"
HAS = "count => !coinche.store.queue.length && coinche.page.m.state.entries.length === count"


@pytest.fixture
def network(live_server: Any) -> Iterator[BadNetwork]:
    """Whole until its ``lost`` and the other chances are set: a page is opened by who is told that it is not there."""
    made = BadNetwork(("127.0.0.1", urlsplit(live_server.url).port or 80), 5, 0, 0, 0, 0)
    yield made
    made.close()


def test_two_pages_at_one_table_agree_once_the_network_is_repaired(
    page_at: Any, transactional_db: None, network: BadNetwork
) -> None:
    table = Table()
    options: dict[str, Any] = {"height": 640, "locale": "en-GB", "allow_errors": True}
    phones = [Phone(page_at(360, base_url=f"http://localhost:{network.port}", **options), table) for _ in range(2)]
    for phone in phones:
        phone.tap("later")
        phone.page.wait_for_function("() => window.coinche.keepPage")
    network.lost, network.late, network.doubled, network.unanswered = 0.2, 0.25, 0.3, 0.2
    for number in range(DEALS):
        phone = phones[number // 2 % 2]  # two deals each in turn, so that a queue forms
        phone.page.wait_for_function(SHOWS, arg=number, timeout=PATIENCE)
        phone.deal(bid=str(80 + 10 * number)).tap("save")
    network.repair()
    for phone in phones:
        phone.page.wait_for_function(HAS, arg=DEALS, timeout=PATIENCE)
    assert network.happened
    assert [one["contract"] for one in table.deals()] == [80 + 10 * number for number in range(DEALS)]
    assert SheetEntry.objects.filter(sheet=table.game.sheet_id).count() == DEALS
    sheet = ScoreSheet.objects.get(pk=table.game.sheet_id)
    assert {phone.page.evaluate("() => coinche.page.m.state.digest") for phone in phones} == {sheet.digest}
