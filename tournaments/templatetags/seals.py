"""The seals of a tournament's draws, on the page of the draw."""

from typing import Any

from django import template
from django.template import Context

from tournaments import drawtrail

register = template.Library()


@register.inclusion_tag("tournaments/_seals.html", takes_context=True)
def seals(context: Context) -> dict[str, Any]:
    """The seal of each stage of the tournament, and the button that opens its seed once nothing more is drawn."""
    parts = drawtrail.of_tournament(context["tournament"])
    return {**context.flatten(), "parts": parts, "several": len(parts) > 1}
