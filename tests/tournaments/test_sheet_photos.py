"""Photographs of a paper sheet: from table and desk, for desk and arbiter, until the time for corrections ends."""

import datetime as dt
import io
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.urls import reverse
from PIL import Image

from clubs.roles import Role
from core import files, links
from core.actors import SYSTEM
from core.models import AuditEvent, StoredFile
from scoring.models import Dispute
from tests.tournaments.at_table import Table
from tests.tournaments.services import evening
from tests.tournaments.services.test_windows import later, public
from tests.tournaments.test_photograph import exif, picture
from tests.tournaments.test_table_views import Phone
from tournaments.models import PairTries, SheetPhoto, TableDevice
from tournaments.services import devices, keeping, photos, play, tournament_file, windows
from tournaments.services.errors import TournamentError

pytestmark = pytest.mark.django_db


def send(phone: Phone, content: bytes, **more: Any) -> Any:
    sent = {"sheet": str(phone.table.game.sheet_id), "photo": SimpleUploadedFile("IMG_0001.jpg", content), **more}
    return phone.client.post(phone.table.path + "photo", sent)


def at(name: str, table: Table, *more: Any) -> str:
    return reverse(name, args=[table.club.slug, table.tournament.slug, table.game.pk, *more])


def test_a_phone_sends_it_and_the_desk_sees_it_without_where_it_was_taken(client_for):
    phone = Phone(Table())
    answer = send(phone, picture(exif=exif()))
    assert (answer.status_code, answer.json()["sheet"]) == (201, str(phone.table.game.sheet_id))
    kept = SheetPhoto.objects.get()
    desk = client_for(Role.DESK, phone.table.club, HTTP_ACCEPT_LANGUAGE="en")
    address = at("photo", phone.table, kept.pk)
    assert address in desk.get(at("sheet", phone.table)).content.decode()
    shown = desk.get(address)
    assert (shown["Content-Type"], "no-store" in shown["Cache-Control"]) == ("image/jpeg", True)
    assert dict(Image.open(io.BytesIO(shown.content)).getexif()) == {}
    assert "IMG_0001" not in shown["Content-Disposition"]
    told = AuditEvent.objects.get(verb="photo.added")
    assert (told.link, told.after) == (phone.table.link.pk, {"table": 12, "round": 2, "place": 1})


def test_nobody_else_sees_it(client_for):
    table = Table()
    kept = photos.add(table.game.pk, picture(), SYSTEM)
    address = at("photo", table, kept.pk)
    reader = client_for(Role.READER, table.club)
    assert reader.get(address).status_code == 403
    assert address not in reader.get(at("sheet", table)).content.decode()
    assert Phone(table).client.get(address).status_code == 302  # to sign in
    other = Table()
    assert client_for(Role.DESK, other.club).get(at("photo", other, kept.pk)).status_code == 404
    exported = tournament_file.export(table.tournament).decode()
    assert kept.file.sha256 not in exported and str(kept.file_id) not in exported


def test_the_arbiter_finds_it_from_what_he_has_to_decide(client_for):
    table = Table()
    table.record(1)
    play.dispute(table.access, "disagree", actor=table.access.actor("a"))
    photos.add(table.game.pk, picture(), SYSTEM)
    listed = reverse("disputes", args=[table.club.slug, table.tournament.slug])
    for role, sees in ((Role.ARBITER, True), (Role.READER, False)):
        page = client_for(role, table.club, HTTP_ACCEPT_LANGUAGE="en").get(listed).content.decode()
        assert ("1 photograph of the paper" in page) is sees


@pytest.mark.both_databases
def test_the_same_one_again_is_one_and_a_sheet_has_a_few_only():
    phone = Phone(Table())
    for width in (60, 60, 61, 62, 63):
        assert send(phone, picture(width)).status_code == 201
    assert list(SheetPhoto.objects.values_list("place", flat=True)) == [1, 2, 3, 4]
    refused = send(phone, picture(64))
    assert (refused.status_code, refused.json()["code"]) == (422, "photo-many")
    assert StoredFile.objects.count() == 4


@pytest.mark.parametrize(
    ("content", "code"), [(b"GIF89a", "photo-kind"), (picture()[:200], "photo-broken")], ids=["GIF", "cut off"]
)
def test_what_is_no_photograph_is_refused_in_words(content, code):
    phone = Phone(Table())
    refused = send(phone, content)
    assert (refused.status_code, refused.json()["code"]) == (422, code)
    assert refused.json()["error"]
    assert phone.client.post(phone.table.path + "photo").json()["code"] == "photo-missing"
    assert not StoredFile.objects.exists()


def test_more_than_eight_megabytes_are_not_even_read():
    phone = Phone(Table())
    assert send(phone, b"\0" * 8_500_000).status_code == 413


def test_of_another_table_or_with_no_access_it_is_not_taken():
    phone, other = Phone(Table()), Table()
    refused = send(phone, picture(), sheet=str(other.game.sheet_id))
    assert (refused.status_code, refused.json()["code"]) == (409, "table-gone")
    links.renew(phone.table.link.pk)
    assert send(phone, picture()).status_code == 403
    assert not SheetPhoto.objects.exists()


def test_the_desk_adds_one_and_the_arbiter_erases_it(client_for):
    table = Table()
    desk = client_for(Role.DESK, table.club, HTTP_ACCEPT_LANGUAGE="en")
    sent = {"photo": SimpleUploadedFile("x.jpg", picture())}
    assert "The photograph is kept" in desk.post(at("photo-add", table), sent, follow=True).content.decode()
    refused = desk.post(at("photo-add", table), {"photo": SimpleUploadedFile("x.jpg", b"no")}, follow=True)
    assert "This is no photograph that can be read here" in refused.content.decode()
    away = at("photo-remove", table, SheetPhoto.objects.get().pk)
    assert desk.post(away).status_code == 403
    arbiter = client_for(Role.ARBITER, table.club, HTTP_ACCEPT_LANGUAGE="en")
    assert "The photograph is erased." in arbiter.post(away, follow=True).content.decode()
    assert not StoredFile.objects.exists()
    assert "not there any more" in arbiter.post(away, follow=True).content.decode()


@pytest.mark.both_databases
def test_it_is_erased_thirty_days_after_the_tournament_at_the_latest_and_so_are_the_devices(monkeypatch):
    table = Table()
    Phone(table)
    kept = photos.add(table.game.pk, picture(), SYSTEM)
    path = files.path_of(kept.file.sha256)
    day = dt.timedelta(days=1)
    for after, left in ((keeping.DAYS - 1, 1), (keeping.DAYS + 1, 0)):
        now = max(kept.file.expires_at - dt.timedelta(days=keeping.DAYS), kept.at) + after * day
        monkeypatch.setattr(keeping.timezone, "now", lambda now=now: now)
        keeping.erase()
        assert (SheetPhoto.objects.count(), table.match.devices.count()) == (left, left)
    files._sweep_orphans(now + day)
    assert not path.exists()


def test_they_go_with_the_time_for_corrections_of_their_round_unless_the_arbiter_still_has_to_decide():
    tournament, round_, game = public()
    asked = evening.games_of(round_)[1]
    for one in (game, asked):
        photos.add(one.pk, picture(), SYSTEM)
        devices.opened(one.match_id, "ab" * 8, came="square", is_phone=True)
        PairTries.objects.create(sheet=one.sheet, side="A")
    Dispute.objects.create(sheet=asked.sheet, kind=Dispute.Kind.LATE)
    for minutes, left in ((29, (2, 2, 2)), (31, (1, 0, 0))):
        with later(minutes):
            keeping.erase()
        kept = (SheetPhoto.objects.count(), TableDevice.objects.count(), PairTries.objects.count())
        assert kept == left
    assert SheetPhoto.objects.get().sheet == asked.sheet
    assert StoredFile.objects.filter(kind=photos.KIND).count() == 1
    with later(60):
        windows.open_again(tournament.pk, 600, "x", SYSTEM)
        photos.add(game.pk, picture(), SYSTEM)
        keeping.erase()
    assert SheetPhoto.objects.count() == 2


@pytest.mark.both_databases
def test_it_goes_with_its_sheet():
    table = Table()
    photos.add(table.game.pk, picture(), SYSTEM)
    sheet = table.game.sheet
    table.game.delete()
    sheet.delete()
    assert not StoredFile.objects.exists()


def test_the_database_keeps_one_at_a_place_of_a_sheet():
    table = Table()
    kept = photos.add(table.game.pk, picture(), SYSTEM)
    stored = files.store(b"x", kind="photo", name="x", content_type="image/jpeg")
    for place in (1, 5):
        with pytest.raises(IntegrityError), transaction.atomic():
            SheetPhoto.objects.create(sheet=kept.sheet, place=place, file=stored)
    with pytest.raises(TournamentError):
        photos.add(table.game.pk, b"", SYSTEM)
