"""``manage.py export_draws``: the draws of a tournament, with their opened seed, as a file that anybody can check."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from core.actors import SYSTEM
from tournaments import words
from tournaments.models import Stage, Tournament
from tournaments.services import draw_file
from tournaments.services.errors import TournamentError


class Command(BaseCommand):
    help = (
        "Opens the seed of a tournament whose last round is closed and writes every draw made with it as a JSON file "
        "for `manage.py verify_draw`. Exit status: 0 written; 2 there is no such tournament, or its seed stays sealed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("tournament", metavar="CLUB/TOURNAMENT", help="as in the addresses of its pages")
        parser.add_argument(
            "--stage", type=int, default=1, metavar="N", help="the N-th part of a tournament of several"
        )
        parser.add_argument("--output", metavar="FILE", help="a new file; without it, standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        club, _, slug = options["tournament"].partition("/")
        tournament = Tournament.objects.filter(club__slug=club, slug=slug).first()
        if tournament is None:
            raise CommandError(f"There is no tournament {options['tournament']}.", returncode=2)
        try:
            data = draw_file.open_draws(tournament.pk, SYSTEM, options["stage"])
        except Stage.DoesNotExist:
            raise CommandError(f"{options['tournament']} has no part {options['stage']}.", returncode=2) from None
        except TournamentError as error:
            raise CommandError(words.of_error(error), returncode=2) from None
        text = json.dumps(data, ensure_ascii=False, indent=1)
        if options["output"] is None:
            self.stdout.write(text)
            return
        try:
            with Path(options["output"]).open("x", encoding="utf-8") as stream:
                stream.write(text + "\n")
        except OSError as error:
            raise CommandError(f"{options['output']}: {error.strerror}", returncode=2) from None
