"""The roll in a real browser: by keyboard alone, by finger, and at two desks at once."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from clubs.persons import PersonName
from clubs.roles import Role
from core.actors import SYSTEM
from tests.browser.conftest import accessible
from tests.factories import make_user
from tests.thinned import one_in
from tests.tournaments.services import evening
from tournaments.models import Attendance, Tournament
from tournaments.services import entries, presence
from tournaments.services.entries import NewPlayer
from tournaments.views import roll

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAIRS = ("Martin", "Girard"), ("Martinez", "Roux"), ("Le Goff", "Petit"), ("Durand", "Simon"), ("Leroy", "Moreau")


@pytest.fixture
def tournament(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Tournament:
    monkeypatch.setattr(roll, "POLL_MS", 150)
    made = evening.new_tournament(0)
    for one, other in PAIRS:
        both = [NewPlayer(PersonName(one, "Claude")), NewPlayer(PersonName(other, "Zoé"))]
        entries.add_pair(made.pk, both, SYSTEM)
    presence.open_roll(made.pk, 1, SYSTEM)
    return made


def address(tournament: Tournament, rest: str = "roll/") -> str:
    return f"/c/{tournament.club.slug}/t/{tournament.slug}/{rest}"


def ticked() -> set[int]:
    return set(Attendance.objects.filter(state="here").values_list("entry__number", flat=True))


def desk(page_at: Callable[..., Page], tournament: Tournament, width: int = 1440, **more: Any) -> Page:
    page = page_at(width, user=make_user(Role.ORGANISER, tournament.club), **more)
    page.goto(address(tournament))
    return page


def test_a_hall_is_ticked_by_keyboard_alone_and_the_cursor_never_leaves_the_field(
    page_at: Callable[..., Page], tournament: Tournament
) -> None:
    page = desk(page_at, tournament)
    field = page.locator("#roll-q")
    for typed, left in (("4", 4), ("goff", 3), ("leroy", 2)):
        expect(field).to_be_focused()
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
        expect(page.locator("#roll-missing small")).to_have_text(str(left))
        expect(field).to_have_value("")
    expect(field).to_be_focused()
    page.keyboard.type("mart")
    page.keyboard.press("Enter")
    # Two are called so: the first has the focus, Enter ticks it.
    expect(page.locator(".roll-found button").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#roll-missing small")).to_have_text("1")
    expect(field).to_be_focused()
    assert ticked() == {1, 3, 4, 5}
    page.keyboard.type("nobody")
    page.keyboard.press("Enter")
    expect(page.locator("#roll-q-error")).to_be_visible()
    expect(field).to_be_focused()
    expect(field).to_have_value("nobody")


def test_what_one_desk_ticks_the_other_sees_without_losing_what_it_types(
    page_at: Callable[..., Page], tournament: Tournament
) -> None:
    one, other = desk(page_at, tournament), desk(page_at, tournament, 360)
    one.keyboard.type("le g")
    other.locator("#roll-2").tap()
    expect(one.locator("#roll-2")).to_have_count(0, timeout=20_000)
    expect(one.locator("#roll-q")).to_have_value("le g")
    expect(one.locator("#roll-q")).to_be_focused()
    expect(other.locator("#toasts")).to_contain_text("Martinez")
    other.locator("#toasts button").tap()
    expect(one.locator("#roll-2")).to_have_count(1, timeout=20_000)
    assert ticked() == set()


def test_what_is_told_of_a_tick_is_seen_though_the_list_was_renewed_meanwhile(
    page_at: Callable[..., Page], tournament: Tournament
) -> None:
    page = desk(page_at, tournament)
    page.evaluate("window.before = document.getElementById('roll-lists')")

    def slowly(route: Any) -> None:
        answer = route.fetch()
        page.wait_for_function("() => !window.before.isConnected")
        route.fulfill(response=answer)

    page.route("**/roll/tick/", slowly)
    page.locator("#roll-2").click()
    expect(page.locator("#toasts")).to_contain_text("Martinez")
    expect(page.locator("#roll-2")).to_have_count(0)


def test_a_second_tick_before_the_first_is_answered_counts_too(
    page_at: Callable[..., Page], tournament: Tournament
) -> None:
    page = desk(page_at, tournament)
    waiting: list[Any] = []
    page.route("**/roll/tick/", lambda route: waiting.append(route) if not waiting else route.continue_())
    page.locator("#roll-2").click()
    page.wait_for_function("() => document.querySelector('.htmx-request')")
    page.locator("#roll-3").click()
    waiting[0].continue_()
    expect(page.locator("#roll-missing small")).to_have_text("3")
    assert ticked() == {2, 3}


def test_a_desk_whose_roll_somebody_else_closes_is_told_at_once(
    page_at: Callable[..., Page], tournament: Tournament
) -> None:
    page = desk(page_at, tournament)
    presence.close_roll(tournament.pk, 1, SYSTEM)
    expect(page.locator('button[name="act"][value="open"]')).to_be_visible()


@pytest.mark.parametrize(("scheme", "width"), one_in(5, product(["dark", "light"], [360, 768, 1440])))
def test_the_pages_of_presence_are_usable_by_everybody_at_every_width(
    page_at: Callable[..., Page], tournament: Tournament, width: int, scheme: str
) -> None:
    presence.expect_late(tournament.entries.get(number=2).pk, 1, 3, SYSTEM)
    page = desk(page_at, tournament, width, color_scheme=scheme)
    entry = tournament.entries.get(number=1)
    for rest in ("roll/", "entries/", f"entries/{entry.pk}/", "entries/leave/?show=late"):
        page.goto(address(tournament, rest))
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), rest
        for summary in page.locator("main details:not(.menu) > summary").all():
            summary.click()
        accessible(page, rest)


def test_the_menu_of_an_entry_opens_within_the_page_and_one_press_more_lets_it_leave(
    page_at: Callable[..., Page], tournament: Tournament
) -> None:
    presence.drop_roll(tournament.pk, 1, SYSTEM)
    page = desk(page_at, tournament, 360)
    page.goto(address(tournament, "entries/"))
    row = page.locator("#entry-3")
    row.locator(".menu > summary").tap()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    row.locator('button[value="withdraw"]').tap()
    expect(page.locator("#entry-3")).to_have_class("is-out")
    page.locator("#toasts button").tap()
    expect(page.locator("#entry-3")).not_to_have_class("is-out")


def test_the_roll_works_without_javascript(page_at: Callable[..., Page], tournament: Tournament) -> None:
    page = desk(page_at, tournament, javascript=False)
    page.fill("#roll-q", "4")
    page.press("#roll-q", "Enter")
    page.locator("#roll-3").click()
    assert ticked() == {3, 4}
