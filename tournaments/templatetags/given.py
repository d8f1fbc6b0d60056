"""What who does not play marks, where a page tells it: ``{% load given %}``."""

from django import template

from tournaments import odd
from tournaments.models import Draw, Stage

register = template.Library()


@register.simple_tag
def rests_says(draw: Draw) -> str:
    """After the name of somebody who rests by this draw: what that means."""
    return odd.rests_says(draw)


@register.simple_tag
def odd_told(stage: Stage, active: int) -> odd.Odd:
    """What is to be said of this number of entries: ``text``, and whether it is ``refused``."""
    return odd.told(stage, active)
