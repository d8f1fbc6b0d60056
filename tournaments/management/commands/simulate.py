"""``manage.py simulate``: a whole tournament on trial, to compare formats before one is chosen. Needs no database."""

import json
import secrets
import time
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext as _

from tournaments import simulationwords, words
from tournaments.draws.model import DrawError
from tournaments.simulation import FORMATS, WishError, as_data, simulate, wish_from


class Command(BaseCommand):
    help = (
        "Plays a whole tournament with made-up results, people missing, late and leaving, and says how it came out. "
        "Exit status: 0 played; 2, with one line on standard error, where the format does not admit so many entries or "
        "rounds, or an option is not what it may be."
    )
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--format", required=True, help=f"one of: {', '.join(FORMATS)}")
        parser.add_argument("--entries", required=True, metavar="N", help="pairs; players in a melee; teams in teams")
        parser.add_argument("--rounds", required=True, metavar="R")
        parser.add_argument("--absent", default="0", metavar="P", help="share of the entries that misses each round")
        parser.add_argument("--late", default="0", metavar="P", help="share that comes after the first round")
        parser.add_argument("--withdraw", default="0", metavar="P", help="share that leaves for good on the way")
        parser.add_argument("--results", default="skill", help="skill (the stronger win more often) or random")
        parser.add_argument("--seed", help="any text; the same seed plays the same tournament (without: a new one)")
        parser.add_argument(
            "--json", action="store_true", help="one JSON object with every table, instead of a summary"
        )
        parser.add_argument(
            "--language",
            default=settings.LANGUAGE_CODE,
            choices=[code for code, _name in settings.LANGUAGES],
            help="language of summary and refusals",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        names = ("format", "entries", "rounds", "absent", "late", "withdraw", "results")
        given = {name: str(options[name]) for name in names}
        given["seed"] = secrets.token_hex(8) if options["seed"] is None else str(options["seed"])
        with translation.override(options["language"]):
            try:
                done = simulate(wish_from(given), time.perf_counter)
            except WishError as error:
                raise CommandError(simulationwords.of_wish(error), returncode=2) from None
            except DrawError as error:
                raise CommandError(words.of_error(error, options["language"]), returncode=2) from None
            if options["json"]:
                self.stdout.write(json.dumps(as_data(done)))
                return
            self.stdout.write(simulationwords.title(done))
            rows = simulationwords.summary(done)
            width = max(len(label) for label, _figure in rows)
            for label, figure in rows:
                self.stdout.write(f"  {label:<{width}}  {figure:>7}")
            self.stdout.write(
                _("First, with the place by true strength: %(first)s") % {"first": simulationwords.first(done)}
            )
