"""The arbiter's list, and what the desk shows of how far a table agrees."""

import datetime as dt
import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from clubs.roles import Role
from core.actors import SYSTEM
from core.models import AuditEvent
from scoring.models import Dispute, EntryEvent
from tests.tournaments.at_table import Table
from tournaments import tables
from tournaments.services import disputes, play, windows
from tournaments.windows import Rules

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    """A table whose only deal is played."""
    made = Table(deals=1)
    made.record(1)
    made.game.sheet.refresh_from_db()
    return made


def at(name: str, table: Table, *more: Any) -> str:
    return reverse(name, args=[table.club.slug, table.tournament.slug, *more])


def text_of(response: Any) -> str:
    return re.sub(r"\s+", " ", response.content.decode())


def call(table: Table, kind: str = "disagree", **more: Any) -> Dispute:
    return play.dispute(table.access, kind, actor=table.access.actor("a"), **more)


def agree(table: Table, side: str, device: str = "a") -> None:
    table.game.sheet.refresh_from_db()
    play.confirm(table.access, side, digest=table.game.sheet.digest, actor=table.access.actor(device))


def row_of(page: str) -> str:
    return page.split('id="table-12"')[1].split("</li>")[0]


def test_the_desk_shows_how_far_a_table_agrees(table, client_for):
    reader = client_for(Role.READER, table.club, HTTP_ACCEPT_LANGUAGE="en")
    assert "Complete" in row_of(text_of(reader.get(at("desk", table))))
    agree(table, "NS")
    assert "One side agrees" in row_of(text_of(reader.get(at("desk", table))))
    assert "Pair 14 agreed at" in text_of(reader.get(at("sheet", table, table.game.pk)))
    agree(table, "EW")
    assert "120 to 0, both agreed, on one phone" in row_of(text_of(reader.get(at("desk", table))))


def test_two_phones_that_agree_are_no_phone_handed_over(table, client_for):
    agree(table, "NS")
    agree(table, "EW", "b")
    page = text_of(client_for(Role.READER, table.club, HTTP_ACCEPT_LANGUAGE="en").get(at("desk", table)))
    assert "120 to 0, both agreed<" in row_of(page)


def test_what_a_table_does_not_agree_about_stands_on_the_desk_and_on_the_arbiters_list(table, client_for):
    desk = client_for(Role.DESK, table.club, HTTP_ACCEPT_LANGUAGE="en")
    assert "Nothing waits for the arbiter." in text_of(desk.get(at("disputes", table)))
    call(table, position=1, text="96 ou 86")
    page = text_of(desk.get(at("desk", table)))
    assert "1 disagreement" in page
    assert "Disagreement" in row_of(page) and "Deal 1: disagreement" in row_of(page)
    listed = text_of(desk.get(at("disputes", table)))
    assert "Deal 1: disagreement" in listed and "96 ou 86" in listed and "14 – 31" in listed
    assert at("dispute-decide", table, table.game.pk) not in listed  # the desk sees it, the arbiter decides


def test_a_protest_names_who_protests_and_is_late_after_its_deadline(table, client_for):
    found = call(table, "protest", side="EW")
    page = at("disputes", table)
    reader = client_for(Role.READER, table.club, HTTP_ACCEPT_LANGUAGE="en")
    listed = text_of(reader.get(page))
    assert "Protest of Pair 31" in listed and "To be decided by" in listed and "Late" not in listed
    Dispute.objects.filter(pk=found.pk).update(deadline=timezone.now() - dt.timedelta(minutes=1))
    assert "Late" in text_of(reader.get(page))


def test_the_arbiter_decides_with_a_reason_and_the_table_reads_it(table, client_for):
    found = call(table, position=1)
    arbiter = client_for(Role.ARBITER, table.club, HTTP_ACCEPT_LANGUAGE="en")
    url = at("dispute-decide", table, table.game.pk)
    sent = {"dispute": str(found.pk), "outcome": "stands", "reason": ""}
    assert "Say why in a few words." in text_of(arbiter.post(url, sent, follow=True))
    answer = text_of(arbiter.post(url, {**sent, "reason": "plis recomptés"}, follow=True))
    assert "It is decided: the table is told." in answer
    assert "The figures stand. plis recomptés" in answer
    assert "Somebody else has just decided this." in text_of(
        arbiter.post(url, {**sent, "outcome": "changed", "reason": "non"}, follow=True)
    )
    (said,) = tables.table_state(table.access, "en")["agreement"]["decided"]
    assert (said["outcome"], said["reason"]) == ("stands", "plis recomptés")
    told = AuditEvent.objects.get(verb="dispute.decided")
    assert (told.scope, told.reason, told.after["table"]) == (table.tournament.pk, "plis recomptés", 12)
    assert "what was not agreed about was decided" in text_of(arbiter.get(at("journal", table)))


def test_a_dispute_of_another_table_is_not_decided_here(table, client_for):
    other = Table(deals=1)
    other.record(1)
    found = call(other)
    arbiter = client_for(Role.ARBITER, table.club, HTTP_ACCEPT_LANGUAGE="en")
    sent = {"dispute": str(found.pk), "outcome": "stands", "reason": "x"}
    for one in (sent, {**sent, "dispute": "x"}):
        answer = arbiter.post(at("dispute-decide", table, table.game.pk), one, follow=True)
        assert "This is not on the arbiter’s list any more." in text_of(answer)
    found.refresh_from_db()
    assert found.decided_at is None


def test_the_desk_closes_a_disputed_sheet_with_a_reason(table, client_for):
    call(table)
    desk = client_for(Role.DESK, table.club, HTTP_ACCEPT_LANGUAGE="en")
    page = text_of(desk.get(at("sheet", table, table.game.pk)))
    assert "Why is it closed before the arbiter has decided?" in page
    sent = {"digest": table.game.sheet.digest}
    refused = text_of(desk.post(at("sheet-close", table, table.game.pk), sent, follow=True))
    assert "The arbiter has something to decide here." in refused
    desk.post(at("sheet-close", table, table.game.pk), {**sent, "reason": "fin de soirée"})
    table.game.sheet.refresh_from_db()
    assert table.game.sheet.state == "closed"
    assert disputes.open_count(table.tournament) == 1


def test_a_table_that_has_not_agreed_for_long_is_on_the_list_until_it_agrees(table, client_for, monkeypatch):
    windows.settle(table.tournament.pk, Rules(wait=11), SYSTEM)
    reader = client_for(Role.READER, table.club, HTTP_ACCEPT_LANGUAGE="en")
    assert disputes.unagreed(table.tournament) == []
    now = timezone.now()
    monkeypatch.setattr(disputes.timezone, "now", lambda: now + dt.timedelta(minutes=10.9))
    assert disputes.unagreed(table.tournament) == []
    monkeypatch.setattr(disputes.timezone, "now", lambda: now + dt.timedelta(minutes=12))
    assert "No agreement for 12 minutes" in text_of(reader.get(at("disputes", table)))
    assert "No agreement for 12 minutes" in row_of(text_of(reader.get(at("desk", table))))
    agree(table, "NS")
    agree(table, "EW")
    assert disputes.unagreed(table.tournament) == []
    assert EntryEvent.objects.filter(verb="closed").count() == 1
