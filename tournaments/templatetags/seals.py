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
    of_page: dict[Any, Any] = context.flatten()
    return {**of_page, "parts": parts, "several": len(parts) > 1}
