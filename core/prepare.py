"""What a start does before it serves: backup, migrations, translations, static files. Each only when there is need."""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from core import backup, translations

Say = Callable[[str], None]


def prepare(say: Say) -> None:
    """Bring everything up to date; ``say`` is given one line for each thing that was done. Raises BackupFailed."""
    translations.compile_catalogues()
    migrate(say)
    collect_static(say)


def migrate(say: Say) -> bool:
    """Apply pending migrations, after a backup when there is anything to lose; whether there were any."""
    executor = MigrationExecutor(connection)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return False
    if executor.loader.applied_migrations and os.environ.get("COINCHE_BACKUP") != "0":
        say(_("Backup before the migration: %(file)s") % {"file": backup.make(f"before-{settings.VERSION}")})
    say(_("Preparing the database…"))
    call_command("migrate", interactive=False, verbosity=0)
    return True


def collect_static(say: Say) -> bool:
    """Copy the static files to where they are served from, when one of them has changed; whether it did."""
    if settings.DEBUG:
        return False
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    state = _static_state()
    if stamp.exists() and stamp.read_text(encoding="ascii") == state:
        return False
    say(_("Preparing the pages' files…"))
    call_command("collectstatic", interactive=False, verbosity=0, clear=True)
    stamp.write_text(state, encoding="ascii")
    return True


def _static_state() -> str:
    """A hash over the name, size and time of every static file, and over the way they are stored."""
    digest = hashlib.sha256(settings.STORAGES["staticfiles"]["BACKEND"].encode())
    for finder in get_finders():
        for name, storage in finder.list([]):
            facts = Path(storage.path(name)).stat()
            digest.update(f"{name}\0{facts.st_size}\0{facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()
