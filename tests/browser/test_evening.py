"""A whole evening in a real browser, as an organiser who has never seen it meets it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from clubs.roles import Role
from tests.browser.conftest import accessible
from tests.factories import make_user
from tests.thinned import one_in
from tournaments.models import Game, Round, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LIST = """1;MARTIN Claude;BERNARD Zoé
2;LEFEVRE Noël;GIRARD Élodie
3;MOREAU Camille;ROUX Jean
4;PETIT Chloé;DURAND Marc
5;LEROY Inès;SIMON Paul
"""


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).first.click()


def no_sideways_scroll(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


@pytest.fixture
def organiser(transactional_db: None) -> Any:
    return make_user(Role.ADMINISTRATOR)


def test_an_evening_from_the_list_to_the_public_standings(
    page_at: Callable[..., Page], organiser: Any, run_jobs: Callable[[], int]
) -> None:
    page = page_at(1440, user=organiser)
    page.goto("/clubs/new/")
    page.fill("#id_name", "Amicale du navigateur")
    press(page, "Créer le club")
    page.goto("/c/amicale-du-navigateur/new/")
    page.fill("#id_name", "Concours du navigateur")
    page.fill("#id_rounds", "2")
    page.fill("#id_deals", "2")
    page.locator("form.form button.btn-main, form button.btn-main").last.click()
    tournament = Tournament.objects.get()
    home = f"/c/amicale-du-navigateur/t/{tournament.slug}"
    _enter_list(page, home)
    for number in (1, 2):
        _draw_and_publish(page, home, number)
        run_jobs()
        _play(page, home, number)
        page.goto(f"{home}/desk/")
        page.locator('form[action$="/close/"] button').first.click()
        run_jobs()
        page.goto(f"{home}/standings/")
        page.locator('form[action*="/publish/"] button').first.click()
        run_jobs()
    page.goto(f"{home}/standings/")
    accessible(page)
    public = page_at(360)
    public.goto(f"/p/amicale-du-navigateur/{tournament.slug}/")
    text = public.locator("main").inner_text()
    assert "Claude M." in text
    assert "MARTIN" not in text.upper().replace("CLAUDE M.", "")
    assert no_sideways_scroll(public)
    assert Round.objects.filter(state=Round.State.CLOSED).count() == 2


def _enter_list(page: Page, home: str) -> None:
    page.goto(f"{home}/entries/import/")
    page.fill("#id_text", LIST)
    page.locator("main form button.btn-main").last.click()
    expect(page.locator('input[name="digest"]')).to_have_count(1)
    assert "Claude Martin" in page.locator("main").inner_text()
    page.locator('form:has(input[name="digest"]) button.btn-main').click()
    expect(page).to_have_url(re.compile(r"/entries/$"))
    # One pair more, by keyboard alone: two names, Enter.
    page.locator("#id_player_1").focus()
    page.keyboard.type("Fabre Lucie")
    page.keyboard.press("Tab")
    page.keyboard.type("Vidal Hugo")
    page.keyboard.press("Enter")
    expect(page.locator("#id_player_1")).to_be_focused()
    assert Tournament.objects.get().entries.count() == 6


def _draw_and_publish(page: Page, home: str, number: int) -> None:
    page.goto(f"{home}/draw/")
    press(page, f"Tirer le tour {number}")
    expect(page.locator("main table.tables tbody tr")).to_have_count(3)
    press(page, "Publier le tirage")
    expect(page.get_by_role("link", name="Imprimer les feuilles")).to_be_visible()


def _play(page: Page, home: str, number: int) -> None:
    """Type every sheet of the round at the desk; the second deal is first typed wrongly and refused by its field."""
    for game in Game.objects.filter(match__round__number=number).order_by("table_no"):
        page.goto(f"{home}/sheets/{game.pk}/")
        for points in ("50", "62"):
            page.select_option("#id_declarer", "NS")
            page.select_option("#id_contract", "100")
            page.select_option("#id_trump", "H")
            page.fill("#id_points_defence", points)
            page.keyboard.press("Enter")
            expect(page.locator("ol.deals > li")).to_have_count(1 if points == "50" else 2)
        page.locator('form[action$="/close/"] button').first.click()
        expect(page).to_have_url(re.compile(r"/desk/"))


@pytest.mark.parametrize("width", one_in(3, [360, 768, 1440]))
def test_the_first_pages_hold_at_every_width_and_axe_finds_nothing(
    page_at: Callable[..., Page], organiser: Any, width: int
) -> None:
    page = page_at(width, user=organiser)
    for address in ("/", "/clubs/new/", "/address/", "/account/", "/regions/new/"):
        page.goto(address)
        assert no_sideways_scroll(page), address
        accessible(page, address)


def test_pages_work_without_javascript(page_at: Callable[..., Page], organiser: Any) -> None:
    page = page_at(768, user=organiser, javascript=False)
    page.goto("/clubs/new/")
    page.fill("#id_name", "Club sans script")
    press(page, "Créer le club")
    expect(page).to_have_url(re.compile(r"/c/club-sans-script/$"))
