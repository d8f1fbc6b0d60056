"""Deals typed without a network that come when their sheet is closed: the phone's way in, the arbiter's page."""

import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from clubs.roles import Role
from core import links
from core.actors import SYSTEM
from core.models import AccessLink, AuditEvent
from scoring import sheets
from scoring.late import Typed, keep, take_in
from scoring.models import Dispute, LateDeal
from tests import factories
from tests.scoring.on_sheets import deal
from tests.tournaments.at_table import DEAL, PASSED, Table
from tests.tournaments.checking.played import document_of
from tests.tournaments.services import evening
from tests.tournaments.services.test_restoring import put_back
from tests.tournaments.services.test_tournament_file import elsewhere
from tests.tournaments.test_table_views import Phone
from tournaments import latewords, sheetwords
from tournaments.checking import check
from tournaments.models import Result
from tournaments.services import forfeits, tournament_file

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone() -> Phone:
    """A phone at a table whose sheet the desk has closed after one deal."""
    table = Table()
    table.record(1)
    table.game.sheet.refresh_from_db()
    made = Phone(table)
    sheets.close_sheet(table.game.sheet_id, digest=table.game.sheet.digest, actor=SYSTEM, reason="fin")
    return made


def late(phone: Phone, *deals: Any, sheet: Any = None) -> Any:
    rows = [
        one if isinstance(one, dict) and "client_key" in one else {"client_key": f"k{at}", "position": at, "deal": one}
        for at, one in enumerate(deals, 2)
    ]
    return phone.ask("POST", "late", {"sheet": str(sheet or phone.table.game.sheet_id), "deals": rows})


def test_deals_that_come_late_are_kept_for_the_arbiter(phone):
    answer = late(phone, DEAL, PASSED)
    assert answer.status_code == 201
    (told,) = answer.json()["agreement"]["disputes"]
    assert (told["kind"], told["late"]) == (
        "late",
        [{"client_key": "k2", "position": 2}, {"client_key": "k3", "position": 3}],
    )
    assert answer["ETag"] and answer.json()["state"] == "closed"
    assert late(phone, DEAL, PASSED).status_code == 201
    assert LateDeal.objects.count() == 2


def test_who_may_only_read_any_more_hands_them_in_too(phone):
    links.close_for(AccessLink.Purpose.TABLE, [phone.table.match.pk], timezone.now())
    assert late(phone, DEAL).status_code == 201
    assert Dispute.objects.get().kind == "late"


def test_they_go_to_their_own_sheet_while_the_next_game_runs(phone):
    table = phone.table
    factories.make_game(table.match, sheet=factories.make_sheet(table.stage, digest=sheets.digest_of([])))
    assert late(phone, DEAL).status_code == 201
    assert Dispute.objects.get().sheet_id == table.game.sheet_id


def test_an_open_sheet_asks_for_the_ordinary_way():
    phone = Phone(Table())
    answer = late(phone, DEAL)
    assert (answer.status_code, answer.json()["code"]) == (409, "late-open")
    assert answer.json()["state"]["state"] == "open"


def test_where_there_is_no_such_sheet_any_more_the_phone_keeps_them(phone):
    other = Table()
    answer = late(phone, DEAL, sheet=other.game.sheet_id)
    assert (answer.status_code, answer.json()["code"]) == (410, "table-gone")
    links.renew(phone.table.link.pk)
    answer = late(phone, DEAL)
    assert (answer.status_code, answer.json()["code"]) == (403, "no-access")
    assert not LateDeal.objects.exists()


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"deals": []},
        {"deals": {}},
        {"deals": [1]},
        {"deals": [{"client_key": "a", "position": 1}]},
        {"deals": [{"client_key": "a b", "position": 1, "deal": DEAL}]},
        {"deals": [{"client_key": "a", "position": 0, "deal": DEAL}]},
        {"deals": [{"client_key": "a", "position": 201, "deal": DEAL}]},
        {"deals": [{"client_key": f"k{n}", "position": 1, "deal": PASSED} for n in range(41)]},
    ],
)
def test_what_no_page_of_ours_sends_is_not_understood(phone, body):
    assert phone.ask("POST", "late", {"sheet": str(phone.table.game.sheet_id), **body}).status_code == 400
    assert phone.ask("POST", "late", {"deals": [{"client_key": "a", "position": 2, "deal": DEAL}]}).status_code == 400
    assert not LateDeal.objects.exists()


def test_what_cannot_be_is_kept_too(phone):
    assert late(phone, {**DEAL, "points": {"NS": 400, "EW": -2}}, {"declarer": [[[["x"]]]]}).status_code == 201
    assert LateDeal.objects.count() == 2


# The arbiter


def at(name: str, table: Table, *more: Any) -> str:
    return reverse(name, args=[table.club.slug, table.tournament.slug, *more])


def text_of(response: Any) -> str:
    return re.sub(r"\s+", " ", response.content.decode())


def test_the_arbiter_sees_each_beside_what_stands_and_takes_them_in(phone, client_for):
    table = phone.table
    rows = [
        {"client_key": "a", "position": 1, "deal": {**DEAL, "contract": 110}},
        {"client_key": "b", "position": 2, "deal": {**DEAL, "trump": "S"}},
    ]
    late(phone, *rows)
    arbiter = client_for(Role.ARBITER, table.club, HTTP_ACCEPT_LANGUAGE="en")
    page = text_of(arbiter.get(at("disputes", table)))
    assert "Deals that came after the sheet was closed" in page
    assert "Pair 14: 110 hearts, 112 points, belote of pair 14" in page
    assert "Pair 14: 100 hearts, 112 points, belote of pair 14" in page  # what stands in its place
    assert "With them the sheet says 250 to 0, instead of 120 to 0." in page
    assert 'value="settled"' not in page
    found = Dispute.objects.get()
    sent = {"dispute": str(found.pk), "reason": ""}
    url = at("late-take-in", table, table.game.pk)
    assert "Say why in a few words." in text_of(arbiter.post(url, sent, follow=True))
    answer = text_of(arbiter.post(url, {**sent, "reason": "plis recomptés"}, follow=True))
    assert "The deals are on the sheet, and the table is told." in answer
    assert [one["contract"] for one in table.deals()] == [110, 100]
    table.game.refresh_from_db()
    assert table.game.state == "closed"
    assert Result.objects.get(game=table.game, entry=table.ns).points_for == 250
    assert AuditEvent.objects.get(verb="dispute.decided").after["kind"] == "late"


def test_the_figures_may_stand(phone, client_for):
    table = phone.table
    late(phone, DEAL, {"declarer": "NS"})
    desk = text_of(client_for(Role.DESK, table.club, HTTP_ACCEPT_LANGUAGE="en").get(at("desk", table)))
    assert "120 to 0, deals came late" in desk
    arbiter = client_for(Role.ARBITER, table.club, HTTP_ACCEPT_LANGUAGE="en")
    page = text_of(arbiter.get(at("disputes", table)))
    assert "They cannot be taken in as they are: line 3 can be no deal." in page
    assert "{&quot;declarer&quot;: &quot;NS&quot;}" in page
    assert at("late-take-in", table, table.game.pk) not in page
    sent = {"dispute": str(Dispute.objects.get().pk), "outcome": "stands", "reason": "noté sur papier"}
    arbiter.post(at("dispute-decide", table, table.game.pk), sent)
    (told,) = phone.ask("GET", "state").json()["agreement"]["decided"]
    assert (told["outcome"], len(told["late"])) == ("stands", 2)
    assert len(table.deals()) == 1


def test_a_forfeited_game_takes_none_in(phone, client_for):
    table = phone.table
    late(phone, DEAL)
    forfeits.declare(table.game.pk, "A", SYSTEM)
    arbiter = client_for(Role.ARBITER, table.club, HTTP_ACCEPT_LANGUAGE="en")
    sent = {"dispute": str(Dispute.objects.get().pk), "reason": "x"}
    answer = text_of(arbiter.post(at("late-take-in", table, table.game.pk), sent, follow=True))
    assert answer.count("The game was forfeited: its sheet counts for nothing.") == 2
    table.game.refresh_from_db()
    assert table.game.forfeit == "A"


def test_the_check_and_the_way_back_know_what_came_late():
    """Whatever a tournament is put back to, what a table typed stays before the arbiter; the file holds it."""
    tournament = evening.new_tournament(4, deals=2)
    game = evening.games_of(evening.start_round(tournament, 1))[0]
    before = document_of(tournament)
    evening.play_game(game)
    keep(game.sheet_id, [Typed("a", 1, deal(130)), Typed("b", 2, deal(90, "EW"))], actor=SYSTEM)
    told = document_of(tournament)
    assert [row["position"] for row in sorted(told["late_deals"], key=lambda row: row["position"])] == [1, 2]
    put_back(tournament, before)
    assert LateDeal.objects.count() == 2
    take_in(Dispute.objects.get(decided_at=None).pk, "x", SYSTEM)
    assert list(check(document_of(tournament)).findings) == []


def test_another_house_takes_them_over_with_the_tournament():
    def make() -> Any:
        tournament = evening.new_tournament(4)
        game = evening.games_of(evening.start_round(tournament, 1))[0]
        evening.play_game(game)
        keep(game.sheet_id, [Typed("a", 1, {**deal(130), "trump": "X"})], actor=SYSTEM)
        return tournament

    data = elsewhere(make)
    taken = tournament_file.take_over(data, SYSTEM)
    assert LateDeal.objects.get().data["trump"] == "X"
    assert tournament_file.export(taken) == data


def test_a_line_taken_over_from_paper_is_told_as_such():
    with translation.override("en"):
        assert latewords.deal({"marked": {"NS": 1240, "EW": 0}}, {}) == "1,240 to 0, taken over from the paper"


def test_the_journal_says_that_deals_came_late_and_not_that_somebody_called():
    with translation.override("en"):
        late_ones = sheetwords.on_sheet("disputed", None, {"kind": "late", "deals": 2})
        called = sheetwords.on_sheet("disputed", None, {"kind": "protest"})
    assert (late_ones, called) == (
        "Deals came after the sheet was closed: they wait for the arbiter.",
        "The arbiter was called.",
    )
