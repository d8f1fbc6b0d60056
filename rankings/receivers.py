"""What a region does when a club publishes, takes back, moves a tournament, or changes its region."""

import uuid
from datetime import date
from typing import Any

from django.dispatch import receiver

from clubs.models import Club, Region
from clubs.signals import region_changed
from rankings import services
from tournaments.signals import publication_withdrawn, results_published, tournament_changed


@receiver([results_published, publication_withdrawn])
def on_publication(publication_id: uuid.UUID, **_: Any) -> None:
    services.publication_changed(publication_id)


@receiver(tournament_changed)
def on_tournament_changed(tournament_id: uuid.UUID, day_before: date, **_: Any) -> None:
    services.tournament_changed(tournament_id, day_before)


@receiver(region_changed)
def on_region_changed(club: Club, before: Region | None, **_: Any) -> None:
    services.region_changed(club, before)
