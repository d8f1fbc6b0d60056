"""Two phones at one table on a network that loses, delays, doubles and reorders: once it is repaired all agree."""

import json
from collections.abc import Iterator
from threading import Thread
from typing import Any

import pytest
from pytest_django.live_server_helper import LiveServer

from scoring import sheets
from scoring.models import ScoreSheet, SheetEntry
from tests.scoring.on_sheets import assert_replays, deal
from tests.services import hall
from tests.services.network import BadNetwork
from tests.services.two_phones import PagePhone
from tests.tournaments.services import evening

pytestmark = [pytest.mark.services, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

#: Who types which deal; of the fifth both have the same, of the sixth each his own version.
DEALS = {number: deal(70 + 10 * number) for number in range(1, 9)}
OTHER_SIXTH = deal(150, "EW")
TYPED: dict[str, dict[int, dict[str, Any]]] = {
    "a": {number: DEALS[number] for number in (1, 2, 3, 5, 6, 7)},
    "b": {4: DEALS[4], 5: DEALS[5], 6: OTHER_SIXTH, 8: DEALS[8]},
}
SEEDS = [7, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(100, 120))]


@pytest.fixture
def network(live_server: LiveServer, request: pytest.FixtureRequest) -> Iterator[BadNetwork]:
    host, _, port = live_server.url.removeprefix("http://").partition(":")
    made = BadNetwork((host, int(port)), request.getfixturevalue("seed"))
    yield made
    made.close()


def play(phone: PagePhone) -> None:
    """Type one's own deals, each as soon as the phone shows the one before it."""
    for position, one in TYPED[phone.name].items():
        phone.until(lambda position=position: position == 1 or phone.knows(position - 1))
        phone.type(position, one)
        if position % 2:  # else the next one is typed before this one is sent
            phone.pump()
    phone.until(lambda: not phone.queue and len(phone.state["entries"]) == len(DEALS))


@pytest.mark.parametrize("seed", SEEDS)
def test_once_the_network_is_repaired_both_phones_and_the_database_agree(network: BadNetwork, seed: int) -> None:
    evening.start_round(evening.new_tournament(2, rounds=1, deals=len(DEALS)), 1)
    (table,) = hall.open_tables()
    phones = [PagePhone(name, hall.Phone(f"http://127.0.0.1:{network.port}", table, [])) for name in ("a", "b")]
    for phone in phones:
        phone.open()
    at_once(*(lambda phone=phone: play(phone) for phone in phones))
    # Both put the same deal right at once, each as he read it; then each side agrees, on its own phone.
    told: dict[int, int] = {}
    at_once(
        *(lambda phone=phone, bid=bid: amend(phone, bid, told) for phone, bid in zip(phones, (100, 110), strict=True))
    )
    network.repair()
    for phone in phones:
        phone.poll()
    for phone, side in zip(phones, ("NS", "EW"), strict=True):
        phone.act("POST", "confirm", {"side": side, "digest": phone.state["digest"]})
    for phone in phones:
        phone.poll()
    assert {"lost", "late", "doubled", "unanswered"} <= set(network.happened)
    _all_agree(phones, ScoreSheet.objects.get(pk=table["sheet"]), told[max(told)])


def at_once(*acts: Any) -> None:
    wrong: list[BaseException] = []

    def run(act: Any) -> None:
        try:
            act()
        except BaseException as error:
            wrong.append(error)

    threads = [Thread(target=run, args=[act]) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if wrong:
        raise wrong[0]


def amend(phone: PagePhone, bid: int, told: dict[int, int]) -> None:
    told[phone.act("PUT", "deals/2", {"deal": deal(bid), "sheet": phone.door.table["sheet"]})] = bid


def _all_agree(phones: list[PagePhone], sheet: ScoreSheet, second: int) -> None:
    """``second``: the contract of the second deal, as the last phone that put it right was told."""
    assert_replays(sheet)
    assert sheet.state == "closed"
    stands = [entry.data for entry in sheets.standing_entries(sheet)]
    contracts = [one["contract"] for one in stands]
    assert contracts[:1] + contracts[2:5] + contracts[6:] == [DEALS[at]["contract"] for at in (1, 3, 4, 5, 7, 8)]
    assert contracts[1] == second
    assert stands[5] in (DEALS[6], OTHER_SIXTH)
    # Each deal has one row, and every deal of which a phone was told that it is kept has its row.
    assert SheetEntry.objects.filter(sheet=sheet).count() == len(DEALS)
    keys = set(SheetEntry.objects.filter(sheet=sheet).values_list("client_key", flat=True))
    told = {key for phone in phones for key in phone.acknowledged}
    assert {key for key in told if "-5-" not in key} <= keys
    # Of two versions of one deal one gave way; the same deal from both was one.
    assert [position for phone in phones for position in phone.gave_way] == [6]
    for phone in phones:
        assert [entry["deal"] for entry in phone.state["entries"]] == stands
        assert (phone.state["digest"], phone.state["state"]) == (sheet.digest, "closed")
    assert json.dumps(phones[0].state["entries"]) == json.dumps(phones[1].state["entries"])
