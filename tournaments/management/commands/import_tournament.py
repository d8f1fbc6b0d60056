"""``manage.py import_tournament``: a tournament taken over from another installation."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from core.actors import SYSTEM
from tournaments import archive, words
from tournaments.services import tournament_file
from tournaments.services.errors import TournamentError


class Command(BaseCommand):
    help = (
        "Takes a tournament over from a file of `manage.py export_tournament` (docs/tournament-file.md), gzipped or "
        "not, under its club, which is made where it is not here yet. Exit status: 0 taken over; 2 the file cannot be "
        "used, or the tournament is here already; nothing is changed then."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(options["file"])
        try:
            data = path.read_bytes()
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}", returncode=2) from None
        try:
            tournament = tournament_file.take_over(data, SYSTEM)
        except (archive.ArchiveError, TournamentError) as error:
            raise CommandError(f"{path}: {words.of_error(error)}", returncode=2) from None
        self.stdout.write(f"/c/{tournament.club.slug}/t/{tournament.slug}/")
