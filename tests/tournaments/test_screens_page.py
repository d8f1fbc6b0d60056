"""The desk's page of the hall's screens: made, steered, given another link; the ceremony and the slides."""

import io
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from PIL import Image

from clubs.roles import Role
from core import files
from core.actors import SYSTEM
from core.models import AccessLink, AuditEvent, StoredFile
from tests import factories
from tests.tournaments.services import evening
from tests.tournaments.test_hall import Screen, finished, new_screen, new_tournament
from tests.tournaments.test_photograph import exif, picture
from tournaments.models import HallScreen, SponsorSlide, Tournament
from tournaments.services import rehearsals, restoring, screens, slides, snapshots, tournament_file
from tournaments.services.errors import Conflict, TournamentError
from tournaments.services.screens import Show

pytestmark = pytest.mark.django_db


class Desk:
    """Somebody at the desk of a tournament."""

    def __init__(self, client: Client, tournament: Tournament) -> None:
        self.client, self.tournament = client, tournament

    def url(self, name: str, *more: Any) -> str:
        return reverse(name, args=[self.tournament.club.slug, self.tournament.slug, *more])

    def page(self) -> str:
        return self.client.get(self.url("screens")).content.decode()

    def post(self, address: str, /, *more: Any, **form: Any) -> Any:
        return self.client.post(self.url(address, *more), form)


@pytest.fixture
def desk(client_for) -> Desk:
    tournament = new_tournament()
    return Desk(client_for(Role.DESK, tournament.club, HTTP_ACCEPT_LANGUAGE="en"), tournament)


def shows(screen: HallScreen) -> list[tuple[str, int]]:
    screen.refresh_from_db()
    return [(one["view"], one["seconds"]) for one in screen.shows]


# Screens


@pytest.mark.both_databases
def test_a_screen_is_made_and_steered_with_one_press(desk):
    answer = desk.post("screens", name="  Stage ")
    screen = HallScreen.objects.get()
    assert (answer.status_code, answer["Location"], screen.name) == (302, desk.url("screen-link", screen.pk), "Stage")
    assert shows(screen) == [("names", 10), ("round", 20), ("standings", 12)]
    page = desk.page()
    assert "Not opened yet." in page and "10 seconds a page" in page
    shown = Screen(screen)
    before = shown.get("state").json()["revision"]
    desk.post("screen-act", screen.pk, show="tables")
    assert shows(screen) == [("tables", 12)]
    assert shown.get("state").json()["revision"] == before + 1
    assert "It is there now." in desk.page()


def test_several_views_in_turn_each_with_its_seconds(desk):
    screen = new_screen(desk.tournament)
    answer = desk.post("screen-act", screen.pk, view=["names", "", "slides"], seconds=["15", "10", "8"])
    assert answer.status_code == 302
    assert shows(screen) == [("names", 15), ("slides", 8)]


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"view": ["names"], "seconds": ["1"]}, "Between 3 and 600 seconds"),
        ({"view": ["names"], "seconds": ["soon"]}, "Between 3 and 600 seconds"),
        ({"view": ["", ""], "seconds": ["10", "10"]}, "Choose one view at least."),
        ({"view": ["drafts"], "seconds": ["10"]}, "not known here"),
        ({"show": "drafts"}, "not known here"),
    ],
)
def test_what_cannot_be_shown_is_refused_and_what_was_typed_stays(desk, form, says):
    screen = new_screen(desk.tournament, "round")
    answer = desk.post("screen-act", screen.pk, **form)
    assert answer.status_code == 422 and says in answer.content.decode()
    assert shows(screen) == [("round", 10)]
    if form.get("seconds") == ["1"]:
        assert 'value="1"' in answer.content.decode()


def test_all_screens_at_once(desk):
    one, other = new_screen(desk.tournament), new_screen(desk.tournament)
    desk.post("screens", show="standings")
    assert shows(one) == shows(other) == [("standings", 12)]


def test_a_screen_is_called_otherwise_and_taken_away(desk):
    one, other = new_screen(desk.tournament), new_screen(desk.tournament)
    assert desk.post("screen-act", one.pk, name=other.name.upper()).status_code == 422
    assert desk.post("screen-act", one.pk, name="Bar").status_code == 302
    assert desk.post("screens", name="bar").status_code == 422
    shown = Screen(one)
    desk.post("screen-act", one.pk, remove="1")
    assert shown.get("state").status_code == 404
    assert not HallScreen.objects.filter(pk=one.pk).exists()


@pytest.mark.both_databases
def test_the_database_knows_a_name_once_whatever_its_letters(desk):
    new_screen(desk.tournament)
    name = HallScreen.objects.get().name
    with pytest.raises(IntegrityError), transaction.atomic():
        HallScreen.objects.create(tournament=desk.tournament, name=name.upper())


def test_a_tournament_has_so_many_screens_at_most(desk):
    HallScreen.objects.bulk_create(
        HallScreen(tournament=desk.tournament, name=str(number)) for number in range(screens.MOST_SCREENS)
    )
    with pytest.raises(TournamentError, match="screen-many"):
        screens.make(desk.tournament.pk, "one more", SYSTEM)
    assert "screen-name" not in desk.page()


def test_when_a_screen_was_seen_is_written_down_seldom(desk):
    shown = Screen(new_screen(desk.tournament))
    shown.get("state")
    first = HallScreen.objects.get().seen_at
    shown.get("state")
    assert first is not None and HallScreen.objects.get().seen_at == first


def test_steering_a_screen_is_no_act_on_the_tournament(desk):
    screen = new_screen(desk.tournament)
    mark, told = restoring.mark_of(desk.tournament), AuditEvent.objects.count()
    screens.steer([screen.pk], [Show("round", 10)])
    assert (restoring.mark_of(desk.tournament), AuditEvent.objects.count()) == (mark, told)


# The ceremony


def test_the_desk_tells_one_place_after_the_other(client_for):
    tournament = finished()
    desk = Desk(client_for(Role.DESK, tournament.club, HTTP_ACCEPT_LANGUAGE="en"), tournament)
    shown = Screen(new_screen(tournament, "ceremony"))
    assert desk.post("ceremony", begin="1", first_rank="0").status_code == 422
    desk.post("ceremony", begin="1", first_rank="2")
    assert "Tell the next: 2" in desk.page()
    desk.post("ceremony", next="1", seen="0")
    assert desk.post("ceremony", next="1", seen="0").status_code == 422  # pressed twice
    assert "2nd" in shown.text("ceremony") and "1st" not in shown.text("ceremony")
    desk.post("ceremony", next="1", seen="1")
    assert "1st" in shown.text("ceremony")
    desk.post("ceremony", back="1", seen="2")
    assert "1st" not in shown.text("ceremony")
    desk.post("ceremony", end="1")
    assert shown.views() == ["waiting"]


# Slides


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_a_slide_is_made_anew_and_shown_for_its_seconds(desk, kind):
    sent = SimpleUploadedFile(f"logo.{kind.lower()}", picture(1600, 900, kind))
    assert desk.post("slide-add", picture=sent, label="Boulangerie", seconds="7").status_code == 302
    slide = SponsorSlide.objects.get()
    assert (slide.name, slide.seconds, slide.file.content_type) == ("Boulangerie", 7, "image/jpeg")
    assert Image.open(io.BytesIO(files.read(slide.file))).size == (1600, 900)
    shown = Screen(new_screen(desk.tournament, "slides"))
    (page,) = shown.pages("slides")
    assert page["seconds"] == 7 and f'src="slides/{slide.pk}"' in page["body"]
    answer = shown.get(f"slides/{slide.pk}")
    assert answer["Content-Type"] == "image/jpeg" and b"".join(answer.streaming_content) == files.read(slide.file)


def test_nothing_of_the_camera_stays_in_a_slide(desk):
    made = slides.add(desk.tournament.pk, picture(exif=exif()), "", 10, SYSTEM)
    assert dict(Image.open(io.BytesIO(files.read(made.file))).getexif()) == {}


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"seconds": "10"}, "Choose a picture first."),
        ({"picture": b"<svg/>", "seconds": "10"}, "JPEG, PNG or WebP"),
        ({"picture": b"", "seconds": "10"}, "JPEG, PNG or WebP"),
        ({"picture": "real", "seconds": "0"}, "Between 3 and 600 seconds"),
    ],
)
def test_what_is_no_slide_is_refused_beside_its_field(desk, form, says):
    if "picture" in form:
        content = picture() if form["picture"] == "real" else form["picture"]
        form = {**form, "picture": SimpleUploadedFile("x.png", content or b"\0")}
    answer = desk.post("slide-add", **form)
    assert answer.status_code == 422 and says in answer.content.decode()
    assert not SponsorSlide.objects.exists() and not StoredFile.objects.filter(kind="slide").exists()


@pytest.mark.both_databases
def test_slides_are_moved_and_taken_away_with_their_files(desk):
    one, two = (slides.add(desk.tournament.pk, picture(width), str(width), 10, SYSTEM) for width in (60, 61))
    desk.post("slide", two.pk, up="1")
    assert list(SponsorSlide.objects.values_list("pk", flat=True)) == [two.pk, one.pk]
    desk.post("slide", one.pk, seconds="12")
    one.refresh_from_db()
    assert one.seconds == 12
    desk.post("slide", two.pk, remove="1")
    assert list(StoredFile.objects.filter(kind="slide")) == [one.file]


def test_there_are_so_many_slides_at_most(desk, monkeypatch):
    monkeypatch.setattr(slides, "MOST", 1)
    slides.add(desk.tournament.pk, picture(), "", 10, SYSTEM)
    with pytest.raises(TournamentError, match="slide-many"):
        slides.add(desk.tournament.pk, picture(), "", 10, SYSTEM)


@pytest.mark.both_databases
def test_the_database_knows_one_slide_at_a_place(desk):
    made = slides.add(desk.tournament.pk, picture(), "", 10, SYSTEM)
    with pytest.raises(IntegrityError), transaction.atomic():
        stored = files.store(b"x", kind="slide", name="x", content_type="image/jpeg")
        SponsorSlide.objects.create(tournament=desk.tournament, file=stored, position=made.position)


def test_another_tournaments_slide_is_shown_to_no_screen(desk):
    other = evening.new_tournament()
    slide = slides.add(other.pk, picture(), "", 10, SYSTEM)
    assert Screen(new_screen(desk.tournament)).get(f"slides/{slide.pk}").status_code == 404


# What becomes of them


def test_no_file_of_the_tournament_holds_a_screen_and_going_back_leaves_them(desk):
    screen = new_screen(desk.tournament, "round")
    made = slides.add(desk.tournament.pk, picture(), "", 10, SYSTEM)
    copy = snapshots.ask_for(desk.tournament, SYSTEM)
    text = tournament_file.export(desk.tournament).decode()
    assert not [word for word in (str(screen.pk), str(made.pk), "screen.made") if word in text]
    later = new_screen(desk.tournament)
    factories.make_pairs(desk.tournament, 1)
    lost = snapshots.what_is_lost(copy)
    snapshots.undo(copy.pk, lost.mark, SYSTEM)
    assert lost.acts == 0
    assert set(HallScreen.objects.all()) == {screen, later} and SponsorSlide.objects.get() == made
    assert Screen(screen).get("state").status_code == 200


def test_what_a_rehearsals_screens_opened_goes_with_it(desk):
    rehearsal = rehearsals.begin(desk.tournament.pk, SYSTEM)
    shown = Screen(new_screen(rehearsal))
    slides.add(rehearsal.pk, picture(), "", 10, SYSTEM)
    assert "REHEARSAL" in shown.get().content.decode()
    rehearsals.wipe(rehearsal.pk, SYSTEM)
    assert shown.get("state").status_code == 404
    assert not AccessLink.objects.filter(purpose="screen").exists()
    assert not StoredFile.objects.filter(kind="slide").exists()


@pytest.mark.both_databases
def test_two_who_move_a_slide_at_once_leave_an_order(desk):
    """The lock of the tournament lets one after the other; the index refuses what would be twice at a place."""
    made = [slides.add(desk.tournament.pk, picture(60 + number), "", 10, SYSTEM) for number in range(3)]
    for _ in range(3):
        slides.move_up(made[2].pk, SYSTEM)
    assert list(SponsorSlide.objects.values_list("pk", flat=True)) == [made[2].pk, made[0].pk, made[1].pk]


@pytest.mark.both_databases
def test_who_is_first_with_a_name_has_it(desk):
    new_screen(desk.tournament)
    with pytest.raises(Conflict, match="screen-known"):
        screens.make(desk.tournament.pk, HallScreen.objects.get().name, SYSTEM)
