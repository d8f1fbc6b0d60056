"""The system checks read the live connection: each one turns red when the connection is not what it must be."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connections
from django.test.utils import override_settings

from core import checks


@pytest.fixture
def sqlite(tmp_path: Path, django_db_blocker: Any) -> Iterator[Any]:
    """A connection of its own, with the project's settings; ``open(**options)`` changes some of them."""
    opened = []

    def open_with(**options: Any) -> Any:
        good = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
        }
        config = {
            **connections.settings["default"],
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(tmp_path / "x.sqlite3"),
            "OPTIONS": {**good, **options},
        }
        connections.settings["checked"] = config
        connection = connections.create_connection("checked")
        connections["checked"] = connection
        opened.append(connection)
        return connection

    with django_db_blocker.unblock():
        yield open_with
        for connection in opened:
            connection.close()
    del connections.settings["checked"]
    del connections["checked"]


def ids(connection: Any) -> list[str]:
    return [message.id for message in checks.check_sqlite(connection)]


def test_the_projects_own_options_pass(sqlite: Any) -> None:
    assert ids(sqlite()) == []


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"init_command": "PRAGMA synchronous=FULL"}, ["core.E001"]),
        ({"init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL"}, ["core.E002"]),
        ({"timeout": 1}, ["core.E003"]),
        ({"transaction_mode": "DEFERRED"}, ["core.E005"]),
        ({"transaction_mode": None}, ["core.E005"]),
    ],
)
def test_each_missing_option_is_found(sqlite: Any, options: dict[str, Any], expected: list[str]) -> None:
    assert ids(sqlite(**options)) == expected


def test_foreign_keys_switched_off_are_found(sqlite: Any) -> None:
    connection = sqlite()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA foreign_keys=OFF")
    assert ids(connection) == ["core.E004"]


def test_it_is_the_connection_that_is_read_and_not_the_file(sqlite: Any) -> None:
    connection = sqlite()
    assert ids(connection) == []
    other = sqlite3.connect(connection.settings_dict["NAME"])
    assert other.execute("PRAGMA synchronous").fetchone()[0] == 2
    connection.connection.execute("PRAGMA synchronous=OFF")
    assert ids(connection) == ["core.E002"]


def test_an_open_data_folder_is_found(tmp_path: Path) -> None:
    tmp_path.chmod(0o750)
    with override_settings(DATA_DIR=tmp_path):
        assert [message.id for message in checks.check_data_folder()] == ["core.E007"]
    tmp_path.chmod(0o700)
    with override_settings(DATA_DIR=tmp_path):
        assert checks.check_data_folder() == []


def test_the_data_folder_in_use_is_closed_to_others() -> None:
    assert Path(settings.DATA_DIR).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("secret", ["short", "a" * 60, ""])
def test_a_guessable_secret_is_found(secret: str) -> None:
    with override_settings(SECRET_KEY=secret or "x"):
        assert "core.E008" in [message.id for message in checks.check_secrets()]


def test_debug_is_warned_of() -> None:
    with override_settings(DEBUG=True):
        assert [message.id for message in checks.check_secrets()] == ["core.W009"]
