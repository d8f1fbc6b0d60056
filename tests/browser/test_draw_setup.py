"""Setting up the draw in a browser: only what belongs to the choice is shown, and what comes of it follows at once."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Club
from clubs.roles import Role
from tests.browser.conftest import accessible
from tests.factories import make_club, make_user
from tests.thinned import one_in
from tests.tournaments.services import evening
from tournaments.draws.options import OPTIONS
from tournaments.models import Tournament
from tournaments.services import contests, drawrules

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def club(transactional_db: None) -> Club:
    return make_club()


@pytest.fixture
def organiser(club: Club) -> Any:
    return make_user(Role.ORGANISER, club)


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return evening.new_tournament(13, club=club, rounds=5)


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def faultless(page: Page) -> None:
    accessible(page, rules=["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"])


def choose(page: Page, name: str, value: str) -> None:
    page.locator(f'label:has([name="{name}"][value="{value}"])').click()


@pytest.mark.parametrize("width", one_in(2, [360, 1440]))
def test_only_what_the_chosen_system_reads_is_asked_and_what_comes_of_it_follows(
    page_at: Callable[..., Page], organiser: Any, tournament: Tournament, width: int
) -> None:
    page = page_at(width, user=organiser)
    page.goto(f"/c/{tournament.club.slug}/t/{tournament.slug}/settings/")
    advice = page.locator("#draw-advice")
    for system in OPTIONS:
        if system != "melee":
            choose(page, "system", system)
            expect(page.locator(".draw-options > :visible")).to_have_count(len(OPTIONS[system]))
    expect(advice).to_contain_text("13 doublettes, 5 tours")
    choose(page, "system", "round-robin")
    expect(advice).to_contain_text("13 tours")
    page.locator("#id_rounds").fill("13")
    page.locator("#id_rounds").press("Tab")
    expect(advice).to_contain_text("Tous se rencontrent.")
    choose(page, "entry_kind", "singles")
    expect(page.locator('[name="system"]:visible')).to_have_count(0)
    expect(page.locator('[name="melee_by"]:visible')).to_have_count(2)
    expect(advice).to_contain_text("3 tables")
    choose(page, "entry_kind", "teams")
    expect(page.locator("#id_pairs_a_team")).to_be_visible()
    assert fits(page)
    faultless(page)


#: What was put into the page listens again.
SETTLED = "() => !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling, .htmx-added')"


@pytest.mark.parametrize("width", one_in(2, [1440, 360]))
def test_rules_change_lists_and_places_in_the_page_with_the_keyboard_alone(
    page_at: Callable[..., Page], organiser: Any, tournament: Tournament, width: int
) -> None:
    page = page_at(width, user=organiser)
    page.goto(f"/c/{tournament.club.slug}/t/{tournament.slug}/draw/rules/")
    clubs = page.locator("#row-not_same_club")
    expect(page.locator(".is-off #row-not_same_club")).to_have_count(1)
    page.locator("#id_not_same_club-state_2").focus()
    page.keyboard.press("ArrowLeft")  # off → wish
    expect(page.locator(".is-wish #row-not_same_club")).to_have_count(1)
    expect(page.locator("#id_not_same_club-state_1")).to_be_focused()
    page.wait_for_function(SETTLED)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".is-must #row-not_same_club")).to_have_count(1)
    expect(page.get_by_text("Pas encore enregistré.")).to_be_visible()
    up = page.locator("#up-not_same_club")
    for place in (2, 1):
        page.wait_for_function(SETTLED)
        up.focus()
        page.keyboard.press("Enter")
        expect(clubs.locator(".rule-place")).to_have_text(f"{place}.")
        expect(up).to_be_focused()
    page.locator("#id_not_same_club-until").fill("2")
    assert fits(page)
    faultless(page)
    page.keyboard.press("Enter")
    expect(page.get_by_text("ces règles comptent pour les tirages suivants")).to_be_visible()
    first = drawrules.rules_of(contests.only_stage(tournament)).musts[0]
    assert (first.name, first.until) == ("not_same_club", 2)
