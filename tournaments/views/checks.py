"""What a check of the tournament finds, for who is about to make results public."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from tournaments import checkwords, navigation
from tournaments.models import Round, Standing
from tournaments.services import checks, rounds


@in_club(Right.ORGANISE)
@never_cache
@require_safe
def page(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """Everything that is found now, in words; and, where a round can be published, the way to do so all the same."""
    tournament = navigation.find(club, slug)
    outcome = checks.before_publishing(tournament)
    last = rounds.current_round_of(tournament)
    standing = Standing.objects.filter(tournament=tournament).first()
    is_current = standing is not None and standing.revision == tournament.revision
    context: dict[str, Any] = {
        **navigation.context(request, club, tournament, "standings"),
        "lines": [
            {
                "where": checkwords.where(one.place),
                "what": checkwords.said(one),
                "figures": checkwords.figures(one),
            }
            for one in outcome.findings
        ],
        "more": outcome.count - len(outcome.findings),
        "seen": outcome.digest,
        "standing": standing,
        "round": last if is_current and last is not None and last.state == Round.State.CLOSED else None,
    }
    return render(request, "tournaments/check.html", context)
