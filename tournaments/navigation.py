"""What stands at the top of a tournament's pages."""

import functools
from typing import Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.models import Club
from clubs.navigation import club_context
from clubs.roles import Right
from clubs.views.address import may_choose_address
from core import hosts
from tournaments import nouns
from tournaments.models import Tournament


def find(club: Club, slug: str) -> Tournament:
    """A tournament of this club, or 404: nobody reaches another club's."""
    tournament: Tournament = get_object_or_404(club.tournaments.all(), slug=slug)
    return tournament


def address(name: str, tournament: Tournament, club: Club, *more: Any) -> str:
    """The address of a page of a tournament."""
    return reverse(name, args=[club.slug, tournament.slug, *more])


def context(request: HttpRequest, club: Club, tournament: Tournament, current: str) -> dict[str, Any]:
    """Brand, menu and nouns of a tournament's pages; ``current``: evening, entries, draw, desk, standings, settings,
    journal."""
    rights: frozenset[Right] = getattr(request, "rights", frozenset())
    pages = [
        ("evening", _("The evening"), "tournament", Right.SEE_CLUB),
        ("entries", nouns.of(tournament).many, "entries", Right.SEE_CLUB),
        ("draw", _("Draw"), "draw", Right.SEE_CLUB),
        ("desk", _("Desk"), "desk", Right.SEE_CLUB),
        ("standings", _("Standings"), "standings", Right.SEE_CLUB),
        ("print", _("Print"), "papers", Right.SEE_CLUB),
        ("settings", _("Settings"), "tournament-settings", Right.ORGANISE),
        ("journal", _("Journal"), "journal", Right.SEE_CLUB),
    ]
    return {
        **club_context(request, club),
        "tournament": tournament,
        "noun": nouns.of(tournament),
        "seat_noun": nouns.at_table(tournament),
        "nav_label": tournament.name,
        "nav_items": [
            {"label": label, "url": address(name, tournament, club), "current": key == current}
            for key, label, name, right in pages
            if right in rights
        ],
        "address_missing": hosts.current_base_url() is None,
        "address_changed": hosts.address_changed(),
        # Asked by the few templates that say something of it: no page waits for it otherwise.
        "may_choose_address": functools.partial(may_choose_address, request.user),
    }
