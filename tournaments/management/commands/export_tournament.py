"""``manage.py export_tournament``: a whole tournament as one file, to keep or to take over elsewhere."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from core import audit
from core.actors import SYSTEM
from tournaments import archive
from tournaments.models import Tournament
from tournaments.services import tournament_file


class Command(BaseCommand):
    help = (
        "Writes a whole tournament as one file (docs/tournament-file.md) for `manage.py import_tournament`. The file "
        "is private: names, payments and the sealed seeds are in it. Exit status: 0 written; 2 there is no such "
        "tournament, or the file cannot be written."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "tournament", metavar="[CLUB/]TOURNAMENT", help="as in the addresses of its pages; the club where needed"
        )
        parser.add_argument("--output", metavar="FILE", help="a new file, gzipped if its name ends in .gz; else stdout")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = _find(options["tournament"])
        data = tournament_file.export(tournament)
        if options["output"] is None:
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        else:
            path = Path(options["output"])
            try:
                with path.open("xb") as stream:
                    path.chmod(0o600)
                    stream.write(archive.compressed(data) if path.suffix == ".gz" else data)
            except OSError as error:
                raise CommandError(f"{path}: {error.strerror}", returncode=2) from None
        audit.record(SYSTEM, "tournament.exported", tournament, club_id=tournament.club_id)


def _find(name: str) -> Tournament:
    club, slash, slug = name.rpartition("/")
    found = list(Tournament.objects.filter(slug=slug, **({"club__slug": club} if slash else {}))[:2])
    if not found:
        raise CommandError(f"There is no tournament {name}.", returncode=2)
    if len(found) > 1:
        raise CommandError(f"Several clubs have a tournament {name}: say CLUB/{name}.", returncode=2)
    return found[0]
