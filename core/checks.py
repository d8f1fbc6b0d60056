"""System checks of what an evening rests on; the database's are read from the live connection, not the settings."""

import os
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

#: Milliseconds that a writer waits for another one, at least.
MIN_BUSY_TIMEOUT = 5_000


@register(Tags.database)
def check_databases(databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """A saved deal must survive the plug being pulled, and two writers must wait for each other."""
    found: list[CheckMessage] = []
    for alias in databases or []:
        connection = connections[alias]
        if connection.vendor == "sqlite":
            found += check_sqlite(connection)
        elif connection.vendor == "postgresql":
            found += check_postgresql(connection)
    return found


def _pragma(connection: BaseDatabaseWrapper, name: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {name}")
        return cursor.fetchone()[0]


def check_sqlite(connection: BaseDatabaseWrapper) -> list[CheckMessage]:
    """core.E001 to E005: WAL, synchronous FULL, busy timeout, foreign keys, immediate transactions."""
    found: list[CheckMessage] = []
    journal = _pragma(connection, "journal_mode")
    if journal != "wal" and not connection.is_in_memory_db():  # type: ignore[attr-defined]
        found.append(
            Error(f"SQLite's journal_mode is {journal}, not wal: readers and writers block each other.", id="core.E001")
        )
    synchronous = _pragma(connection, "synchronous")
    if synchronous < 2:
        found.append(
            Error(
                f"SQLite's synchronous is {synchronous}, not 2 (FULL): a power cut loses saved deals.", id="core.E002"
            )
        )
    timeout = _pragma(connection, "busy_timeout")
    if timeout < MIN_BUSY_TIMEOUT:
        found.append(
            Error(
                f"SQLite's busy_timeout is {timeout} ms, under {MIN_BUSY_TIMEOUT}: writers fail instead of waiting.",
                id="core.E003",
            )
        )
    if _pragma(connection, "foreign_keys") != 1:
        found.append(Error("SQLite's foreign_keys is off: rows can point at nothing.", id="core.E004"))
    begin = transaction_start(connection)
    if begin is not None and begin != "BEGIN IMMEDIATE":
        found.append(
            Error(f"A transaction starts with {begin}, not BEGIN IMMEDIATE: two writers fail half way.", id="core.E005")
        )
    return found


def transaction_start(connection: BaseDatabaseWrapper) -> str | None:
    """The statement that really starts a transaction on this connection; None while one is open already."""
    if connection.in_atomic_block:
        return None
    seen: list[str] = []
    connection.ensure_connection()
    connection.connection.set_trace_callback(seen.append)
    try:
        with transaction.atomic(using=connection.alias):
            pass
    finally:
        connection.connection.set_trace_callback(None)
    return next((" ".join(statement.upper().split()) for statement in seen if "BEGIN" in statement.upper()), "nothing")


def check_postgresql(connection: BaseDatabaseWrapper) -> list[CheckMessage]:
    """core.W006: commits that do not wait for the disk."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('synchronous_commit'), current_setting('fsync')")
        commit, fsync = cursor.fetchone()
    if commit != "off" and fsync == "on":
        return []
    message = f"PostgreSQL's synchronous_commit is {commit} and fsync is {fsync}: a power cut loses saved deals."
    return [Warning(message, id="core.W006")]


@register(Tags.security)
def check_data_folder(**kwargs: Any) -> list[CheckMessage]:
    """core.E007: names and secrets live there; nobody else on the machine may look."""
    folder = Path(settings.DATA_DIR)
    mode = stat.S_IMODE(folder.stat().st_mode)
    if mode & 0o077:
        return [Error(f"The data folder {folder} has mode {mode:04o}, not 0700.", id="core.E007")]
    if not os.access(folder, os.W_OK | os.X_OK):
        return [Error(f"The data folder {folder} cannot be written by this account.", id="core.E007")]
    return []


@register(Tags.security)
def check_secrets(**kwargs: Any) -> list[CheckMessage]:
    """core.E008 and W009: a guessable secret opens every table's link; DEBUG shows the inside of the site."""
    found: list[CheckMessage] = []
    if len(settings.SECRET_KEY) < 32 or len(set(settings.SECRET_KEY)) < 8:
        found.append(
            Error("The secret key is too short: give COINCHE_SECRET_KEY 32 random characters or more.", id="core.E008")
        )
    if settings.DEBUG:
        found.append(Warning("COINCHE_DEBUG is on: fine for developing, never in a hall.", id="core.W009"))
    return found
