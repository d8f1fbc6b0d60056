"""The totals of a paper at the desk: typed at the end without the mouse, compared, explained, and the way out."""

import re
import uuid
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from clubs.roles import Role
from core.actors import SYSTEM
from scoring import sheets
from scoring.models import EntryEvent
from tests.browser.conftest import accessible
from tests.factories import make_user
from tests.thinned import one_in
from tests.tournaments.at_table import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DEALS = (
    {"declarer": "NS", "contract": 100, "trump": "H", "points": {"EW": 52}},
    {"declarer": "EW", "contract": 90, "trump": "S", "points": {"EW": 71}},
    {"declarer": "NS", "contract": 110, "trump": "C", "points": {"EW": 47}, "belote": ["EW"]},
)


@pytest.mark.parametrize("width", one_in(2, [1440, 360]))
def test_a_forgotten_belote_is_found_from_the_totals_typed_at_the_end(
    page_at: Callable[..., Page], transactional_db: None, width: int
) -> None:
    table = Table(deals=3)
    for position, deal in enumerate(DEALS, start=1):
        sheets.record_deal(table.game.sheet_id, deal, position=position, client_key=uuid.uuid4().hex, actor=SYSTEM)
    page = page_at(width, user=make_user(Role.ADMINISTRATOR), locale="fr-FR" if width == 1440 else "en-GB")
    page.goto(f"/c/{table.club.slug}/t/{table.tournament.slug}/sheets/{table.game.pk}/")
    # The cursor waits in the first total: 372 to 20 are worked out, the paper has a belote more for pair 14.
    expect(page.locator("#id_paper_ns")).to_be_focused()
    page.keyboard.type("392")
    page.keyboard.press("Tab")
    page.keyboard.type("20")
    page.keyboard.press("Enter")
    suspects = page.locator(".paper-suspects ol > li")
    expect(suspects.first.locator("a")).to_have_count(2)
    _looks_right(page, f"paper-{width}")
    # Nothing typed is lost, and a running total says which of the deals it is.
    expect(page.locator("#id_paper_ns")).to_have_value("392")
    page.locator(".paper-running summary").click()
    page.fill("#id_running_1_ns", "100")
    page.fill("#id_running_2_ns", "282")
    page.keyboard.press("Enter")
    expect(suspects.first.locator("a")).to_have_count(1)
    _looks_right(page, f"running-{width}")
    suspects.first.locator("a").click()
    page.fill("#id_belote_ns", "1")
    page.keyboard.press("Enter")
    # The paper agrees now, and the sheet closes with one key.
    expect(page.locator(".paper-gap")).to_have_count(0)
    expect(page.locator(".close-form button")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/desk/"))
    closed = EntryEvent.objects.get(verb=EntryEvent.Verb.CLOSED)
    assert closed.after["paper"]["totals"] == {"NS": 392, "EW": 20}
    assert closed.reason == ""


def _looks_right(page: Page, name: str) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), name
    accessible(page, name)
