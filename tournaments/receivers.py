"""What a tournament does when a sheet of one of its games says something."""

from typing import Any

from django.dispatch import receiver

from scoring.models import ScoreSheet
from scoring.signals import closed_sheet_changed, sheet_closed, sheet_reopened
from tournaments.services import results


@receiver(sheet_closed)
def on_sheet_closed(sheet: ScoreSheet, **_: Any) -> None:
    results.sheet_closed(sheet)


@receiver(sheet_reopened)
def on_sheet_reopened(sheet: ScoreSheet, **_: Any) -> None:
    results.sheet_reopened(sheet)


@receiver(closed_sheet_changed)
def on_closed_sheet_changed(sheet: ScoreSheet, **_: Any) -> None:
    results.sheet_put_right(sheet)
