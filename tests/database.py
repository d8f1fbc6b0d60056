"""The test database: made once and copied, emptied in spite of its append-only tables, reached from other processes."""

import hashlib
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import django
from django.db import connection
from django.test import TransactionTestCase

from core import triggers
from tests import guards_away

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = ROOT / "build" / "test"


def _fingerprint() -> str:
    """Of all that makes the schema: a template made from something else is never used."""
    sources = [*ROOT.glob("*/migrations/*.py"), ROOT / "core" / "triggers.py", *ROOT.glob("scoring/rulesets/*")]
    digest = hashlib.sha256(f"{django.VERSION} {sqlite3.sqlite_version}".encode())
    for source in sorted(path for path in sources if path.is_file()):
        digest.update(str(source.relative_to(ROOT)).encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _template() -> Path:
    return TEMPLATES / f"template-{_fingerprint()}.sqlite3"


def use_template() -> bool:
    """Before SQLite's test database is made: put the migrated, empty one in its place. False when there is none yet."""
    if connection.vendor != "sqlite" or not _template().exists():
        return False
    shutil.copyfile(_template(), connection.settings_dict["TEST"]["NAME"])
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


def emptying(original: Callable[[TransactionTestCase], None]) -> Callable[[TransactionTestCase], None]:
    """Wrap TransactionTestCase's emptying of the database: SQLite's append-only triggers stand aside while it does.

    (PostgreSQL empties by TRUNCATE, which row triggers do not see.)
    """

    def teardown(case: TransactionTestCase) -> None:
        if connection.vendor != "sqlite":
            original(case)
            return
        for table in triggers.APPEND_ONLY:
            triggers.drop(connection, table)
        try:
            original(case)
        finally:
            for table in triggers.APPEND_ONLY:
                if not guards_away.is_away_trigger(table):
                    triggers.create(connection, table)

    return teardown
