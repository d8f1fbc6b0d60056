"""The page of the papers, and who gets which file."""

import re

import pytest

from clubs.roles import Role
from core import shortcodes
from core.models import AccessLink, Job, StoredFile
from documents import services
from tests import factories
from tests.documents.helpers import choose_address, make_evening, rename, text_of
from tests.documents.test_jobs import publish
from tests.documents.test_lists import play
from tests.kept import kept
from tournaments.models import Round

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "files"


@pytest.fixture
@kept
def evening():
    club = factories.make_club(locale="en")
    tournament, round_ = make_evening(4, club=club)
    return club, tournament, round_


def body(response):
    return b"".join(response.streaming_content)


def print_page(club, tournament, more=""):
    return f"/c/{club.slug}/t/{tournament.slug}/print/{more}"


def test_the_desk_asks_for_sheets_sees_them_coming_and_opens_them(evening, client_for, run_jobs):
    club, tournament, round_ = evening
    client = client_for(Role.DESK, club, headers={"Accept-Language": "en"})
    page = client.get(print_page(club, tournament))
    assert page.status_code == 200 and "Not made yet" in page.content.decode()
    assert "every 1s" not in page.content.decode()
    asked = client.post(print_page(club, tournament, "ask/"), {"what": "sheets", "key": str(round_.pk)})
    assert asked.status_code == 302 and asked["Location"] == print_page(club, tournament)
    waiting = client.get(print_page(club, tournament, "list/")).content.decode()
    assert "every 1s" in waiting and "<progress" in waiting and "Look again" in waiting
    run_jobs()
    ready = client.get(print_page(club, tournament, "list/")).content.decode()
    file = StoredFile.objects.get()
    address = f"/c/{club.slug}/t/{tournament.slug}/files/{file.pk}/"
    assert address in ready and "every 1s" not in ready and "without codes" in ready
    response = client.get(address)
    assert response["Content-Type"] == "application/pdf" and response["Cache-Control"] == "no-store, private"
    assert response["X-Content-Type-Options"] == "nosniff" and file.name in response["Content-Disposition"]
    assert len(text_of(body(response))) == 2


def test_the_desk_chooses_size_and_tables_and_the_page_says_what_was_chosen(evening, client_for, run_jobs):
    club, tournament, round_ = evening
    client = client_for(Role.DESK, club, headers={"Accept-Language": "en"})
    wanted = {"what": "sheets", "key": str(round_.pk), "size": "slip-A6x4", "first": "2", "last": "2"}
    client.post(print_page(club, tournament, "ask/"), wanted)
    job = Job.objects.get()
    assert job.payload["choice"]["size"] == "slip-A6x4" and job.key.startswith(str(round_.pk))
    run_jobs()
    text = client.get(print_page(club, tournament, "list/")).content.decode()
    assert "1 page, made at" in text and "totals only: A6, four to a page, tables 2 to 2" in text
    # Made again, it is the same choice.
    assert (
        '<option value="slip-A6x4" selected>' in text
        and 'name="first" inputmode="numeric" maxlength="4" value="2"' in text
    )
    file = StoredFile.objects.get(kind="pdf.sheets")
    assert "Table 2" in text_of(body(client.get(f"/c/{club.slug}/t/{tournament.slug}/files/{file.pk}/")))[0]
    assert client_for(Role.READER, club).get(f"/c/{club.slug}/t/{tournament.slug}/files/{file.pk}/").status_code == 403


def test_sheets_that_are_printed_again_keep_their_codes_and_say_so_until_new_ones_are_made(
    evening, client_for, run_jobs
):
    club, tournament, round_ = evening
    choose_address()
    client = client_for(Role.ORGANISER, club, headers={"Accept-Language": "en"})

    def printed(size=None):
        if size is not None:
            client.post(print_page(club, tournament, "ask/"), {"what": "sheets", "key": str(round_.pk), "size": size})
        run_jobs()
        file = StoredFile.objects.filter(kind="pdf.sheets").latest("created_at")
        words = " ".join(text_of(body(client.get(f"/c/{club.slug}/t/{tournament.slug}/files/{file.pk}/"))))
        return set(re.findall(f"[{shortcodes.ALPHABET}]{{4}} [{shortcodes.ALPHABET}]{{4}}", words))

    first = printed("A5x2")
    assert len(first) == 2
    page = client.get(print_page(club, tournament)).content.decode()
    # Of this round's sheets, and of no other paper.
    assert page.count("Printed again, the sheets keep their codes.") == 1
    assert printed("slip-A6x4") == first
    assert "New codes for round 1" in page
    # New codes make the sheets anew by themselves.
    client.post(f"/c/{club.slug}/t/{tournament.slug}/rounds/{round_.pk}/codes/")
    renewed = printed()
    assert len(renewed) == 2 and not renewed & first


def test_what_was_asked_for_can_be_stopped_but_not_what_was_asked_for_since(evening, client_for):
    club, tournament, _ = evening
    client = client_for(Role.DESK, club)
    client.post(print_page(club, tournament, "ask/"), {"what": "rules"})
    first = Job.objects.get()
    assert str(first.pk) in client.get(print_page(club, tournament)).content.decode()
    other = factories.make_tournament(club)
    client.post(print_page(club, other, "ask/"), {"what": "rules", "cancel": str(first.pk)})
    assert Job.objects.get().state == Job.State.QUEUED
    client.post(print_page(club, tournament, "ask/"), {"what": "rules", "cancel": str(first.pk)})
    assert Job.objects.get().state == Job.State.CANCELLED
    assert client.post(print_page(club, tournament, "ask/"), {"what": "rules", "cancel": "x"}).status_code == 404


def test_who_may_not_see_money_reads_no_list_of_fees(evening, client_for, run_jobs):
    club, tournament, _ = evening
    treasurer, desk = client_for(Role.TREASURER, club), client_for(Role.DESK, club)
    assert desk.post(print_page(club, tournament, "ask/"), {"what": "fees"}).status_code == 403
    assert treasurer.post(print_page(club, tournament, "ask/money/"), {"what": "rules"}).status_code == 404
    assert treasurer.post(print_page(club, tournament, "ask/money/"), {"what": "fees"}).status_code == 302
    run_jobs()
    file = StoredFile.objects.get(kind="pdf.fees")
    address = f"/c/{club.slug}/t/{tournament.slug}/files/{file.pk}/"
    assert treasurer.get(address).status_code == 200 and desk.get(address).status_code == 403
    assert address in treasurer.get(print_page(club, tournament)).content.decode()
    assert "pdf.fees" not in desk.get(print_page(club, tournament)).content.decode()
    assert address not in desk.get(print_page(club, tournament)).content.decode()


def test_the_page_says_what_the_machine_lacks_and_that_no_address_is_chosen(evening, client_for, monkeypatch):
    club, tournament, _ = evening
    monkeypatch.setattr("core.system.missing_libraries", lambda: ["libpango-1.0.so.0"])
    page = client_for(Role.DESK, club, headers={"Accept-Language": "en"}).get(print_page(club, tournament))
    text = page.content.decode()
    assert "apt-get install libpango" in text and "without a code" in text and 'href="/address/"' in text


def test_a_private_file_is_only_for_its_club_and_its_tournament(evening, client_for, run_jobs):
    club, tournament, round_ = evening
    services.ask_sheets(round_.pk)
    services.ask_draw_posters(round_.pk)
    run_jobs()
    sheets, posters = StoredFile.objects.get(kind="pdf.sheets"), StoredFile.objects.get(kind="pdf.draw")
    other = factories.make_tournament(club)

    def status(role, of, row, tournament=tournament):
        client = client_for(role, of)
        return client.get(f"/c/{club.slug}/t/{tournament.slug}/files/{row.pk}/").status_code

    assert status(Role.ORGANISER, club, sheets) == status(Role.READER, club, posters) == 200
    assert status(Role.READER, club, sheets) == 403  # its codes open the tables
    assert status(Role.ORGANISER, factories.make_club(), sheets) == 404
    assert status(Role.PUBLIC, None, sheets) == 302
    assert status(Role.ORGANISER, club, sheets, other) == 404


def test_a_file_of_another_kind_or_without_its_bytes_is_not_found(evening, client_for, run_jobs):
    club, tournament, round_ = evening
    services.ask_sheets(round_.pk)
    run_jobs()
    row = StoredFile.objects.get()
    client = client_for(Role.ORGANISER, club)
    address = f"/c/{club.slug}/t/{tournament.slug}/files/{row.pk}/"
    StoredFile.objects.update(kind="snapshot")
    assert client.get(address).status_code == 404
    StoredFile.objects.update(kind="pdf.sheets", sha256="0" * 64)
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("data", [{}, {"what": "sheets"}, {"what": "sheets", "key": "x"}, {"what": "all", "key": ""}])
def test_asking_for_what_there_is_not_is_not_found(evening, client_for, data):
    club, tournament, _ = evening
    assert client_for(Role.DESK, club).post(print_page(club, tournament, "ask/"), data).status_code == 404
    assert not Job.objects.exists()


def test_sheets_of_another_clubs_round_cannot_be_asked_for(evening, client_for):
    club, tournament, _ = evening
    _, foreign = make_evening(2)
    client = client_for(Role.ORGANISER, club)
    asked = {"what": "sheets", "key": str(foreign.pk)}
    assert client.post(print_page(club, tournament, "ask/"), asked).status_code == 404
    assert not Job.objects.exists()


def test_a_reader_looks_but_does_not_ask(evening, client_for):
    club, tournament, _ = evening
    client = client_for(Role.READER, club)
    assert "<form" not in client.get(print_page(club, tournament, "list/")).content.decode()
    assert client.post(print_page(club, tournament, "ask/"), {"what": "standings"}).status_code == 403


def test_everybody_gets_published_standings_with_names_by_consent(evening, client, run_jobs):
    club, tournament, round_ = evening
    address = f"/p/{club.slug}/{tournament.slug}/standings.pdf"
    assert client.get(address).status_code == 404
    rename(tournament.entries.first(), ("Jean", "Dupont"), ("Zoé", "Martin"))
    publish(tournament, round_, play(tournament, round_, [(1000, 944), (944, 1000)]).figures)
    first = client.get(address)
    assert first.status_code == 202 and first["Refresh"] == "2"
    run_jobs()
    response = client.get(address)
    [text] = text_of(body(response))
    assert response.status_code == 200 and "Jean D." in text and "Dupont" not in text
    assert client.get(address, headers={"If-None-Match": response["ETag"]}).status_code == 304
    tournament.full_names = True
    tournament.save()
    assert client.get(address, headers={"If-None-Match": response["ETag"]}).status_code == 202


def test_a_season_is_printed_for_everybody(client, run_jobs):
    region = factories.make_region()
    season = region.seasons.create(name="2026-2027", starts="2026-09-01", ends="2027-08-31")
    address = f"/regions/{region.slug}/seasons/{season.pk}/ranking.pdf"
    assert client.get(address).status_code == 202
    run_jobs()
    response = client.get(address)
    assert response.status_code == 200 and "2026-2027" in text_of(body(response))[0]
    elsewhere = factories.make_region()
    assert client.get(address.replace(region.slug, elsewhere.slug)).status_code == 404


def test_the_organiser_alone_makes_new_codes_for_the_round_being_played(evening, client_for):
    club, tournament, round_ = evening
    button = "New codes for round 1"
    headers = {"Accept-Language": "en"}
    organiser = client_for(Role.ORGANISER, club, headers=headers)
    assert button in organiser.get(print_page(club, tournament)).content.decode()
    assert button not in client_for(Role.DESK, club, headers=headers).get(print_page(club, tournament)).content.decode()
    action = f"/c/{club.slug}/t/{tournament.slug}/rounds/{round_.pk}/codes/"
    assert action in organiser.get(print_page(club, tournament)).content.decode()
    before = list(AccessLink.objects.values_list("token_hash", flat=True))
    page = organiser.post(action, follow=True)
    assert "All codes of this round are new" in page.content.decode()
    assert before and not set(before) & set(AccessLink.objects.values_list("token_hash", flat=True))
    Round.objects.filter(pk=round_.pk).update(state=Round.State.CLOSED)
    assert button not in organiser.get(print_page(club, tournament)).content.decode()
