"""``manage.py restore``: the whole database put back to a copy."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from core import backup, supervisor
from core.restore import RestoreFailed, others, restore

WORD = "restore"


class Command(BaseCommand):
    help = (
        "Puts the whole database back to a copy: everything of all clubs becomes what it was then. The site must be "
        "stopped. A copy of what is there now is made first. Without FILE: which copies there are. One tournament "
        "alone is put back on its page, Journal, Copies and ways back. Exit status: 0 put back; 2 not, and why."
    )
    # A database that lacks something is what this command mends.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", nargs="?", type=Path, help="a copy; one of backups/ by its name")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["file"] is None:
            for path in backup.copies():
                self.stdout.write(f"{path.name}  {path.stat().st_size // 1024} kB")
            return
        copy: Path = options["file"]
        if not copy.exists() and len(copy.parts) == 1:
            copy = backup.folder() / copy
        try:
            lock = supervisor.take_lock(Path(settings.DATA_DIR))
        except supervisor.CannotServe as error:
            raise CommandError(str(error), returncode=2) from None
        try:
            self._restore(copy, ask=not options["yes"])
        finally:
            lock.close()

    def _restore(self, copy: Path, *, ask: bool) -> None:
        count = others()
        if count:
            raise CommandError(f"{count} other programs use the database. Stop them first.", returncode=2)
        if ask:
            self.stdout.write(f"Everything of all clubs becomes what it was in {copy.name}.")
            if input(f"Type {WORD} to go on: ").strip() != WORD:
                raise CommandError("Nothing was changed.", returncode=2)
        try:
            before = restore(copy)
        except (RestoreFailed, backup.BackupFailed) as error:
            raise CommandError(str(error), returncode=2) from None
        self.stdout.write(f"The database is as it was in {copy.name}. What was there before: {before.name}")
        self.stdout.write("Start the site: it brings an older copy up to date by itself. Everybody signs in again.")
