"""The servers that the tests start: apart from each other, and gone when their starter is."""

import os
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import dj_database_url
import psycopg
import pytest
import redis as redis_client

from tests.services import postgres as launcher
from tests.services.launcher import Missing
from tests.services.postgres import Postgres
from tests.services.redis import Redis

pytestmark = pytest.mark.services
ROOT = Path(__file__).resolve().parent.parent.parent


def test_two_clusters_run_side_by_side_and_know_nothing_of_each_other():
    with ThreadPoolExecutor(2) as pool:
        one, other = pool.map(lambda _: Postgres().start(), range(2))
    with one, other:
        one.create("mine")
        with other.connect() as connection:
            names = {name for (name,) in connection.execute("SELECT datname FROM pg_database")}
    assert "mine" not in names
    assert not one.folder.exists()
    assert not other.folder.exists()


def test_a_cluster_is_never_run_as_root_and_reached_by_its_own_folder_only(postgres):
    owner = Path(f"/proc/{postgres.process.pid}").stat().st_uid
    assert owner != 0
    assert postgres.folder.stat().st_mode & 0o077 == 0
    with postgres.connect() as connection:
        assert connection.execute("SHOW listen_addresses").fetchone() == ("",)
        assert connection.execute("SHOW fsync").fetchone() == ("off",)


def test_a_cluster_may_keep_its_promises():
    with Postgres(fsync=True) as server, server.connect() as connection:
        assert connection.execute("SHOW fsync").fetchone() == ("on",)
        assert connection.execute("SHOW synchronous_commit").fetchone() == ("on",)


def test_the_url_of_a_cluster_is_one_that_the_settings_understand(postgres):
    settings = dj_database_url.parse(postgres.url("postgres"))
    with psycopg.connect(host=settings["HOST"], port=settings["PORT"], user=settings["USER"], dbname=settings["NAME"]):
        pass


@pytest.mark.parametrize("server", ["postgres.Postgres", "redis.Redis"])
def test_a_server_ends_with_the_run_that_started_it_even_when_that_is_killed(server: str):
    module, name = server.split(".")
    program = (
        f"from tests.services.{module} import {name}; import time; "
        f"server = {name}().start(); print(server.process.pid, server.folder, flush=True); time.sleep(60)"
    )
    starter = subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    said, folder = starter.stdout.readline().split()
    pid = int(said)
    starter.send_signal(signal.SIGKILL)
    starter.wait()
    starter.stdout.close()
    end = time.monotonic() + 10
    while _lives(pid) and time.monotonic() < end:
        time.sleep(0.05)
    shutil.rmtree(folder)
    assert not _lives(pid)


def _lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_redis_is_reached_with_its_password_only(redis):
    with redis_client.Redis.from_url(redis.url()) as client:
        client.set("a", "1")
        assert client.get("a") == b"1"
    with redis_client.Redis(port=redis.port) as stranger, pytest.raises(redis_client.AuthenticationError):
        stranger.get("a")


def test_two_redis_servers_run_side_by_side():
    with Redis() as one, Redis() as other:
        assert one.port != other.port
        with redis_client.Redis.from_url(one.url()) as client:
            client.set("a", "1")
        with redis_client.Redis.from_url(other.url()) as client:
            assert client.get("a") is None


def test_a_missing_server_is_one_line_with_the_command_that_brings_it(monkeypatch):
    monkeypatch.setattr(launcher.Path, "glob", lambda *_: [])
    monkeypatch.setattr(launcher.shutil, "which", lambda _: None)
    with pytest.raises(Missing, match=r"^PostgreSQL's server is missing\. .*: sudo apt-get install postgresql$"):
        launcher.binaries()


def test_the_newest_of_several_servers_is_taken(monkeypatch):
    found = [Path(f"/usr/lib/postgresql/{version}/bin/initdb") for version in ("9.6", "15", "13")]
    monkeypatch.setattr(launcher.Path, "glob", lambda *_: iter(found))
    assert launcher.binaries() == Path("/usr/lib/postgresql/15/bin")


def test_a_command_is_run_with_a_database_of_its_own():
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "tests.services.postgres",
            sys.executable,
            "-c",
            "import os; print(os.environ['DATABASE_URL'])",
        ],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name != "DATABASE_URL"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("postgresql://postgres@%2Ftmp%2Fcoinche-pg-")
