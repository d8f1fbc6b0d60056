"""Papers typed a second time, blind: which ones, the page where it is done, what differs, and how it is settled."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors
from core.toasts import toast
from scoring import rules, sheets
from tournaments import navigation, rereadpage, words
from tournaments.models import Game, SecondReading, Tournament
from tournaments.services import rereading
from tournaments.services.errors import TournamentError


@in_club(Right.SEE_CLUB, write=Right.ENTER_SHEETS)
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """What is to be typed again, what differs, what was settled; asking for sheets (``games``), for some by lot
    (``count``, ``round``), and taking one (``take``)."""
    tournament = navigation.find(club, slug)
    if request.method == "POST":
        return _act(request, club, tournament)
    rights: frozenset[Right] = getattr(request, "rights", frozenset())
    context = {
        **navigation.context(request, club, tournament, "desk"),
        **rereadpage.overview(tournament),
        "may_enter": Right.ENTER_SHEETS in rights,
    }
    return render(request, "tournaments/rereading.html", context)


def _act(request: HttpRequest, club: Club, tournament: Tournament) -> HttpResponse:
    actor = actors.of_user(request.user)
    back = redirect("rereading", club.slug, tournament.slug)
    try:
        if "take" in request.POST:
            taken = rereading.take(_reading(tournament, request.POST["take"]).pk, actor)
            return redirect("reading", club.slug, tournament.slug, taken.pk)
        if "count" in request.POST:
            number = request.POST.get("round", "")
            round_ = int(number) if number.isdecimal() and len(number) < 4 else None
            asked = rereading.ask_some(tournament, _whole(request.POST["count"]), actor, round_=round_)
        else:
            wanted = set(request.POST.getlist("games"))
            asked = rereading.ask([one for one in rereading.eligible(tournament) if str(one.pk) in wanted], actor)
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
        return back
    said = ngettext("%(n)d sheet is to be typed again.", "%(n)d sheets are to be typed again.", asked)
    toast(request, said % {"n": asked})
    return back


def _whole(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 6 else 0


def _reading(tournament: Tournament, text: Any) -> SecondReading:
    try:
        wanted = uuid.UUID(str(text))
    except ValueError:
        raise TournamentError("reading-gone") from None
    mine = SecondReading.objects.filter(game__match__round__stage__tournament=tournament)
    found: SecondReading = get_object_or_404(mine.select_related("hand__account"), pk=wanted)
    return found


@in_club(Right.ENTER_SHEETS)
@never_cache
@require_http_methods(["GET", "POST"])
def reading(request: HttpRequest, club: Club, slug: str, reading: uuid.UUID) -> HttpResponse:
    """The page where a sheet is typed again; once that is done, what differs."""
    tournament = navigation.find(club, slug)
    found = _reading(tournament, reading)
    is_mine = found.hand is not None and found.hand.account_id == request.user.pk
    if found.finished_at is None and (not is_mine or found.dropped_at is not None):
        return redirect("rereading", club.slug, tournament.slug)
    game = rereadpage.game_of(found)
    context = {**navigation.context(request, club, tournament, "desk"), "reading": found, "game": game}
    if found.finished_at is not None:
        context |= rereadpage.differing(found, game, get_language() or "fr")
        return render(request, "tournaments/reading_differs.html", context)
    form, status = rereadpage.form_of(found, game), 200
    if request.method == "POST":
        form = rereadpage.form_of(found, game, request.POST)
        answer = _typed(request, club, found, game, form)
        if answer is not None:
            return answer
        status = 422
        form = form if form.is_bound else rereadpage.form_of(found, game)
    # Nothing but this page is open now: its menu would lead back here.
    context |= {**rereadpage.typing(found, game, form, get_language() or "fr"), "nav_items": []}
    return render(request, "tournaments/reading.html", context, status=status)


def _typed(request: HttpRequest, club: Club, found: SecondReading, game: Game, form: Any) -> HttpResponse | None:
    """Do what the form asks; None with the refusal in it."""
    tournament = game.match.round.stage.tournament
    here = redirect("reading", club.slug, tournament.slug, found.pk)
    actor, act = actors.of_user(request.user), request.POST.get("act", "")
    try:
        if act == "give-back":
            rereading.give_back(found.pk, actor)
            return redirect("rereading", club.slug, tournament.slug)
        if act == "finish":
            rereading.finish(found.pk, actor)
            return here
        seen = _whole(request.POST.get("seen", ""))
        if act == "take-back":
            rereading.write(found.pk, found.lines[:-1], seen=seen, actor=actor)
            return here
        if not form.is_valid():
            return None
        rereading.write(found.pk, rereadpage.lines(found, form), seen=seen, actor=actor)
        return here
    except rules.DealError as error:
        rereadpage.refuse(form, error)
        return None
    except (TournamentError, sheets.SheetError) as error:
        toast(request, words.of_error(error), refused=True)
        return here


@in_club(Right.CORRECT)
@require_POST
def settle(request: HttpRequest, club: Club, slug: str, reading: uuid.UUID) -> HttpResponse:
    """Settle what differs: ``second`` the lines about which the second reader is right."""
    tournament = navigation.find(club, slug)
    found = _reading(tournament, reading)
    second = [int(one) for one in request.POST.getlist("second") if one.isdecimal() and len(one) < 6]
    try:
        actor, reason = actors.of_user(request.user), request.POST.get("reason", "")
        rereading.settle(found.pk, second, seen=_whole(request.POST.get("seen", "")), actor=actor, reason=reason)
    except rules.DealError as error:
        toast(request, error.text(get_language() or "fr"), refused=True)
    except (TournamentError, sheets.SheetError) as error:
        toast(request, words.of_error(error), refused=True)
    else:
        toast(request, _("It is settled."))
    return redirect("reading", club.slug, tournament.slug, found.pk)
