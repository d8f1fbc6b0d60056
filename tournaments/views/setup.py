"""The club's tournaments, a new one, and the settings of one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import in_club
from clubs.models import Club
from clubs.navigation import club_context
from clubs.roles import Right
from core import actors
from core.toasts import toast
from tournaments import navigation, words
from tournaments.forms import TournamentForm, defaults, values_of
from tournaments.services import contests
from tournaments.services.errors import TournamentError


@in_club(Right.SEE_CLUB)
def club_home(request: HttpRequest, club: Club) -> HttpResponse:
    """The club's tournaments, newest first."""
    context = {
        **club_context(request, club, "tournaments"),
        "tournaments": club.tournaments.order_by("-local_date", "-created_at"),
    }
    return render(request, "tournaments/club_home.html", context)


@in_club(Right.ORGANISE)
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, club: Club) -> HttpResponse:
    """One page, with the choices of the club's last tournament."""
    form = TournamentForm(request.POST or None, initial=defaults(club))
    if request.method == "POST" and form.is_valid():
        try:
            tournament = contests.create(club, form.wish(), actors.of_user(request.user))
        except TournamentError as error:
            _put(form, error)
        else:
            return redirect("entries", club.slug, tournament.slug)
    context = {**club_context(request, club, "tournaments"), "form": form}
    return render(request, "tournaments/new.html", context, status=422 if form.errors else 200)


@in_club(Right.ORGANISE)
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """The same page for a tournament that exists."""
    tournament = navigation.find(club, slug)
    form = TournamentForm(request.POST or None, initial=values_of(tournament))
    if request.method == "POST" and form.is_valid():
        try:
            contests.change(tournament.pk, form.wish(), actors.of_user(request.user))
        except TournamentError as error:
            _put(form, error)
        else:
            toast(request, _("Saved."))
            return redirect("tournament", club.slug, tournament.slug)
    context = {**navigation.context(request, club, tournament, "settings"), "form": form}
    return render(request, "tournaments/settings.html", context, status=422 if form.errors else 200)


def _put(form: TournamentForm, error: TournamentError) -> None:
    """Show a refusal beside the field it is about."""
    field = {"length": "deals"}.get(error.field, error.field)
    form.add_error(field if field in form.fields else None, words.of_error(error))
