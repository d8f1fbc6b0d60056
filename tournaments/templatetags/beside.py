"""What stands beside a sheet at the desk: ``{% load beside %}``, ``{% beside_sheet %}`` on a page with a ``game``."""

from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.utils import timezone

from clubs.roles import Right
from tournaments import devicewords
from tournaments.services import keeping, photos

register = template.Library()


@register.inclusion_tag("tournaments/_beside.html", takes_context=True)
def beside_sheet(context: template.Context) -> dict[str, Any]:
    """The devices that opened the table, and the photographs of its paper, for who may see them."""
    game, tournament = context["game"], context["tournament"]
    rights: frozenset[Right] = getattr(context["request"], "rights", frozenset())
    may_enter = Right.ENTER_SHEETS in rights
    taken = list(game.sheet.photos.all()) if may_enter else []
    with timezone.override(ZoneInfo(tournament.zone)):
        rows = devicewords.rows_of(game)
    return {
        "game": game,
        "tournament": tournament,
        "club": context["club"],
        "csrf_token": context.get("csrf_token"),
        "devices": rows,
        "photos": taken,
        "may_enter": may_enter,
        "may_erase": Right.CORRECT in rights,
        "may_add": may_enter and len(taken) < photos.MOST,
        "days": keeping.DAYS,
    }
