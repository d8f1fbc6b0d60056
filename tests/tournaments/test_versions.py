"""Two versions of one deal: what the phones ask and are told, the desk's pages, the file and the check."""

from typing import Any

import pytest
from django.utils import translation

from clubs.roles import Role
from core.actors import SYSTEM
from scoring import versions
from scoring.late import Typed
from scoring.models import Dispute, LateDeal
from tests.scoring.on_sheets import deal, record
from tests.tournaments.at_table import DEAL, Table
from tests.tournaments.checking.played import document_of
from tests.tournaments.services import evening
from tests.tournaments.services.test_restoring import put_back
from tests.tournaments.test_late_deals import at, text_of
from tests.tournaments.test_table_views import Phone
from tournaments import sheetwords
from tournaments.checking import check

pytestmark = pytest.mark.django_db

OTHER = {**DEAL, "contract": 110}


@pytest.fixture
def phones() -> tuple[Phone, Phone]:
    """Two phones at a table; the second could not record its deal, and has handed it in."""
    table = Table()
    one, two = Phone(table), Phone(table)
    one.record()
    assert two.record(deal=OTHER, key="deux").json()["code"] == "position-taken"
    assert hand_in(two, OTHER).status_code == 201
    return one, two


def hand_in(phone: Phone, deal: Any, **more: Any) -> Any:
    sheet = str(phone.table.game.sheet_id)
    return phone.ask("POST", "versions", {"sheet": sheet, "client_key": "deux", "position": 1, "deal": deal, **more})


def settle(phone: Phone, version: Any, **more: Any) -> Any:
    state = phone.ask("GET", "state").json()
    sent = {"sheet": state["sheet"], "dispute": str(Dispute.objects.get().pk), "seen": state["revision"]}
    return phone.ask("POST", "settle", {**sent, "version": version, **more})


def test_both_phones_are_told_both_versions_until_one_settles_it(phones):
    states = [phone.ask("GET", "state").json() for phone in phones]
    assert [state["versions"][0]["deals"][0]["deal"] for state in states] == [OTHER, OTHER]
    assert [state["versions"][0]["deals"][0]["device"] == state["device"] for state in states] == [False, True]
    assert states[0]["agreement"]["disputes"] == []  # the table settles it: nobody is called
    refused = phones[0].ask("POST", "confirm", {"side": "NS", "digest": states[0]["digest"]})
    assert (refused.status_code, refused.json()["code"]) == (409, "sheet-versions")
    answer = settle(phones[0], states[0]["versions"][0]["deals"][0]["id"])
    assert answer.status_code == 200
    assert "versions" not in answer.json()
    assert "deux versions" in answer.json()["agreement"]["decided"][0]["says"]
    second = settle(phones[1], None)
    assert (second.status_code, second.json()["code"]) == (409, "versions-settled")
    assert phones[0].table.deals() == [OTHER]


def test_what_stands_is_no_other_version_and_what_is_none_is_refused(phones):
    one, _two = phones
    assert hand_in(one, DEAL).status_code == 201
    assert LateDeal.objects.count() == 1
    assert hand_in(one, {"declarer": "Nord"}).status_code == 422
    assert hand_in(one, OTHER, position=2).json()["code"] == "no-such-deal"
    assert hand_in(one, OTHER, sheet="x").status_code == 400
    assert hand_in(one, OTHER, sheet=None).status_code == 400
    assert settle(one, "x").status_code == settle(one, None, seen=None).status_code == 400
    assert settle(one, None, dispute=7).status_code == 400


def test_the_desk_sees_it_and_the_arbiter_may_decide(phones, client_for):
    table = phones[0].table
    arbiter = client_for(Role.ARBITER, table.club, HTTP_ACCEPT_LANGUAGE="en")
    assert "Deal 1: two versions" in text_of(arbiter.get(at("desk", table)))
    assert "<b>Deal 1: two versions</b>" in text_of(arbiter.get(at("sheet", table, table.game.pk)))
    page = text_of(arbiter.get(at("disputes", table)))
    assert "Pair 14: 110 hearts, 112 points, belote of pair 14" in page
    assert '<th scope="col">The other version</th>' in page
    sent = {"dispute": str(Dispute.objects.get().pk), "reason": "plis recomptés"}
    arbiter.post(at("late-take-in", table, table.game.pk), sent)
    assert table.deals() == [OTHER]
    state = phones[1].ask("GET", "state").json()
    assert ("versions" in state, state["state"]) == (False, "open")


def test_the_check_the_way_back_and_the_history_know_it():
    tournament = evening.new_tournament(4, deals=2)
    game = evening.games_of(evening.start_round(tournament, 1))[0]
    before = document_of(tournament)
    record(game.sheet, deal(100))
    found = versions.keep(game.sheet_id, Typed("b", 1, deal(110)), actor=SYSTEM)
    game.sheet.refresh_from_db()
    assert list(check(document_of(tournament)).findings) == []
    versions.settle(game.sheet_id, found.pk, found.late_deals.get().pk, seen=game.sheet.revision, actor=SYSTEM)
    assert list(check(document_of(tournament)).findings) == []
    put_back(tournament, before)
    assert LateDeal.objects.get().dispute == found
    told = dict(game.sheet.events.filter(verb__in=("disputed", "decided")).values_list("verb", "after"))
    with translation.override("en"):
        assert "another version" in sheetwords.on_sheet("disputed", None, told["disputed"])
        assert "one was kept" in sheetwords.on_sheet("decided", None, told["decided"])
