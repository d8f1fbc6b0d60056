"""What everybody sees, for who organises: its address and code, announcing, the programme, holding results back."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors, hosts
from core.toasts import toast
from tournaments import navigation, words
from tournaments.models import Tournament
from tournaments.services import checks, holding, publishing, showing
from tournaments.services.errors import TournamentError
from tournaments.showingform import ShowingForm


@in_club(Right.ORGANISE)
@never_cache
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """The page, and what it saves."""
    tournament = navigation.find(club, slug)
    form = ShowingForm(request.POST or None, initial=ShowingForm.values_of(tournament))
    if request.method == "POST" and form.is_valid():
        showing.change(tournament.pk, actors.of_user(request.user), **form.cleaned_data)
        toast(request, _("Saved."))
        return redirect("what-is-public", club.slug, tournament.slug)
    path = navigation.address("public-tournament", tournament, club)
    base = hosts.current_base_url()
    context = {
        **navigation.context(request, club, tournament, "settings"),
        "form": form,
        "is_drawn": tournament.state != Tournament.State.SETUP,
        "is_shown": publishing.shown_tournaments(club).filter(pk=tournament.pk).exists(),
        "address": f"{base}{path}" if base else request.build_absolute_uri(path),
        "public_url": path,
    }
    return render(request, "tournaments/showing.html", context, status=422 if form.errors else 200)


@in_club(Right.ORGANISE)
@require_POST
def hold(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """Hold results back from now on."""
    tournament = navigation.find(club, slug)
    try:
        showing.hold(tournament.pk, actors.of_user(request.user))
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
    else:
        toast(request, _("Results are held back. What is public already stays so."))
    return redirect("standings", club.slug, tournament.slug)


@in_club(Right.ORGANISE)
@require_POST
def let_go(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """Publish all that was held back, exactly as it was on the page; where a check finds something, only once it was
    seen (``seen``: its digest)."""
    tournament = navigation.find(club, slug)
    revision = request.POST.get("revision", "")
    check = checks.before_publishing(tournament)
    if check.count and request.POST.get("seen") != check.digest and holding.held_rounds(tournament.pk):
        toast(request, _("Nothing is published yet: look first at what the check found."))
        return redirect("tournament-check", club.slug, tournament.slug)
    seen = int(revision) if revision.isdecimal() and len(revision) < 10 else -1
    try:
        gone = holding.let_go(tournament.pk, seen, actors.of_user(request.user), findings=check.count)
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
    else:
        toast(request, _("Published.") if gone else _("Nothing is held back any more."))
    return redirect("standings", club.slug, tournament.slug)
