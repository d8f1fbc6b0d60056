"""A round that was played from an emergency plan while the machine was dead, taken over as the round's draw."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors
from core.toasts import toast
from tournaments import navigation, paperwords, people, words
from tournaments.draws.model import DrawError
from tournaments.models import PaperPlan, Round
from tournaments.services import paper_plans
from tournaments.services.errors import TournamentError


@in_club(Right.ORGANISE)
@require_http_methods(["GET", "HEAD", "POST"])
def take(request: HttpRequest, club: Club, slug: str, plan: uuid.UUID, number: int) -> HttpResponse:
    """What taking the round over does with the list as it is now; sent back, it does that."""
    tournament = navigation.find(club, slug)
    plans = PaperPlan.objects.filter(stage__tournament=tournament).select_related("stage__tournament__club")
    found = get_object_or_404(plans, pk=plan)
    refused = ""
    if request.method == "POST":
        try:
            return redirect(_taken(request, found, number), club.slug, tournament.slug)
        except (TournamentError, DrawError) as error:
            refused = words.of_error(error)
    try:
        preview = paper_plans.preview(found, number)
    except TournamentError:
        raise Http404 from None
    named = people.in_hall(tournament, round_number=number)
    round_ = Round.objects.filter(stage=found.stage, number=number).first()
    context = {
        **navigation.context(request, club, tournament, "draw"),
        "plan": found,
        "number": number,
        "says": paperwords.rounds(found),
        "consequences": paperwords.consequences(preview, named),
        "tables": len(preview.taken.hand.tables),
        "resting": len(preview.taken.hand.byes),
        "seen": preview.digest,
        "attempt": (round_.draws.count() if round_ is not None else 0) + 1,
        "round": round_,
        "is_drawn": round_ is not None and round_.state != Round.State.DRAFT,
        "refused": refused,
    }
    return render(request, "tournaments/from_paper.html", context, status=422 if refused else 200)


def _taken(request: HttpRequest, plan: PaperPlan, number: int) -> str:
    """Take the round over as it was shown; the page that goes on with it."""
    as_draft = "draft" in request.POST
    attempt = request.POST.get("attempt", "")
    paper_plans.take_over(
        plan.pk,
        number,
        int(attempt) if attempt.isdecimal() and len(attempt) < 5 else 0,
        request.POST.get("seen", ""),
        actors.of_user(request.user),
        as_draft=as_draft,
    )
    if as_draft:
        toast(request, _("Taken over as a draft: change it, then publish it."))
        return "draw"
    toast(request, _("Round %(number)d is taken over from paper: type its sheets.") % {"number": number})
    return "desk"
