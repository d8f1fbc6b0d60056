"""``{% list_tabs "" %}``: the ways from the standings of a tournament to their lists."""

from typing import Any

from django import template

from tournaments.services.lists import offered
from tournaments.views.lists import tabs

register = template.Library()


@register.inclusion_tag("tournaments/_list_tabs.html", takes_context=True)
def list_tabs(context: Any, current: str) -> dict[str, Any]:
    """``current``: the kind of lists that the page shows, "" for the standings themselves."""
    club, tournament = context["club"], context["tournament"]
    found = tabs(club, tournament, offered(tournament), current)
    return {"items": found if len(found) > 1 else []}
