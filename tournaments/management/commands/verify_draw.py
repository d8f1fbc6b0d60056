"""``manage.py verify_draw``: every draw of a file made again. Needs no database."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from tournaments import verifierwords
from tournaments.draws.verify import FileError, read_file, verify


class Command(BaseCommand):
    help = (
        "Makes every draw of a file again and says for each whether it is the same, and whether its seed follows from "
        "the one that was sealed. Exit status: 0 everything as it was drawn; 1 not; 2 it is no file of draws. Without "
        "Django: python -m tournaments.draws.verify FILE"
    )
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", metavar="FILE", help="as written by export_draws; docs/draw-file.md says what is in it"
        )
        parser.add_argument(
            "--language",
            default=settings.LANGUAGE_CODE,
            choices=[code for code, _name in settings.LANGUAGES],
            help="language of what is said",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            report = verify(read_file(options["file"]))
        except FileError as error:
            raise CommandError(f"{options['file']}: {error.problem}", returncode=2) from None
        with translation.override(options["language"]):
            for line in verifierwords.lines(report):
                self.stdout.write(line)
        if not report.holds:
            sys.exit(1)
