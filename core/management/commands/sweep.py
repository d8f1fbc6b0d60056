import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import connection

from core import jobs, nightly


class Command(BaseCommand):
    help = (
        "Runs again what killed workers left, sends again what got lost, and once a day asks for the nightly checks. "
        "`serve` does this by itself."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--every", type=float, default=0, help="seconds between two sweeps; without it, sweep once")

    def handle(self, *args: Any, **options: Any) -> None:
        while True:
            swept = jobs.sweep()
            nightly.ask()
            self.stdout.write(f"{swept.taken_back} taken back, {swept.given_up} given up, {swept.sent} sent")
            if not options["every"]:
                return
            connection.close()
            time.sleep(options["every"])
