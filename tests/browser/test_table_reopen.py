"""A table that finds a mistake after both sides have agreed: its phone opens the sheet again, and both agree anew."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from core.actors import Actor
from scoring import agreeing
from scoring.models import ScoreSheet
from tests.tournaments.at_table import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_phone_opens_a_sheet_that_both_agreed_to(page_at: Callable[..., Page], transactional_db: None) -> None:
    table = Table(deals=1)
    table.record(1)
    sheet = ScoreSheet.objects.get(pk=table.game.sheet_id)
    for side in ("A", "B"):
        agreeing.confirm(sheet.pk, side, digest=sheet.digest, actor=Actor(device=side))
    page = page_at(360, locale="en-GB")
    page.goto(f"/t/{table.token}/")
    page.locator("[data-k=mistake]").focus()
    page.keyboard.press("Enter")
    key = page.locator("[data-k=reopen-EW]")
    expect(key).to_be_visible()
    box = key.bounding_box()
    assert box is not None and box["height"] >= 44
    key.press("Enter")
    expect(page.locator("[data-k=agree-NS]")).to_be_visible()
    expect(page.locator("[data-k=agree-EW]")).to_be_visible()
    assert ScoreSheet.objects.get(pk=sheet.pk).events.last().after == {"side": "B"}
