"""``manage.py check_tournament``: every figure of a tournament worked out anew. Of a file it needs no database."""

import contextlib
import json
import logging
import sys
import uuid
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import Error
from django.utils import translation

from tournaments import archive, checkwords, words
from tournaments.archive.reading import MOST_BYTES
from tournaments.checking import Checked, check_file


class Command(BaseCommand):
    help = (
        "Works every score, held point, game end, result, given score, adjustment and standing of a tournament out "
        "anew from raw deals and histories, makes its draws again, and says what is kept otherwise, a line a finding. "
        "Nothing is written. Exit status: 0 nothing found; 1 something; 2 it could not be read."
    )
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "tournament",
            metavar="FILE_OR_ID",
            help="a file of export_tournament, gzipped or not (no database is opened then); or the id of a tournament "
            "here, or [CLUB/]TOURNAMENT as in the addresses of its pages",
        )
        parser.add_argument("--json", action="store_true", help="one JSON object instead of lines")
        parser.add_argument(
            "--language",
            default=settings.LANGUAGE_CODE,
            choices=[code for code, _name in settings.LANGUAGES],
            help="language of what is said",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with translation.override(options["language"]):
            checked = _checked(options["tournament"])
            if options["json"]:
                told = [{**one.as_data(), "text": checkwords.of_finding(one)} for one in checked.findings]
                self.stdout.write(json.dumps({"findings": told, "checked": dict(checked.counted)}, ensure_ascii=False))
            else:
                for one in checked.findings:
                    self.stdout.write(checkwords.of_finding(one))
        if checked.findings:
            sys.exit(1)


def _checked(name: str) -> Checked:
    path = Path(name)
    if not path.is_file():
        return _checked_here(name)
    try:
        with path.open("rb") as stream:
            return check_file(stream.read(MOST_BYTES + 1))
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}", returncode=2) from None
    except archive.ArchiveError as error:
        raise CommandError(f"{path}: {words.of_error(error)}", returncode=2) from None


def _checked_here(name: str) -> Checked:
    """The check of a tournament of this database, in a transaction that cannot write."""
    from tournaments.services import checks

    # What cannot be reached is said in one line; PostgreSQL's pool tells of each of its tries.
    logging.getLogger("psycopg.pool").setLevel(logging.CRITICAL)
    try:
        return checks.look_without_writing(_find(name))
    except Error as error:
        problem = (str(error).strip().splitlines() or [type(error).__name__])[0]
        raise CommandError(f"{name}: no such file, and the database cannot be read: {problem}", returncode=2) from None


def _find(name: str) -> uuid.UUID:
    from tournaments.models import Tournament

    club, slash, slug = name.rpartition("/")
    wanted: dict[str, Any] = {"slug": slug, **({"club__slug": club} if slash else {})}
    with contextlib.suppress(ValueError):
        wanted = {"pk": uuid.UUID(name)}
    found = list(Tournament.objects.filter(**wanted).values_list("pk", flat=True)[:2])
    if not found:
        raise CommandError(f"There is no file and no tournament {name}.", returncode=2)
    if len(found) > 1:
        raise CommandError(f"Several clubs have a tournament {name}: say CLUB/{name}.", returncode=2)
    return found[0]
