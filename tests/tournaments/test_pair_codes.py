"""The four figures of a pair: asked when its side agrees, known to its slip alone, guessed by nobody."""

import datetime as dt
import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from clubs.roles import Role
from core import links
from core.actors import SYSTEM
from core.models import AccessLink
from scoring.models import EntryEvent
from tests import factories
from tests.tournaments.at_table import Table
from tests.tournaments.test_table_views import Phone
from tournaments.models import PairTries, Tournament
from tournaments.services import paircodes, tournament_file

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone() -> Phone:
    """A phone at a table whose only deal is played, in a tournament that asks for codes."""
    table = Table(deals=1)
    table.record(1)
    paircodes.change(table.tournament.pk, SYSTEM, on=True)
    return Phone(table)


def agree(phone: Phone, side: str, code: str = "") -> Any:
    digest = phone.ask("GET", "state").json()["digest"]
    return phone.ask("POST", "confirm", {"side": side, "digest": digest, "code": code})


def code_of(phone: Phone, side: str) -> str:
    return paircodes.code_of((phone.table.ns if side == "NS" else phone.table.ew).pk, 1)


def wrong(phone: Phone, side: str) -> str:
    return f"{(int(code_of(phone, side)) + 1) % 10_000:04d}"


def test_each_side_agrees_with_its_own_code_on_one_phone_too(phone):
    assert phone.ask("GET", "state").json()["agreement"]["codes"] is True
    asked = agree(phone, "NS")
    assert (asked.status_code, asked.json()["code"]) == (409, "code-missing")
    assert agree(phone, "NS", code_of(phone, "NS")).status_code == 200
    # One hand for both sides is not enough any more.
    assert agree(phone, "EW", code_of(phone, "NS")).json()["code"] == "code-wrong"
    code = code_of(phone, "EW")
    assert agree(phone, "EW", f" {code[:2]} {code[2:]}").json()["state"] == "closed"
    told = EntryEvent.objects.filter(verb="confirmed").values_list("after__with_code", flat=True)
    assert list(told) == [True, True]


def test_wrong_ones_are_counted_by_side_in_the_database_whatever_device_tries(phone, monkeypatch):
    for left in (4, 3, 2, 1, 0):
        refused = agree(Phone(phone.table), "EW", wrong(phone, "EW"))
        assert (refused.json()["code"], f"{left}" in refused.json()["message"]) == ("code-wrong", True)
    assert agree(phone, "EW", code_of(phone, "EW")).json()["code"] == "code-wait"
    assert agree(phone, "NS", code_of(phone, "NS")).status_code == 200
    later = paircodes.timezone.now() + dt.timedelta(minutes=16)
    monkeypatch.setattr(paircodes.timezone, "now", lambda: later)
    assert agree(phone, "EW", code_of(phone, "EW")).json()["state"] == "closed"


def test_at_a_table_that_is_over_no_code_is_tried(phone):
    """Else the tables of all rounds before would each give some more tries."""
    links.close_for(AccessLink.Purpose.TABLE, [phone.table.match.pk], timezone.now())
    assert agree(phone, "EW", wrong(phone, "EW")).json()["code"] == "table-closed"
    assert not PairTries.objects.exists()


@pytest.mark.both_databases
def test_a_right_code_lets_the_count_begin_afresh(phone):
    agree(phone, "NS", wrong(phone, "NS"))
    agree(phone, "NS", code_of(phone, "NS"))
    assert PairTries.objects.get().count == 0


def test_of_two_players_of_a_melee_either_gives_his(phone):
    table = phone.table
    other = factories.make_entry(table.tournament, [factories.make_person("Simon", "Léa")], 40)
    factories.seat(table.match, "A", other, 2)
    assert agree(phone, "NS", paircodes.code_of(other.pk, 1)).status_code == 200


def test_without_the_switch_no_code_is_asked_and_none_is_looked_at():
    table = Table(deals=1)
    table.record(1)
    phone = Phone(table)
    assert agree(phone, "NS", "0000").status_code == 200
    assert not PairTries.objects.exists()


def test_what_a_phone_shows_is_another_once_codes_are_asked(phone):
    tag = phone.ask("GET", "state")["ETag"]
    paircodes.change(phone.table.tournament.pk, SYSTEM, on=False)
    answer = phone.ask("GET", "state", **{"If-None-Match": tag})
    assert answer.json()["agreement"]["codes"] is False


def test_another_issue_makes_the_slips_void(phone):
    before = code_of(phone, "NS")
    paircodes.change(phone.table.tournament.pk, SYSTEM, on=True, fresh=True)
    after = dict(paircodes.of_tournament(Tournament.objects.get()))[phone.table.ns]
    assert after == paircodes.code_of(phone.table.ns.pk, 2) and len(after) == 4
    if before != after:  # one chance in ten thousand
        assert agree(phone, "NS", before).json()["code"] == "code-wrong"


def page_of(tournament: Tournament) -> str:
    return reverse("pair-codes", args=[tournament.club.slug, tournament.slug])


def test_the_organiser_switches_it_and_prints_slips_that_the_file_and_the_public_do_not_have(client_for):
    table = Table(deals=1)
    organiser = client_for(Role.ORGANISER, table.club, HTTP_ACCEPT_LANGUAGE="en")
    url = page_of(table.tournament)
    assert "Slips to print" not in organiser.get(url).content.decode()
    shown = organiser.post(url, {"on": "1"}, follow=True)
    text = re.sub(r"\s+", " ", shown.content.decode())
    code = paircodes.code_of(table.ns.pk, 1)
    assert "Slips to print, cut and hand out" in text and f"</span>{code}<" in text and "Le Goff" in text
    assert "no-store" in shown["Cache-Control"]
    issued = tournament_file.export(Tournament.objects.get()).decode()
    assert '"pair_codes":{"issue":1,"on":true}' in issued
    assert f'"{code}"' not in issued
    desk = client_for(Role.DESK, table.club)
    assert desk.get(url).status_code == 200
    assert desk.post(url, {"on": "0"}).status_code == 403
    organiser.post(url, {"on": "0"})
    assert code not in organiser.get(url).content.decode()
