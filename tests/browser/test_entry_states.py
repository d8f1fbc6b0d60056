"""Entry and desk in all their states: axe finds nothing, nothing goes sideways, also with text twice as large."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from clubs.roles import Role
from core import actors
from core.actors import SYSTEM, Actor
from scoring import agreeing, disputes, late, sheets
from scoring.late import Typed
from tests import factories
from tests.browser.conftest import FLAGS, Pages, accessible, chromium
from tests.scoring.on_sheets import deal, new_key
from tests.tournaments.services import evening
from tests.tournaments.test_photograph import picture
from tournaments.models import Game, SecondReading, Tournament
from tournaments.services import asking, devices, paper_plans, photos, rehearsals, rereading, rulings, typing
from tournaments.services.rulings import Given

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.django_db(transaction=True)]

PHONE = Actor(device="telephone-1")
LARGE = "--blink-settings=defaultFontSize=32,defaultFixedFontSize=26"


class Hall:
    """A club with a round that is played, in which each table is in another state, one that is public, one to come."""

    def __init__(self) -> None:
        self.club = factories.make_club("Amicale de l’essai")
        self.organiser, self.desk, self.blind = (
            factories.make_user(role, self.club) for role in (Role.ORGANISER, Role.DESK, Role.DESK)
        )
        self.now = evening.new_tournament(13, rounds=2, deals=3, club=self.club)
        games = evening.games_of(evening.start_round(self.now, 1))
        self.disputed, self.closed, self.ruled, self.typed, self.agreed, self.empty = games
        self._at_the_tables()
        self._at_the_desk()
        self.public = evening.new_tournament(4, club=self.club)
        self.corrected = evening.play_round(self.public, 1)
        evening.publish(self.public, self.corrected)
        self.coming = evening.new_tournament(8, club=self.club)
        self.plan = paper_plans.make(self.coming.pk, 0, SYSTEM)
        self.rehearsal = rehearsals.begin(self.coming.pk, SYSTEM)

    def _at_the_tables(self) -> None:
        _record(self.disputed, 2)
        disputes.raise_dispute(self.disputed.sheet_id, "disagree", position=2, text="le capot", actor=PHONE)
        disputes.raise_dispute(self.disputed.sheet_id, "protest", position=0, side="A", actor=PHONE)
        _record(self.closed, 2)
        evening.close(self.closed.sheet, "time")
        late.keep(self.closed.sheet_id, [Typed("a", 2, deal(120)), Typed("b", 3, deal(90, "EW"))], actor=PHONE)
        _record(self.agreed, 3)
        self.agreed.sheet.refresh_from_db()
        agreeing.confirm(self.agreed.sheet_id, "A", digest=self.agreed.sheet.digest, actor=PHONE)

    def _at_the_desk(self) -> None:
        _record(self.ruled, 2)
        for key in ("one", "two"):
            rulings.penalise(self.ruled.pk, Given("A", "misdeal"), key=key, actor=SYSTEM)
        photos.add(self.ruled.pk, picture(400, 300), SYSTEM)
        devices.opened(self.ruled.match_id, "1234abcd", came="square", is_phone=True)
        hand = actors.of_user(self.desk)
        for position in (1, 2, 3):
            typing.record_deal(self.typed, deal(100), position=position, client_key=new_key(), actor=hand)
        asking.ask(self.typed, 2, "le contrat", hand)
        rereading.ask([self.typed], hand)
        self.reading = SecondReading.objects.get()

    def read_again(self, *, done: bool) -> None:
        reader = actors.of_user(self.blind)
        if not done:
            rereading.take(self.reading.pk, reader)
            return
        rereading.write(self.reading.pk, [deal(100), deal(120), deal(100)], seen=0, actor=reader)
        rereading.finish(self.reading.pk, reader)

    def at(self, name: str, tournament: Tournament | None = None, *more: Any) -> str:
        return reverse(name, args=[self.club.slug, (tournament or self.now).slug, *more])

    def pages(self) -> list[str]:
        """What the organiser sees while each table is in its state."""
        sheet = [self.at("sheet", None, game.pk) for game in (self.disputed, self.closed, self.agreed)]
        ruled, empty = self.at("sheet", None, self.ruled.pk), self.at("sheet", None, self.empty.pk)
        stage = self.public.stages.get()
        plain = (
            "desk",
            "disputes",
            "sheets",
            "rereading",
            "corrections",
            "pair-codes",
            "journal",
            "penalties",
            "papers",
        )
        return [
            *(self.at(name) for name in plain),
            *sheet,
            ruled, f"{ruled}?amend=2", f"{ruled}?ask=2", self.at("table-rulings", None, self.ruled.pk),
            self.at("sheet-history", None, self.ruled.pk), self.at("sheet", None, self.typed.pk),
            empty, f"{empty}?by=columns", f"{empty}?by=totals",
            reverse("faults", args=[self.club.slug]),
            self.at("stage-rescore", self.public, stage.pk), self.at("standings", self.public),
            self.at("paper-take", self.coming, self.plan.pk, 1), self.at("rehearsal", self.coming),
            self.at("tournament", self.rehearsal), self.at("desk", self.rehearsal),
        ]  # fmt: skip


def _record(game: Game, count: int) -> None:
    for position in range(1, count + 1):
        sheets.record_deal(game.sheet_id, deal(), position=position, client_key=new_key(), actor=PHONE)


@pytest.fixture
def hall(transactional_db: None) -> Hall:
    return Hall()


def _sound(page: Page, where: str) -> None:
    """With all that can be unfolded."""
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), where
    accessible(page, where)


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1440, "light")])
def test_axe_finds_nothing_at_the_desk(page_at: Callable[..., Page], hall: Hall, width: int, scheme: str) -> None:
    page = page_at(width, user=hall.organiser, color_scheme=scheme, allow_errors=True)
    for address in hall.pages():
        answer = page.goto(address)
        assert answer is not None and answer.status == 200, address
        _sound(page, address)
    # A deal that is refused.
    page.goto(hall.at("sheet", None, hall.empty.pk) + "?by=deals")
    page.locator("#deal button.btn-main").click()
    page.locator(".errors").first.wait_for()
    _sound(page, "refused")
    # Of a deal that is put right one side's points are enough.
    page.goto(hall.at("sheet", None, hall.ruled.pk) + "?amend=2")
    assert page.locator("#id_points_declarer").input_value()
    page.locator("#id_points_defence").fill("40")
    assert page.locator("#id_points_declarer").input_value() == ""
    # Who would move by a correction of what is public.
    game = evening.games_of(hall.corrected)[0]
    page.goto(hall.at("sheet", hall.public, game.pk))
    page.evaluate(
        """() => {
          const form = document.querySelector("form[action$='/turn/']");
          form.querySelector("[name=reason]").value = "mauvais sens";
          form.submit();
        }"""
    )
    page.locator("table, .moved").first.wait_for()
    _sound(page, "who moves")
    _second_reading(page_at, hall, width, scheme)


def _second_reading(page_at: Callable[..., Page], hall: Hall, width: int, scheme: str) -> None:
    hall.read_again(done=False)
    blind = page_at(width, user=hall.blind, color_scheme=scheme)
    blind.goto(hall.at("reading", None, hall.reading.pk))
    _sound(blind, "typed a second time")
    hall.read_again(done=True)
    organiser = page_at(width, user=hall.organiser, color_scheme=scheme)
    organiser.goto(hall.at("reading", None, hall.reading.pk))
    _sound(organiser, "what differs")


def test_the_desk_holds_with_text_twice_as_large(playwright: Any, live_server: Any, hall: Hall) -> None:
    large = playwright.chromium.launch(executable_path=chromium(), args=[*FLAGS, LARGE])
    pages = Pages(large, live_server.url)
    try:
        page = pages(360, user=hall.organiser)
        wide = [
            address
            for address in hall.pages()
            if page.goto(address) and page.evaluate("document.documentElement.scrollWidth > innerWidth")
        ]
        assert wide == []
    finally:
        pages.close()
        large.close()
