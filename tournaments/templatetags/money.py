"""Sums in templates: ``{% load money %}``, ``{{ cents|money:tournament.currency }}``."""

from django import template

from clubs.models import Club
from tournaments import amounts, navigation
from tournaments.models import Tournament
from tournaments.services import prizes

register = template.Library()


@register.filter
def money(cents: int | None, currency: str) -> str:
    """A sum in cents as it is read."""
    return amounts.said(cents, currency)


@register.simple_tag
def prizes_url(tournament: Tournament, club: Club) -> str:
    """Where everybody sees the prizes of a tournament; "" where they are not shown."""
    if prizes.shown_currency(tournament) is None:
        return ""
    return navigation.address("public-prizes", tournament, club)
