"""Papers typed at the desk by keyboard alone: totals, columns with a slip, and the same paper once more, blind."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from clubs.roles import Role
from core.actors import Actor
from scoring.models import ScoreSheet
from tests.browser.conftest import accessible
from tests.factories import make_user
from tests.tournaments.at_table import Table
from tournaments.models import SecondReading
from tournaments.services import rereading

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


class Keys:
    """A keyboard that counts; there is no mouse."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0
        page.emulate_media(reduced_motion="reduce")  # what fades in is looked at once it is there

    def type(self, text: str) -> None:
        for key in text.split(" "):
            named = {"⏎": "Enter", "⇥": "Tab"}.get(key)
            self.count += 1 if named else len(key)
            self.page.keyboard.press(named) if named else self.page.keyboard.type(key)


@pytest.mark.parametrize("width", [360, pytest.param(1440, marks=pytest.mark.long)])
def test_papers_are_typed_without_the_mouse(page_at: Callable[..., Page], transactional_db: None, width: int) -> None:
    table = Table(deals=4, preset="guide-belote")
    clerk = make_user(Role.DESK, table.club)
    page = page_at(width, user=clerk, locale="fr-FR" if width == 360 else "en-GB")
    keys = Keys(page)
    at = f"/c/{table.club.slug}/t/{table.tournament.slug}"
    page.goto(f"{at}/sheets/?by=columns")
    expect(page.locator("#next-table")).to_be_focused()
    keys.type("12 ⏎")
    expect(page.locator("#id_m1_ns")).to_be_focused()
    expect(page.locator("[data-ready]")).to_be_visible()
    # The second deal lacks its ten for the last trick; a belote is told beside the third.
    keys.type("100 ⏎ 62 ⏎ 90 ⏎ 62 ⏎ 162 ⏎ 20 ⇥ 1 ⏎ 0 ⏎ 162 ⏎")
    expect(page.locator("#id_paper_ns")).to_be_focused()
    expect(page.locator("[data-off]")).to_contain_text("−10")
    keys.type("362 ⇥ 306 ⏎")
    expect(page.locator("#pack-title")).to_be_visible()
    _looks_right(page, f"typing-off-{width}")
    expect(page.locator("[data-ready]")).to_be_visible()
    page.locator("#id_m2_ns").focus()
    page.keyboard.press("Control+A")
    keys.type("100 ⏎ ⏎ ⏎ ⏎ ⏎ ⏎ ⏎")
    expect(page.locator(".close-form button")).to_be_focused()
    keys.type("⏎")
    expect(page).to_have_url(re.compile(r"/sheets/$"))
    sheet = ScoreSheet.objects.get(pk=table.game.sheet_id)
    assert (sheet.state, sheet.paper) == ("closed", {"totals": {"NS": 362, "EW": 306}})
    _looks_right(page, f"typing-list-{width}")
    _types_again(page_at, table, Actor(user=clerk.pk), width)


def _types_again(page_at: Callable[..., Page], table: Table, clerk: Actor, width: int) -> None:
    rereading.ask([table.game], clerk)
    page = page_at(width, user=make_user(Role.ADMINISTRATOR), locale="fr-FR" if width == 360 else "en-GB")
    at = f"/c/{table.club.slug}/t/{table.tournament.slug}"
    page.goto(f"{at}/rereading/")
    page.locator("input[name=take] + button").focus()
    keys = Keys(page)
    keys.type("⏎")
    expect(page.locator("#id_m1_ns")).to_be_focused()
    expect(page.locator("[data-ready]")).to_be_visible()
    _looks_right(page, f"reading-{width}")
    page.goto(f"{at}/sheets/{table.game.pk}/")
    expect(page).to_have_url(re.compile(r"/rereading/.+/$"))
    expect(page.locator("[data-ready]")).to_be_visible()
    keys.type("100 ⏎ 62 ⏎ 100 ⏎ 62 ⏎ 162 ⏎ 20 ⇥ 1 ⏎ 0 ⏎ 126")
    page.locator("#marks button").focus()
    keys.type("⏎")
    expect(page.get_by_role("button", name=re.compile("Terminé|Done"))).to_be_focused()
    keys.type("⏎")
    expect(page.locator(".two-readings tbody tr")).to_have_count(1)
    _looks_right(page, f"reading-differs-{width}")
    page.locator("#settle-reason").focus()
    keys.type("162 ⏎")
    expect(page.locator("#settled")).to_contain_text("162")
    assert SecondReading.objects.get().outcome == "first"


def test_totals_take_few_keys(page_at: Callable[..., Page], transactional_db: None) -> None:
    table = Table(deals=12)
    page = page_at(1440, user=make_user(Role.DESK, table.club), locale="fr-FR")
    keys = Keys(page)
    page.goto(f"/c/{table.club.slug}/t/{table.tournament.slug}/sheets/?by=totals")
    keys.type("12 ⏎")
    expect(page.locator("#id_ns")).to_be_focused()
    names = page.locator(".sheet-side").first
    expect(names).to_contain_text("Le Goff")
    keys.type("1450 ⇥ 620 ⏎")
    expect(page.locator(".close-form button")).to_be_focused()
    _looks_right(page, "typing-totals-1440")
    keys.type("⏎")
    expect(page).to_have_url(re.compile(r"/sheets/$"))
    assert ScoreSheet.objects.get(pk=table.game.sheet_id).state == "closed"
    # Twenty seconds a sheet: at two keys a second, with the time to look at names and totals.
    assert keys.count <= 15


def _looks_right(page: Page, name: str) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), name
    accessible(page, name)
