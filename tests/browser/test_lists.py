"""The lists beside the standings in the browser: axe finds nothing, nothing scrolls sideways, the list that everybody
sees of a round being played moves by itself."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from clubs.roles import Role
from core.actors import SYSTEM
from tests import factories
from tests.browser.conftest import accessible
from tests.tournaments.services import evening
from tests.tournaments.services.test_provisional import play_one
from tournaments.services import provisional

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), pytest.param(1440, "light", marks=pytest.mark.long)])
def test_the_lists_and_the_provisional_one(
    page_at: Callable[..., Page], transactional_db: None, width: int, scheme: str
) -> None:
    club = factories.make_club("Amicale de l’essai")
    tournament = evening.new_tournament(5, rounds=2, deals=2, club=club)
    tournament.entries.update(category="Dames, Série A", home_club="Belote Club d’Arras")
    evening.publish(tournament, evening.play_round(tournament, 1))
    one, other = evening.games_of(evening.start_round(tournament, 2))
    play_one(one, 90)
    provisional.show(tournament.pk, 2, SYSTEM)
    here, public = f"/c/{club.slug}/t/{tournament.slug}", f"/p/{club.slug}/{tournament.slug}"
    page = page_at(width, user=factories.make_user(Role.ORGANISER, club), color_scheme=scheme)
    paths = [f"{here}/standings/categories/", f"{here}/standings/provisional/", f"{here}/entries/categories/"]
    if width > 1000:
        paths += [f"{here}/standings/{end}/" for end in ("players", "rounds/1", "after/1")]
        paths.append(f"{public}/lists/categories/")
    for path in paths:
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), path
        accessible(page, path)
    page = page_at(width, color_scheme=scheme)
    page.goto(f"{public}/lists/provisional/")
    accessible(page, "provisional")
    waiting = page.locator("#follow .list-decided", has_text="2 donnes")
    expect(waiting).to_have_count(2)
    play_one(other, 150)
    # It asks again every ten seconds, and at once when somebody comes back to it.
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(waiting).to_have_count(0, timeout=20_000)
