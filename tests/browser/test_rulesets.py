"""A club's way of counting, entered in a real browser: published sheets, from the nearest rule set, without a formula.

What is filled in for a sheet is read from its text (see the document that each case file names), as a person would.
"""

import functools
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from clubs.models import Club
from clubs.roles import Role
from core.actors import SYSTEM
from scoring import rulesets_edit, rulesets_findings, rulesets_store
from scoring.models import Ruleset
from scoring.rules import DealError, RuleSet, score_event
from tests.browser.conftest import accessible
from tests.factories import make_club, make_user
from tests.scoring.rule_files import case_rows

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NO_OTHER_TRUMPS = {"no_trump": False, "all_trump": False}
#: Case file: what is copied, and the answers that are changed then, from the top of the page down.
SHEETS: dict[str, tuple[str, dict[str, Any]]] = {
    "ascee2a": (
        "club",
        {
            **NO_OTHER_TRUMPS,
            "highest": {"suit": 0},
            "belote_written": "never",
            "announces": False,
            "failed_writes": "bid",
            "failed_sweep": 0,
            "sweep_unasked": "none",
            "loser_multiplied": False,
        },
    ),
    "casson": (
        "club",
        {
            "kind": "take",
            **NO_OTHER_TRUMPS,
            "belote_helps": "no",
            "announces": False,
            "failed_figure": "fixed",
            "failed_amount": 162,
            "tie": "held",
            "penalties": [
                {"fault": "misdeal", "until": 1, "points": 0, "then": "redeal"},
                {"fault": "misdeal", "from": 2, "points": 162, "then": "redeal"},
            ],
        },
    ),
    "coinchons": (
        "ffb-contree-2016",
        {
            **NO_OTHER_TRUMPS,
            "highest": {"suit": 180},
            "belote_failed": "kept",
            "belote_doubled": "same",
            "sweep_unasked": "none",
        },
    ),
    "pagat": (
        "ffb-contree-2016",
        {
            **NO_OTHER_TRUMPS,
            "highest": {"suit": 180},
            "lowest_needs": 82,
            "judge": "exact",
            "belote_failed": "kept",
            "belote_doubled": "same",
            "sweep_points": 250,
            "capot_doubled": False,
            "made_multiplied": ["bid"],
            "failed_multiplied": ["bid"],
            "doubled_sweep": 90,
        },
    ),
    "cannes16": (
        "ffb-contree-2016",
        {
            **NO_OTHER_TRUMPS,
            "highest": {"suit": 0},
            "capot_value": 270,
            "failed_amount": 162,
            "failed_sweep": 90,
            "capot_made": "like",
            "capot_failed": "amount_bid",
            "capot_failed_amount": 252,
            "capot_multiplied": False,
            "surcoinche_times": 3,
            "made_multiplied": ["bid"],
            "failed_multiplied": ["bid"],
            "doubled_amount": 162,
            "doubled_sweep": 90,
            "rounding": "line",
            "rounding_up_from": 6,
            "last_deal_exact": True,
            "penalties": [
                {"fault": "misdeal", "then": "redeal"},
                {"fault": "misdeal-after-opposing-bid", "points": 160, "adds": ["bid"], "then": "next-dealer"},
            ],
        },
    ),
    "fauxd": (
        "ffb-coinche-2015",
        {
            "all_trump_scale": "natural",
            "pack_total": "fixed",
            "pack_totals": {"suit": 160, "SA": 160, "TA": 160},
            "points_unit": "10",
            "generale": True,
            "generale_needs": "sweep",
            "beat_defence": "no",
            "belote_helps": "if_ahead",
            "belote_multiplied": "no",
            "announces": False,
            "failed_sweep": 90,
            "sweep_points": 250,
            "capot_made": "amount",
            "capot_failed": "amount",
            "rounding": "none",
            "penalties": [
                {"fault": "misdeal", "until": 1, "points": 0, "then": "redeal"},
                {"fault": "misdeal", "from": 2, "points": 160, "then": "redeal"},
            ],
        },
    ),
}


@pytest.fixture(autouse=True)
def short_lint(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the lint finds is tested elsewhere; here it is only waited for."""
    monkeypatch.setattr(rulesets_findings, "lint", functools.partial(rulesets_findings.lint, deals=40))


@pytest.fixture
def club(transactional_db: None) -> Club:
    return make_club(name="Amicale des cartes")


def opened(page: Page, club: Club, preset: str, name: str) -> Ruleset:
    """A copy made on the page; what is open then is its edit page."""
    page.goto(f"/c/{club.slug}/rules/copy/{preset}/")
    page.fill("#id_name", name)
    page.locator("main form .btn-main").click()
    expect(page).to_have_url(re.compile(r"/edit/$"))
    return Ruleset.objects.get(owner_club=club, name=name)


def answer(page: Page, key: str, value: Any) -> None:
    """Answer one question as a person does, with what it shows."""
    question = page.locator(f'[data-question="{key}"]')
    kind = question.get_attribute("data-kind")
    if kind == "flag":
        question.get_by_role("checkbox").set_checked(value)
    elif kind == "number":
        question.get_by_role("textbox").fill(str(value))
    elif kind == "table":
        for option, number in value.items():
            question.locator(f'input[name$=".{option}"]').fill(str(number))
    elif kind == "set":
        for box in question.get_by_role("checkbox").all():
            if box.is_checked() != (box.get_attribute("value") in value):
                question.locator(".chip", has=page.locator(f'[value="{box.get_attribute("value")}"]')).click()
    elif kind == "ladder":
        for index, row in enumerate(value):
            if index >= question.locator(".ladder-row").count():
                question.locator("[data-more-rows]").click()
            penalty(question.locator(".ladder-row").nth(index), row)
    elif question.locator("select").count():
        question.locator("select").select_option(value)
    else:
        question.locator(f'input[value="{value}"]').check()


def penalty(row: Locator, wanted: dict[str, Any]) -> None:
    for name in ("fault", "from", "until", "points"):
        if name in wanted:
            row.locator(f'input[name$=".{name}"]').fill(str(wanted[name]))
    row.locator("select").select_option(wanted["then"])
    for name in wanted.get("adds", ()):
        row.locator(".chip", has=row.page.locator(f'[value="{name}"]')).click()


def saved(page: Page, ruleset: Ruleset) -> RuleSet:
    """Save as a version; the rules that count then."""
    page.locator('button[value="save"]').click()
    # The rules are tried on made-up deals first.
    expect(page).to_have_url(re.compile(rf"/rules/{ruleset.pk}/(#.*)?$"), timeout=20_000)
    ruleset.refresh_from_db()
    assert ruleset.current is not None
    return rulesets_store.rules_of(ruleset.current)


def wrong_cases(ruleset: RuleSet, name: str) -> list[str]:
    """The rows of a case file that do not come out."""
    wrong = []
    for row in case_rows(name):
        if row.get("variants"):
            continue
        event, expect_ = row.get("deal") or row["penalty"], row["expect"]
        try:
            got = score_event(ruleset, event).as_dict()
        except DealError as error:
            if "error" not in expect_:
                wrong.append(f"{event['id']}: {error}")
            continue
        scores = {side: score for side, score in expect_.get("score", {}).items() if score is not None}
        if (
            "error" in expect_
            or {side: got["score"][side] for side in scores} != scores
            or got["held"] != expect_["held"]
        ):
            wrong.append(f"{event['id']}: {got['score']}, {expect_}")
    return wrong


@pytest.mark.long
def test_published_sheets_are_entered_without_the_expert_part(page_at: Callable[..., Page], club: Club) -> None:
    page = page_at(1440, user=make_user(Role.ORGANISER, club))
    for name, (preset, answers) in SHEETS.items():
        ruleset = opened(page, club, preset, f"Feuille {name}")
        for key, value in answers.items():
            answer(page, key, value)
        assert wrong_cases(saved(page, ruleset), name) == [], name


def test_examples_differences_and_errors_follow_while_typing_and_nothing_is_lost(
    page_at: Callable[..., Page], club: Club
) -> None:
    # A refused form is answered by 422, which the browser's console calls an error.
    page = page_at(1440, user=make_user(Role.ORGANISER, club), allow_errors=True)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(error.message))
    ruleset = opened(page, club, "ffb-contree-2016", "Concours d'hiver")
    live, save = page.locator("#live"), page.locator('button[value="save"]')
    made = live.locator("tbody tr").first
    expect(made.locator("td").first).to_have_text("210")
    # By keyboard alone: the next answer of a choice, a number, Enter computes and saves nothing.
    page.locator('[data-question="made_writes"] select').focus()
    page.keyboard.press("ArrowDown")
    expect(made.locator("td").first).to_have_text("110")
    expect(live.locator("ins").first).to_be_visible()
    expect(page.locator('[data-question="made_writes"] .parent-mark')).to_be_visible()
    lowest = page.locator("#q-lowest")
    lowest.focus()
    page.keyboard.type("huit")
    page.keyboard.press("Enter")
    error = page.locator("#q-lowest-error")
    expect(error.locator(".error")).to_be_visible()
    expect(lowest).to_have_attribute("aria-invalid", "true")
    save.press("Enter")
    expect(page.locator("[data-form-errors]")).to_be_focused()
    expect(lowest).to_have_value("huit80")
    assert page.locator('[data-question="made_writes"] select').input_value() == "points"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # the link to the field
    lowest.fill("90")
    expect(error.locator(".error")).to_have_count(0)
    # Without bids nothing is written by one, and the examples follow at once; what was given up is marked.
    bid_alone = page.locator('[data-question="made_writes"] option[value="bid"]')
    answer(page, "kind", "take")
    expect(bid_alone).to_have_attribute("hidden", "")
    expect(page.locator("#q-coinche")).not_to_be_checked()
    expect(live.locator("tbody th").first).to_contain_text("contre")
    # What cannot be is named beside the examples too, with the way there.
    answer(page, "beat_defence", "no")
    there = live.locator('a[href="#q-beat_defence"]')
    expect(there).to_be_visible()
    there.click()
    expect(page.locator("#q-beat_defence")).to_be_in_viewport()
    answer(page, "kind", "auction")
    answer(page, "coinche", True)
    expect(bid_alone).not_to_have_attribute("hidden", "")
    # A question that no longer arises goes, and comes back as it was.
    page.locator('[data-question="capot"] input').uncheck()
    expect(page.locator('[data-question="capot_value"]')).to_be_hidden()
    page.locator('[data-question="capot"] input').check()
    expect(page.locator("#q-capot_value")).to_have_value("500")
    # Where belotes do not help, none counts against the declarers either.
    answer(page, "beat_defence", "more")
    answer(page, "belote_helps", "no")
    expect(page.locator("#q-belote_against")).not_to_be_checked()
    answer(page, "belote_helps", "yes")
    answer(page, "beat_defence", "no")
    # The expert part shows what the answers write, and takes over where it is ticked.
    page.locator("#group-expert summary").click()
    formula = page.locator("#expert-made")
    expect(formula).to_have_value(re.compile(r'declarer = "points \+ belote"'))
    page.locator("#expert").check()
    formula.fill('declarer = "points + 10"\ndefence = "points + nothing"')
    expect(page.locator("#expert-made-error")).to_contain_text("2")
    formula.fill('declarer = "points + 10"\ndefence = "points"')
    expect(made.locator("td").first).to_have_text("120")
    rules = saved(page, ruleset)
    assert rules.bid_rules.lowest == 90
    assert rules.canonical()["score"]["made"]["declarer"] == "points + 10"
    assert faults == []


def test_the_pages_hold_at_every_width_and_axe_finds_nothing(page_at: Callable[..., Page], club: Club) -> None:
    user = make_user(Role.ORGANISER, club)
    ruleset = rulesets_edit.copy_preset(club, "guide-coinche", "Règle du jeudi", SYSTEM)
    edited = rulesets_edit.Edited(ruleset.name, rulesets_edit.tree_at_work(ruleset))
    rulesets_edit.save_version(ruleset.pk, edited, 1, "", SYSTEM)
    home = f"/c/{club.slug}/rules/"
    page = page_at(360, user=user, color_scheme="dark")
    for address in (home, f"{home}{ruleset.pk}/", f"{home}import/", f"{home}{ruleset.pk}/edit/"):
        page.goto(address)
        for width in (768, 1440, 360):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), (address, width)
        if address != home:  # long, and made of what the others are made of
            accessible(page, address)
    expect(page.locator("#live")).to_be_hidden()
    page.locator(".live-fold summary").click()
    expect(page.locator("#live tbody tr").first).to_be_visible()


def test_without_javascript_a_button_computes(page_at: Callable[..., Page], club: Club) -> None:
    page = page_at(768, user=make_user(Role.ORGANISER, club), javascript=False)
    ruleset = opened(page, club, "guide-belote", "Belote du mardi")
    page.locator('[data-question="kind"] input[value="auction"]').check()
    page.locator(".compute button").click()
    expect(page.locator("#q-lowest")).to_be_visible()
    page.fill("#q-lowest", "90")
    assert saved(page, ruleset).bid_rules.lowest == 90
