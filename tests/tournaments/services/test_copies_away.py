"""Copies off the machine: each comes there whole, what fails is said and tried again; a lost tournament comes back."""

import gzip
import hashlib
import io
import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, Membership
from clubs.roles import Role
from core import away, files, jobs
from core.actors import SYSTEM
from core.models import AccessLink, Job
from tests import factories
from tests.tournaments.services import evening
from tournaments import archive
from tournaments.models import Round, Snapshot, Tournament
from tournaments.services import checks, copies_away, snapshots, tournament_file

pytestmark = pytest.mark.django_db


@pytest.fixture
def place(tmp_path: Path, settings: Any) -> Path:
    settings.COPIES_PLACE = tmp_path / "usb"
    settings.COPIES_PLACE.mkdir()
    return tmp_path / "usb"


@pytest.fixture
def tournament() -> Tournament:
    return evening.new_tournament(4, rounds=2)


def run() -> dict[str, Any]:
    """Do the waiting job, as its worker would."""
    Job.objects.filter(kind=copies_away.KIND).update(not_before=timezone.now())
    assert evening.run_jobs(copies_away.KIND) == 1
    found = jobs.last_result(copies_away.KIND, copies_away.KEY)
    assert found is not None
    return found


def kept(place: Path) -> list[Path]:
    return sorted(path for path in place.rglob("*") if path.is_file())


def test_every_copy_comes_there_whole_with_its_checksum_and_once(place: Path, tournament: Tournament) -> None:
    made = snapshots.ask_for(tournament, SYSTEM)
    assert run() == {"kept": 1, "failed": 0, "same_disk": True}
    copy, told = kept(place)
    assert copy.parent.parent.name == tournament.club.slug and copy.parent.name.startswith(tournament.slug)
    assert copy.name.endswith("-asked.json.gz") and stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert told.read_text() == f"{hashlib.sha256(copy.read_bytes()).hexdigest()}  {copy.name}\n"
    assert archive.read(copy.read_bytes())["tournament"]["id"] == str(tournament.pk)
    made.refresh_from_db()
    assert made.away_at is not None and not made.away_error
    before = copy.stat().st_mtime_ns
    copies_away.ask()
    assert run() == {"kept": 0, "failed": 0} and copy.stat().st_mtime_ns == before


def test_nothing_secret_of_this_house_comes_there(place: Path, tournament: Tournament, settings: Any) -> None:
    evening.start_round(tournament, 1)
    account = factories.make_user(Role.ORGANISER, tournament.club)
    snapshots.ask_for(tournament, SYSTEM)
    run()
    text = gzip.decompress(kept(place)[0].read_bytes()).decode()
    links = AccessLink.objects.values_list("token_hash", "short_code")
    for secret in (
        settings.SECRET_KEY,
        account.password,
        account.username,
        *(one for row in links for one in row if one),
    ):
        assert secret not in text


def test_what_fails_is_said_tried_again_and_kept_in_the_end(
    place: Path, tournament: Tournament, client_for: Callable[..., Client]
) -> None:
    organiser = client_for(Role.ORGANISER, tournament.club, HTTP_ACCEPT_LANGUAGE="en")
    page = reverse("snapshots", args=[tournament.club.slug, tournament.slug])
    place.rmdir()  # the stick is pulled out
    for _ in range(2):
        snapshots.ask_for(tournament, SYSTEM)
    assert run()["failed"] == 1
    assert not place.exists()
    text = organiser.get(page).content.decode()
    assert "2 copies could not be kept off the machine" in text and "plugged in" in text
    evening_page = reverse("tournament", args=[tournament.club.slug, tournament.slug])
    assert "plugged in" in organiser.get(evening_page).content.decode()
    assert "plugged in" not in client_for(Role.READER, tournament.club).get(page).content.decode()
    again = Job.objects.get(kind=copies_away.KIND, state=Job.State.QUEUED)
    assert again.not_before > again.created_at
    place.mkdir()
    assert run()["kept"] == 2
    text = organiser.get(page).content.decode()
    assert "could not be kept" not in text and text.count("off the machine too") == 2 and "same disk" in text


def test_what_was_written_wrong_is_no_copy(
    place: Path, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = snapshots.ask_for(tournament, SYSTEM)
    whole = away._sum
    monkeypatch.setattr(away, "_sum", lambda path: "0" * 64 if path.suffix == ".part" else whole(path))
    assert run()["failed"] == 1
    made.refresh_from_db()
    assert (made.away_error, kept(place)) == ("damaged", [])
    monkeypatch.undo()
    files.path_of(made.file.sha256).unlink()
    assert run()["failed"] == 1
    made.refresh_from_db()
    assert made.away_error == copies_away.GONE and not copies_away.waiting().exists()


def test_without_a_place_nothing_is_asked_for_and_rehearsals_never_go(
    tournament: Tournament, settings: Any, tmp_path: Path
) -> None:
    snapshots.ask_for(tournament, SYSTEM)
    assert not Job.objects.filter(kind=copies_away.KIND).exists()
    settings.COPIES_PLACE = tmp_path
    assert copies_away.waiting().count() == 1
    Tournament.objects.filter(pk=tournament.pk).update(rehearsal_of=evening.new_tournament(0))
    assert not copies_away.waiting().exists()


@pytest.mark.one_database
def test_a_lost_tournament_is_put_back_from_the_copy_that_the_round_s_end_made(
    place: Path, client_for: Callable[..., Client]
) -> None:
    """The real way: the last table closes, the organiser closes the round, the job keeps the copy; then all is lost."""
    told: dict[str, Any] = {}
    with transaction.atomic():
        tournament = evening.new_tournament(4, rounds=2)
        told["club"] = tournament.club.slug
        for game in evening.games_of(evening.start_round(tournament, 1)):
            evening.play_game(game)
        round_ = Round.objects.get(stage__tournament=tournament)
        organiser = client_for(Role.ORGANISER, tournament.club)
        organiser.post(reverse("round-close", args=[tournament.club.slug, tournament.slug, round_.pk]))
        assert Snapshot.objects.get().cause == Snapshot.Cause.ROUND
        run()
        told["live"] = archive.live(tournament_file.document_of(tournament))
        transaction.set_rollback(True)
    assert not Tournament.objects.exists()
    other = factories.make_club("Autre")
    accounts = Membership.objects.count()
    copy = next(path for path in kept(place) if path.name.endswith("-round-1.json.gz"))
    out = io.StringIO()
    call_command("import_tournament", str(copy), stdout=out)
    back = Tournament.objects.get()
    assert out.getvalue().strip() == f"/c/{told['club']}/t/{back.slug}/"
    assert json.dumps(archive.live(tournament_file.document_of(back)), sort_keys=True) == json.dumps(
        told["live"], sort_keys=True
    )
    assert checks.look(back).findings == ()
    assert evening.start_round(back, 2).number == 2
    assert Membership.objects.count() == accounts and Club.objects.filter(pk=other.pk, name="Autre").exists()
