"""What is printed by itself: the sheets of a round as soon as its draw is published, the standings once they are."""

import uuid
from typing import Any

from django.dispatch import receiver

from documents import services
from tournaments.models import Publication
from tournaments.signals import codes_renewed, draw_published, results_published, tables_changed


@receiver([draw_published, codes_renewed, tables_changed])
def on_codes_made(round_id: uuid.UUID, **_: Any) -> None:
    services.ask_sheets(round_id)


@receiver(results_published)
def on_results_published(publication_id: uuid.UUID, **_: Any) -> None:
    publication = Publication.objects.select_related("tournament").get(pk=publication_id)
    if publication.tournament.rehearsal_of_id is not None:
        return  # what everybody may download is not made of it
    if publication.what == Publication.What.STANDINGS:
        services.ask_public_standings(publication.pk)
