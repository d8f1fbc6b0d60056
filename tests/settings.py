"""The project's settings as the tests use them: the same, with everything that is kept in a throw-away folder.

The tests never touch ./data nor what COINCHE_DATA names. SQLite is a file with the real options (WAL, IMMEDIATE), so
that threads and processes meet as they do in a hall. DATABASE_URL chooses another database; with
COINCHE_TEST_DATABASE=postgres a throw-away PostgreSQL is started first.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

_WORKER = os.environ.get("PYTEST_XDIST_WORKER", "main")


def _root() -> Path:
    """One folder for a run, shared by its worker processes; who made it removes it."""
    inherited = os.environ.get("COINCHE_TEST_ROOT")
    if inherited:
        return Path(inherited)
    made = Path(tempfile.mkdtemp(prefix="coinche-test-"))
    os.environ["COINCHE_TEST_ROOT"] = str(made)
    maker = os.getpid()

    def remove() -> None:
        if os.getpid() == maker:
            shutil.rmtree(made, ignore_errors=True)

    atexit.register(remove)
    return made


TEST_ROOT = _root()
os.environ["COINCHE_DATA"] = str(TEST_ROOT / f"data-{_WORKER}")

if os.environ.get("COINCHE_TEST_DATABASE") == "postgres" and "DATABASE_URL" not in os.environ:
    from tests.services.postgres import Postgres

    _server = Postgres().start()
    os.environ["DATABASE_URL"] = _server.url()
    atexit.register(_server.stop)

from coinche_club.settings import *  # noqa: E402, F403
from coinche_club.settings import DATABASES, STATIC_ROOT  # noqa: E402

STATIC_ROOT.mkdir(exist_ok=True)  # WhiteNoise warns of a missing one at each start

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["TEST"] = {"NAME": str(TEST_ROOT / "test.sqlite3")}
elif "COINCHE_TEST_TEMPLATE" in os.environ:
    DATABASES["default"]["TEST"] = {"TEMPLATE": os.environ["COINCHE_TEST_TEMPLATE"]}

# Argon2 takes a tenth of a second on purpose; MD5 only exists here.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# Nobody listens to the queue: a test runs the jobs itself (run_jobs), or starts the real worker (served).
CELERY_BROKER_URL = "memory://"

# Pages are tested before static files are collected; `served` tests the collected ones.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}

# Django copies the list before the test database exists: the real one would look into another database.
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]

# Tests write rows without any act: what they look at is made anew each time.
KEPT_PAGES = 0
