"""The calculator in the browser: it counts at each change as the server does, and its address follows."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.one_database]


def test_a_change_is_counted_at_once_and_its_address_gives_the_servers_count(page_at: Callable[..., Page]) -> None:
    page = page_at(1440, locale="en-GB")
    page.goto("/calculator/?rules=club&with=ffb-contree-2016%2Bpoints&by=NS&contract=100&trump=H&ns=105")
    club, ffb = page.locator("[data-answer]").all()
    expect(club.locator("[data-score=NS]")).to_have_text("100")
    page.get_by_role("radio", name="Coinched", exact=True).check(force=True)
    expect(club.locator("[data-score=NS]")).to_have_text("200")
    expect(club.locator(".formula").first).to_contain_text("factor")
    page.locator("#calc-ns").fill("71")
    expect(club.locator(".pill")).to_have_text("Failed")
    page.locator("#calc-ns").fill("161")
    expect(club.locator(".error")).to_contain_text("no cards are worth that")
    expect(ffb.locator(".error")).to_be_visible()
    page.locator("#calc-ns").fill("")
    page.locator("#calc-ew").fill("91")
    page.locator("#calc-belote_ns").select_option("1")
    page.get_by_text("Announces", exact=True).click()
    page.get_by_role("group", name="East-West").get_by_text("tierce").click()
    expect(club.locator(".count-steps")).to_contain_text("Announces that count")
    # The same deal from the server, in the same words.
    address = page.url
    assert re.search(
        r"\?rules=club&with=ffb-contree-2016%2Bpoints&by=NS&contract=100&trump=H&double=coinche&ew=91", address
    )
    here = [place.inner_text() for place in (club, ffb)]
    page.goto(address)
    assert [place.inner_text() for place in page.locator("[data-answer]").all()] == here
    # Other rules ask their own questions, of the same deal.
    page.locator("#calc-rules").select_option("pagat")
    page.wait_for_url("**rules=pagat**")
    expect(page.locator("#calc-ew")).to_have_value("91")


def test_without_a_script_the_form_asks_the_server(page_at: Callable[..., Page]) -> None:
    page = page_at(360, javascript=False, locale="en-GB")
    page.goto("/calculator/?rules=guide-belote&by=NS&contract=take&trump=S&ns=82")
    page.locator("#calc-ns").fill("81")
    page.get_by_role("button", name="Count").click()
    expect(page.locator("[data-answer]")).to_contain_text("tie, 81 each")
    assert Client().get(page.url[page.url.index("/calculator") :]).status_code == 200
