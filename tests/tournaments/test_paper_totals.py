"""The totals of a paper at the desk: typed, kept, compared; closing needs a reason where they differ."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.roles import Role
from core.actors import SYSTEM
from scoring import paper, rulings, sheets
from scoring.models import EntryEvent, ScoreSheet
from scoring.paper import Paper, note_paper
from scoring.rulings import Ruling
from scoring.sheets import SheetError
from tests.tournaments.at_table import Table

pytestmark = pytest.mark.django_db

MADE = {"declarer": "NS", "contract": 100, "trump": "H", "points": {"EW": 52}}
FAILED = {"declarer": "EW", "contract": 90, "trump": "S", "points": {"EW": 71}}


class Desk:
    """A table of two deals, 262 to 0, and the desk's browser."""

    def __init__(self, client_for: Callable[..., Client], *deals: dict[str, Any]) -> None:
        self.table = Table(deals=2)
        for position, deal in enumerate(deals or (MADE, FAILED), start=1):
            sheets.record_deal(
                self.table.game.sheet_id, deal, position=position, client_key=f"k{position}", actor=SYSTEM
            )
        self.client = client_for(Role.DESK, self.table.club, HTTP_ACCEPT_LANGUAGE="en")

    @property
    def sheet(self) -> ScoreSheet:
        return ScoreSheet.objects.select_related("ruleset_version", "format").get(pk=self.table.game.sheet_id)

    def at(self, name: str) -> str:
        return reverse(name, args=[self.table.club.slug, self.table.tournament.slug, self.table.game.pk])

    def page(self) -> str:
        return self.client.get(self.at("sheet")).content.decode()

    def close(self, ns: str = "", ew: str = "", **more: str) -> Any:
        typed = {"digest": self.sheet.digest, "paper": "1", "paper_ns": ns, "paper_ew": ew}
        return self.client.post(self.at("sheet-close"), {**typed, **more})

    def events(self) -> list[EntryEvent]:
        return list(EntryEvent.objects.filter(sheet=self.sheet, verb__in=["paper", "closed"]).order_by("seq"))


@pytest.fixture
def desk(client_for: Callable[..., Client]) -> Desk:
    return Desk(client_for)


def test_totals_that_agree_close_the_sheet_at_once(desk: Desk) -> None:
    assert "/desk/" in desk.close("262", "0").url
    sheet = desk.sheet
    assert sheet.state == "closed"
    assert sheet.paper == {"totals": {"NS": 262, "EW": 0}}
    noted, closed = desk.events()
    assert (noted.before, noted.after) == ({}, sheet.paper)
    assert closed.after["paper"] == sheet.paper
    assert closed.actor is not None


def test_the_totals_of_the_paper_need_not_be_typed(desk: Desk) -> None:
    desk.close()
    assert (desk.sheet.state, desk.sheet.paper) == ("closed", {})
    assert "paper" not in desk.events()[0].after


def test_other_totals_keep_the_sheet_open_and_name_the_deals_it_could_be_in(desk: Desk) -> None:
    assert desk.close("282", "0").url == f"{desk.at('sheet')}#paper"
    assert desk.sheet.state == "open"
    page = desk.page()
    assert 'id="paper"' in page
    assert "A belote of pair 14 counts on the paper, but is not entered." in page
    assert 'href="?amend=1#deal"' in page and 'href="?amend=2#deal"' in page
    # What was typed stands there again.
    assert 'value="282"' in page
    assert desk.close("262", "").url != desk.at("sheet")
    assert desk.sheet.state == "closed"


@pytest.mark.both_databases
def test_a_sheet_whose_paper_is_wrong_is_closed_with_a_reason_that_stays(desk: Desk) -> None:
    desk.close("282", "0")
    digest = desk.sheet.digest
    desk.client.post(desk.at("sheet-close"), {"digest": digest, "reason": " "})
    assert desk.sheet.state == "open"
    desk.client.post(desk.at("sheet-close"), {"digest": digest, "reason": "The paper is wrong"})
    assert desk.sheet.state == "closed"
    closed = desk.events()[-1]
    assert closed.reason == "The paper is wrong"
    assert closed.after["paper"] == {"totals": {"NS": 282, "EW": 0}}
    assert closed.after["totals"] == {"A": 262, "B": 0}


def test_running_totals_are_kept_and_narrow_the_deals_down(desk: Desk) -> None:
    desk.close("282", "0", running_1_ns="120", running_1_ew="")
    assert desk.sheet.paper["running"] == {"1": {"NS": 120}}
    page = desk.page()
    assert 'href="?amend=1#deal"' in page
    assert 'href="?amend=2#deal"' not in page
    assert '<details class="paper-running" open>' in page


def test_a_correction_that_brings_agreement_shows_it_and_waits_for_the_key(desk: Desk) -> None:
    desk.close("282", "0")
    typed = {"declarer": "NS", "contract": "100", "trump": "H", "double": "none", "points_defence": "52"}
    desk.client.post(
        desk.at("sheet"), {**typed, "belote_ns": "1", "amend": "1", "position": "1", "seen": desk.sheet.revision}
    )
    page = desk.page()
    assert "The paper has the same totals." in page
    assert 'id="paper"' not in page
    assert desk.close("282", "0").status_code == 302
    assert desk.sheet.state == "closed"


def test_what_is_no_number_is_refused_beside_its_field_and_nothing_is_lost(desk: Desk) -> None:
    answer = desk.close("28x", "7")
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'id="id_paper_ns_error"' in page
    assert 'value="28x"' in page and 'value="7"' in page
    assert (desk.sheet.state, desk.sheet.paper) == ("open", {})


def test_the_same_paper_again_writes_no_history(desk: Desk) -> None:
    sheet = note_paper(desk.sheet.pk, Paper((282, None)), actor=SYSTEM)
    again = note_paper(desk.sheet.pk, Paper((282, None), {1: (None, None)}), actor=SYSTEM)
    assert again.revision == sheet.revision
    assert len(desk.events()) == 1
    cleared = note_paper(desk.sheet.pk, Paper(), actor=SYSTEM)
    assert cleared.paper == {}
    assert paper.compared(desk.sheet) is None


def test_a_paper_is_refused_where_it_cannot_be(desk: Desk) -> None:
    with pytest.raises(SheetError, match="paper-range"):
        note_paper(desk.sheet.pk, Paper((None, None), {1: (100_001, None)}), actor=SYSTEM)
    desk.close()
    with pytest.raises(SheetError, match="sheet-closed"):
        note_paper(desk.sheet.pk, Paper((1, 1)), actor=SYSTEM)


@pytest.mark.both_databases
def test_a_phone_cannot_close_over_a_paper_that_differs(desk: Desk) -> None:
    note_paper(desk.sheet.pk, Paper((282, 0)), actor=SYSTEM)
    with pytest.raises(SheetError, match="paper-differs"):
        sheets.close_sheet(desk.sheet.pk, digest=desk.sheet.digest, actor=SYSTEM)


def test_an_unlikely_deal_is_marked_in_the_list(client_for: Callable[..., Client]) -> None:
    desk = Desk(client_for, {**MADE, "points": {"EW": 140}}, FAILED)
    assert "only 22 points for the declarers" in desk.page()


def test_a_paper_without_the_arbiters_points_is_asked_about_them(desk: Desk) -> None:
    note_paper(desk.sheet.pk, Paper((262, 10)), actor=SYSTEM)
    assert "The arbiter" not in desk.page()
    rulings.rule(desk.sheet.pk, Ruling("penalty", "A", "revoke", ew=162), key="k", actor=SYSTEM, reason="Renonce")
    assert "decision is in what was worked out (" in desk.page()
