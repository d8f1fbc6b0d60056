"""Sums in templates: ``{% load money %}``, ``{{ cents|money:tournament.currency }}``."""

from django import template

from tournaments import amounts

register = template.Library()


@register.filter
def money(cents: int | None, currency: str) -> str:
    """A sum in cents as it is read."""
    return amounts.said(cents, currency)
