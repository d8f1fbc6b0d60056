"""What a tournament does when a sheet of one of its games says something."""

from typing import Any

from django.db.models.signals import post_delete
from django.dispatch import receiver

from core.actors import Actor
from core.models import StoredFile
from scoring.models import ScoreSheet
from scoring.signals import closed_sheet_changed, sheet_closed, sheet_reopened
from tournaments.models import SheetPhoto, SponsorSlide
from tournaments.services import results, windows


@receiver(sheet_closed)
def on_sheet_closed(sheet: ScoreSheet, **_: Any) -> None:
    results.sheet_closed(sheet)


@receiver(sheet_reopened)
def on_sheet_reopened(sheet: ScoreSheet, actor: Actor, **_: Any) -> None:
    windows.must_allow_on(sheet, actor)
    results.sheet_reopened(sheet)


@receiver(closed_sheet_changed)
def on_closed_sheet_changed(sheet: ScoreSheet, actor: Actor, **_: Any) -> None:
    windows.must_allow_on(sheet, actor)
    results.sheet_put_right(sheet)


@receiver(post_delete, sender=SheetPhoto)
def on_photo_gone(instance: SheetPhoto, **_: Any) -> None:
    """Whatever takes a photograph away, its sheet too, takes the stored file along; the bytes go in the next night."""
    StoredFile.objects.filter(pk=instance.file_id).delete()


@receiver(post_delete, sender=SponsorSlide)
def on_slide_gone(instance: SponsorSlide, **_: Any) -> None:
    """The same of a slide."""
    StoredFile.objects.filter(pk=instance.file_id).delete()
