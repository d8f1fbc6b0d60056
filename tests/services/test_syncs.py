"""A saved deal is on disk before the phone hears of it: its syncs are counted, and they come before the
answer. (Killing processes cannot tell: what they have handed to the kernel survives them.)"""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from core.models import AccessLink
from tests import database
from tests.scoring.on_sheets import deal
from tests.services import hall
from tests.services.launcher import Missing
from tests.services.traced import TracedWeb
from tests.tournaments.services import evening

pytestmark = [pytest.mark.services, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

DEALS = 3


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TracedWeb]:
    """The web server on this test's database."""
    monkeypatch.setenv("COINCHE_SECRET_KEY", settings.SECRET_KEY)
    if connection.vendor == "postgresql":
        # As PostgreSQL is delivered; the tests' own server is told to be quick.
        with connection.cursor() as cursor:
            cursor.execute(f'ALTER DATABASE "{connection.settings_dict["NAME"]}" SET synchronous_commit = on')
    server = TracedWeb(tmp_path, database.url())
    try:
        yield server.start()
    except Missing as missing:
        pytest.fail(str(missing), pytrace=False)
    finally:
        server.stop()


@pytest.fixture
def phone(web: TracedWeb) -> hall.Phone:
    """A phone that has scanned the code of the only table."""
    evening.start_round(evening.new_tournament(2, rounds=1, deals=DEALS), 1)
    (table,) = hall.open_tables()
    phone = hall.Phone(f"http://{web.netloc}", table, [])
    assert AccessLink.objects.filter(pk=table["link"]).exists()
    assert phone.ask("GET", f"/t/{table['token']}/", None)[0] == 302
    phone.cookies["csrftoken"] = "a" * 32
    return phone


def save(phone: hall.Phone, position: int) -> None:
    body = {"position": position, "client_key": f"key-{position}", "deal": deal(100), "sheet": phone.table["sheet"]}
    status, said = phone.ask("POST", f"/table/{phone.table['link']}/deals", body)
    assert status == 201, said
    assert json.loads(said)["revision"] == position


def test_a_saved_deal_is_synced_before_its_answer(web: TracedWeb, phone: hall.Phone) -> None:
    (_synced_by_sqlite if connection.vendor == "sqlite" else _synced_by_postgresql)(web, phone)


def _synced_by_sqlite(web: TracedWeb, phone: hall.Phone) -> None:
    """The transaction goes into the log, the log is synced, and only then the answer goes out."""
    for position in range(1, DEALS + 1):
        since = web.size()
        save(phone, position)
        before = web.calls_of(201, since)
        assert sum(call.is_sync and "-wal>" in call.text for call in before) == 1, [call.name for call in before]


def _synced_by_postgresql(web: TracedWeb, phone: hall.Phone) -> None:
    """What a commit wrote is flushed once its answer is there, as far as PostgreSQL's own log says; where PostgreSQL is
    told to sync at all (`make test-long`), it has counted a sync for each deal."""
    with connection.cursor() as cursor:

        def asked(sql: str) -> Any:
            cursor.execute(sql)
            return cursor.fetchone()[0]

        syncs = asked("SELECT wal_sync FROM pg_stat_wal")
        flushed = 0
        for position in range(1, DEALS + 1):
            save(phone, position)
            flushed += asked("SELECT pg_current_wal_flush_lsn() >= pg_current_wal_insert_lsn()")
        # One of them may fall together with what PostgreSQL writes by itself.
        assert flushed >= DEALS - 1
        if asked("SHOW fsync") == "on":
            end = time.monotonic() + 30  # its processes tell what they counted when they have nothing else to do
            while asked("SELECT wal_sync FROM pg_stat_wal") < syncs + DEALS and time.monotonic() < end:
                time.sleep(0.2)
            assert asked("SELECT wal_sync FROM pg_stat_wal") >= syncs + DEALS
