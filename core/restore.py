"""The whole database put back to a copy of ``core.backup``: everything in it, of all clubs. No page does this.

In one transaction, so that it is done wholly or not at all. A copy of what was there before is made first.
"""

import shutil
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from django.db import connection, connections
from django.db.migrations.loader import MigrationLoader

from core import backup

#: Whoever was signed in before is not signed in by an old copy.
_FORGET = "DELETE FROM django_session"
#: All that is ours in the database's schema; extensions and what others own stay.
_DROP = """
DO $$ DECLARE one record; BEGIN
  FOR one IN SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() LOOP
    EXECUTE format('DROP TABLE IF EXISTS %I CASCADE', one.name);
  END LOOP;
  FOR one IN SELECT sequencename AS name FROM pg_sequences WHERE schemaname = current_schema() LOOP
    EXECUTE format('DROP SEQUENCE IF EXISTS %I CASCADE', one.name);
  END LOOP;
  FOR one IN SELECT p.oid::regprocedure::text AS name FROM pg_proc p
      LEFT JOIN pg_depend d ON d.objid = p.oid AND d.deptype = 'e'
      WHERE p.pronamespace = current_schema()::regnamespace AND d.objid IS NULL LOOP
    EXECUTE 'DROP ROUTINE IF EXISTS ' || one.name || ' CASCADE';
  END LOOP;
END $$;
"""


class RestoreFailed(Exception):
    """The copy cannot be gone back to; the text says why, in one line. The database is as it was."""


def restore(copy: Path) -> Path:
    """Put the database back to ``copy``; the copy that was made of it before. Nobody else may use it meanwhile.

    Raises RestoreFailed and BackupFailed.
    """
    if not copy.is_file():
        raise RestoreFailed(f"There is no file {copy}.")
    sqlite = connection.vendor == "sqlite"
    applied = _applied_sqlite(copy) if sqlite else _applied_postgresql(copy)
    unknown = _unknown(applied)
    if unknown:
        raise RestoreFailed(
            f"{copy.name} is of a newer version of this program ({unknown[0]}): install that one first."
        )
    before = backup.make("before-restore")
    _let_go()
    if sqlite:
        _restore_sqlite(copy)
    else:
        _restore_postgresql(copy)
    return before


def _unknown(applied: Iterable[tuple[str, str]]) -> list[str]:
    """Migrations of a copy that this version of the program does not have."""
    known = set(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)
    ours = {app for app, _name in known}
    return [f"{app}.{name}" for app, name in applied if app in ours and (app, name) not in known]


# SQLite


def _applied_sqlite(copy: Path) -> list[tuple[str, str]]:
    try:
        found = sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro", uri=True)
        try:
            if found.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
                raise RestoreFailed(f"{copy.name} is damaged.")
            return found.execute("SELECT app, name FROM django_migrations").fetchall()
        finally:
            found.close()
    except sqlite3.Error as error:
        raise RestoreFailed(f"{copy.name} is no copy of this program's database ({error}).") from error


def _restore_sqlite(copy: Path) -> None:
    """Page by page into the file that is there, in one transaction: its log and whoever reads it stay of one piece."""
    target = sqlite3.connect(str(connection.settings_dict["NAME"]), timeout=20)
    try:
        source = sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro", uri=True)
        try:
            source.backup(target)
        finally:
            source.close()
        with target:
            target.execute(_FORGET)
    except sqlite3.Error as error:
        raise RestoreFailed(f"The database could not be written ({error}).") from error
    finally:
        target.close()


# PostgreSQL


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise RestoreFailed(f"{name} is missing. Install it: sudo apt-get install postgresql-client")
    return found


def _run(command: list[str], env: dict[str, str] | None = None) -> str:
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode != 0:
        said = [line for line in done.stderr.strip().splitlines() if line] or ["no reason given"]
        raise RestoreFailed(f"{Path(command[0]).name} failed: {said[0]}")
    return done.stdout


def _applied_postgresql(copy: Path) -> list[tuple[str, str]]:
    told = _run([_program("pg_restore"), "--data-only", "--table=django_migrations", "--file=-", str(copy)])
    rows = [line.split("\t") for line in told.splitlines() if "\t" in line]
    found = [(row[1], row[2]) for row in rows if len(row) == 4]
    if not found:
        raise RestoreFailed(f"{copy.name} is no copy of this program's database.")
    return found


def others() -> int:
    """How many others use the database now; 0 where that cannot be told (SQLite)."""
    if connection.vendor != "postgresql":
        return 0
    _let_go()
    end = time.monotonic() + _LETS_GO
    while (found := _seen()) and time.monotonic() < end:
        time.sleep(0.1)
    return found


#: Seconds for which PostgreSQL may still count who has gone.
_LETS_GO = 3


def _seen() -> int:
    with connection.Database.connect(**connection.get_connection_params()) as own, own.cursor() as cursor:  # type: ignore[attr-defined]
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND backend_type = 'client backend'"
        )
        return int(cursor.fetchone()[0])


def _let_go() -> None:
    """Close every connection of this process, those of its pool too."""
    connections.close_all()
    if connection.vendor == "postgresql":
        connection.close_pool()  # type: ignore[attr-defined]


def _restore_postgresql(copy: Path) -> None:
    reach, env = backup.postgresql_access()
    with tempfile.TemporaryDirectory(dir=backup.folder()) as private:
        rows, script = Path(private) / "rows.sql", Path(private) / "all.sql"
        _run([_program("pg_restore"), "--no-owner", "--no-privileges", f"--file={rows}", str(copy)])
        with script.open("wb") as all_of:
            all_of.write(_DROP.encode())
            with rows.open("rb") as content:
                shutil.copyfileobj(content, all_of)
            # The script of pg_restore ends with an empty search path.
            all_of.write(f"\n{_FORGET.replace('django_session', 'public.django_session')};\n".encode())
        options = ["--quiet", "--no-psqlrc", "--single-transaction", "--set=ON_ERROR_STOP=1", f"--file={script}"]
        _run([_program("psql"), *options, *reach], env)
