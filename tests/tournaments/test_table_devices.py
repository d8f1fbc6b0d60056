"""Which devices opened a table: at the desk, on the phones, shut out and let in again."""

import datetime as dt
import re
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.roles import Role
from core import shortcodes
from core.models import AuditEvent
from tests.tournaments.at_table import DEAL, Table
from tests.tournaments.test_table_views import Phone
from tournaments.models import TableDevice
from tournaments.services import devices

pytestmark = pytest.mark.django_db

ANDROID = "Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile"


def at(name: str, table: Table) -> str:
    return reverse(name, args=[table.club.slug, table.tournament.slug, table.game.pk])


def text_of(response: Any) -> str:
    return re.sub(r"\s+", " ", response.content.decode())


def test_a_device_is_known_by_a_mark_and_how_it_came_and_by_nothing_else():
    table = Table()
    Phone(table, HTTP_USER_AGENT=ANDROID)
    code = shortcodes.derive(table.link.pk, table.link.generation)
    Client(HTTP_USER_AGENT="Mozilla/5.0 (X11; Linux x86_64)").post("/t/", {"code": code})
    found = [(one.kind, one.came) for one in devices.of_match(table.match.pk)]
    assert found == [("phone", "square"), ("computer", "typed")]
    assert {one.name for one in TableDevice._meta.concrete_fields} == {
        "id", "match", "mark", "kind", "came", "first_at", "last_at", "shut_at",
    }  # fmt: skip


def test_a_phone_keeps_one_mark_at_all_tables_that_it_opens_that_day():
    one, other = Table(), Table()
    phone = Phone(one)
    phone.client.get(f"/t/{one.token}/")
    phone.client.get(f"/t/{other.token}/")
    code = shortcodes.derive(other.link.pk, other.link.generation)
    phone.client.post("/t/", {"code": code})
    assert TableDevice.objects.count() == 2
    assert len(set(TableDevice.objects.values_list("mark", flat=True))) == 1


def test_the_first_phone_is_told_of_the_second_one():
    table = Table()
    first = Phone(table)
    before = first.ask("GET", "state")
    assert [one["device"] for one in before.json()["devices"]] == [before.json()["device"]]
    second = Phone(table)
    answer = first.ask("GET", "state", **{"If-None-Match": before["ETag"]})
    assert answer.status_code == 200
    mine, other = answer.json()["devices"]
    assert (mine["device"], other["device"]) == (answer.json()["device"], second.ask("GET", "state").json()["device"])
    assert re.fullmatch(r"\d+\sh\s\d\d", other["time"])


def test_the_desk_sees_who_came_when_and_wrote_what(client_for):
    table = Table()
    phone = Phone(table, HTTP_USER_AGENT=ANDROID)
    phone.record()
    Phone(table)
    page = text_of(client_for(Role.DESK, table.club, HTTP_ACCEPT_LANGUAGE="en").get(at("sheet", table)))
    assert "2 devices at this table" in page
    assert re.search(r"Phone 1</b>.{1,40}square scanned at [^<]*, 1 change of a deal<", page)
    assert re.search(r"Computer 2</b>.{1,40}square scanned at [^<]*, wrote nothing<", page)


def test_who_is_shut_out_reads_and_keeps_what_it_wrote_and_may_come_back(client_for):
    table = Table()
    phone, other = Phone(table), Phone(table)
    desk = client_for(Role.DESK, table.club, HTTP_ACCEPT_LANGUAGE="en")
    row = devices.of_match(table.match.pk)[0]
    answer = text_of(desk.post(at("sheet-device", table), {"device": str(row.pk)}, follow=True))
    assert "This device writes no more at this table." in answer and "Shut out" in answer
    refused = phone.record()
    assert (refused.status_code, refused.json()["code"]) == (409, "device-shut")
    assert phone.ask("GET", "state").status_code == 200
    assert other.record().status_code == 201
    phone.client.get(f"/t/{table.token}/")  # scanned again it is the same device
    assert phone.record(2, key="deux").status_code == 409
    desk.post(at("sheet-device", table), {"device": str(row.pk), "again": "1"})
    assert phone.record(2, {**DEAL, "contract": 90}, key="deux").status_code == 201
    verbs = AuditEvent.objects.filter(scope=table.tournament.pk).order_by("pk").values_list("verb", flat=True)
    assert list(verbs) == ["device.shut-out", "device.let-in"]


def test_a_device_of_another_table_is_not_shut_out_here(client_for):
    table, other = Table(), Table()
    Phone(other)
    row = devices.of_match(other.match.pk)[0]
    desk = client_for(Role.DESK, table.club, HTTP_ACCEPT_LANGUAGE="en")
    for device in (str(row.pk), "x"):
        answer = desk.post(at("sheet-device", table), {"device": device}, follow=True)
        assert "This device is not known at this table." in text_of(answer)
    assert devices.of_match(other.match.pk)[0].shut_at is None


def test_programs_are_listed_and_shut_out_as_any_device(client_for):
    table = Table()
    first = Phone(table)
    program = Client(headers={"authorization": f"TableLink {table.token}"})
    body = {"position": 1, "client_key": "un", "deal": DEAL}
    assert program.post("/api/v1/table/deals/", body, "application/json").status_code == 201
    assert len(first.ask("GET", "state").json()["devices"]) == 2
    desk = client_for(Role.DESK, table.club, HTTP_ACCEPT_LANGUAGE="en")
    page = text_of(desk.get(at("sheet", table)))
    assert re.search(r"Program 2</b>.{1,40}through the programming interface at [^<]*, 1 change of a deal<", page)
    desk.post(at("sheet-device", table), {"device": str(TableDevice.objects.get(mark="api").pk)})
    refused = program.post("/api/v1/table/deals/", {**body, "position": 2, "client_key": "deux"}, "application/json")
    assert (refused.status_code, refused.json()["code"]) == (409, "device-shut")
    assert program.get("/api/v1/table/").status_code == 200


@pytest.mark.both_databases
def test_whoever_writes_is_on_the_list_however_many_opened_the_table(monkeypatch):
    monkeypatch.setattr(devices, "MOST", 4)
    table = Table()
    first, wrote = Phone(table), Phone(table)
    wrote.record()
    shut = devices.of_match(table.match.pk)[1]
    idle, newer, newest = Phone(table), Phone(table), Phone(table)
    marks = [one.mark for one in devices.of_match(table.match.pk)]
    assert len(marks) == 4 and marks[1] == shut.mark
    assert idle.record(2, key="deux").json()["code"] == "device-shut"
    for at_place, phone in enumerate((first, newer, newest), 2):
        assert phone.record(at_place, key=f"k{at_place}").status_code == 201
    late = Phone(table)
    assert late.ask("GET", "state").status_code == 200
    assert late.record(5, key="late").status_code == 409
    TableDevice.objects.all().delete()  # with the time for corrections
    assert late.record(5, key="late").status_code == 201


def test_opening_the_page_again_is_noted_a_minute_later_at_the_earliest():
    table = Table()
    phone = Phone(table)
    long_ago = timezone.now() - dt.timedelta(hours=1)
    TableDevice.objects.update(last_at=long_ago)
    phone.client.get(table.path)
    seen = TableDevice.objects.get().last_at
    assert seen > long_ago
    phone.client.get(table.path)
    assert TableDevice.objects.get().last_at == seen


def test_the_database_knows_a_device_of_a_table_once():
    table = Table()
    Phone(table)
    row = devices.of_match(table.match.pk)[0]
    with pytest.raises(IntegrityError), transaction.atomic():
        TableDevice.objects.create(match=table.match, mark=row.mark, kind="phone", came="typed")
