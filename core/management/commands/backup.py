"""``manage.py backup``: a copy of the whole database, while the site runs."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core import away, backup


class Command(BaseCommand):
    help = (
        "Copies the whole database into backups/ of the data folder, also while the site runs; with --to into another "
        "folder as well, with its SHA-256 beside it. The way back is `manage.py restore`. The secret key and the files "
        "beside the database are not in it. Exit status: 0 copied; 2 not, and why."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", metavar="FOLDER", type=Path, help="a folder that is there, such as a mounted disk")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            made = backup.make("asked")
        except backup.BackupFailed as error:
            raise CommandError(str(error), returncode=2) from None
        self.stdout.write(str(made))
        if options["to"] is None:
            return
        try:
            self.stdout.write(str(away.keep(made, (), made.name, root=options["to"]).path))
        except away.NotKept as error:
            raise CommandError(f"{options['to']}: not copied there ({error.code})", returncode=2) from None
