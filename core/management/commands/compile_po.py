from typing import Any

from django.core.management.base import BaseCommand

from core import translations


class Command(BaseCommand):
    help = "Compiles the translations that have changed (no gettext tools needed)."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{translations.compile_catalogues()} catalogue(s) compiled")
