"""Choosing how long a game is, in a real browser: only what belongs to the choice is shown."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from clubs.roles import Role
from tests import factories
from tests.browser.conftest import accessible
from tournaments.models import Tournament
from tournaments.services import contests

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SHOWN = {
    "deals": {"deals"},
    "target": {"target"},
    "minutes": {"minutes"},
    "sheet": {"sheet"},
}


def _fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def test_a_game_is_chosen_with_its_ending(page_at: Callable[..., Page], transactional_db: Any) -> None:
    club = factories.make_club("Amicale du navigateur")
    page = page_at(1440, user=factories.make_user(Role.ORGANISER, club), locale="en-GB", allow_errors=True)
    page.goto(f"/c/{club.slug}/new/")
    page.fill("#id_name", "Concours")
    for kind, shown in SHOWN.items():
        page.locator(f'[name="game_kind"][value="{kind}"]').check()
        for name in SHOWN:
            expect(page.locator(f"#id_{name}")).to_be_visible(visible=name in shown)
    more = page.locator(".game-more:not(.given)")
    expect(more).to_be_hidden()  # the sheet says it all
    page.locator('[name="game_kind"][value="target"]').check()
    expect(page.locator("#id_both")).to_be_hidden()
    more.locator("summary").click()
    page.fill("#id_target", "2001")
    page.fill("#id_limit", "40")
    page.locator('[name="may_not_win"][value="defence"]').locator("xpath=..").click()
    page.select_option("#id_both", "declarer")
    page.fill("#id_cap_loser", "3000")
    page.fill("#id_cap_winner", "2500")
    assert _fits(page)
    page.locator(".tournament-form button.btn-main").last.click()
    expect(page.locator("#id_cap_loser_error")).to_be_visible()  # and the folded part is open to show it
    for width in (360, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        assert _fits(page)
        accessible(page)
    page.fill("#id_cap_loser", "")
    page.locator(".tournament-form button.btn-main").last.click()
    page.wait_for_url("**/entries/")
    row = contests.only_stage(Tournament.objects.get()).game_format
    assert (row.kind, row.length, row.caps) == ("target", 2001, {"winner": 2500})
    assert row.ending == {"minutes": 40, "both": "declarer", "may_not_win": ["defence"]}
