"""The rehearsal of the evening: begun from the real tournament, played in its copy, wiped in one click."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors, jobs
from core.toasts import toast
from tournaments import navigation, words
from tournaments.models import Game, Round, Tournament
from tournaments.services import rehearsal_play, rehearsals
from tournaments.services.errors import TournamentError


def context_of(tournament: Tournament) -> dict[str, Any]:
    """What the evening's page says of rehearsing: of a real tournament whether one is on or could be begun; of a
    rehearsal which tournament it is of."""
    real = tournament.rehearsal_of
    if real is not None:
        return {"rehearsed": real}
    return {"rehearsal": rehearsals.of(tournament), "may_rehearse": rehearsals.may_begin(tournament)}


@in_club(Right.SEE_CLUB, write=Right.ORGANISE)
@require_http_methods(["GET", "HEAD", "POST"])
def rehearsal(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """What a rehearsal is, and the button that begins one; of a rehearsal, what can be done with it."""
    tournament = navigation.find(club, slug)
    if request.method == "POST":
        try:
            copy = rehearsals.begin(tournament.pk, actors.of_user(request.user))
        except TournamentError as error:
            toast(request, words.of_error(error), refused=True)
            return redirect("rehearsal", club.slug, tournament.slug)
        toast(request, _("The rehearsal is on. Everything in it is marked, and nothing of it counts."))
        return redirect("tournament", club.slug, copy.slug)
    context = {
        **navigation.context(request, club, tournament, "evening"),
        **context_of(tournament),
        "days": rehearsals.KEEP.days,
    }
    playing = _playing(tournament) if tournament.rehearsal_of_id is not None else None
    if playing is not None:
        job = jobs.latest(rehearsal_play.PLAY, str(playing.pk))
        waiting = Game.objects.filter(match__round=playing, state=Game.State.PLAYING).count()
        context |= {"playing": playing, "waiting": waiting, "job": job}
    answer = render(request, "tournaments/rehearsal.html", context)
    if context.get("job") is not None and not context["job"].is_over:
        answer["Refresh"] = "2"
    return answer


def _playing(tournament: Tournament) -> Round | None:
    rounds = Round.objects.filter(stage__tournament=tournament, state=Round.State.PLAYING)
    return rounds.select_related("stage__tournament").order_by("-number").first()


@in_club(Right.ORGANISE)
@require_POST
def play(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """Let the open tables of the round play by themselves."""
    tournament = navigation.find(club, slug)
    playing = _playing(tournament)
    if playing is not None:
        try:
            rehearsal_play.ask(playing, actors.of_user(request.user))
        except TournamentError as error:
            toast(request, words.of_error(error), refused=True)
    return redirect("rehearsal", club.slug, tournament.slug)


@in_club(Right.ORGANISE)
@require_POST
def wipe(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """Wipe the rehearsal: this one, or that of this tournament."""
    tournament = navigation.find(club, slug)
    found = tournament if tournament.rehearsal_of_id is not None else rehearsals.of(tournament)
    if found is None:
        toast(request, _("There is no rehearsal any more."))
        return redirect("tournament", club.slug, tournament.slug)
    real = rehearsals.wipe(found.pk, actors.of_user(request.user))
    toast(request, _("The rehearsal is wiped. The list and the settings are as they were."))
    return redirect("tournament", club.slug, real.slug)
