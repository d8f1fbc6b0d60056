"""The test database: made once and copied, emptied in spite of its append-only tables, reached from other processes."""

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock
from urllib.parse import quote

from django.core.management.commands import migrate
from django.db import connection, transaction
from django.test import TransactionTestCase

from core import triggers
from tests import guards_away
from tests.fingerprint import TEMPLATES, fingerprint

_copied: list[str] = []


def _template() -> Path:
    return TEMPLATES / f"template-{fingerprint()}.sqlite3"


def use_template() -> bool:
    """Before SQLite's test database is made: put the migrated, empty one in its place. False when there is none yet."""
    if connection.vendor != "sqlite" or not _template().exists():
        return False
    shutil.copyfile(_template(), connection.settings_dict["TEST"]["NAME"])
    _copied.append(str(_template()))
    return True


def keep_template() -> None:
    """After SQLite's test database was migrated: keep it for the next run, as long as the migrations stay the same."""
    if connection.vendor != "sqlite":
        return
    TEMPLATES.mkdir(parents=True, exist_ok=True)
    for old in TEMPLATES.glob("template-*.sqlite3"):
        if old != _template():
            old.unlink(missing_ok=True)
    unfinished = TEMPLATES / f"unfinished-{os.getpid()}.sqlite3"
    connection.ensure_connection()
    with sqlite3.connect(unfinished) as target:
        connection.connection.backup(target)
    target.close()
    unfinished.replace(_template())


@contextmanager
def ready_made() -> Iterator[None]:
    """While the test database is made: a copy of a migrated one has nothing to migrate, which takes a while to see."""
    is_copy = bool(_copied) or (connection.vendor != "sqlite" and "TEMPLATE" in connection.settings_dict["TEST"])
    with mock.patch.object(migrate.Command, "handle", lambda *_, **__: None) if is_copy else nullcontext():
        yield


def url() -> str:
    """The DATABASE_URL of the test database, for a process that a test starts."""
    settings: dict[str, Any] = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{settings['NAME']}"
    account = quote(settings["USER"] or "", safe="")
    if settings["PASSWORD"]:
        account += ":" + quote(settings["PASSWORD"], safe="")
    host = quote(settings["HOST"] or "localhost", safe="")
    return f"postgresql://{account}@{host}:{settings['PORT'] or 5432}/{settings['NAME']}"


#: What Django itself puts in after migrating: always the same, so that it may stay.
KEPT = {"django_content_type", "auth_permission"}


def emptying(original: Callable[[TransactionTestCase], None]) -> Callable[[TransactionTestCase], None]:
    """Wrap TransactionTestCase's emptying of the database: only tables with rows are emptied, the others are let be.

    (Django empties all of them, and then writes its own rows again: longer than most of the tests take.) Append-only
    triggers stand aside while it is done. Where PostgreSQL's account may not put them aside, it is done Django's way.
    """

    def teardown(case: TransactionTestCase) -> None:
        if connection.vendor == "sqlite":
            _empty_sqlite()
        elif _may_put_triggers_aside():
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("SET LOCAL session_replication_role = replica")
                _delete(cursor, _with_rows(cursor))
        else:
            original(case)

    return teardown


def _empty_sqlite() -> None:
    # All in one transaction: what a closed page left behind may still write, before it or after, never between.
    with transaction.atomic(), connection.cursor() as cursor:  # keys are looked at when it ends
        tables = _with_rows(cursor)
        guarded = [table for table in triggers.APPEND_ONLY if table in tables]
        for table in guarded:
            triggers.drop(connection, table)
        _delete(cursor, tables)
        for table in guarded:
            if not guards_away.is_away_trigger(table):
                triggers.create(connection, table)


@cache
def _tables() -> tuple[str, ...]:
    return tuple(sorted(set(connection.introspection.django_table_names(only_existing=True)) - KEPT))


def _with_rows(cursor: Any) -> list[str]:
    asked = (f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM \"{table}\")" for table in _tables())
    cursor.execute(" UNION ALL ".join(asked))
    return [table for (table,) in cursor.fetchall()]


def _delete(cursor: Any, tables: list[str]) -> None:
    for table in tables:
        cursor.execute(f'DELETE FROM "{table}"')


@cache
def _may_put_triggers_aside() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        return bool(cursor.fetchone()[0])
