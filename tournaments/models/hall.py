"""The screens of a hall: what each shows, the sponsors' slides, and how far the final ceremony has come. In no file of
a tournament; putting a tournament back leaves them as they are."""

from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone

from core.models import StoredFile, UUIDModel
from tournaments.models.contest import Tournament


class HallScreen(UUIDModel):
    """A screen in the hall, opened by a link of its own (``AccessLink`` of purpose ``screen``).

    ``shows``: what it shows in turn, each ``view`` (``tournaments.hall.VIEWS``) with the ``seconds`` that a page of it
    stands. ``revision`` rises when that changes. ``seen_at``: when it last asked, within half a minute.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="screens")
    name = models.CharField(max_length=40)
    shows = models.JSONField(default=list)
    revision = models.PositiveIntegerField(default=0)
    seen_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["created_at"]
        constraints = [models.UniqueConstraint("tournament", Lower("name"), name="tournaments_screen_name_once")]


class SponsorSlide(UUIDModel):
    """A picture that the screens show for so many ``seconds``; ``position`` orders them."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="slides")
    file = models.OneToOneField(StoredFile, on_delete=models.CASCADE, related_name="slide")
    name = models.CharField(max_length=80, blank=True)
    seconds = models.PositiveSmallIntegerField(default=10)
    position = models.PositiveSmallIntegerField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "position"], name="tournaments_slide_position_once"),
        ]


class Ceremony(UUIDModel):
    """The final ceremony: of the ``publication`` (its id) so many places from ``first_rank`` up to the first were
    ``shown``, or (0) so many prizes from the last one up. Of another publication nothing was shown yet."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="ceremony")
    publication = models.UUIDField()
    first_rank = models.PositiveIntegerField()
    shown = models.PositiveIntegerField(default=0)
    at = models.DateTimeField(default=timezone.now)
