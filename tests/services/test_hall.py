"""A hall full of phones on the real site: none is refused, and no deal that a phone was told of is lost or doubled.

Not even when the plug is pulled: the web server, its workers, the jobs' workers, `serve` itself and PostgreSQL are
killed with SIGKILL in the middle of a round, at moments drawn from a fixed seed.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.scoring.on_sheets import deal
from tests.served import ROOT, Served
from tests.services.hall import Phone, offspring, play_all
from tests.services.postgres import Postgres

pytestmark = [pytest.mark.services, pytest.mark.slow]

#: An evening of a large club, for `make test-long`.
TABLES, DEALS, ROUNDS = (int(part) for part in os.environ.get("COINCHE_EVENING", "128x12x5").split("x"))
BIDS = [80, 90, 100, 110, 120, 130, 140, 150]


def hall(served: Served, *arguments: object) -> Any:
    """What `python -m tests.services.hall` says of this site's data."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.services.hall", *map(str, arguments)],
        cwd=ROOT,
        env={**served.environment, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


def phones_of(served: Served, tables: list[dict[str, Any]], rng: Random, pace: float) -> list[Phone]:
    return [
        Phone(
            served.url, table, [deal(rng.choice(BIDS), rng.choice(["NS", "EW"])) for _ in range(table["deals"])], pace
        )
        for table in tables
    ]


def assert_kept(served: Served, phones: list[Phone]) -> None:
    """Each phone's own log against the database: every deal once, at its place, as it was written."""
    found = hall(served, "read")
    for phone in phones:
        sheet = found["sheets"][phone.table["sheet"]]
        assert phone.refused == []
        assert sheet["entries"] == [list(one) for one in phone.heard]
        assert sheet["rows"] == len(phone.deals) == len(phone.heard)
        assert (sheet["state"], sheet["results"]) == ("closed", 2)
    end = time.monotonic() + 60
    while found["computed"] != found["revision"] and time.monotonic() < end:
        time.sleep(0.5)
        found = hall(served, "read")
    assert found["findings"] == []
    assert found["computed"] == found["revision"]  # the job of the last closed sheet was not lost either


@pytest.mark.alone
def test_32_phones_enter_at_once_and_none_is_refused(served):
    phones = phones_of(served, hall(served, "set", 32, 4), Random(32), 0)
    play_all(phones)
    assert [(phone.lost, phone.refused) for phone in phones] == [([], [])] * 32
    assert max(seconds for phone in phones for seconds in phone.seconds) < 10
    assert_kept(served, phones)
    assert "Traceback" not in served.output()


# The plug


def kill_one(served: Served, victim: str, rng: Random) -> None:
    """SIGKILL to a process of the web server or of the jobs, which the site replaces by itself; or to `serve`, or to
    everything, after which it is started again by hand.
    """
    assert served.process is not None
    if victim == "everything":
        for pid in [served.process.pid, *offspring(served.process.pid)]:
            _kill(pid)
        served.process.wait()
        served.start()
    elif victim == "serve":
        _kill(served.process.pid)
        served.process.wait()
        served.start()
    else:
        candidates = sorted(pid for pid, command in offspring(served.process.pid).items() if victim in command)
        if candidates:
            _kill(rng.choice(candidates))


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


def test_an_evening_is_kept_though_the_site_is_killed(served):
    """Two rounds of six tables; `make test-long` plays an evening of 128 tables."""
    commands = offspring(served.process.pid).values()  # those that are to be killed are found
    assert any("granian" in command for command in commands)
    assert any("celery" in command for command in commands)
    rng = Random(2)
    first = phones_of(served, hall(served, "set", 6, 3, 2), rng, 0.25)

    def plug(*victims: str) -> Callable[[], None]:
        def pull() -> None:
            for victim in victims:
                time.sleep(rng.uniform(0.4, 0.8))
                kill_one(served, victim, rng)

        return pull

    play_all(first, plug("everything"))
    assert any(phone.lost for phone in first)  # they did notice
    second = phones_of(served, hall(served, "next"), rng, 0.25)
    play_all(second, plug("granian", "celery"))
    assert_kept(served, first + second)


#: How often each dies, beside the others: what the site replaces by itself most.
DEATHS = {"granian": 5, "celery": 3, "serve": 1, "everything": 1}
DEATHS_OF_POSTGRESQL = {"session": 3, "postgresql": 2}


@pytest.mark.long
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_an_evening_of_128_tables_is_kept_through_all_deaths(tmp_path, database):
    """5 rounds of 12 deals; something dies every few seconds as long as anybody plays."""
    rng = Random(128)
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(Postgres(fsync=True)) if database == "postgresql" else None
        site = Served(tmp_path / "data", **({"DATABASE_URL": server.url()} if server else {}))
        stack.callback(site.stop)
        site.start()
        deaths = DEATHS | (DEATHS_OF_POSTGRESQL if server else {})
        everybody: list[Phone] = []
        for number in range(ROUNDS):
            tables = hall(site, "next") if number else hall(site, "set", TABLES, DEALS, ROUNDS)
            phones = phones_of(site, tables, rng, 1.0)
            assert len(phones) == TABLES
            play_all(phones, lambda phones=phones: _deaths(site, server, phones, deaths, rng))
            everybody += phones
        assert sum(len(phone.heard) for phone in everybody) == TABLES * DEALS * ROUNDS
        assert any(phone.lost for phone in everybody)
        assert_kept(site, everybody)


def _heard(phones: list[Phone]) -> int:
    """How many deals they were told are kept."""
    return sum(len(phone.heard) for phone in phones)


def _deaths(site: Served, server: Postgres | None, phones: list[Phone], deaths: dict[str, int], rng: Random) -> None:
    while not all(phone.is_done for phone in phones):
        # A hall that is down all the time plays nothing: the next one dies once there was a deal for every table.
        heard = _heard(phones)
        time.sleep(rng.uniform(2, 7))
        while _heard(phones) < heard + len(phones) and not all(phone.is_done for phone in phones):
            time.sleep(0.2)
        (victim,) = rng.choices(list(deaths), list(deaths.values()))
        if server is not None and victim == "session":
            server.kill_a_session(rng)
        elif server is not None and victim == "postgresql":
            server.pull_the_plug()
        else:
            kill_one(site, victim, rng)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_no_deal_is_lost_or_doubled_over_a_round_with_many_deaths(served, seed):
    rng = Random(seed)
    subprocess.run(
        [sys.executable, "manage.py", "demo"], cwd=ROOT, env=served.environment, check=True, stdout=subprocess.DEVNULL
    )
    tables = [table for table in hall(served, "tables") if table["entered"] == 0]
    assert len(tables) >= 4
    phones = phones_of(served, tables, rng, 2.0)

    def plugs() -> None:
        for victim in ["granian", "celery", "serve", "everything", *rng.choices(VICTIMS, k=8)]:
            time.sleep(rng.uniform(0.3, 2.5))
            kill_one(served, victim, rng)

    play_all(phones, plugs)
    assert_kept(served, phones)


VICTIMS = ["granian", "granian", "celery", "serve", "everything"]
