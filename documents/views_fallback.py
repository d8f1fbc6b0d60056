"""The papers for the case that the machine dies: printed in one click, and taken over from paper afterwards."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors, system
from core.models import Job
from core.toasts import toast
from documents import fallback as papers
from documents import papers as listing
from documents import services
from tournaments import navigation, paperwords, words
from tournaments.draws.model import DrawError
from tournaments.models import PaperPlan, Tournament
from tournaments.services import paper_plans
from tournaments.services.errors import TournamentError

#: Sheets a table, and without a number, where nobody says how many.
USUAL_COPIES, USUAL_BLANKS = 1, 2


@in_club(Right.SEE_CLUB, write=Right.ENTER_SHEETS)
@require_http_methods(["GET", "HEAD", "POST"])
def fallback(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """What it is for, what can be chosen, what was printed; sent without anything, the button prints the usual."""
    tournament = navigation.find(club, slug)
    context = {**navigation.context(request, club, tournament, "print"), **_listed(tournament)}
    status = 200
    if request.method == "POST":
        try:
            plan = paper_plans.make(tournament.pk, _whole(request, "upto", 0, 99), actors.of_user(request.user))
        except (TournamentError, DrawError) as error:
            context["refused"], status = words.of_error(error), 422
        else:
            copies = _whole(request, "copies", USUAL_COPIES, papers.MOST_COPIES)
            services.ask_fallback(plan, copies, _whole(request, "blanks", USUAL_BLANKS, papers.MOST_BLANKS))
            toast(request, _("The papers of emergency plan %(number)d are being made.") % {"number": plan.number})
            return redirect("fallback", club=club.slug, slug=tournament.slug)
    due = paper_plans.due(tournament)
    context |= {
        "missing": system.weasyprint_missing(),
        "rounds": list(due.rounds),
        "copies": range(papers.MOST_COPIES + 1),
        "blanks": USUAL_BLANKS,
        "most_blanks": papers.MOST_BLANKS,
        "usual_copies": USUAL_COPIES,
        "several": tournament.stages.count() > 1,
    }
    return render(request, "documents/fallback.html", context, status=status)


@in_club(Right.SEE_CLUB)
@require_safe
def fallback_list(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """The list of the plans alone: what the page asks for every second while one is being laid out."""
    context = _listed(navigation.find(club, slug))
    context["club"] = club
    context["rights"] = {right.name: right in request.rights for right in Right}  # type: ignore[attr-defined]
    return render(request, "documents/fallback_list.html", context)


def _whole(request: HttpRequest, name: str, usual: int, most: int) -> int:
    text = request.POST.get(name, "")
    return min(int(text), most) if text.isdecimal() and len(text) < 5 else usual


def _listed(tournament: Tournament) -> dict[str, Any]:
    """The plans, the newest first, each with its paper; the one that a round can be taken over from."""
    plans = PaperPlan.objects.filter(stage__tournament=tournament).select_related("stage")
    rows = list(plans.order_by("-stage__position", "-number"))
    jobs = {
        job.key: job
        for job in Job.objects.filter(kind=services.FALLBACK, key__in=[str(one.pk) for one in rows])
        .exclude(state=Job.State.CANCELLED)
        .order_by("created_at")
    }
    stored = listing.files_of(jobs.values())
    first = paper_plans.due(tournament).first
    listed: list[dict[str, Any]] = [
        {
            "plan": one,
            "paper": listing.paper("fallback", str(one.pk), paperwords.plan(one), jobs.get(str(one.pk)), stored),
            "says": paperwords.rounds(one),
            "may_take": next((row["number"] for row in one.rounds if row["number"] == first), None),
        }
        for one in rows
    ]
    return {
        "tournament": tournament,
        "plans": listed,
        "pending": any(row["paper"].is_pending for row in listed),
    }
