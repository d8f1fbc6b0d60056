"""``{% list_tabs "" %}``, ``{% public_list_tabs tournament club %}``: the ways from the standings to their lists."""

from typing import Any

from django import template

from clubs.models import Club
from clubs.roles import Right
from tournaments import listpage
from tournaments.listpage import Where
from tournaments.models import Tournament
from tournaments.services import lists, listspublic, provisional

register = template.Library()


@register.inclusion_tag("tournaments/_list_tabs.html", takes_context=True)
def list_tabs(context: Any, current: str) -> dict[str, Any]:
    """At the desk. ``current``: the kind of lists that the page shows, "" for the standings themselves."""
    tournament = context["tournament"]
    where = Where(tournament, context["club"].slug, with_provisional=_has_provisional(context))
    return {"items": listpage.tabs(where, lists.offered(tournament), current)}


@register.inclusion_tag("tournaments/_list_tabs.html")
def public_list_tabs(tournament: Tournament, club: Club) -> dict[str, Any]:
    """For everybody, from the page of a tournament."""
    where = Where(tournament, club.slug, public=True)
    return {"items": listpage.tabs(where, listspublic.offered(tournament).offered, "")}


@register.inclusion_tag("tournaments/_public_provisional.html")
def public_provisional(tournament: Tournament, club: Club) -> dict[str, Any]:
    """The way to the provisional list, while the organiser shows it."""
    round_ = provisional.playing(tournament)
    is_on = provisional.is_on(tournament, round_)
    return {"round": round_ if is_on else None, "club": club, "tournament": tournament}


def _has_provisional(context: Any) -> bool:
    may = context["rights"][Right.ENTER_SHEETS.name]
    return may and provisional.playing(context["tournament"]) is not None
