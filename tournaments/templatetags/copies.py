"""What has to be said of the copies, where an organiser looks: ``{% copies_wrong tournament as text %}``."""

from django import template

from tournaments import awaywords
from tournaments.models import Tournament

register = template.Library()


@register.simple_tag
def copies_wrong(tournament: Tournament) -> str:
    """What is wrong with the copies off the machine; "" where nothing is, or no place is set."""
    failed = tournament.snapshots.filter(away_at=None).exclude(away_error="").order_by("at")
    return str(awaywords.told(failed)["wrong"])
