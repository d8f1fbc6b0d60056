"""A saved deal is on disk before the phone hears of it: the syncs of one saved deal are counted, and they come before the
answer. (Killing processes cannot tell: what they have handed to the kernel survives them.)"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from core.models import AccessLink
from tests import database
from tests.scoring.on_sheets import deal
from tests.services import hall, traced
from tests.services.launcher import Missing
from tests.services.traced import TracedWeb
from tests.tournaments.services import evening

pytestmark = [pytest.mark.services, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

DEALS = 3


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TracedWeb]:
    """The web server on this test's database."""
    monkeypatch.setenv("COINCHE_SECRET_KEY", settings.SECRET_KEY)
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
    if connection.vendor == "sqlite":
        for position in range(1, DEALS + 1):
            since = web.size()
            save(phone, position)
            before = web.calls_of(201, since)
            synced = [at for at, call in enumerate(before) if call.is_sync and "-wal>" in call.text]
            written = [at for at, call in enumerate(before) if "-wal>" in call.text and not call.is_sync]
            # One transaction: the log is written, then synced, and only then the answer goes out.
            assert len(synced) >= 1, [call.name for call in before]
            assert not written or max(written) < max(synced)
    else:
        _synced_by_postgresql(phone)


def _synced_by_postgresql(phone: hall.Phone) -> None:
    """What a commit wrote is flushed as far as PostgreSQL's own log says; with fsync on it counts its syncs too."""
    with connection.cursor() as cursor:

        def asked(sql: str) -> tuple[Any, ...]:
            cursor.execute(sql)
            row: tuple[Any, ...] = cursor.fetchone()
            return row

        flushed = 0
        for position in range(1, DEALS + 1):
            save(phone, position)
            flushed += asked("SELECT pg_current_wal_flush_lsn() >= pg_current_wal_insert_lsn()")[0]
        # One of them may fall together with what PostgreSQL writes by itself.
        assert flushed >= DEALS - 1
