"""Backups, and what a start brings up to date."""

import datetime as dt
import hashlib
import io
import os
import shutil
import sqlite3
import stat
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import polib
import pytest
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.test import Client
from django.test.utils import override_settings
from django.utils import translation

from clubs.models import Region, User
from clubs.roles import Role
from core import audit, backup, jobs, prepare, restore, translations
from core.actors import SYSTEM
from core.models import AuditEvent
from core.supervisor import take_lock
from tests.factories import make_region, make_user


@pytest.fixture
def data(tmp_path: Path) -> Any:
    with override_settings(DATA_DIR=tmp_path, STATIC_ROOT=tmp_path / "static"):
        yield tmp_path


@pytest.mark.django_db(transaction=True)
def test_a_backup_holds_the_data_and_is_closed_to_others(data: Path) -> None:
    if connection.vendor == "postgresql" and not shutil.which("pg_dump"):
        pytest.fail("pg_dump is missing: apt-get install postgresql-client")
    make_region("Loire")
    file = backup.make("before-9.9")
    assert file.parent == data / "backups"
    assert "before-9.9" in file.name
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    if connection.vendor == "sqlite":
        assert sqlite3.connect(file).execute("SELECT name FROM clubs_region").fetchall() == [("Loire",)]
    else:
        assert file.read_bytes().startswith(b"PGDMP")
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.django_db(transaction=True)
def test_two_backups_never_overwrite_each_other(data: Path) -> None:
    assert backup.make("a") != backup.make("a")


@pytest.mark.django_db(transaction=True)
def test_a_backup_that_fails_says_why_and_leaves_nothing(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup, "_copy_sqlite", lambda target: (_ for _ in ()).throw(backup.BackupFailed("full")))
    monkeypatch.setattr(backup, "_dump_postgresql", lambda target: (_ for _ in ()).throw(backup.BackupFailed("full")))
    with pytest.raises(backup.BackupFailed, match="full"):
        backup.make("a")
    assert list((data / "backups").iterdir()) == []


def test_without_pg_dump_one_line_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(backup.BackupFailed, match=r"apt-get install.*COINCHE_BACKUP=0") as failed:
        backup._dump_postgresql(tmp_path / "x")
    assert "\n" not in str(failed.value)


@pytest.mark.django_db(transaction=True)
def test_the_whole_database_is_put_back_to_a_copy_and_what_was_there_is_kept(data: Path) -> None:
    make_region("Loire")
    out = io.StringIO()
    call_command("backup", to=data, stdout=out)
    made, elsewhere = map(Path, out.getvalue().split())
    assert elsewhere.read_bytes() == made.read_bytes() and elsewhere.parent == data
    told = (data / f"{made.name}.sha256").read_text().split()
    assert told == [hashlib.sha256(made.read_bytes()).hexdigest(), made.name]
    Region.objects.all().delete()
    make_region("Rhône")
    Client().force_login(make_user(Role.ADMINISTRATOR), backend="django.contrib.auth.backends.ModelBackend")
    assert Session.objects.exists()
    call_command("restore", made.name, yes=True, stdout=out)
    assert list(Region.objects.values_list("name", flat=True)) == ["Loire"]
    assert not User.objects.exists() and not Session.objects.exists()
    before = next(path for path in backup.copies() if "before-restore" in path.name)
    call_command("restore", before, yes=True, stdout=out)
    assert list(Region.objects.values_list("name", flat=True)) == ["Rhône"]
    assert User.objects.exists() and not Session.objects.exists()
    with pytest.raises(DatabaseError, match=r"append-only|core_auditevent"), transaction.atomic():
        audit.record(SYSTEM, "region.made", Region.objects.get())
        AuditEvent.objects.update(verb="other")


@pytest.mark.django_db(transaction=True)
def test_what_is_no_copy_of_ours_or_of_a_newer_version_is_refused(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_region("Loire")
    made = backup.make("a")
    other = data / "other.sqlite3"
    other.write_bytes(b"SQLite format 3\0" + bytes(1000))
    disk = MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    older = {
        key: value for key, value in disk.items() if key != ("core", max(name for app, name in disk if app == "core"))
    }
    monkeypatch.setattr(restore, "MigrationLoader", lambda *_, **__: SimpleNamespace(disk_migrations=older))
    for copy, why in ((other, "no copy|failed"), (data / "nowhere", "no file"), (made, "newer version")):
        with pytest.raises(CommandError, match=why) as refused:
            call_command("restore", copy, yes=True)
        assert "\n" not in str(refused.value)
    monkeypatch.setattr("builtins.input", lambda _text: "no")
    with pytest.raises(CommandError, match="Nothing was changed"):
        call_command("restore", made.name, stdout=io.StringIO())
    assert list(Region.objects.values_list("name", flat=True)) == ["Loire"]
    assert backup.copies() == [made]


def test_nothing_is_put_back_while_the_site_runs(data: Path) -> None:
    with take_lock(data), pytest.raises(CommandError, match="already running"):
        call_command("restore", "any", yes=True)


@pytest.mark.django_db(transaction=True)
def test_each_night_the_database_is_copied_and_the_last_nights_are_kept(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "KEPT_NIGHTS", 2)
    monkeypatch.setattr(backup, "_copy_sqlite", lambda target: target.write_bytes(b"x"))
    monkeypatch.setattr(backup, "_dump_postgresql", lambda target: target.write_bytes(b"x"))
    asked = backup.make("asked")
    half = asked.with_name("coinche-half.sqlite3.part")
    half.touch()
    os.utime(half, (0, 0))
    for night in (1, 2, 2, 3):
        monkeypatch.setattr("core.backup.timezone.localtime", lambda night=night: dt.datetime(2026, 12, night, 3, 1))
        assert jobs.run_job(jobs.enqueue("database-copy", "database").pk) == "done"
    assert [path.name[:16] for path in backup.copies() if path != asked] == ["coinche-20261203", "coinche-20261202"]
    assert asked.exists() and not half.exists()


class Plan:
    """Stands for Django's migration executor: data or none, something pending or nothing."""

    applied: tuple[str, ...] = ()
    pending: tuple[str, ...] = ()

    def __init__(self, connection: object) -> None:
        self.loader = self
        self.graph = self
        self.applied_migrations = self.applied

    def leaf_nodes(self) -> list[str]:
        return []

    def migration_plan(self, targets: list[str]) -> tuple[str, ...]:
        return self.pending


@pytest.mark.parametrize(
    ("applied", "pending", "steps"),
    [
        ((), ("0001",), ["migrate"]),
        (("0001",), ("0002",), ["backup", "migrate"]),
        (("0001",), (), []),
    ],
)
def test_there_is_a_backup_before_a_migration_of_data_and_only_then(
    monkeypatch: pytest.MonkeyPatch, applied: tuple[str, ...], pending: tuple[str, ...], steps: list[str]
) -> None:
    done: list[str] = []
    monkeypatch.setattr(prepare, "MigrationExecutor", type("P", (Plan,), {"applied": applied, "pending": pending}))
    monkeypatch.setattr(prepare, "call_command", lambda name, **options: done.append(name))
    monkeypatch.setattr(backup, "make", lambda reason: done.append("backup"))
    prepare.migrate(lambda text: None)
    assert done == steps


def test_a_failed_backup_stops_the_migration(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(reason: str) -> Path:
        raise backup.BackupFailed("full")

    monkeypatch.setattr(prepare, "MigrationExecutor", type("P", (Plan,), {"applied": ("1",), "pending": ("2",)}))
    monkeypatch.setattr(prepare, "call_command", lambda name, **options: pytest.fail("migrated without a backup"))
    monkeypatch.setattr(backup, "make", fail)
    with pytest.raises(backup.BackupFailed):
        prepare.migrate(lambda text: None)


def test_static_files_are_collected_when_one_changed_and_only_then(data: Path) -> None:
    assert prepare.collect_static(lambda text: None)
    assert not prepare.collect_static(lambda text: None)
    (data / "static" / ".collected").write_text("another state")
    assert prepare.collect_static(lambda text: None)


def catalogue(folder: Path, french: str) -> Path:
    source = folder / "fr" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True, exist_ok=True)
    entries = polib.POFile()
    entries.metadata = {"Content-Type": "text/plain; charset=utf-8"}
    entries.append(polib.POEntry(msgid="deal", msgstr=french))
    entries.append(polib.POEntry(msgid="unsure", msgstr="peut-être", flags=["fuzzy"]))
    entries.save(str(source))
    return source


def test_translations_are_compiled_when_they_changed_and_only_then(tmp_path: Path) -> None:
    source = catalogue(tmp_path, "donne")
    assert translations.compile_catalogues([tmp_path]) == 1
    compiled = {entry.msgid: entry.msgstr for entry in polib.mofile(str(source.with_suffix(".mo")))}
    assert compiled == {"deal": "donne"}
    assert translations.compile_catalogues([tmp_path]) == 0
    catalogue(tmp_path, "la donne")
    later = source.with_suffix(".mo").stat().st_mtime + 5
    os.utime(source, (later, later))
    assert translations.compile_catalogues([tmp_path]) == 1
    assert [entry.msgstr for entry in polib.mofile(str(source.with_suffix(".mo")))] == ["la donne"]
    assert [entry.suffix for entry in sorted(source.parent.iterdir())] == [".mo", ".po"]


def test_a_running_process_speaks_what_was_just_compiled(tmp_path: Path) -> None:
    with override_settings(LOCALE_PATHS=[tmp_path]), translation.override("fr"):
        assert translation.gettext("unsure of everything") == "unsure of everything"
        source = catalogue(tmp_path, "la donne")
        entries = polib.pofile(str(source))
        entries.append(polib.POEntry(msgid="unsure of everything", msgstr="sûr de rien"))
        entries.save(str(source))
        translations.compile_catalogues()
        assert translation.gettext("unsure of everything") == "sûr de rien"
