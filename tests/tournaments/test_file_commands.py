"""``manage.py export_tournament`` and ``import_tournament``."""

import gzip
import io
import stat
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils import translation

from clubs.models import Club
from core.models import AuditEvent
from tests import factories
from tests.tournaments.services import evening
from tournaments.models import Tournament
from tournaments.services import tournament_file

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def refused(*arguments: str) -> str:
    with pytest.raises(CommandError) as error, translation.override("en"):
        call_command(*arguments)
    assert error.value.returncode == 2
    return str(error.value)


@pytest.mark.parametrize("name", ["tournoi.json", "tournoi.json.gz"])
def test_a_tournament_is_carried_into_another_installation(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with transaction.atomic():
        tournament = evening.new_tournament(4, rounds=1)
        evening.play_round(tournament, 1)
        call_command("export_tournament", f"{tournament.club.slug}/{tournament.slug}", "--output", str(path))
        data = tournament_file.export(tournament)
        transaction.set_rollback(True)
    assert (gzip.decompress(path.read_bytes()) if name.endswith(".gz") else path.read_bytes()) == data
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not Club.objects.exists()
    said = io.StringIO()
    call_command("import_tournament", str(path), stdout=said)
    found = Tournament.objects.get()
    assert said.getvalue().strip() == f"/c/{found.club.slug}/t/{found.slug}/"
    assert tournament_file.export(found) == data
    assert "is here already" in refused("import_tournament", str(path))


def test_the_club_is_only_needed_where_two_have_a_tournament_of_this_name(tmp_path: Path) -> None:
    first = evening.new_tournament(0)
    call_command("export_tournament", first.slug, "--output", str(tmp_path / "a.json"))
    assert AuditEvent.objects.filter(verb="tournament.exported", scope=first.pk).count() == 1
    evening.new_tournament(0, club=factories.make_club("Autre"))
    assert "Several clubs" in refused("export_tournament", first.slug)


def test_what_cannot_be_is_said_in_a_line(tmp_path: Path) -> None:
    assert "no tournament nowhere" in refused("export_tournament", "nowhere")
    assert "No such file" in refused("import_tournament", str(tmp_path / "nowhere.json"))
    other = tmp_path / "other.json"
    other.write_text('{"format": "draw-file"}')
    text = refused("import_tournament", str(other))
    assert text.startswith(str(other))
    assert "\n" not in text
    tournament = evening.new_tournament(0)
    assert "File exists" in refused("export_tournament", tournament.slug, "--output", str(other))
