from typing import Any

from django.core.management.base import BaseCommand, CommandError

from core.backup import BackupFailed
from core.prepare import prepare


class Command(BaseCommand):
    help = "Backup when there is need, migrations, translations and static files: what a new version asks for."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            prepare(self.stdout.write)
        except BackupFailed as error:
            raise CommandError(str(error)) from error
