"""A tournament that moves to another machine in the middle of a round, and is played to its end there."""

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.test.utils import override_settings
from django.urls import reverse

from clubs.models import Club, Person
from clubs.roles import Role
from core import links
from core.models import AccessLink, AuditEvent
from tests import factories
from tests.services.launcher import environment
from tests.tournaments.moved import in_the_middle_of_round_2, play_on
from tests.tournaments.services import evening
from tournaments import archive
from tournaments.models import Tournament
from tournaments.services import checks, tournament_file

ROOT = Path(__file__).resolve().parent.parent.parent

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def upload(data: bytes, name: str = "concours.json.gz") -> dict[str, Any]:
    return {"file": SimpleUploadedFile(name, data)}


def at_club(club: Club) -> str:
    return reverse("tournament-take-over", args=[club.slug])


def test_a_tournament_moved_in_the_middle_of_round_2_is_played_to_its_end_elsewhere(
    client_for: Callable[..., Client],
) -> None:
    there: dict[str, Any] = {}
    with transaction.atomic():
        tournament = in_the_middle_of_round_2()
        there["slug"], there["club"] = tournament.slug, tournament.club.slug
        there["tokens"] = [links.token_of(link) for link in AccessLink.objects.filter(purpose="table")]
        data = archive.compressed(tournament_file.export(tournament))
        there |= play_on(tournament)
        transaction.set_rollback(True)
    assert there["state"] == "finished"
    with override_settings(SECRET_KEY="another key of another house, as long as this one is"):
        # An installation of its own: its club has another id and this very address, its tournament too; it has numbers
        # of its own for what is numbered.
        club = factories.make_club("Ici", slug=there["club"])
        factories.make_tournament(club, slug=there["slug"])
        factories.make_pairs(club.tournaments.get(), 3)
        persons = Person.objects.count()
        organiser = client_for(Role.ORGANISER, club, HTTP_ACCEPT_LANGUAGE="en")
        answer = organiser.post(at_club(club), upload(data))
        assert answer.status_code == 302, answer.content
        made = Tournament.objects.get(slug__startswith=f"{there['slug']}-")
        assert answer["Location"] == reverse("papers", args=[club.slug, made.slug])
        assert made.club == club and Club.objects.count() == 1
        assert Person.objects.count() == persons + 10
        for token in there["tokens"]:
            assert Client().get(f"/t/{token}/").status_code == 404
        assert play_on(made) == {key: there[key] for key in ("draws", "standings", "state")}
        assert checks.look(made).findings == ()
        trail = AuditEvent.objects.filter(scope=made.pk, verb="tournament.imported")
        assert trail.get().actor_id == organiser.user.pk  # type: ignore[attr-defined]


def test_what_cannot_be_taken_over_is_said_beside_the_file_and_nothing_is_written(
    client_for: Callable[..., Client],
) -> None:
    tournament = evening.new_tournament(4, rounds=1)
    organiser = client_for(Role.ORGANISER, tournament.club, HTTP_ACCEPT_LANGUAGE="en")
    data = tournament_file.export(tournament)
    said = {
        b"": "The submitted file is empty",
        b"PK\x03\x04": "not JSON",
        data: "is here already",
        data.replace(b'"revision":', b'"revision":1', 1): "",
        archive.compressed(b" " * ((64 << 20) + 1)): "too large",
    }
    for content, words in said.items():
        answer = organiser.post(at_club(tournament.club), upload(content))
        assert answer.status_code == 422 and words in answer.content.decode()
    assert Tournament.objects.count() == 1
    for role in (Role.ARBITER, Role.READER):
        assert client_for(role, tournament.club).post(at_club(tournament.club), upload(data)).status_code == 403


def test_the_page_is_found_from_the_club_and_says_what_to_do(client_for: Callable[..., Client]) -> None:
    club = factories.make_club()
    organiser = client_for(Role.ORGANISER, club, HTTP_ACCEPT_LANGUAGE="en")
    assert at_club(club) in organiser.get(reverse("club", args=[club.slug])).content.decode()
    text = organiser.get(at_club(club)).content.decode()
    assert "Print the sheets of the round" in text and 'type="file"' in text
    assert at_club(club) not in client_for(Role.DESK, club).get(reverse("club", args=[club.slug])).content.decode()


@pytest.mark.long
def test_a_fresh_installation_takes_it_over_by_its_command_and_plays_it_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "concours.json.gz"
    with transaction.atomic():
        tournament = in_the_middle_of_round_2()
        file.write_bytes(archive.compressed(tournament_file.export(tournament)))
        played_here = json.loads(json.dumps(play_on(tournament)))
        transaction.set_rollback(True)
    data = tmp_path / "elsewhere"
    fresh = {**environment(DJANGO_SETTINGS_MODULE="coinche_club.settings"), "COINCHE_DATA": str(data)}
    fresh.pop("DATABASE_URL", None)
    fresh.pop("COINCHE_SECRET_KEY", None)

    def run(*arguments: str, program: Sequence[str] = ("manage.py",)) -> str:
        command = [sys.executable, *program, *arguments]
        done = subprocess.run(command, cwd=ROOT, env=fresh, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    run("migrate", "--verbosity", "0")
    place = run("import_tournament", str(file)).strip()
    assert (data / "secret-key").read_text() != os.environ.get("COINCHE_SECRET_KEY", "")
    _c, club, _t, slug = place.strip("/").split("/")
    run("check_tournament", f"{club}/{slug}")
    again = tmp_path / "again.json.gz"
    run("export_tournament", f"{club}/{slug}", "--output", str(again))
    assert gzip.decompress(again.read_bytes()) == gzip.decompress(file.read_bytes())
    played_there = json.loads(run(f"{club}/{slug}", program=("-m", "tests.tournaments.moved")))
    assert played_there == played_here and played_there["state"] == "finished"
    run("check_tournament", f"{club}/{slug}")
