"""``manage.py check_tournament``: of a file without any database, of a tournament here without writing."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection, transaction
from django.db.utils import InternalError

from core.reading import without_writing
from scoring.models import SheetEntry
from tests.tournaments.checking.played import Document, played
from tests.tournaments.checking.test_faults import a_score, a_stranger
from tests.tournaments.services import evening
from tournaments import archive
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def told(*arguments: str, status: int) -> str:
    out = io.StringIO()
    try:
        call_command("check_tournament", *arguments, "--language", "en", stdout=out)
        assert status == 0
    except SystemExit as end:
        assert end.code == status
    return out.getvalue()


def kept(document: Document, path: Path) -> str:
    data = archive.written(document)
    path.write_bytes(archive.compressed(data) if path.suffix == ".gz" else data)
    return str(path)


def refused(*arguments: str) -> str:
    with pytest.raises(CommandError) as error:
        call_command("check_tournament", *arguments, "--language", "en")
    assert error.value.returncode == 2
    assert "\n" not in str(error.value)
    return str(error.value)


def test_a_clean_file_says_nothing(tmp_path: Path) -> None:
    assert told(kept(played(), tmp_path / "a.json.gz"), status=0) == ""


def test_each_finding_is_a_line_with_its_place_and_both_figures(tmp_path: Path) -> None:
    document = played()
    a_score(document)
    lines = told(kept(document, tmp_path / "a.json"), status=1).splitlines()
    [line] = [line for line in lines if "score of the deal" in line]
    assert line.startswith("Round ")
    assert "table" in line
    assert "deal" in line
    assert "(kept: North-South " in line
    assert "; it should be: North-South " in line


def test_as_json_it_is_one_object(tmp_path: Path) -> None:
    document = played()
    a_stranger(document)
    found = json.loads(told(kept(document, tmp_path / "a.json"), "--json", status=1))
    codes = {one["code"] for one in found["findings"]}
    assert {"result-stranger", "result-missing"} <= codes
    assert all(one["text"] for one in found["findings"])
    assert found["checked"]["sheets"] == len(document["sheets"])


def test_a_file_that_was_altered_and_not_signed_again_is_read_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    document = played()
    a_score(document)
    path.write_text(json.dumps(document))
    found = json.loads(told(str(path), "--json", status=1))
    assert {"archive-damaged", "deal-scores"} <= {one["code"] for one in found["findings"]}


def test_a_reference_that_leads_nowhere_is_a_finding(tmp_path: Path) -> None:
    document = played()
    document["games"].pop()
    found = json.loads(told(kept(document, tmp_path / "a.json"), "--json", status=1))
    assert {"archive-reference", "table-missing"} & {one["code"] for one in found["findings"]}


def test_what_is_no_file_of_a_tournament_is_said_in_a_line(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text("{}")
    assert refused(str(path)).startswith(str(path))
    path.write_bytes(b"\xff\xfe")
    refused(str(path))
    assert "no tournament" in refused(str(tmp_path / "nowhere.json"))


def test_of_a_file_no_database_is_opened_and_nothing_is_written(tmp_path: Path) -> None:
    """In a process of its own that may write no byte into a file, with a database that cannot be reached.

    The first has its data folder below a file, where nobody can make one; the second could make it, and does not.
    """
    path = Path(kept(played(), tmp_path / "a.json"))
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "coinche_club.settings"}
    env.pop("COINCHE_SECRET_KEY", None)
    command = ["/bin/sh", "-c", 'ulimit -f 0 && exec "$@"', "sh", sys.executable, "-B", "manage.py", "check_tournament"]

    def run(name: str, data: Path, database: str) -> "subprocess.CompletedProcess[str]":
        more = {"COINCHE_DATA": str(data), "DATABASE_URL": database}
        return subprocess.run(
            [*command, "--language", "en", name],
            cwd=settings.BASE_DIR,
            env=env | more,
            capture_output=True,
            text=True,
            check=False,
        )

    clean = run(str(path), path / "data", "postgres://nobody@127.0.0.1:1/nothing")
    assert (clean.returncode, clean.stdout, clean.stderr) == (0, "", "")
    unreached = run("concours", tmp_path / "fresh", f"sqlite:///{tmp_path}/nowhere/a.sqlite3")
    assert unreached.returncode == 2
    assert len(unreached.stderr.strip().splitlines()) == 1
    assert list(tmp_path.iterdir()) == [path]


def test_a_tournament_here_is_found_by_id_and_by_name_and_a_row_altered_in_the_database_is_found() -> None:
    tournament = evening.new_tournament(4, rounds=1)
    evening.play_round(tournament, 1)
    assert told(str(tournament.pk), status=0) == ""
    assert told(f"{tournament.club.slug}/{tournament.slug}", status=0) == ""
    line = SheetEntry.objects.filter(sheet__game__match__round__stage__tournament=tournament).first()
    assert line is not None
    SheetEntry.objects.filter(pk=line.pk).update(scores={"NS": 1, "EW": 2})
    found = told(tournament.slug, status=1)
    assert "kept: North-South 1, East-West 2" in found


def test_standings_altered_in_the_database_are_found() -> None:
    tournament = evening.new_tournament(4, rounds=1)
    evening.play_round(tournament, 1)
    standing = evening.compute(tournament)
    standing.figures["rows"][0]["rank"] = 3
    standing.save()
    found = json.loads(told(str(tournament.pk), "--json", status=1))
    assert [one["code"] for one in found["findings"]] == ["standing-rank"]
    assert found["findings"][0]["stored"] == 3
    assert found["findings"][0]["expected"] == 1


def test_while_it_is_checked_the_database_refuses_to_write() -> None:
    tournament = evening.new_tournament(2, rounds=1)
    with pytest.raises((OperationalError, InternalError)), transaction.atomic(), without_writing():
        Tournament.objects.filter(pk=tournament.pk).update(name="autre")
    assert connection.vendor in ("sqlite", "postgresql")
    Tournament.objects.filter(pk=tournament.pk).update(name="autre")


@pytest.mark.django_db(transaction=True)
def test_in_a_process_of_its_own_it_reads_in_a_transaction_that_cannot_write() -> None:
    """As the command runs: no transaction was begun before."""
    tournament = evening.new_tournament(4, rounds=1)
    evening.play_round(tournament, 1)
    assert told(str(tournament.pk), status=0) == ""
    with pytest.raises((OperationalError, InternalError)), without_writing():
        Tournament.objects.filter(pk=tournament.pk).update(name="autre")
    Tournament.objects.filter(pk=tournament.pk).update(name="autre")
