"""A screen of the hall in a real browser whose clock is sped up: it follows, goes on without the network, and what it
keeps does not grow."""

import json
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
from tests.scoring.on_sheets import deal, new_key
from tests.served import ROOT, Served
from tests.tournaments.services import evening
from tournaments.hall import state as states
from tournaments.models import Tournament
from tournaments.services import clocks, screens
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


MAKE = """
import json
from core import links
from core.actors import SYSTEM
from core.models import AccessLink
from tests import factories
from tests.tournaments.services import evening
from tournaments.services import clocks, screens
from tournaments.services.screens import Show
factories.make_user("administrator")
tournament = evening.new_tournament(64, deals=12)
round_ = evening.start_round(tournament, 1)
clocks.act(round_.pk, "length", SYSTEM, minutes=200)
screen = screens.make(tournament.pk, "Scene", SYSTEM)
views = [Show("names", 10), Show("round", 20), Show("tables", 10)]
screens.steer([screen.pk], views)
tables = [links.token_of(link) for link in AccessLink.objects.filter(purpose="table")]
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
    for _ in range(60):
        screen.step()
    before = screen.kept()
    steps = 3 * 3600 * 1000 // STEP_MS
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
