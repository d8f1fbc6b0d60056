"""A score sheet of friends in a real browser: three players at the width of a phone, with the network and without."""

import json
import random
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scoring.rules import DealError
from scoring.rules.game import Entry, GameFormat, play
from scoring.rules.packed import packed, packed_messages
from scoring.rules.three import parse_three
from scoring.rulesets_store import preset
from tests import factories
from tests.browser.conftest import accessible
from tests.tournaments.friends_table import Friends

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NOTHING_LEFT = """async () => !localStorage.length && !(await caches.keys()).length && new Promise((done) => {
  const asked = indexedDB.open("tables", 1);
  asked.onsuccess = () => {
    const counted = asked.result.transaction("lists").objectStore("lists").count();
    counted.onsuccess = () => done(counted.result === 0);
  };
})"""
#: Under these everything is tried that three can write: announces, held points, rounding.
RULES = ("club", "guide-belote", "guide-coinche+rounded")
PLAY = """async ([packed, messages, given, games]) => {
  const { scorer } = await import("/static/js/rules/score.js");
  const { PLAYERS, scoreOfThree } = await import("/static/js/rules/three.js");
  const { playGame } = await import("/static/js/rules/game.js");
  const score = scoreOfThree(packed, messages, scorer(packed, messages).score);
  return games.map((deals) => {
    const game = playGame(packed, score, given, deals.map((deal) => ({ deal })), PLAYERS);
    const lines = (step) => step.answer.lines.map((line) => [line.side, line.what, line.amount, line.text]);
    return [game.totals, game.held, game.counted, game.end && [game.end.why, game.end.by, game.end.winner],
      game.steps.map((step) => [step.counted, step.scores, step.held, lines(step)])];
  });
}"""


def tap(page: Page, *keys: str) -> None:
    for key in keys:
        page.locator(f'[data-k="{key}"]').click()


def sound(page: Page) -> None:
    accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def totals(page: Page) -> list[str]:
    return page.locator(".total").all_inner_texts()


def test_three_friends_play_a_game_on_a_phone(page_at: Any) -> None:
    factories.make_user("administrator")
    page: Page = page_at(360, height=740, locale="en-GB", allow_errors=True)
    page.goto("/friends/")
    page.get_by_label("3, each for himself").check()
    expect(page.locator(".name-4")).to_be_hidden()
    for place, name in enumerate(("Ann", "Jean-Philipp", "Chloé"), 1):
        page.fill(f"[name=name{place}]", name)
    page.get_by_label("a number of deals").check()
    page.fill("[name=deals]", "3")
    sound(page)
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#ask")).to_be_visible()
    sound(page)
    tap(page, "seat-B")
    expect(page.locator("main")).to_contain_text("Dealer: Jean-Philipp")
    tap(page, "side-A", "bid-100", "trump-H", "digit-5", "digit-0", "belote-C")
    expect(page.locator("#result")).to_contain_text("For Ann")
    expect(page.locator("#result")).to_contain_text("Chloé: belote 20")
    sound(page)
    tap(page, "save")
    expect(page.locator(".toast")).to_contain_text("Deal 1 recorded")
    assert totals(page) == ["100", "0", "20"]
    sound(page)
    # Without the network the phone counts on by itself.
    page.wait_for_function("() => window.coinche.local")
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    tap(page, "side-B", "bid-120", "trump-S", "digit-9", "digit-0")
    expect(page.locator("#result")).to_contain_text("For Ann + Chloé")
    tap(page, "save")
    expect(page.locator("#sync")).to_contain_text("1 waiting")
    assert totals(page) == ["262", "0", "182"]
    page.context.set_offline(False)
    expect(page.locator("#sync")).to_contain_text("Recorded", timeout=20_000)
    assert totals(page) == ["262", "0", "182"]
    tap(page, "side-C", "bid-80", "trump-C", "digit-6", "digit-0", "save")
    # 102 make 80: the game of three deals is over, and the next begins with the same players.
    expect(page.locator("#ask")).to_have_text("End of the game")
    expect(page.locator("main")).to_contain_text("Nobody has won.")
    sound(page)
    tap(page, "again")
    expect(page.locator("#ask")).to_have_text("Who deals first?")
    tap(page, "later")
    assert totals(page) == ["0", "0", "0"]
    tap(page, "share")
    expect(page.locator(".scan svg")).to_be_visible()
    sound(page)
    page.evaluate("localStorage.setItem(`table:${location.pathname.replace('share', '')}`, '{}')")
    page.get_by_label("Yes, erase it for all").check()
    page.get_by_role("button", name="Erase").click()
    expect(page.locator("h1")).to_have_text("The sheet is erased")
    end = time.monotonic() + 10
    while not page.evaluate(NOTHING_LEFT):
        assert time.monotonic() < end, "something is left on the phone"
        page.wait_for_timeout(50)


def test_two_and_four_friends_and_the_other_phone(page_at: Any) -> None:
    factories.make_user("administrator")
    four = Friends(4, names=["Jean-Philipp", "Anne-Charlot", "", "Maximilienne"])
    page: Page = page_at(360, height=740, locale="en-GB")
    page.goto(f"/t/{four.token}/")
    tap(page, "seat-W")
    expect(page.locator('[data-k="side-NS"]')).to_have_text("Jean-Philipp + Player 3")
    four.record({"declarer": "EW", "contract": 90, "trump": "H", "points": {"EW": 100}})
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".total").nth(1)).to_have_text("90")
    sound(page)
    two = Friends(2)
    page.goto(f"/t/{two.token}/")
    tap(page, "seat-E", "side-NS", "trump-H", "digit-7", "digit-0", "save")
    expect(page.locator(".toast")).to_contain_text("Deal 1 recorded")
    expect(page.locator("main")).to_contain_text("Dealer: Ann")
    assert totals(page) == ["92", "70"]


def _deals(rng: random.Random, names: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for _ in range(rng.randint(1, 7)):
        if rng.random() < 0.1:
            found.append({"declarer": None})
            continue
        mine = rng.choice([60, 81, 81, 90, 100, 110, 130])
        deal: dict[str, Any] = {
            "declarer": rng.choice("ABC"),
            "trump": rng.choice("SHDC"),
            "points": {"NS": mine, "EW": 162 - mine},
        }
        deal["contract"] = rng.choice(names["contracts"])
        if rng.random() < 0.3:
            deal["belote"] = [rng.choice("ABC")]
        if names["doubled"] and rng.random() < 0.2:
            deal["double"] = "coinche"
        if names["announces"] and rng.random() < 0.5:
            deal["announces"] = {player: rng.choice([["tierce"], ["quinte", "tierce"], []]) for player in "ABC"}
            deal["best"] = rng.choice(["NS", "EW"])
        found.append(deal)
    return found


def test_the_phone_counts_games_of_three_as_the_server_does(page_at: Any) -> None:
    page: Page = page_at(1024)
    page.goto("/friends/")
    rng = random.Random(3)
    for key in RULES:
        ruleset = preset(key)
        asked = {
            "contracts": list(ruleset.bids[:4]) or ["take"],
            "doubled": len(ruleset.doublings) > 1,
            "announces": ruleset.enters_announces,
        }
        given = {"kind": "target", "length": 500, "ending": {}}
        games, expected = [], []
        while len(games) < 40:
            deals = _deals(rng, asked)
            try:
                lines = [Entry("deal", deal=two, held=held) for two, held in map(parse_three, deals)]
                game = play(ruleset, GameFormat.from_data(given), lines, players=3)
            except DealError:
                continue
            end = None if game.end is None else [game.end.why, game.end.by, game.end.winner]
            steps = [
                [step.counted, list(step.scores), step.held, [list(line) for line in step.answer.lines]]
                for step in game.steps
                if step.answer is not None
            ]
            games.append(deals)
            expected.append([list(game.scores), game.held, game.counted, end, steps])
        got = page.evaluate(PLAY, [packed(ruleset, "en"), packed_messages("en"), given, games])
        for deals, here, there in zip(games, expected, got, strict=True):
            assert there == here, f"{key}: {json.dumps(deals)}"
