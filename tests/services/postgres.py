"""A throw-away PostgreSQL for one test run.

It listens on a socket in its own folder and on no port, so that any number of them run side by side and nobody else
reaches them. PostgreSQL refuses to run as root: as root it runs under Debian's ``postgres`` account.

    python -m tests.services.postgres COMMAND ...      runs a command with DATABASE_URL set to a new one
"""

import atexit
import contextlib
import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any, Self
from urllib.parse import quote

from tests.fingerprint import TEMPLATES, fingerprint
from tests.services.hall import offspring
from tests.services.launcher import Missing, NotStarted, Server, die_with_parent, environment

PACKAGE = "postgresql"
DATABASE = "coinche"
TEMPLATE = "template_migrated"
ROOT = Path(__file__).resolve().parent.parent.parent


def binaries() -> Path:
    """The folder of the newest PostgreSQL server here; Missing when there is none."""
    folders = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if folders:
        return max(folders, key=lambda path: float(re.sub(r"[^0-9.]", "", path.parent.name) or 0))
    found = shutil.which("initdb")
    if found is None:
        raise Missing("PostgreSQL's server", PACKAGE)
    return Path(found).resolve().parent


def _account() -> dict[str, Any]:
    """Popen arguments for the account that the server runs under: this one, or ``postgres`` when this one is root."""
    if os.geteuid() != 0:
        return {}
    try:
        found = pwd.getpwnam("postgres")
    except KeyError:
        raise Missing("PostgreSQL's account (postgres)", PACKAGE) from None
    return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": []}


class Postgres(Server):
    """A PostgreSQL cluster with one empty database. ``fsync``: keep PostgreSQL's promise that a commit is on disk."""

    stop_signal = signal.SIGQUIT

    def __init__(self, *, fsync: bool = False) -> None:
        self.fsync = fsync
        self.folder: Path | None = None

    def url(self, database: str = DATABASE) -> str:
        """A DATABASE_URL; PostgreSQL's superuser, so that test databases can be made."""
        return f"postgresql://postgres@{quote(str(self.folder), safe='')}:5432/{database}"

    def connect(self, database: str = "postgres") -> Any:
        """A connection of one's own, in autocommit."""
        import psycopg

        return psycopg.connect(host=str(self.folder), user="postgres", dbname=database, autocommit=True)

    def start(self) -> Self:
        program, account = binaries(), _account()
        # Not under $TMPDIR: a socket's path may have 107 characters, and that folder may be closed to the account.
        self.folder = Path(tempfile.mkdtemp(prefix="coinche-pg-", dir="/tmp"))
        atexit.register(self.stop)
        if account:
            os.chown(self.folder, account["user"], account["group"])
        data = self.folder / "data"
        made = subprocess.run(
            [program / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
            capture_output=True,
            text=True,
            cwd="/",
            check=False,
            **account,
        )
        if made.returncode:
            self.stop()
            raise NotStarted(f"initdb failed:\n{made.stderr}")
        self._run()
        self.create(DATABASE)
        return self

    def _run(self) -> None:
        """Start the server on the data that is there and wait until it answers."""
        assert self.folder is not None
        log = self.folder / "log"
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                [binaries() / "postgres", "-D", self.folder / "data", *self._options()],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd="/",
                # A Ctrl-C at the terminal is for the tests, which stop the server after their last query.
                start_new_session=True,
                preexec_fn=die_with_parent(signal.SIGQUIT),
                **_account(),
            )
        self.wait_until(self._answers, log, 60)

    def pull_the_plug(self) -> None:
        """SIGKILL to all of it, and start it again on what it left, as after a cut of the power."""
        assert self.process is not None
        for pid in [self.process.pid, *offspring(self.process.pid)]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        self._run()

    def kill_a_session(self, rng: Random) -> None:
        """SIGKILL to a process that serves somebody: PostgreSQL then lets all others go and recovers by itself."""
        assert self.process is not None
        sessions = sorted(pid for pid, title in offspring(self.process.pid).items() if DATABASE in title)
        if sessions:
            with contextlib.suppress(ProcessLookupError):
                os.kill(rng.choice(sessions), signal.SIGKILL)

    def _options(self) -> list[str]:
        switch = "on" if self.fsync else "off"
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.folder),
            "max_connections": "200",
            "fsync": switch,
            "synchronous_commit": switch,
            "full_page_writes": switch,
            "timezone": "UTC",
            # What a commit did not wait for stays unwritten for as long: a test can tell.
            **({} if self.fsync else {"wal_writer_delay": "10s"}),
        }
        return [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]

    def _answers(self) -> bool:
        with self.connect():
            return True

    def create(self, database: str) -> str:
        """Make an empty database and give its URL."""
        with self.connect() as connection:
            connection.execute(f'CREATE DATABASE "{database}"')
        return self.url(database)

    def create_migrated(self) -> str:
        """Make a database with the project's tables and give its name: test databases are copied from it.

        What was migrated once is kept as a dump, which is read in a tenth of the time.
        """
        url = self.create(TEMPLATE)
        kept = TEMPLATES / f"template-{fingerprint()}-{binaries().parent.name}.sql"
        if kept.exists():
            self._call("psql", "-q", "-X", "-v", "ON_ERROR_STOP=1", "-f", str(kept))
            return TEMPLATE
        with tempfile.TemporaryDirectory() as data:
            subprocess.run(
                [sys.executable, "manage.py", "migrate", "-v0", "--skip-checks"],
                cwd=ROOT,
                env=environment(DATABASE_URL=url, COINCHE_DATA=data, DJANGO_SETTINGS_MODULE="coinche_club.settings"),
                check=True,
            )
        TEMPLATES.mkdir(parents=True, exist_ok=True)
        for old in TEMPLATES.glob("template-*.sql"):
            old.unlink(missing_ok=True)
        unfinished = TEMPLATES / f"unfinished-{os.getpid()}.sql"
        self._call("pg_dump", "-f", str(unfinished))
        unfinished.replace(kept)
        return TEMPLATE

    def _call(self, program: str, *arguments: str) -> None:
        """One of PostgreSQL's own programs, on the database of the tables."""
        command = [str(binaries() / program), "-h", str(self.folder), "-U", "postgres", "-d", TEMPLATE, *arguments]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)

    def clean(self) -> None:
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)


def main(command: list[str]) -> int:
    if not command:
        print(__doc__)
        return 2
    with Postgres() as server:
        return subprocess.run(command, env=environment(DATABASE_URL=server.url()), check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
