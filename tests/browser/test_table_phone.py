"""The table's page in a real browser, at the width of a phone."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from core import links, shortcodes
from core.actors import SYSTEM
from scoring import disputes
from tests.browser.conftest import FLAGS, Pages, accessible, chromium
from tests.thinned import one_in
from tests.tournaments.at_table import DEAL, PASSED, Table
from tournaments.services import paircodes

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PLAIN = {key: value for key, value in DEAL.items() if key != "belote"}
FIRST = {"declarer": "NS", "contract": 90, "trump": "S", "double": "none", "points": {"NS": 104, "EW": 58}}


class Phone:
    """A phone at the table. ``taps`` counts what a finger did."""

    def __init__(self, page: Page, table: Table) -> None:
        self.page = page
        self.table = table
        self.taps = 0
        page.goto(f"/t/{table.token}/")
        expect(page.locator("#ask")).to_be_visible()

    def tap(self, *keys: str) -> "Phone":
        for key in keys:
            self.page.locator(f'[data-k="{key}"]').click()
            self.taps += 1
        return self

    def deal(self, *, side: str = "NS", bid: str = "100", trump: str = "H", digits: str = "50") -> "Phone":
        """The taps of a usual deal, up to the points."""
        return self.tap(f"side-{side}", f"bid-{bid}", f"trump-{trump}", *(f"digit-{digit}" for digit in digits))

    def fits(self) -> bool:
        """Whether the screen holds without scrolling, either way."""
        return bool(
            self.page.evaluate(
                "(root => root.scrollHeight <= innerHeight && root.scrollWidth <= innerWidth)(document.documentElement)"
            )
        )

    @property
    def toast(self) -> Any:
        return self.page.locator(".toast")

    @property
    def sync(self) -> Any:
        return self.page.locator("#sync")


@pytest.fixture
def table(transactional_db: None) -> Table:
    return Table()


@pytest.fixture
def phone(page_at: Any, table: Table) -> Phone:
    """A phone whose table has said who dealt first. Refusals are answers with an error status: the console has them."""
    found = Phone(page_at(360, height=640, locale="en-GB", allow_errors=True), table)
    found.tap("seat-W")
    expect(found.page.locator('[data-k="side-NS"]')).to_be_visible()
    found.taps = 0
    return found


def a_finger_later(page: Page, milliseconds: int = 1501) -> None:
    """The page's clock is put on, and stands: within a second and a half a second tap of a finger agrees to nothing."""
    page.evaluate("(by) => { const then = Date.now() + by; Date.now = () => then; }", milliseconds)


def agree_for_both(phone: Phone) -> None:
    """One phone, handed over."""
    phone.tap("agree-NS")
    expect(phone.page.locator("main")).to_contain_text("Agrees, at")
    a_finger_later(phone.page)
    phone.tap("agree-EW")


def test_a_usual_deal_takes_six_taps(page_at, table):
    phone = Phone(page_at(360, height=640, locale="en-GB"), table)
    phone.tap("later")
    phone.taps = 0
    phone.deal().tap("save")
    expect(phone.toast).to_contain_text("Deal 1 recorded")
    assert phone.taps == 6
    assert table.deals() == [PLAIN]
    expect(phone.page.locator(".total").first).to_have_text("100")


def test_the_four_seats_stand_around_the_table(page_at, table):
    page = page_at(360, height=640, locale="en-GB")
    page.goto(f"/t/{table.token}/")
    expect(page.locator('[data-k="seat-W"]')).to_be_visible()
    box = {seat: page.locator(f'[data-k="seat-{seat}"]').bounding_box() for seat in "NESW"}
    assert box["N"]["y"] + box["N"]["height"] <= box["W"]["y"]
    assert box["W"]["x"] + box["W"]["width"] <= box["E"]["x"]
    assert box["W"]["y"] + box["W"]["height"] <= box["S"]["y"]
    assert box["E"]["x"] + box["E"]["width"] <= 360


def test_the_code_is_no_longer_in_the_address(page_at, table):
    phone = Phone(page_at(360, locale="en-GB"), table)
    assert table.token not in phone.page.url
    assert table.token not in phone.page.content()
    assert not phone.page.evaluate("document.cookie").startswith("table=")


def test_the_score_and_the_reason_stand_before_the_last_tap(phone):
    phone.deal(digits="")
    result = phone.page.locator("#result")
    expect(result).to_have_text("With the ten for the last trick")
    place = phone.page.locator('[data-k="digit-1"]').bounding_box()
    phone.tap("digit-5", "digit-0")
    expect(result).to_contain_text("112 for 100")
    assert phone.page.locator('[data-k="digit-1"]').bounding_box() == place  # no key moves under the finger
    phone.tap("belote-NS")
    expect(result).to_contain_text("112 + 20")
    expect(result).to_contain_text("+120")
    expect(result).to_contain_text("Total 120")
    assert phone.fits()


def test_no_question_needs_scrolling(phone):
    for key in ("side-NS", "bid-100", "trump-H"):
        phone.tap(key)
        assert phone.fits(), key
    phone.tap("digit-5", "digit-0", "belote-NS")
    expect(phone.page.locator("#result")).to_contain_text("+120")
    assert phone.fits()


def test_what_cannot_be_is_refused_beside_the_field_and_keeps_nothing(phone):
    phone.deal(digits="161")
    refusal = phone.page.get_by_role("alert").filter(has_text="161")
    expect(refusal).to_be_visible()
    expect(phone.page.locator("#save")).to_be_disabled()
    accessible(phone.page)
    phone.tap("erase", "erase", "erase", "digit-5", "digit-0")
    expect(phone.page.locator("#save")).to_be_enabled()
    phone.tap("save")
    expect(phone.toast).to_be_visible()
    assert phone.table.deals()[0]["points"] == {"NS": 112, "EW": 50}


def test_what_is_unlikely_is_asked_once(phone):
    phone.deal(digits="0")
    expect(phone.page.locator("#result")).to_contain_text("162")
    phone.tap("save")
    expect(phone.page.locator('[data-k="rare-yes"]')).to_be_focused()
    accessible(phone.page)
    assert phone.table.deals() == []
    phone.tap("rare-yes")
    expect(phone.toast).to_be_visible()
    assert "sweep" not in phone.table.deals()[0]


def test_no_point_may_turn_out_to_be_a_capot(phone):
    phone.deal(digits="0")
    expect(phone.page.locator("#result")).to_contain_text("162")
    phone.tap("save", "rare-sweep")
    expect(phone.toast).to_be_visible()
    assert phone.table.deals()[0]["sweep"] == "NS"


def test_a_capot_an_announce_and_a_double_are_written(phone):
    phone.tap("side-EW", "bid-capot", "double-coinche", "trump-C", "sweep-EW", "others", "ann-EW-tierce", "back")
    expect(phone.page.locator("#result")).to_contain_text("tierce")
    expect(phone.page.locator(".rb-trump")).to_contain_text("Doubled")
    phone.tap("save")
    expect(phone.toast).to_be_visible()
    deal = phone.table.deals()[0]
    assert (deal["contract"], deal["double"], deal["sweep"]) == ("capot", "coinche", "EW")
    assert deal["announces"] == {"NS": [], "EW": ["tierce"]}
    assert deal["points"] == {"NS": 0, "EW": 162}


@pytest.mark.parametrize("way", [[], pytest.param(["back"], marks=pytest.mark.long)])
def test_equal_announces_ask_which_one_is_better(phone, way):
    phone.deal().tap("others", "ann-NS-tierce", "ann-EW-tierce", *way)
    phone.tap("best-EW")
    expect(phone.page.locator("#save")).to_be_enabled()
    phone.tap("save")
    expect(phone.toast).to_be_visible()
    assert phone.table.deals()[0]["best"] == "EW"


def test_several_belotes_can_be_told_at_all_trump(phone):
    phone.deal(trump="TA").tap("belote-NS", "belote-NS", "belote-EW")
    expect(phone.page.locator('[data-k="belote-NS"]')).to_contain_text("×2")
    phone.tap("save")
    expect(phone.toast).to_be_visible()
    assert phone.table.deals()[0]["belote"] == ["NS", "NS", "EW"]


def test_at_no_trump_no_belote_is_asked(phone):
    phone.deal(trump="SA")
    expect(phone.page.locator('[data-k^="belote-"]')).to_have_count(0)


def test_all_pass_is_one_tap_and_a_second_one_is_no_second_deal(phone):
    phone.page.locator('[data-k="pass"]').dblclick()
    expect(phone.toast).to_be_visible()
    assert phone.table.deals() == [PASSED]


def test_a_tap_on_the_other_field_types_the_declarers_points(phone):
    phone.deal(digits="").tap("pt-NS", "digit-1", "digit-1", "digit-2", "save")
    expect(phone.toast).to_be_visible()
    assert phone.table.deals()[0]["points"] == {"NS": 112, "EW": 50}


def test_a_keyboard_and_the_names_of_the_keys_are_enough_for_a_deal_and_the_agreement(page_at, transactional_db):
    """No key is found by anything but its role and its name, as by who hears the page."""
    table = Table(deals=1)
    page = page_at(360, height=640, locale="en-GB")
    page.goto(f"/t/{table.token}/")

    def press(name: str | re.Pattern[str], *keys: str, heading: str) -> None:
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)
        page.get_by_role("button", name=name, exact=True).focus()
        for key in keys or ("Enter",):
            page.keyboard.press(key)

    press("Not now", heading="Who deals first?")
    press(re.compile("14 .*Le Goff.* North-South"), heading="Who takes?")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    press("80", "ArrowRight", "ArrowRight", "Enter", heading="Which contract?")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    press("Spades", "ArrowRight", "Enter", heading="Which trump?")
    expect(page.get_by_role("heading", level=1)).to_have_text("How many points?")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    for key in ("5", "9", "Backspace", "0", "Enter"):
        page.keyboard.press(key)
    a_finger_later(page, 0)
    press("North-South Pair 14: we agree, 100 to 0", heading="Do you agree?")
    expect(page.get_by_role("main")).to_contain_text("Agrees, at")
    a_finger_later(page)
    press("East-West Pair 31: we agree, 100 to 0", heading="Do you agree?")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Sheet closed: 100 to 0")
    [deal] = table.deals()
    assert (deal["contract"], deal["trump"], deal["points"]) == (100, "H", {"NS": 112, "EW": 50})


def test_a_deal_is_corrected_and_its_trace_seen(phone):
    phone.deal().tap("save", "fix", "digit-5", "digit-4", "save")
    expect(phone.toast).to_contain_text("corrected")
    expect(phone.page.locator(".trace")).to_contain_text("112 corrected to 108")
    assert phone.table.deals()[0]["points"] == {"NS": 108, "EW": 54}


def test_the_last_deal_is_taken_back(phone):
    phone.deal().tap("save", "deal-1", "undo")
    expect(phone.toast).to_contain_text("taken back")
    assert phone.table.deals() == []


def test_a_sheet_is_closed_by_agreeing_to_its_totals(page_at, transactional_db):
    table = Table(deals=1)
    phone = Phone(page_at(360, height=640, locale="en-GB"), table)
    phone.tap("later").deal().tap("save")
    expect(phone.page.locator("#ask")).to_have_text("Do you agree?")
    accessible(phone.page)
    a_finger_later(phone.page, 0)
    phone.tap("agree-NS")
    expect(phone.page.locator("main")).to_contain_text("Agrees, at")
    expect(phone.page.locator('[data-k="agree-NS"]')).to_have_count(0)
    # The key that took the place of the first one does nothing under the same finger.
    phone.tap("agree-EW")
    assert table.game.sheet.confirmations.count() == 1
    accessible(phone.page)
    assert not phone.page.evaluate(SIDEWAYS)
    a_finger_later(phone.page)
    phone.tap("agree-EW")
    expect(phone.page.locator("main")).to_contain_text("Sheet closed: 100 to 0")
    expect(phone.page.locator("main")).to_contain_text("Both sides agreed. One phone was handed over.")
    accessible(phone.page)
    table.game.sheet.refresh_from_db()
    assert table.game.sheet.state == "closed"


def test_the_other_sides_phone_sees_that_one_side_agrees_and_offers_its_own_key(page_at, transactional_db):
    table = Table(deals=1)
    phone = Phone(page_at(360, height=640, locale="en-GB", allow_errors=True), table)
    other = Phone(page_at(360, height=640, locale="en-GB"), table)
    # What is taken back, and below what is put right, leaves its trace on both phones.
    other.tap("later", "pass", "deal-1", "undo")
    expect(other.toast).to_contain_text("taken back")
    phone.tap("later").deal().tap("save", "agree-EW")
    expect(other.page.locator("main")).to_contain_text("Pair 14: look at the figures", timeout=20_000)
    expect(other.page.locator('[data-k="agree-EW"]')).to_have_count(0)
    # The other side puts a deal right instead: the figures that were agreed to are others.
    other.tap("look", "deal-1", "erase", "erase", "digit-5", "digit-2", "save")
    expect(phone.page.locator(".note-warn")).to_contain_text("The figures have changed", timeout=20_000)
    expect(phone.page.locator('[data-k="agree-EW"]')).to_be_visible()
    accessible(phone.page)
    phone.tap("look")
    expect(phone.page.locator(".deals .trace")).to_contain_text("112 corrected to 110")
    expect(phone.page.get_by_text("Line 1 taken back at")).to_be_visible()
    phone.tap("back", "agree-EW")
    expect(other.page.locator('[data-k="agree-NS"]')).to_be_visible(timeout=20_000)
    other.tap("agree-NS")
    expect(phone.page.locator("main")).to_contain_text("Both sides agreed.", timeout=20_000)
    assert table.game.results.count() == 2


def test_a_table_that_does_not_agree_calls_the_arbiter_and_names_the_deal(page_at, transactional_db):
    table = Table(deals=1)
    phone = Phone(page_at(360, height=640, locale="en-GB"), table)
    phone.tap("later").deal().tap("save", "disagree")
    expect(phone.page.locator("#ask")).to_have_text("What do you disagree about?")
    accessible(phone.page)
    assert not phone.page.evaluate(SIDEWAYS)
    phone.page.fill("#about", "96 or 86")
    phone.tap("about-1")
    expect(phone.page.locator(".note-warn")).to_contain_text("Deal 1: disagreement. Stay seated.")
    expect(phone.page.locator('[data-k^="agree-"]')).to_have_count(0)
    accessible(phone.page)
    (found,) = table.game.sheet.disputes.all()
    assert (found.position, found.text) == (1, "96 or 86")
    disputes.decide(found.pk, "stands", "counted again", table.access.actor())
    expect(phone.page.locator("main")).to_contain_text("The figures stand. counted again", timeout=20_000)
    phone.tap("agree-NS")
    expect(phone.page.locator("main")).to_contain_text("Agrees, at")


def test_a_game_that_goes_on_says_why_and_takes_one_more_deal(page_at, transactional_db):
    table = Table(deals=2, ending={"equal": "extra_deal", "minutes": 40})
    phone = Phone(page_at(360, height=640, locale="en-GB"), table)
    phone.tap("later")
    expect(phone.page.locator("main")).to_contain_text("2 deals left. Time is called after 40 minutes.")
    phone.deal().tap("save")
    phone.deal(side="EW").tap("save")
    expect(phone.page.locator("header")).to_contain_text("Deal 3")
    expect(phone.page.locator("main")).to_contain_text("Equal totals: one more deal.")
    phone.deal().tap("save")
    expect(phone.page.locator("#ask")).to_have_text("Do you agree?")
    expect(phone.page.locator("main")).to_contain_text("Game won by pair 14, by 100 points.")
    agree_for_both(phone)
    expect(phone.page.locator("main")).to_contain_text("Sheet closed: 200 to 100")


def test_points_that_wait_have_a_line_of_their_own(page_at, transactional_db):
    table = Table(preset="guide-belote")
    table.record(1, {"declarer": "NS", "contract": "take", "trump": "H", "points": {"NS": 81, "EW": 81}})
    phone = Phone(page_at(360, height=640, locale="en-GB"), table)
    expect(phone.page.locator(".deals .held")).to_have_text("81 points wait for the next deal")
    expect(phone.page.locator(".total")).to_have_text(["0", "81"])


def test_an_unfinished_sheet_asks_why(phone):
    phone.deal().tap("save", "close", "agree-NS")
    expect(phone.page.locator("#why-error")).to_be_visible()
    accessible(phone.page)
    phone.page.fill("#why", "Time is up")
    agree_for_both(phone)
    expect(phone.page.locator("main")).to_contain_text("Sheet closed")
    assert phone.table.game.sheet.events.get(verb="closed").reason == "Time is up"


def test_without_the_network_deals_are_kept_and_sent_once_in_order(phone):
    page = phone.page
    page.context.set_offline(True)
    phone.deal(digits="50").tap("save")
    expect(phone.sync).to_contain_text("1 waiting")
    phone.tap("pass")
    expect(phone.sync).to_contain_text("2 waiting")
    accessible(page)
    assert phone.table.deals() == []
    page.context.set_offline(False)
    expect(phone.sync).to_contain_text("Recorded", timeout=20_000)
    assert [deal["declarer"] for deal in phone.table.deals()] == ["NS", None]
    assert page.evaluate("Object.keys(localStorage).length") == 0


def test_a_deal_survives_the_page_being_loaded_again(phone):
    page = phone.page
    page.route("**/deals", lambda route: route.abort())
    phone.deal().tap("save")
    expect(phone.sync).to_contain_text("1 waiting")
    page.unroute("**/deals")
    page.reload()
    expect(phone.sync).to_contain_text("Recorded")
    assert len(phone.table.deals()) == 1


def test_an_answer_that_got_lost_doubles_nothing(phone):
    page = phone.page
    lost: list[int] = []

    def lose(route: Route) -> None:
        answer = route.fetch()
        lost.append(answer.status)
        route.abort()

    page.route("**/deals", lose)
    phone.deal().tap("save")
    expect(phone.sync).to_contain_text("1 waiting")
    assert lost and set(lost) == {201}
    page.unroute("**/deals")
    expect(phone.sync).to_contain_text("Recorded", timeout=20_000)
    assert len(phone.table.deals()) == 1


def test_what_was_being_written_survives_the_page_being_loaded_again(phone):
    phone.deal(digits="5")
    phone.page.reload()
    expect(phone.page.locator(".pt-on")).to_contain_text("5")
    phone.tap("digit-0", "save")
    expect(phone.toast).to_be_visible()
    assert phone.table.deals()[0]["points"]["EW"] == 50


def test_two_phones_that_wrote_the_same_deal_wrote_one(phone):
    phone.deal()
    phone.table.record(1, PLAIN)
    phone.tap("save")
    expect(phone.toast).to_contain_text("recorded")
    assert len(phone.table.deals()) == 1


@pytest.mark.parametrize(("choice", "points"), [("theirs", 104), ("mine", 112)])
def test_two_versions_of_a_deal_are_shown_and_settled(phone, choice, points):
    phone.deal()
    phone.table.record(1, FIRST)
    phone.tap("save")
    expect(phone.page.locator("#ask")).to_contain_text("two versions")
    expect(phone.sync).to_contain_text("To compare")
    expect(phone.page.locator(".versions")).to_contain_text("104")
    expect(phone.page.locator(".versions")).to_contain_text("112")
    accessible(phone.page)
    phone.tap(choice)
    expect(phone.page.locator('[data-k="side-NS"]')).to_be_visible()
    assert [deal["points"]["NS"] for deal in phone.table.deals()] == [points]
    expect(phone.sync).to_contain_text("Recorded")


#: How many milliseconds the page's own clockwork has come too late: on a machine that has other work, all does.
LATENESS = """() => {
  let then = performance.now();
  window.lateness = 0;
  setInterval(() => {
    const now = performance.now();
    window.lateness += Math.max(0, now - then - 150);
    then = now;
  }, 100);
}"""


def test_a_second_phone_sees_the_deal_within_seconds(phone):
    phone.page.evaluate(LATENESS)
    phone.table.record(1)
    since = time.monotonic()
    expect(phone.page.locator(".deals")).to_contain_text("Made", timeout=20_000)
    seconds = time.monotonic() - since
    assert seconds - phone.page.evaluate("lateness") / 1000 < 10
    expect(phone.page.locator(".total").first).to_have_text("120")


def test_who_is_writing_is_told_of_the_other_phones_deal(phone):
    phone.tap("side-NS", "bid-100")
    phone.table.record(1)
    expect(phone.page.locator(".note-warn")).to_contain_text("other phone", timeout=20_000)
    expect(phone.page.locator("#ask")).to_have_text("Which trump?")


@pytest.mark.parametrize("scheme", one_in(2, ["dark", "light"]))
def test_axe_finds_nothing_on_the_questions(page_at, table, scheme):
    phone = Phone(page_at(360, height=640, locale="en-GB", color_scheme=scheme), table)
    accessible(phone.page)
    phone.tap("seat-W")
    expect(phone.page.locator('[data-k="side-NS"]')).to_be_visible()
    table.record(1)
    phone.page.reload()
    accessible(phone.page)
    for key in ("side-NS", "bid-100", "trump-H"):
        phone.tap(key)
        accessible(phone.page)
    phone.tap("digit-5", "digit-0")
    expect(phone.page.locator("#result")).to_contain_text("+100")
    accessible(phone.page)
    phone.tap("others")
    accessible(phone.page)
    phone.tap("back", "save")
    expect(phone.toast).to_be_visible()
    accessible(phone.page)
    phone.tap("sheet")
    accessible(phone.page)


SIDEWAYS = "document.documentElement.scrollWidth > innerWidth"


def plays_a_deal_without_scrolling_sideways(phone: Phone) -> None:
    page = phone.page
    assert not page.evaluate(SIDEWAYS)
    phone.tap("seat-N")
    expect(page.locator('[data-k="side-NS"]')).to_be_visible()
    for key in ("side-NS", "bid-100", "trump-TA", "digit-5", "digit-0"):
        assert not page.evaluate(SIDEWAYS), key
        phone.tap(key)
    expect(page.locator("#result")).to_contain_text("+100")
    assert not page.evaluate(SIDEWAYS)
    phone.tap("save")
    expect(phone.toast).to_be_visible()
    assert not page.evaluate(SIDEWAYS)
    phone.tap("close")
    assert not page.evaluate(SIDEWAYS)


@pytest.mark.parametrize("width", [320, 768, 1440])
def test_nothing_is_lost_on_a_narrow_or_a_wide_screen(page_at, table, width):
    plays_a_deal_without_scrolling_sideways(Phone(page_at(width, height=640, locale="en-GB"), table))


def test_nothing_is_lost_with_text_twice_as_large(playwright, live_server, table):
    """The reader's own text size, which em breakpoints follow: 32 px instead of 16."""
    large = playwright.chromium.launch(
        executable_path=chromium(), args=[*FLAGS, "--blink-settings=defaultFontSize=32,defaultFixedFontSize=26"]
    )
    pages = Pages(large, live_server.url)
    try:
        plays_a_deal_without_scrolling_sideways(Phone(pages(360, height=640, locale="en-GB"), table))
        assert not pages.errors
    finally:
        pages.pictures("text-twice-as-large")
        pages.close()
        large.close()


def small(page: Page) -> list[str]:
    """Buttons and fields that a thumb may miss: one of their sides has less than 44 pixels."""
    found = page.evaluate(
        """[...document.querySelectorAll('#app button, #app input:not([type=file]), #app textarea, #app summary')]
        .filter(b => b.offsetParent).map(b => [b.dataset.k || b.id, b.getBoundingClientRect()])
        .filter(([k, r]) => r.width < 44 || r.height < 44).map(([k, r]) => `${k} ${r.width}x${r.height}`)"""
    )
    return list(found)


def test_every_target_is_large_enough_for_a_thumb(phone):
    assert small(phone.page) == []
    for key in ("side-NS", "bid-100", "trump-H", "digit-5", "others", "back", "digit-0", "save", "close", "disagree"):
        phone.tap(key)
        assert small(phone.page) == [], key


def goes_through_the_end(phone: Phone) -> None:
    """Two versions of a deal, the end of an unfinished game, what a table does not agree about, the code of a pair, the
    closed sheet: on each screen targets are large, and nothing is beyond its edge."""
    page, table = phone.page, phone.table

    def holds(where: str) -> None:
        assert small(page) == [], where
        assert not page.evaluate(SIDEWAYS), where

    phone.tap("later").deal()
    table.record(1, FIRST)
    phone.tap("save")
    expect(page.locator("#ask")).to_contain_text("two versions")
    holds("conflict")
    phone.tap("mine", "close")
    holds("close")
    phone.tap("disagree")
    page.fill("#about", "96 or 86")
    holds("disagree")
    phone.tap("back", "close", "agree-NS")
    expect(page.locator("#why-error")).to_be_visible()
    holds("no reason")
    page.fill("#why", "Time is up")
    for side, entry in (("NS", table.ns), ("EW", table.ew)):
        a_finger_later(page)
        phone.tap(f"agree-{side}")
        expect(page.locator("#code")).to_be_focused()
        holds("code")
        phone.tap("give-code")
        expect(page.locator("#code-error")).to_be_visible()
        holds("no code")
        page.fill("#code", paircodes.code_of(entry.pk, 1))
        phone.tap("give-code")
        expect(page.locator("main")).to_contain_text("Agrees, at" if side == "NS" else "Both sides agreed")
        holds("agreed" if side == "NS" else "closed")


@pytest.mark.long
@pytest.mark.parametrize("size", [16, 32])
def test_at_the_end_targets_are_large_and_nothing_is_lost_with_text_twice_as_large(
    playwright, live_server, table, size
):
    paircodes.change(table.tournament.pk, SYSTEM, on=True)
    larger = [f"--blink-settings=defaultFontSize={size},defaultFixedFontSize={size * 13 // 16}"]
    browser = playwright.chromium.launch(executable_path=chromium(), args=[*FLAGS, *larger])
    pages = Pages(browser, live_server.url)
    try:
        # A deal in another's place and a wrong code are answered with an error status.
        goes_through_the_end(Phone(pages(360, height=640, locale="en-GB", allow_errors=True), table))
    finally:
        pages.pictures(f"the-end-{size}")
        pages.close()
        browser.close()


def test_the_page_asks_for_little_before_it_is_usable(page_at, table):
    for position in range(1, 12):
        table.record(position)
    page = page_at(360, locale="en-GB")
    seen: list[str] = []
    page.on("request", lambda request: seen.append(request.url))
    Phone(page, table)
    own = [url for url in seen if not re.search(r"/t/|/table/", url)]
    assert all("/static/" in url for url in own), own
    assert len(own) <= 14


# The short code


def test_a_short_code_is_typed_with_one_field_and_opens_the_table(page_at: Pages, table: Table) -> None:
    # A refused form is answered by 422, which the browser's console calls an error.
    page = page_at(360, allow_errors=True)
    page.goto("/t/")
    page.get_by_label("Code de la table").fill("cdfh jkmn")
    page.get_by_role("button", name="Ouvrir la table").click()
    expect(page.locator("#id_code_error")).to_contain_text("ne mène à aucune table")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    accessible(page)
    page.get_by_label("Code de la table").fill(shortcodes.shown(links.short_code_of(table.link)).lower())
    page.keyboard.press("Enter")
    expect(page.locator("#ask")).to_be_visible()
