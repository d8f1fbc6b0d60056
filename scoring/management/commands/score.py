"""``manage.py score``: deals in, scores out, one JSON object a line. Needs no database."""

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring.rules import RuleSetError, languages, preset_ids
from scoring.rules.named import ruleset_named
from scoring.stream import score_stream


class Command(BaseCommand):
    help = (
        "Scores deals, penalties and typed totals, one JSON object a line, from standard input to standard output: a "
        "line in, a line out, in order (blank lines are skipped). A refused line gives id, line, error and field. Exit "
        "status: 0 all scored, 1 some refused, 2 the rule set, or nothing at all, could be read."
    )
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--ruleset",
            required=True,
            metavar="ID|FILE.toml[+VARIANT...]",
            help=f"a file of your own (its name ends in .toml, or ./ stands before it), or one of: "
            f"{', '.join(preset_ids())}; variants after a + each, applied in that order",
        )
        parser.add_argument("--strict", action="store_true", help="refuse what is only unlikely, too")
        parser.add_argument("--language", default="en", choices=languages(), help="language of lines and refusals")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            ruleset = ruleset_named(options["ruleset"])
        except RuleSetError as error:
            raise CommandError(str(error), returncode=2) from None
        if sys.stdin is None or sys.stdout is None:
            raise CommandError("nothing could be read: standard input or output is closed", returncode=2)
        try:
            tally = score_stream(
                ruleset,
                sys.stdin.buffer,
                sys.stdout.buffer,
                language=options["language"],
                strict=options["strict"],
            )
        except BrokenPipeError:
            # The reader has gone.
            _write_nowhere()
            sys.exit(1)
        except OSError as error:
            _write_nowhere()
            raise CommandError(f"deals could not be read, or scores written: {error.strerror}", returncode=2) from None
        if tally.exit_status == 2:
            self.stderr.write("nothing could be read: one deal a line is expected, as a JSON object")
        sys.exit(tally.exit_status)


def _write_nowhere() -> None:
    """Python would write once more at its end what could not be written: it is given another place for it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
