"""`manage.py demo`: an example club with a running evening, made by the same verbs as a real one."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from clubs.models import User
from core.actors import SYSTEM, Actor
from tournaments.services import demo
from tournaments.services.errors import TournamentError


class Command(BaseCommand):
    help = "Makes an example club and a running tournament of 64 pairs; only in a database without clubs."

    def handle(self, *args: Any, **options: Any) -> None:
        owner = User.objects.filter(is_superuser=True, is_active=True).order_by("date_joined").first()
        try:
            tournament = demo.make(Actor(user=owner.pk) if owner else SYSTEM, progress=self._progress)
        except TournamentError:
            raise CommandError("This database has clubs already: nothing was changed.") from None
        self.stdout.write(f"Made: {tournament.club.name}, {tournament.name} (/c/{tournament.club.slug}/)")

    def _progress(self, done: int, total: int) -> None:
        if sys.stderr.isatty():
            self.stderr.write(f"\r{done} of {total} deals", ending="")
