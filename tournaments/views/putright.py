"""What is mended after the play: who sat at a table, the sides of a sheet, a round closed too early."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors
from core.toasts import toast
from scoring.sheets import SheetError
from tournaments import navigation, putrightform, words
from tournaments.models import Game, Round, Tournament
from tournaments.services import corrections, reopening
from tournaments.services import seats as seat_verbs
from tournaments.services.errors import TournamentError


def _game(tournament: Tournament, game: uuid.UUID) -> Game:
    found: Game = get_object_or_404(Game.objects.filter(match__round__stage__tournament=tournament), pk=game)
    return found


@in_club(Right.CORRECT)
@require_POST
def seats(request: HttpRequest, club: Club, slug: str, game: uuid.UUID) -> HttpResponse:
    """Say who really played at a table; who was said to sit there takes the other one's place."""
    tournament = navigation.find(club, slug)
    found = _game(tournament, game)
    wanted, seen = putrightform.read(request.POST)
    try:
        done = seat_verbs.put_right(
            found.pk, wanted, seen, actor=actors.of_user(request.user), reason=request.POST.get("reason", "")
        )
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
    else:
        tables = ", ".join(map(str, done.tables))
        text = ngettext(
            "Put right at table %(tables)s: results and standings follow.",
            "Put right at tables %(tables)s: results and standings follow.",
            len(done.tables),
        )
        toast(request, text % {"tables": tables})
    return redirect("sheet", club.slug, tournament.slug, found.pk)


@in_club(Right.CORRECT)
@require_POST
def turn(request: HttpRequest, club: Club, slug: str, game: uuid.UUID) -> HttpResponse:
    """Exchange the sides of a whole sheet."""
    tournament = navigation.find(club, slug)
    found = _game(tournament, game)
    seen = request.POST.get("seen", "")
    try:
        corrections.turn_sides(
            found.pk,
            seen=int(seen) if seen.isdecimal() and len(seen) < 10 else -1,
            actor=actors.of_user(request.user),
            reason=request.POST.get("reason", ""),
        )
    except SheetError as error:
        toast(request, words.of_error(error), refused=True)
    else:
        toast(request, _("The sides are exchanged: deals, totals and results."))
    return redirect("sheet", club.slug, tournament.slug, found.pk)


@in_club(Right.CORRECT)
@require_POST
def reopen_round(request: HttpRequest, club: Club, slug: str, round_id: uuid.UUID) -> HttpResponse:
    """Open the last closed round again."""
    tournament = navigation.find(club, slug)
    round_ = get_object_or_404(Round.objects.filter(stage__tournament=tournament), pk=round_id)
    try:
        reopening.reopen_round(round_.pk, actors.of_user(request.user), reason=request.POST.get("reason", ""))
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
    else:
        toast(request, _("Round %(number)d is open again: open the sheets to correct.") % {"number": round_.number})
    return redirect(navigation.address("desk", tournament, club) + f"?round={round_.number}")
