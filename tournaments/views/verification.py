"""Draws that anybody can check: their seal, every draw made, and, once the seed is open, the file and its check."""

import json
from typing import Any

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import in_club, public, rights_in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors, jobs, limits
from core.toasts import toast
from tournaments import drawtrail, navigation, publicwords, verifierwords, words
from tournaments.draws.verify import Report
from tournaments.models import Publication, Stage, Tournament
from tournaments.services import draw_file, publishing, showing
from tournaments.services.errors import TournamentError

#: A check can be asked for so often a minute; what was found already is shown without asking.
MOST_CHECKS = 6
VERIFIER = settings.BASE_DIR / "docs" / "verifier" / "verify_draws.py"


@public
@require_safe
def draws_page(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The seals of a tournament and every draw made; its seeds once they are open.

    The seal is shown before the first draw too, or it would prove nothing; of a tournament in preparation nothing else
    is said, not even its name.
    """
    found = get_object_or_404(Club, slug=club)
    tournament = get_object_or_404(found.tournaments.real(), slug=slug)
    parts = [_part(drawn) for drawn in drawtrail.of_tournament(tournament)]
    is_known = showing.known(Tournament.objects.filter(pk=tournament.pk)).exists()
    results = bool(publishing.public(tournament, Publication.What.ROUND))
    context = {
        "club": found,
        "tournament": tournament,
        "is_known": is_known,
        "ways": publicwords.ways(tournament, club, publicwords.DRAWS, with_results=results) if is_known else [],
        "brand_name": found.name,
        "brand_url": f"/p/{found.slug}/",
        "parts": parts,
        "several": len(parts) > 1,
        "sees_names": Right.SEE_CLUB in rights_in_club(request.user, found),
    }
    answer = render(request, "tournaments/public_draws.html", context)
    if any(part["checking"] for part in parts):
        answer["Refresh"] = "2"
    return answer


def _part(drawn: drawtrail.StageDrawn) -> dict[str, Any]:
    """A stage with what the last check of its draws found."""
    stage, job = drawn.stage, None
    report: Report | None = None
    if drawn.is_open:
        report = draw_file.checked(stage)
        job = jobs.latest(draw_file.CHECK, str(stage.pk)) if report is None else None
    verdicts = {(one.round, one.attempt): one for one in report.verdicts} if report else {}
    return {
        "drawn": drawn,
        "stage": stage,
        "rounds": [
            {
                "number": round_.number,
                "count": len(round_.draws),
                "discarded": round_.discarded,
                "draws": [(one, _said(verdicts.get((round_.number, one.attempt)))) for one in round_.draws],
            }
            for round_ in drawn.rounds
        ],
        "report": report,
        "waits_for": draw_file.waits_for(stage) if drawn.is_open else None,
        "report_lines": verifierwords.about_all(report) if report else [],
        "checking": job is not None and not job.is_over,
        "percent": job.percent if job is not None else None,
        "failed": job is not None and job.is_over and not job.is_done,
    }


def _said(verdict: Any) -> dict[str, Any] | None:
    if verdict is None:
        return None
    return {"good": verifierwords.is_good(verdict), "text": verifierwords.of_verdict(verdict)}


def _stage(club: str, slug: str, number: int) -> Stage:
    """The ``number``-th stage of a tournament that everybody may know of, or 404."""
    tournaments = showing.known(Tournament.objects.real().filter(club__slug=club, slug=slug))
    return get_object_or_404(Stage.objects.select_related("tournament"), tournament__in=tournaments, position=number)


@public
@require_safe
def draws_file(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponseBase:
    """The file of a stage's draws, once its seed is open and all results that the draws were made by are public; before
    that the page which says so."""
    stage = _stage(club, slug, number)
    if stage.seed_opened_at is None or draw_file.waits_for(stage) is not None:
        return redirect("public-draws", club, slug)
    etag = f'"{draw_file.revision(stage)}"'
    answer: HttpResponseBase | None = get_conditional_response(request, etag=etag, response=None)
    if answer is None:
        text = json.dumps(draw_file.file_of(stage), ensure_ascii=False, indent=1) + "\n"
        answer = HttpResponse(text, content_type="application/json")
        answer["Content-Disposition"] = f'attachment; filename="{slug}-{number}.json"'
    answer["ETag"] = etag
    answer["Cache-Control"] = "public, no-cache"
    return answer


@public
@require_POST
def check(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    """Have all draws of a stage made again, unless that was done of the very same draws already."""
    stage = _stage(club, slug, number)
    try:
        if limits.allowed("draw-checks", str(stage.pk), MOST_CHECKS):
            draw_file.ask_check(stage)
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
    return redirect("public-draws", club, slug)


@public
@require_safe
def verifier(request: HttpRequest) -> HttpResponseBase:
    """The short verifier, to be run by whoever wants to check a file without this site."""
    if not VERIFIER.is_file():
        raise Http404
    return FileResponse(
        VERIFIER.open("rb"), as_attachment=True, filename=VERIFIER.name, content_type="text/x-python; charset=utf-8"
    )


@in_club(Right.ORGANISE)
@require_POST
def open_seed(request: HttpRequest, club: Club, slug: str, number: int) -> HttpResponse:
    """Open the seed of a stage: from then on it draws nothing any more, and everybody can check."""
    tournament = navigation.find(club, slug)
    get_object_or_404(tournament.stages.all(), position=number)
    try:
        draw_file.open_seed(tournament.pk, number, actors.of_user(request.user))
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
        return redirect("draw", club.slug, tournament.slug)
    toast(request, _("The seed is open: everybody can check the draws now."))
    return redirect("public-draws", club.slug, tournament.slug)
