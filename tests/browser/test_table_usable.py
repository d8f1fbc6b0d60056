"""The table's page follows from the rule set, takes few taps, and is there soon in a slow hall."""

import gzip
import time
from itertools import islice
from random import Random
from typing import Any

import pytest
from django.contrib.staticfiles.handlers import StaticFilesHandlerMixin
from django.http import HttpResponse
from django.utils import translation
from playwright.sync_api import expect

from core.templatetags.look import number
from scoring.rules import DealError, RuleSet
from scoring.rules.cards import MODE_OF
from scoring.rules.deal import FIELDS
from scoring.rulesets_store import rules_of
from tests.browser.kept_phone import counts_here, wait_until_kept
from tests.browser.test_table_phone import Phone
from tests.scoring.parity import Deals
from tests.tournaments.at_table import PASSED, Table
from tournaments import tables

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WORTH = "deals => deals.map(deal => coinche.local.worth(coinche.page.m.state, [], deal, 1))"
#: Fields of a deal that the sheet gives, and no phone.
GIVEN = {"carried", "last_deal", "id"}


@pytest.fixture
def table(transactional_db: None) -> Table:
    return Table()


# Five rule sets


def shown(phone: Phone, prefix: str) -> list[str]:
    """What the keys of one kind on the screen are called, without their kind."""
    found = phone.page.locator(f'[data-k^="{prefix}-"]').evaluate_all("keys => keys.map(key => key.dataset.k)")
    return [key.removeprefix(f"{prefix}-") for key in found]


def screens_of(phone: Phone, ruleset: RuleSet) -> dict[str, list[str]]:
    """The keys and chips that the page shows on the way to a deal's points, under this rule set."""
    found = {"sides": shown(phone, "side")}
    phone.tap("side-NS")
    if ruleset.kind == "auction":
        found["bids"] = shown(phone, "bid")
        if phone.page.locator('[data-k="more"]').count():
            phone.tap("more")
            found["bids"] += shown(phone, "bid")
            phone.tap("back")
        phone.tap(f"bid-{ruleset.bids[0]}")
    found["trumps"], found["doubles"] = shown(phone, "trump"), shown(phone, "double")
    phone.tap("trump-H")
    found["belotes"] = shown(phone, "belote")
    found["ten"] = phone.page.locator("#result").all_inner_texts()
    if phone.page.locator('[data-k="others"]').count():
        phone.tap("others")
        found["sweeps"], found["announces"] = shown(phone, "sweep"), shown(phone, "ann-NS")
        phone.tap("back")
    return found


def asked_by(ruleset: RuleSet) -> dict[str, list[str]]:
    """The same, from the rule set."""
    sides = ["NS", "EW"]
    asked = {"sides": sides}
    if ruleset.kind == "auction":
        asked["bids"] = [str(bid) for bid in (*ruleset.bids, *ruleset.special_contracts)]
    asked |= {"trumps": list(ruleset.trumps), "doubles": [one for one in ruleset.doublings if one != "none"]}
    asked["belotes"] = sides if ruleset.enters_belote else []
    ten = ruleset.cards.last_trick[MODE_OF["H"]]
    asked["ten"] = [f"With the {'ten' if ten == 10 else ten} for the last trick" if ten else ""]
    if ruleset.enters_sweep or ruleset.enters_announces:
        names = [name for name, value in ruleset.announce_values("H").items() if value]
        asked |= {
            "sweeps": sides if ruleset.enters_sweep else [],
            "announces": names if ruleset.enters_announces else [],
        }
    return asked


def listed(phone: Phone) -> list[list[str]]:
    """The list of deals: what its columns are called, then the cells of each line, the newest first."""
    return list(
        phone.page.locator(".deals tr").evaluate_all(
            "rows => rows.map(row => [...row.cells].map(cell => cell.textContent.trim()))"
        )
    )


def lines_by_server(table: Table) -> list[list[str]]:
    """The lines that the list has, the newest first: its number and sentence, what it is worth and the totals in the
    column of each side, and a line of their own for points that wait."""
    with translation.override("en"):
        found = tables.table_state(table.access, "en")
        assert found is not None
        said = []
        for one in reversed(found["entries"]):
            cells = [f"{number(one['score'][side])}Totals {number(one['totals'][side])}" for side in ("NS", "EW")]
            said += [[str(one["counted"] or "–"), one["summary"], *cells]]
            said += [["", f"{number(one['held'])} points wait for the next deal"]] if one["held"] else []
    return said


def told_by_server(table: Table, deal: dict[str, Any]) -> dict[str, Any]:
    """What the server makes of a deal that would be the first."""
    try:
        return tables.preview(table.game, deal, 1, "en")
    except DealError as error:
        return {"error": error.text("en"), "field": error.field}


@pytest.mark.parametrize(
    "preset",
    [
        "jweb",
        *(
            pytest.param(one, marks=pytest.mark.long)
            for one in ("club", "ffb-belote-2016", "stephanoise", "koenigshoffen")
        ),
    ],
)
def test_keys_chips_and_scores_follow_from_the_rule_set(page_at, transactional_db, preset):
    table = Table(preset=preset)
    phone = Phone(page_at(360, height=640, locale="en-GB", allow_errors=True), table).tap("later")
    ruleset = rules_of(table.stage.ruleset_version)
    found, asked = screens_of(phone, ruleset), asked_by(ruleset)
    assert {name: sorted(keys) for name, keys in found.items()} == {name: sorted(keys) for name, keys in asked.items()}
    assert found["trumps"] == list(ruleset.trumps)
    counts_here(phone)
    deals = [deal for deal in islice(Deals(ruleset, Random(preset)), 60) if "declarer" in deal and "fault" not in deal]
    deals = [{name: deal[name] for name in FIELDS if name in deal and name not in GIVEN} for deal in deals]
    here = phone.page.evaluate(
        "deals => deals.map(deal => coinche.local.worth(coinche.page.m.state, [], deal, 1))", deals
    )
    told = [told_by_server(table, deal) for deal in deals]
    for deal, mine, theirs in zip(deals, here, told, strict=True):
        assert mine is not None, deal
        assert {name: mine[name] for name in theirs} == theirs, deal
    assert any("error" in one for one in told) and any("score" in one for one in told)
    possible = (deal for deal, one in zip(deals, told, strict=True) if "score" in one)
    for position, deal in enumerate((*islice(possible, 3), PASSED), start=1):
        table.record(position, deal)
    phone.page.evaluate("localStorage.clear()")
    phone.page.reload()
    head, *lines = listed(phone)
    assert head == ["No.", "Deal", "14", "31"]
    for mine, theirs in zip(lines, lines_by_server(table), strict=True):
        assert theirs[1] in mine[1]
        assert [mine[0], *mine[2:]] == [theirs[0], *theirs[2:]]


# How many taps


LONGER = [pytest.param(one, marks=pytest.mark.long) for one in (None, "belote-NS", "double-coinche")]


@pytest.mark.parametrize("more", [*LONGER, "ann-EW-tierce"])
def test_a_usual_deal_takes_six_taps_and_what_is_more_one_more(page_at, table, more):
    phone = Phone(page_at(360, height=640, locale="en-GB"), table).tap("later")
    phone.taps = 0
    phone.tap("side-NS", "bid-100")
    phone.tap(*(["double-coinche"] if more == "double-coinche" else []), "trump-H", "digit-5", "digit-0")
    phone.tap(*([more] if more and more != "double-coinche" else []))
    expect(phone.page.locator("#result")).to_contain_text("+")
    assert phone.fits()
    phone.tap("save")
    expect(phone.toast).to_contain_text("Deal 1 recorded")
    assert phone.taps == 6 + (0 if more is None else 1)


@pytest.mark.long
@pytest.mark.parametrize("preset", ["club", "guide-belote+cafe"])
def test_any_announce_takes_two_taps_more_at_most_with_its_score_before_the_last(page_at, transactional_db, preset):
    table = Table(preset=preset, deals=60)
    ruleset = rules_of(table.stage.ruleset_version)
    names = [name for name, value in ruleset.announce_values("H").items() if value]
    phone = Phone(page_at(360, height=640, locale="en-GB"), table).tap("later")
    assert len(names) > 4
    for which, name in enumerate(names, start=1):
        phone.taps = 0
        phone.tap("side-NS", *(["bid-100"] if ruleset.kind == "auction" else []), "trump-H", "digit-5", "digit-0")
        usual = phone.taps + 1
        here = phone.page.locator(f'[data-k="ann-NS-{name}"]').count()
        phone.tap(*([] if here else ["others"]), f"ann-NS-{name}")
        expect(phone.page.locator("#result")).to_contain_text("+")
        phone.tap("save")
        expect(phone.toast).to_contain_text(f"Deal {which} recorded")
        assert phone.taps == usual + (1 if here else 2), name
    assert [deal["announces"]["NS"] for deal in table.deals()] == [[name] for name in names]


# Before it is usable, and again


def slow(page: Any) -> None:
    """A hall's network: 400 kbit/s, 400 ms there and back."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000},
    )


def seconds_until_usable(page: Any, path: str) -> float:
    start = time.monotonic()
    page.goto(path, wait_until="commit")
    page.locator(".key").first.wait_for()
    return time.monotonic() - start


@pytest.fixture
def compressed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Static files compressed, as the real site's server sends them."""
    serve = StaticFilesHandlerMixin.get_response

    def answer(self: Any, request: Any) -> Any:
        found = serve(self, request)
        if not request.path.startswith("/static/") or found.status_code != 200:
            return found
        packed = HttpResponse(gzip.compress(b"".join(found.streaming_content)), headers=dict(found.items()))
        packed["Content-Encoding"], packed["Content-Length"] = "gzip", str(len(packed.content))
        found.close()
        return packed

    monkeypatch.setattr(StaticFilesHandlerMixin, "get_response", answer)


@pytest.mark.long
def test_in_a_slow_hall_the_page_is_usable_within_four_seconds_and_again_within_one(page_at, table, compressed):
    for position in range(1, 7):
        table.record(position)
    phone = Phone.__new__(Phone)
    phone.page, phone.table = page_at(360, height=640, locale="en-GB"), table
    slow(phone.page)
    first = seconds_until_usable(phone.page, f"/t/{table.token}/")
    wait_until_kept(phone)
    again = seconds_until_usable(phone.page, table.path)
    assert first < 4
    assert again < 1
