"""A copy of the whole database, taken while it is in use: before every migration of one that has data, each night, and
when ``manage.py backup`` asks for one. ``core.restore`` is the way back."""

import os
import shutil
import sqlite3
import subprocess
import time
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone


class BackupFailed(Exception):
    """No copy could be made; the text says why and what to do, in one line."""


def folder() -> Path:
    """Where copies are kept (data/backups), readable by the owner only."""
    path = Path(settings.DATA_DIR) / "backups"
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


NIGHTLY = "nightly"
#: So many of each night are kept; all others stay until somebody deletes them.
KEPT_NIGHTS = 7
#: A copy that grew so many seconds ago and is not done was left by a power cut.
HALF_MADE = 86_400


def copies() -> list[Path]:
    """The copies that there are, the newest first."""
    suffix = _suffix()
    found = [path for path in folder().glob(f"coinche-*.{suffix}") if path.is_file()]
    return sorted(found, key=lambda path: path.name, reverse=True)


def tonight() -> Path:
    """The copy of a day, made once; those of older nights than ``KEPT_NIGHTS`` go, and what a power cut left half made.
    Raises BackupFailed."""
    nights = [path for path in copies() if path.stem.endswith(f"-{NIGHTLY}")]
    today = f"coinche-{timezone.localtime():%Y%m%d}-"
    if nights and nights[0].name.startswith(today):
        return nights[0]
    made = make(NIGHTLY)
    for old in [made, *nights][KEPT_NIGHTS:]:
        old.unlink(missing_ok=True)
    for half in folder().glob("*.part"):
        if half.stat().st_mtime < time.time() - HALF_MADE:
            half.unlink(missing_ok=True)
    return made


def _suffix() -> str:
    return "sqlite3" if connection.vendor == "sqlite" else "pgdump"


def make(reason: str) -> Path:
    """Copy the database now; returns the file. ``reason`` becomes part of its name (a word).

    SQLite: one consistent, compacted file, checked after it was written. PostgreSQL: pg_dump's custom format.
    Raises BackupFailed.
    """
    stamp = timezone.localtime().strftime("%Y%m%d-%H%M%S-%f")
    target = folder() / f"coinche-{stamp}-{reason}.{_suffix()}"
    partial = target.with_name(target.name + ".part")
    # Made first, so that the copy is never readable by others, not even while it grows.
    partial.touch(mode=0o600)
    try:
        if connection.vendor == "sqlite":
            _copy_sqlite(partial)
        else:
            _dump_postgresql(partial)
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)
    return target


def _copy_sqlite(target: Path) -> None:
    try:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(target)])
        copy = sqlite3.connect(target)
        try:
            verdict = copy.execute("PRAGMA integrity_check").fetchone()[0]
        finally:
            copy.close()
    except Exception as error:
        raise BackupFailed(f"The database could not be copied into {target.parent}: {error}") from error
    if verdict != "ok":
        raise BackupFailed(f"The copy of the database is damaged ({verdict}); nothing was changed.")


def _dump_postgresql(target: Path) -> None:
    program = shutil.which("pg_dump")
    if program is None:
        raise BackupFailed(
            "pg_dump is missing, so no backup can be made. Install it (sudo apt-get install"
            " postgresql-client), or make a backup yourself and start with COINCHE_BACKUP=0."
        )
    reach, env = postgresql_access()
    command = [program, "--format=custom", f"--file={target}", *reach]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode != 0:
        reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise BackupFailed(f"pg_dump failed, so there is no backup: {reason}")


def postgresql_access() -> tuple[list[str], dict[str, str]]:
    """How a program of PostgreSQL's reaches the database: its arguments and its environment."""
    parameters = connection.get_connection_params()
    # The password goes by the environment: arguments are visible to everybody on the machine.
    env = {**os.environ, "PGPASSWORD": str(parameters.get("password", ""))}
    found = [f"--dbname={parameters['dbname']}", "--no-password"]
    for option, name in (("--host", "host"), ("--port", "port"), ("--username", "user")):
        if parameters.get(name):
            found.append(f"{option}={parameters[name]}")
    return found, env
