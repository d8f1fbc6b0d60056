"""What who does not play marks, where a page tells it: ``{% load given %}``."""

from django import template
from django.utils.text import capfirst

from tournaments import odd
from tournaments.models import Draw

register = template.Library()


@register.simple_tag
def rests_says(draw: Draw) -> str:
    """After the name of somebody who rests by this draw: what that means."""
    return odd.rests_says(draw)


@register.simple_tag
def rest_marks(draw: Draw) -> str:
    """What a rest by this draw marks, as a line of its own."""
    return f"{capfirst(odd.in_short(draw))}."
