"""The desk in the browser: its clock goes on by itself, follows what others do, and axe finds nothing in its states."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from clubs.roles import Role
from core import actors
from core.actors import SYSTEM, Actor
from scoring import agreeing, disputes, sheets
from tests import factories
from tests.browser.conftest import accessible
from tests.scoring.on_sheets import deal, new_key
from tests.tournaments.services import evening
from tournaments.models import Game
from tournaments.services import clocks, rulings, typing
from tournaments.services.rulings import Given

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = Actor(device="telephone-1")


def _record(game: Game, count: int, actor: Actor = PHONE) -> None:
    for _ in range(count):
        position = len(sheets.standing_entries(game.sheet)) + 1
        sheets.record_deal(game.sheet_id, deal(), position=position, client_key=new_key(), actor=actor)


def _sound(page: Page, name: str) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), name
    accessible(page, name)


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), pytest.param(1440, "light", marks=pytest.mark.long)])
def test_the_desk_in_its_states(page_at: Callable[..., Page], transactional_db: None, width: int, scheme: str) -> None:
    club = factories.make_club("Amicale de l’essai")
    tournament = evening.new_tournament(13, rounds=2, deals=3, club=club)
    round_ = evening.start_round(tournament, 1)
    empty, playing, paper, one_side, disputed, done = evening.games_of(round_)
    organiser = factories.make_user(Role.ORGANISER, club)
    page = page_at(width, user=organiser, color_scheme=scheme)
    page.goto(f"/c/{club.slug}/t/{tournament.slug}/desk/")
    _sound(page, f"desk-empty-{width}")
    # The countdown goes on between two answers.
    before = page.locator("[data-left]").inner_text()
    expect(page.locator("[data-left]")).not_to_have_text(before)
    # What others do comes by itself, and the row says that it changed. What is being typed meanwhile stays.
    page.locator("#clock-length summary").click()
    page.locator("#clock-minutes").fill("47")
    _record(playing, 1)
    expect(page.locator(f"#table-{playing.table_no}.is-changed")).to_be_visible(timeout=10_000)
    expect(page.locator("#clock-minutes")).to_have_value("47")
    expect(page.locator("#clock-minutes")).to_be_focused()
    _record(paper, 2, actors.of_user(organiser))
    _record(one_side, 3)
    one_side.sheet.refresh_from_db()
    agreeing.confirm(one_side.sheet_id, "A", digest=one_side.sheet.digest, actor=PHONE)
    _record(disputed, 2)
    disputes.raise_dispute(disputed.sheet_id, "disagree", position=2, actor=PHONE)
    _record(done, 3)
    evening.close(done.sheet)
    page.reload()
    _sound(page, f"desk-half-{width}")
    page.locator("#clock-pause").click()
    expect(page.locator("#clock-on")).to_be_visible()
    expect(page.locator("[data-left][data-runs]")).to_have_count(0)
    page.locator("#last-deal").click()
    expect(page.locator("#not-last")).to_be_visible()
    page.locator("#show-waiting").click()
    expect(page.locator(".desk-row")).to_have_count(1)
    expect(page.locator(f"#table-{empty.table_no}")).to_be_visible()
    # The arbiter's page of a table, reached from its row.
    rulings.penalise(empty.pk, Given("A", "misdeal"), key="k", actor=SYSTEM)
    page.locator(f"#decide-{empty.table_no}").click()
    _sound(page, f"rulings-{width}")
    page.locator("input[name=side]").first.check()
    page.select_option("#fault_fault", "misdeal")
    page.get_by_role("button", name="Noter la faute").dblclick()
    expect(page.locator("#ruling-2")).to_be_visible()
    expect(page.locator("#ruling-3")).to_have_count(0)
    _sound(page, f"rulings-given-{width}")
    page.goto(f"/c/{club.slug}/faults/")
    _sound(page, f"faults-{width}")
    page.goto(f"/c/{club.slug}/faults/revoke/")
    _sound(page, f"fault-{width}")
    for game in evening.games_of(round_):
        if game.state == "playing":
            sheets.close_unplayed(game.sheet_id, actor=SYSTEM, reason="fin")
    page.goto(f"/c/{club.slug}/t/{tournament.slug}/desk/?show=done")
    _sound(page, f"desk-locked-{width}")
    assert clocks.clock_of(round_).is_paused


@pytest.mark.long
@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1440, "light")])
def test_what_another_desk_did_meanwhile_and_a_machine_that_does_not_answer(
    page_at: Callable[..., Page], transactional_db: None, width: int, scheme: str
) -> None:
    """A correction of a deal that another desk has put right since, a deal in a place that it has filled: neither is
    written, both are said, with what is there now. And the list that gets old says so."""
    club = factories.make_club("Amicale de l’essai")
    tournament = evening.new_tournament(4, rounds=2, deals=3, club=club)
    game = evening.games_of(evening.start_round(tournament, 1))[0]
    organiser, other = (factories.make_user(role, club) for role in (Role.ORGANISER, Role.DESK))
    hand = actors.of_user(other)
    typing.record_deal(game, deal(80), position=1, client_key=new_key(), actor=hand)
    page = page_at(width, user=organiser, color_scheme=scheme, allow_errors=True)
    address = f"/c/{club.slug}/t/{tournament.slug}"
    page.goto(f"{address}/sheets/{game.pk}/?amend=1")
    page.locator("#id_points_defence").fill("40")
    typing.amend_deal(game, 1, deal(90), seen=1, actor=hand, reason="mal lu")
    page.get_by_role("button", name="Enregistrer la correction").click()
    refused = page.locator("#deal [role=alert]")
    expect(refused).to_contain_text("La feuille a changé")
    expect(page.locator(".trace-line")).to_contain_text("90")
    expect(page.locator("#id_points_defence")).to_have_value("40")
    _sound(page, f"amended-meanwhile-{width}")
    page.goto(f"{address}/sheets/{game.pk}/")
    page.locator("#id_declarer").select_option("NS")
    page.locator("#id_contract").select_option("100")
    page.locator("#id_trump").select_option("H")
    page.locator("#id_points_defence").fill("50")
    typing.record_deal(game, deal(110), position=2, client_key=new_key(), actor=hand)
    page.locator("#deal button.btn-main").click()
    expect(refused).to_be_visible()
    expect(page.locator(".deals .deal-item")).to_have_count(2)
    _sound(page, f"typed-meanwhile-{width}")
    standing = sheets.standing_entries(game.sheet)
    assert [one.data["contract"] for one in standing] == [90, 110]
    page.goto(f"{address}/desk/")
    lost = page.locator("[data-live-lost]")
    expect(lost).to_be_hidden()
    page.context.set_offline(True)
    expect(lost).to_be_visible()
    _sound(page, f"desk-lost-{width}")
    page.context.set_offline(False)
    expect(lost).to_be_hidden()
