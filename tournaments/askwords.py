"""What is still to be asked about papers, as the pages show it."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from scoring.models import Dispute
from tournaments.services import asking


def about(position: int, counted: int | None) -> str:
    """The line, by the number of its deal where it has one."""
    if not position:
        return _("The whole paper")
    if counted is not None:
        return _("Deal %(number)d") % {"number": counted}
    return _("Line %(number)d") % {"number": position}


def on_sheet(asked: Iterable[Dispute], entries: Iterable[Mapping[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """What is asked and what was answered on a sheet; ``entries`` its lines, each with its place and number."""
    rows = list(asked)
    counted = {entry["position"]: entry["counted"] for entry in entries}
    names = asking.asked_by(rows) if rows else {}
    shown = [
        {
            "pk": one.pk,
            "about": about(one.position, counted.get(one.position)),
            "text": one.text,
            "by": names.get(one.pk, ""),
            "raised_at": one.raised_at,
            "answer": one.reason,
            "cleared_at": one.decided_at,
            "cleared_by": one.decided_by.get_username() if one.decided_by else "",
        }
        for one in rows
    ]
    return {
        "asks": [one for one in shown if one["cleared_at"] is None],
        "answers": [one for one in shown if one["cleared_at"] is not None],
    }
