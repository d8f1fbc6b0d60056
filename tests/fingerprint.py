"""Of all that makes the schema: a migrated database that was made from something else is never used."""

import hashlib
import sqlite3
from pathlib import Path

import django

ROOT = Path(__file__).resolve().parent.parent
#: Where migrated databases are kept for the next run: SQLite's file, PostgreSQL's dump.
TEMPLATES = ROOT / "build" / "test"


def fingerprint() -> str:
    sources = [*ROOT.glob("*/migrations/*.py"), ROOT / "core" / "triggers.py", *ROOT.glob("scoring/rulesets/*")]
    digest = hashlib.sha256(f"{django.VERSION} {sqlite3.sqlite_version}".encode())
    for source in sorted(path for path in sources if path.is_file()):
        digest.update(str(source.relative_to(ROOT)).encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]
