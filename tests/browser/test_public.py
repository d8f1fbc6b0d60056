"""The public pages in the browser: no sideways scroll, axe finds nothing, on a phone and wide, by day and at night."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import accessible
from tests.browser.test_evening import no_sideways_scroll
from tests.thinned import one_in
from tests.tournaments.services import evening

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(
    ("width", "scheme"), one_in(4, [(360, "light"), (360, "dark"), (768, "light"), (1440, "dark")])
)
def test_public_pages_hold_at_every_width_and_axe_finds_nothing(
    page_at: Callable[..., Page], width: int, scheme: str
) -> None:
    tournament = evening.new_tournament(6, rounds=3, deals=2)
    evening.publish(tournament, evening.play_round(tournament, 1))
    evening.publish(tournament, evening.play_round(tournament, 2))
    evening.start_round(tournament, 3)
    page = page_at(width, color_scheme=scheme)
    home = f"/p/{tournament.club.slug}/{tournament.slug}/"
    for part in ("", "programme/", "entries/", "entries/1/", "rounds/2/", "rounds/3/", "figures/"):
        page.goto(home + part)
        assert no_sideways_scroll(page), part
        accessible(page, part)
        # On paper nothing to press and no way to elsewhere.
        page.emulate_media(media="print")
        shown = page.locator("button, .btn, nav, .top, .foot").filter(visible=True)
        assert shown.all_inner_texts() == [] and page.locator("h1").is_visible(), part
        page.emulate_media(media="screen")
