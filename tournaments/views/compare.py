"""Formats compared before one is chosen: asked for, played by a job, shown as drawings with their figures."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from clubs.access import in_club
from clubs.models import Club
from clubs.navigation import club_context
from clubs.roles import Right
from core import jobs
from core.toasts import toast
from tournaments import comparewords, words
from tournaments.compareform import CompareForm, defaults, values_of
from tournaments.services import comparing
from tournaments.services.errors import TournamentError
from tournaments.simulation.compare import Comparison, comparison_from


@in_club(Right.ORGANISE)
@require_http_methods(["GET", "POST"])
@never_cache
@vary_on_headers("HX-Request")
def compare(request: HttpRequest, club: Club) -> HttpResponse:
    """The question and, once it was asked, how far the answer is, then the answer."""
    job = jobs.latest(comparing.KIND, str(club.pk))
    found = comparison_from(job.result) if job is not None and job.is_done and job.result else None
    context = {**club_context(request, club, "tournaments"), "job": job, **_answer(found)}
    if request.headers.get("HX-Request"):
        return render(request, "tournaments/_compare_answer.html", context)
    asked = comparing.asked(club.pk)
    form = CompareForm(request.POST or None, initial=values_of(asked) if asked is not None else defaults(club))
    if request.method == "POST" and form.is_valid():
        try:
            comparing.ask(club.pk, form.question())
        except TournamentError as error:
            toast(request, words.of_error(error), refused=True)
        return redirect("compare-formats", club.slug)
    return render(request, "tournaments/compare.html", {**context, "form": form}, status=422 if form.errors else 200)


def _answer(found: Comparison | None) -> dict[str, Any]:
    if found is None:
        return {"found": None}
    language = get_language() or "fr"
    return {
        "found": found,
        "formats": [
            {
                "name": comparewords.format_name(one.format),
                "heads": comparewords.heads(one),
                "played": comparewords.played(one),
                "refusal": comparewords.refusal(one, language),
            }
            for one in found.formats
        ],
        "plots": comparewords.plots(found),
        "stopped": comparewords.stopped(found),
    }
