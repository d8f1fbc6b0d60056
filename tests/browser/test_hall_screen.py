"""A screen of the hall in a real browser whose clock is sped up: it follows, goes on without the network, and what it
keeps does not grow."""

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from clubs.models import Club
from core import links
from core.actors import SYSTEM
from scoring import sheets
from tests import factories
from tests.browser.conftest import accessible
from tests.scoring.on_sheets import deal, new_key
from tests.served import ROOT, Served
from tests.tournaments.services import evening
from tournaments.hall import state as states
from tournaments.models import Tournament
from tournaments.services import ceremony, clocks, rounds, screens
from tournaments.services.screens import Show

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

#: A little more than what lies between two of its questions.
STEP_MS = 3600
#: Bytes that may come and go between two measurements: what the browser compiles, and the sped-up clock's own notes.
NOISE = 1_000_000
#: Nodes that may come and go: those of one page of tables awaited.
MORE_NODES = 300


class Watched:
    """A screen's page whose time passes by ``step`` alone."""

    def __init__(self, page: Page, path: str) -> None:
        self.page = page
        page.clock.install()
        page.goto(path)
        self.devtools: CDPSession = page.context.new_cdp_session(page)

    def step(self, answered: bool = True) -> None:
        """Until it has asked once more; whether anybody answers is waited for."""
        if not answered:
            self.page.clock.run_for(STEP_MS)
            return
        with self.page.expect_response(lambda one: one.url.endswith("/state"), timeout=20_000):
            self.page.clock.run_for(STEP_MS)

    def kept(self) -> tuple[int, int]:
        """Bytes of JavaScript and nodes, after what is not needed has been thrown away."""
        for _ in range(3):
            self.devtools.send("HeapProfiler.collectGarbage")
        used = self.devtools.send("Runtime.getHeapUsage")["usedSize"]
        return int(used), int(self.devtools.send("Memory.getDOMCounters")["nodes"])


def _hall(pairs: int) -> tuple[Tournament, Any, str]:
    """A tournament whose first round is being played, and a screen's link."""
    factories.make_user("administrator")
    tournament = evening.new_tournament(pairs, deals=12)
    Club.objects.filter(pk=tournament.club_id).update(locale="en")
    person = tournament.members.select_related("person").order_by("entry__number", "slot")[0].person
    person.family, person.given = "Müller-Hélias", "Zoé"
    person.save()
    round_ = evening.start_round(tournament, 1)
    clocks.act(round_.pk, "length", SYSTEM, minutes=60)
    screen = screens.make(tournament.pk, "Stage", SYSTEM)
    return tournament, round_, f"/screen/{links.token_of(screens.link_of(screen))}/"


def test_a_screen_follows_goes_on_alone_and_does_not_grow(
    page_at: Callable[..., Page], transactional_db: None, settings: Any
) -> None:
    """Ten minutes' worth of it."""
    settings.KEPT_PAGES = 8
    states.forget()
    tournament, round_, path = _hall(40)
    page = page_at(1920, height=1080, locale="en-GB", allow_errors=True)
    screen = Watched(page, path)
    screen.step()
    expect(page.locator("#title")).to_have_text("Find your table")
    assert page.locator(".hall-names li").count() == 36
    # Three letters, with no accent.
    for key in "mul":
        page.keyboard.press(key)
    expect(page.locator("#find li")).to_have_count(1)
    expect(page.locator("#find li")).to_contain_text("Müller-Hélias Zoé")
    page.keyboard.press("Escape")
    expect(page.locator("#find")).to_be_hidden()
    # A finger has a button for it.
    page.get_by_role("button", name="Find").click()
    page.locator("#letters").press_sequentially("mul")
    expect(page.locator("#find li")).to_contain_text("Müller-Hélias Zoé")
    page.locator("#find").click()
    expect(page.locator("#find")).to_be_hidden()
    # Steered from the desk.
    (made,) = tournament.screens.all()
    screens.steer([made.pk], [Show("round", 10), Show("names", 5), Show("tables", 5)])
    screen.step()
    expect(page.locator("#title")).to_have_text("Round 1 of 3")
    before = screen.kept()
    games = evening.games_of(round_)
    for number in range(110):
        if number % 11 == 0:
            game = games[number // 11]
            sheets.record_deal(game.sheet_id, deal(100), position=1, client_key=new_key(), actor=SYSTEM)
        screen.step()
    after = screen.kept()
    assert after[0] - before[0] < NOISE, (before, after)
    # Pages of one view come and go; what is kept is one set of nodes.
    assert after[1] - before[1] < MORE_NODES, (before, after)
    # Nobody answers for three minutes: it shows what it has, and says how old that is.
    page.context.set_offline(True)
    shown = page.locator("#title").inner_text()
    for _ in range(55):
        screen.step(answered=False)
    expect(page.locator("#age")).to_have_text("Screen stopped for 3 min")
    assert shown and page.locator("#body li").count() > 0
    page.context.set_offline(False)
    screen.step()
    expect(page.locator("#age")).to_contain_text("Updated at")
    # Its link is void: no name stays.
    screens.new_link(made.pk, SYSTEM)
    screen.step()
    expect(page.locator("#body")).to_have_text("This screen’s link is void. Open the new one.")
    assert page.locator("[data-find]").count() == 0


#: Minutes' worth of refreshes after which it is measured; COINCHE_HALL_MINUTES for a shorter look.
MINUTES = int(os.environ.get("COINCHE_HALL_MINUTES", "180"))

MAKE = """
import io, json
from PIL import Image
from core import links
from core.actors import SYSTEM
from core.models import AccessLink
from tests import factories
from tests.tournaments.services import evening
from tournaments.services import clocks, screens, slides
from tournaments.services.screens import Show
factories.make_user("administrator")
tournament = evening.new_tournament(64, deals=12)
evening.publish(tournament, evening.play_round(tournament, 1))
logo = io.BytesIO()
Image.new("RGB", (1600, 900), "navy").save(logo, "WEBP")
slides.add(tournament.pk, logo.getvalue(), "Boulangerie", 10, SYSTEM)
round_ = evening.start_round(tournament, 2)
clocks.act(round_.pk, "length", SYSTEM, minutes=200)
screen = screens.make(tournament.pk, "Scene", SYSTEM)
views = ("names", 10), ("round", 20), ("tables", 10), ("standings", 10), ("slides", 10)
screens.steer([screen.pk], [Show(*view) for view in views])
matches = [game.match_id for game in evening.games_of(round_)]
tables = [links.token_of(link) for link in AccessLink.objects.filter(purpose="table", target__in=matches)]
assert len(tables) == 32
print(json.dumps({"screen": links.token_of(screens.link_of(screen)), "tables": tables}))
"""


@pytest.mark.long
@pytest.mark.services
def test_after_three_hours_and_two_starts_of_the_machine_it_keeps_no_more_than_at_the_beginning(
    page_on: Callable[..., Page], served: Served
) -> None:
    made = subprocess.run(
        [sys.executable, "manage.py", "shell", "-c", MAKE],
        cwd=ROOT,
        env=served.environment,
        capture_output=True,
        text=True,
        check=True,
    )
    hall = json.loads(made.stdout.strip().splitlines()[-1])
    page = page_on(1920, height=1080, base_url=served.url, locale="fr-FR", allow_errors=True)
    screen = Watched(page, f"/screen/{hall['screen']}/")
    # All its pages have been shown once or twice.
    seen = set()
    for _ in range(90):
        screen.step()
        seen.add(page.locator("#scene").get_attribute("data-kind"))
    assert seen == {"names", "round", "tables", "standings", "slide"}
    before = screen.kept()
    steps = MINUTES * 60_000 // STEP_MS
    for number in range(steps):
        if number in (steps // 3, 2 * steps // 3):
            served.stop()
            for _ in range(25):
                screen.step(answered=False)
            expect(page.locator("#age")).to_contain_text("Écran arrêté depuis")
            assert page.locator("#body li").count() > 0
            served.start()
        if number % 12 == 0:
            _record(served, hall["tables"][number // 12 % 32], number // 12 // 32 + 1)
        screen.step()
    expect(page.locator("#age")).to_contain_text("Mis à jour à")
    after = screen.kept()
    assert after[0] - before[0] < NOISE, (before, after)
    assert after[1] - before[1] < MORE_NODES, (before, after)


def _record(served: Served, token: str, position: int) -> None:
    """A deal from a table's phone: the screens' view of the round is another one."""
    if position > 12:
        return
    told = {"deal": deal(100), "position": position, "client_key": new_key()}
    request = urllib.request.Request(
        f"{served.url}/api/v1/table/deals/",
        json.dumps(told).encode(),
        {"Content-Type": "application/json", "Authorization": f"TableLink {token}"},
    )
    with urllib.request.urlopen(request, timeout=20) as answer:
        assert answer.status in (200, 201)


#: As long as a name may be that somebody wrote down in earnest, of words that break and of one that does not.
FAMILIES = ("de La Rochefoucauld-Liancourt de Montmorency-Bouteville", "Wolfeschlegelsteinhausenbergerdorff" * 2)
GIVEN = ("Marie-Antoinette Joséphine-Charlotte", "Maximilienne-Wilhelmine")
#: What is written in letters under 24 px, and what is cut: a name beyond its place, a row beyond its list.
UNREADABLE = """() => {
  const found = [], list = document.querySelector("#body > div");
  const inside = (inner, outer) => inner.right <= outer.right + 1 && inner.bottom <= outer.bottom + 1
    && inner.left >= outer.left - 1 && inner.top >= outer.top - 1;
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const one = node.parentElement, size = parseFloat(getComputedStyle(one).fontSize);
    if (!node.data.trim() || !one.checkVisibility() || one.closest(".sr")) continue;
    if (size < 24) found.push([size, node.data]);
  }
  for (const name of document.querySelectorAll(".hall-name, .hall-sides, .hall-sides .name, #title")) {
    const row = (name.closest("li") || name).getBoundingClientRect();
    const isCut = name.scrollWidth > name.clientWidth + 1 || !inside(name.getBoundingClientRect(), row);
    if (isCut || !inside(row, document.body.getBoundingClientRect())) found.push(["cut", name.textContent]);
  }
  for (const row of list.querySelectorAll("li")) {
    if (!inside(row.getBoundingClientRect(), list.getBoundingClientRect())) found.push(["beyond", row.textContent]);
  }
  return found;
}"""


def _name_at_length(tournament: Tournament) -> None:
    """Every third player, and both of the first pair, has a name that no column was made for."""
    people = [member.person for member in tournament.members.select_related("person").order_by("entry__number", "slot")]
    for number, person in enumerate(people):
        if number < 2 or number % 3 == 0:
            person.family, person.given = FAMILIES[number % 2], GIVEN[number % 2]
            person.save()


def test_nothing_on_a_screen_is_small_or_cut_whatever_people_are_called(
    page_at: Callable[..., Page], transactional_db: None, settings: Any
) -> None:
    factories.make_user("administrator")
    tournament = evening.new_tournament(5, rounds=1)
    _name_at_length(tournament)
    tournament.entries.update(category="ladies")
    made = screens.make(tournament.pk, "Scène", SYSTEM)
    screens.steer([made.pk], [Show("names", 3)])
    round_ = evening.start_round(tournament, 1)
    page = page_at(1920, height=1080, reduced_motion="reduce")
    page.add_init_script("""window.moved = 0; const animate = Element.prototype.animate;
      Element.prototype.animate = function (...how) { window.moved += 1; return animate.apply(this, how); };""")
    screen = Watched(page, f"/screen/{links.token_of(screens.link_of(made))}/")
    expect(page.locator("#body > div")).to_be_visible()
    seen: list[str | None] = []

    def look(*views: str) -> None:
        screens.steer([made.pk], [Show(view, 3) for view in views])
        screen.step()
        expect(page.locator("#scene")).to_have_attribute("data-kind", views[0])
        for number in range(len(views)):
            if number:
                screen.step()
            found = page.evaluate(UNREADABLE)
            assert not found, (page.locator("#title").inner_text(), found)
            seen.append(page.locator("#scene").get_attribute("data-kind"))

    look("names")
    look("tables", "round")
    accessible(page)
    for game in evening.games_of(round_):
        evening.play_game(game, evening.by_table(game))
    evening.publish(tournament, rounds.close_round(round_.pk, SYSTEM))
    ceremony.begin(tournament.pk, 3)
    ceremony.go(tournament.pk, 0, 1)
    look("standings", "categories", "ceremony")
    assert seen == ["names", "tables", "round", "standings", "standings", "podium"]
    assert page.evaluate("window.moved") == 0
