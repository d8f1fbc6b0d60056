"""A draft changed by hand in a real browser: by mouse, by keyboard, by dragging, by a finger, without a script."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from clubs.roles import Role
from core.actors import SYSTEM
from tests import factories
from tests.browser.conftest import accessible
from tests.thinned import one_in
from tests.tournaments.services import evening
from tournaments.models import Draw
from tournaments.services import byhand, rounds
from tournaments.services.drawing import MANUAL

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


class Bench:
    """The draft of a round on a page, and what the database holds of it."""

    def __init__(self, page: Page, draw: Draw) -> None:
        tournament = draw.round.stage.tournament
        self.page, self.draw = page, draw
        page.goto(f"/c/{tournament.club.slug}/t/{tournament.slug}/draw/")

    @property
    def kept(self) -> byhand.Draft:
        return byhand.draft_of(Draw.objects.select_related("round__stage__tournament").get(pk=self.draw.pk))

    def at(self, table: int, side: str = "ns") -> str:
        """The number of who sits there, as it is kept."""
        row = self.kept.hand.at(table)
        assert row is not None
        return str(self.kept.numbers[row.side(side)[0]])

    def pick(self, spot: str) -> Any:
        return self.page.locator(f'.pick[data-spot="{spot}"]')

    @property
    def bar(self) -> Any:
        return self.page.locator("#swap-bar")


@pytest.fixture
def organiser(transactional_db: None) -> Any:
    return factories.make_user(Role.ADMINISTRATOR)


@pytest.fixture
def bench(page_at: Callable[..., Page], organiser: Any) -> Callable[..., Bench]:
    """``bench(width, pairs, system=..., javascript=...)``: a first draft on a page of that width."""

    def open_(width: int = 1440, pairs: int = 8, *, system: str = "random", **options: Any) -> Bench:
        tournament = evening.new_tournament(pairs)
        tournament.stages.update(draw_system=system)
        return Bench(page_at(width, user=organiser, **options), rounds.make_draw(tournament.pk, 1, 1, SYSTEM))

    return open_


def test_two_seats_chosen_with_the_mouse_change_places_once_the_bar_has_said_what_it_does(bench) -> None:
    hall = bench()
    one, other, stays = hall.at(1), hall.at(3, "ew"), hall.at(1, "ew")
    hall.pick(one).click()
    expect(hall.bar).to_contain_text(f"{one} est en main")
    hall.pick(other).click()
    expect(hall.bar).to_contain_text(f"Échanger {one} et {other} ?")
    expect(hall.bar).to_contain_text(f"Table 1 : {other} contre {stays}.")
    assert not hall.kept.is_changed
    hall.bar.get_by_role("button", name="Échanger").click()
    expect(hall.page.locator("#toasts")).to_contain_text("Changé à la main.")
    assert (hall.at(1), hall.at(3, "ew")) == (other, one)
    expect(hall.pick(other)).to_be_focused()
    expect(hall.page.locator('.pick[aria-pressed="true"]')).to_have_count(0)
    hall.page.get_by_role("button", name="Annuler le dernier changement").click()
    expect(hall.page.locator("#toasts")).to_contain_text("Dernier changement annulé.")
    assert hall.at(1) == one


def test_by_keyboard_arrows_move_space_chooses_enter_confirms_escape_lets_go(bench) -> None:
    hall = bench()
    one, other = hall.at(2), hall.at(3)
    press = hall.page.keyboard.press
    hall.pick(hall.at(1)).focus()
    press("ArrowDown")
    expect(hall.pick(one)).to_be_focused()
    press("Space")
    expect(hall.pick(one)).to_have_attribute("aria-pressed", "true")
    press("ArrowRight")
    expect(hall.pick(hall.at(2, "ew"))).to_be_focused()
    press("Escape")
    expect(hall.bar).to_be_hidden()
    expect(hall.pick(one)).to_be_focused()
    press("Space")
    press("ArrowDown")
    press("Space")
    expect(hall.bar).to_contain_text(f"Échanger {one} et {other} ?")
    press("Enter")
    expect(hall.page.locator("#toasts")).to_contain_text("Changé à la main.")
    assert (hall.at(2), hall.at(3)) == (other, one)
    # The same seat again, and its table by the arrow to the left.
    expect(hall.pick(other)).to_be_focused()
    press("ArrowLeft")
    expect(hall.pick("t2")).to_be_focused()
    press("Enter")
    press("ArrowDown")
    press("Enter")
    expect(hall.bar).to_contain_text("Échanger les tables 2 et 3 ?")
    press("Enter")
    expect(hall.page.locator(f'tr:has([data-spot="t2"]) [data-spot="{one}"]')).to_be_visible()
    expect(hall.pick("t3")).to_be_focused()
    assert (hall.at(2), hall.at(3)) == (one, other)


def test_one_seat_dragged_onto_another_is_both_chosen_and_nothing_done_yet(bench) -> None:
    hall = bench(1440, 9)
    one, rests = hall.at(1), str(hall.kept.numbers[hall.kept.hand.byes[0]])
    hall.pick(rests).hover()
    hall.page.mouse.down()
    hall.pick(one).hover()
    hall.pick(one).hover(position={"x": 20, "y": 20})
    hall.page.mouse.up()
    expect(hall.bar).to_contain_text(f"Échanger {rests} et {one} ?")
    assert not hall.kept.is_changed
    hall.bar.get_by_role("button", name="Échanger").click()
    expect(hall.page.locator("#toasts")).to_contain_text("Changé à la main.")
    assert hall.at(1) == rests


def test_a_fixed_table_is_said_to_be_and_is_not_exchanged(bench) -> None:
    hall = bench()
    one, other = hall.at(1), hall.at(2)
    hall.page.locator('.lock[value="1"]').click()
    expect(hall.page.locator('.lock[value="1"][aria-pressed="true"]')).to_be_focused()
    assert hall.kept.hall.fixed == {1}
    hall.pick(one).click()
    hall.pick(other).click()
    expect(hall.bar).to_contain_text("La table 1 est fixée")
    expect(hall.bar.get_by_role("button")).to_have_count(0)
    hall.page.locator('.lock[value="1"]').click()
    expect(hall.page.locator('.lock[value="1"][aria-pressed="false"]')).to_be_focused()
    assert hall.kept.hall.fixed == frozenset()


def test_who_looks_at_a_draft_that_somebody_else_has_changed_is_told_and_shown_how_it_stands(bench) -> None:
    hall = bench()
    one, other, third = hall.at(1), hall.at(2), hall.at(3)
    hall.pick(one).click()
    hall.pick(other).click()
    expect(hall.bar).to_contain_text("Échanger")
    byhand.exchange(hall.draw.pk, hall.kept.digest, third, other, SYSTEM)
    hall.bar.get_by_role("button", name="Échanger").click()
    expect(hall.page.locator("#toasts")).to_contain_text("Quelqu’un d’autre a changé le tirage")
    assert (hall.at(1), hall.at(2)) == (one, third)
    expect(hall.page.locator(f'tr:has([data-spot="t2"]) [data-spot="{third}"]')).to_be_visible()
    byhand.undo(hall.draw.pk, hall.kept.digest, SYSTEM)
    hall.pick(one).click()
    expect(hall.bar).to_contain_text("Quelqu’un d’autre a changé le tirage")
    hall.bar.get_by_role("link", name="Voir où il en est").click()
    expect(hall.page.locator(f'tr:has([data-spot="t2"]) [data-spot="{other}"]')).to_be_visible()


@pytest.mark.parametrize("lists", [False, True])
def test_without_a_script_the_same_takes_a_page_a_step(bench, lists: bool) -> None:
    hall = bench(768, javascript=False)
    one, other = hall.at(1), hall.at(2)
    if lists:
        hall.page.get_by_text("Choisir plutôt dans des listes").click()
        hall.page.select_option("#list-one", one)
        hall.page.select_option("#list-other", other)
        hall.page.get_by_role("button", name="Voir ce que cela donne").click()
    else:
        hall.pick(one).click()
        hall.pick(other).click()
    expect(hall.bar).to_contain_text(f"Échanger {one} et {other} ?")
    hall.bar.get_by_role("button", name="Échanger").click()
    assert (hall.at(1), hall.at(2)) == (other, one)


def test_a_hall_is_seated_by_typing_numbers(bench) -> None:
    hall = bench(1440, 5, system=MANUAL)
    line = hall.page.locator("#seat-line")
    for typed in ("3 1", "2 2", "2 5"):
        expect(line).to_be_focused()
        hall.page.keyboard.type(typed)
        hall.page.keyboard.press("Enter")
        if typed == "2 2":
            expect(hall.page.locator("#seat-line-error")).to_contain_text("Rien ne changerait")
            expect(line).to_have_value("2 2")
            line.fill("")
        else:
            expect(line).to_have_value("")
            expect(hall.page.locator(".loose .pick")).to_have_count(3 if typed == "3 1" else 1)
    hall.page.keyboard.type("4")
    hall.page.keyboard.press("Enter")
    expect(line).to_have_count(0)
    assert [hall.kept.numbers[one] for table in hall.kept.hand.tables for one in table.people] == [3, 1, 2, 5]
    assert [hall.kept.numbers[one] for one in hall.kept.hand.byes] == [4]


@pytest.mark.parametrize("width", one_in(3, [360, 768, 1440]))
def test_the_workbench_holds_at_every_width_and_axe_finds_nothing(bench, width: int) -> None:
    hall = bench(width, 9)
    one, other = hall.at(1), hall.at(2)
    (hall.pick(one).tap if width < 600 else hall.pick(one).click)()
    (hall.pick(other).tap if width < 600 else hall.pick(other).click)()
    expect(hall.bar).to_contain_text("Échanger")
    assert hall.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    heights = hall.page.evaluate("[...document.querySelectorAll('.pick, .lock')].map((one) => one.offsetHeight)")
    assert min(heights) >= 44
    accessible(hall.page)


@pytest.mark.parametrize(
    ("system", "pairs", "planned"), one_in(3, [("pools-knockout", 8, 5), ("knockout", 6, 3), ("even-odd", 7, 3)])
)
def test_brackets_pools_and_movements_hold_at_every_width_for_everybody(
    page_at: Callable[..., Page], transactional_db: None, system: str, pairs: int, planned: int
) -> None:
    tournament = evening.new_tournament(pairs, rounds=planned)
    tournament.stages.update(draw_system=system)
    evening.play_round(tournament, 1)
    for width in (360, 768, 1440):
        page = page_at(width)
        page.goto(f"/p/{tournament.club.slug}/{tournament.slug}/")
        expect(page.locator(".board").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        if width != 768:
            accessible(page)
