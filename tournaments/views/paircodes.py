"""The codes of the pairs: asked or not, and the slips to print and cut."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors
from core.toasts import toast
from tournaments import navigation, people
from tournaments.services import contests, paircodes


@in_club(Right.ENTER_SHEETS, write=Right.ORGANISE)
@never_cache
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """Switch the codes on or off (``on``), give everybody another one (``fresh``); the slips, where they are on."""
    tournament = navigation.find(club, slug)
    if request.method == "POST":
        on, fresh = request.POST.get("on") == "1", "fresh" in request.POST
        paircodes.change(tournament.pk, actors.of_user(request.user), on=on, fresh=fresh)
        toast(request, _("Each side gives its code when it agrees.") if on else _("No code is asked."))
        return redirect("pair-codes", club.slug, tournament.slug)
    is_on = paircodes.is_on(contests.only_stage(tournament))
    named = people.in_hall(tournament) if is_on else {}
    context = {
        **navigation.context(request, club, tournament, "settings"),
        "is_on": is_on,
        "slips": [
            {"label": named[entry.pk].label, "names": named[entry.pk].names, "code": code}
            for entry, code in (paircodes.of_tournament(tournament) if is_on else [])
        ],
    }
    return render(request, "tournaments/pair_codes.html", context)
