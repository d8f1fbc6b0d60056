"""Keeps a database of this release's schema, with data, for the tests of all later releases.

    python scripts/keep_schema.py            writes tests/schemas/VERSION.sqlite3.gz

A small evening is played through the services: twelve pairs and a single player, three rounds of which two are
published, a corrected sheet, a pair that leaves, an objection, a draw made twice, two clubs in a region.
"""

import gzip
import os
import shutil
import sqlite3
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    """Make the database in a throw-away data folder and keep it, compressed."""
    sys.path.insert(0, str(ROOT))
    os.environ["DJANGO_SETTINGS_MODULE"] = "coinche_club.settings"
    os.environ.pop("DATABASE_URL", None)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["COINCHE_DATA"] = folder
        import django

        django.setup()
        from django.conf import settings
        from django.core.management import call_command
        from django.db import connection

        from tests.schemas.evening import play

        call_command("migrate", verbosity=0)
        play()
        connection.close()
        compact = Path(folder) / "compact.sqlite3"
        with sqlite3.connect(Path(folder) / "coinche.sqlite3") as database:
            database.execute("VACUUM INTO ?", (str(compact),))
        target = ROOT / "tests" / "schemas" / f"{settings.VERSION}.sqlite3.gz"
        with compact.open("rb") as source, target.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, 0) as packed:
            shutil.copyfileobj(source, packed)
        print(f"{target.relative_to(ROOT)}: {target.stat().st_size} bytes")


if __name__ == "__main__":
    main()
