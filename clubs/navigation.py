"""What stands at the top of a club's pages."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.models import Club
from clubs.roles import Right


def club_context(request: HttpRequest, club: Club, current: str = "") -> dict[str, Any]:
    """Brand and menu of a club's pages; ``current`` names the page: tournaments, rules, members,
    settings."""
    rights: frozenset[Right] = getattr(request, "rights", frozenset())
    items = [
        {"key": "tournaments", "label": _("Tournaments"), "url": reverse("club", args=[club.slug])},
        {"key": "rules", "label": _("Rules"), "url": reverse("rulesets", args=[club.slug])},
    ]
    if Right.ORGANISE in rights:
        items.append({"key": "members", "label": _("Helpers"), "url": reverse("club-members", args=[club.slug])})
        items.append({"key": "settings", "label": _("Club"), "url": reverse("club-settings", args=[club.slug])})
    for item in items:
        item["current"] = item["key"] == current  # type: ignore[assignment]
    return {
        "club": club,
        "brand_name": club.name,
        "brand_url": reverse("club", args=[club.slug]),
        "nav_items": items,
        "rights": {right.name: right in rights for right in Right},
    }
