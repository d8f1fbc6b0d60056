"""The seals of a tournament's draws, on the page of the draw."""

from typing import Any

from django import template

from tournaments import drawtrail

register = template.Library()


@register.inclusion_tag("tournaments/_seals.html", takes_context=True)
def seals(context: dict[str, Any]) -> dict[str, Any]:
    """The seal of each stage of the tournament, and the button that opens its seed once nothing more is drawn."""
    parts = drawtrail.of_tournament(context["tournament"])
    kept = ("club", "tournament", "rights", "csrf_token", "request")
    return {**{name: context.get(name) for name in kept}, "parts": parts, "several": len(parts) > 1}
