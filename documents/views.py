"""The page of the papers, and the doors through which a PDF leaves the house."""

import uuid
from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_GET, require_POST, require_safe

from clubs.access import in_club, public
from clubs.models import Club
from clubs.roles import Right
from core import files, hosts, jobs, system
from core.models import Job, StoredFile
from documents import papers as listing
from documents import registry, services
from documents.kinds import Choice
from rankings.models import Season
from tournaments import navigation
from tournaments.models import Tournament


def _tournament(club: Club, slug: str) -> Tournament:
    found = get_object_or_404(club.tournaments.all(), slug=slug)
    found.club = club
    return found


def _context(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    rights: frozenset[Right] = request.rights  # type: ignore[attr-defined]
    may = {right.name for right in rights}
    papers = [paper for paper in listing.of_tournament(tournament) if paper.right in may]
    return {
        "tournament": tournament,
        "club": tournament.club,
        "rights": {right.name: right in rights for right in Right},
        "papers": papers,
        "groups": listing.grouped(papers),
        "has_sheets": any(paper.what == "sheets" for paper in papers),
        "pending": any(paper.is_pending for paper in papers),
        "published": listing.public_link(tournament),
        "now": timezone.now(),
    }


@in_club(Right.SEE_CLUB)
@require_safe
def papers(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """All papers of a tournament, with how far each is and the buttons to make them."""
    tournament = _tournament(club, slug)
    context = _context(request, tournament)
    context |= navigation.context(request, club, tournament, "print")
    context |= {"missing": system.weasyprint_missing(), "no_address": hosts.current_base_url() is None}
    context["playing"] = [one for one in listing.rounds_with_tables(tournament) if one.state == one.State.PLAYING]
    return render(request, "documents/papers.html", context)


@in_club(Right.SEE_CLUB)
@require_safe
def papers_list(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """The list alone: what the page asks for every second while something is being made."""
    return render(request, "documents/papers_list.html", _context(request, _tournament(club, slug)))


@in_club(Right.ENTER_SHEETS)
@require_POST
def ask(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """Ask for one paper, or with ``cancel`` take back what was asked for: ``what`` (a word of ``papers.KINDS``) and
    ``key``, the id of a round or, for movement cards and their poster, of a stage; and what is chosen of the paper."""
    return _asked(request, _tournament(club, slug), request.POST.get("what", ""))


@in_club(Right.MONEY)
@require_POST
def ask_money(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """The same of the papers that tell of money: for who may see it."""
    what = request.POST.get("what", "")
    kind = registry.KINDS.get(what)
    if kind is None or kind.right != Right.MONEY.name:
        raise Http404
    return _asked(request, _tournament(club, slug), what)


def _asked(request: HttpRequest, tournament: Tournament, what: str) -> HttpResponse:
    rights: frozenset[Right] = request.rights  # type: ignore[attr-defined]
    kind = listing.kind_of(what)
    if kind is not None and kind.right not in {right.name for right in rights}:
        raise PermissionDenied
    owner = _owner(tournament, what, request.POST.get("key", ""))
    if request.POST.get("cancel"):
        _cancel(listing.KINDS[what], owner, request.POST["cancel"])
    elif what in registry.KINDS:
        services.ask(registry.KINDS[what], owner, Choice.of_form(request.POST, registry.KINDS[what]))
    elif what == "sheets":
        services.ask_some_sheets(owner, Choice.of_form(request.POST, registry.SHEETS))
    elif what == "cards":
        services.ask_movement_cards(owner, Choice.of_form(request.POST, registry.CARDS))
    else:
        _ASK[what](owner)
    return redirect("papers", club=tournament.club.slug, slug=tournament.slug)


_ASK: dict[str, Callable[[uuid.UUID], Job]] = {
    "draw": services.ask_draw_posters,
    "moves": services.ask_moves_poster,
    "wall": services.ask_wall,
}


def _owner(tournament: Tournament, what: str, key: str) -> uuid.UUID:
    """Whose paper it is: a round of the tournament, a stage of it, or itself. Http404."""
    if what not in listing.KINDS:
        raise Http404
    if what not in ("sheets", "draw", "cards", "moves"):
        return tournament.pk
    rounds = listing.rounds_with_tables(tournament)
    there = rounds if what in ("sheets", "draw") else listing.stages_with_moves(rounds)
    found = {str(one.pk): one.pk for one in there}.get(key)
    if found is None:
        raise Http404
    return found


def _cancel(kind: str, owner: uuid.UUID, job: str) -> None:
    """Take back the job that was shown: one of this paper, and not the one that was asked for since."""
    try:
        found = Job.objects.filter(pk=uuid.UUID(job), kind=kind, key__startswith=str(owner)).first()
    except ValueError:
        raise Http404 from None
    if found is not None:
        jobs.cancel(found.kind, found.key)


@in_club(Right.SEE_CLUB)
@require_GET
def paper_file(request: HttpRequest, club: Club, slug: str, file: uuid.UUID) -> HttpResponseBase:
    """A paper of this tournament. Score sheets open their tables to whoever has them: for who may enter scores."""
    tournament = _tournament(club, slug)
    row = get_object_or_404(StoredFile, pk=file, owner=tournament.pk, kind__startswith="pdf.")
    rights: frozenset[Right] = request.rights  # type: ignore[attr-defined]
    kind = registry.KINDS.get(row.kind.removeprefix("pdf."))
    needed = Right.ENTER_SHEETS.name if row.kind == services.SHEETS else kind.right if kind else Right.SEE_CLUB.name
    if needed not in {right.name for right in rights}:
        raise PermissionDenied
    response = _download(row)
    response["Cache-Control"] = "no-store, private"
    return response


def _download(row: StoredFile) -> FileResponse:
    """The bytes of a file, to be shown by the browser under the file's own name."""
    if not files.is_there(row):
        raise Http404
    response = FileResponse(files.open_file(row), filename=row.name, content_type=row.content_type)
    response["X-Content-Type-Options"] = "nosniff"
    response._csp_exempt = True  # type: ignore[attr-defined]  # "object-src 'none'" stops the browser's own PDF viewer
    return response


@public
@require_safe
def public_standings(request: HttpRequest, club: str, slug: str) -> HttpResponseBase:
    """The published standings as a PDF, with the names that everybody may see; made anew when one of them changed."""
    tournament = get_object_or_404(Tournament.objects.real().select_related("club"), club__slug=club, slug=slug)
    found = services.public_standings(tournament)
    if found is None:
        raise Http404
    publication, file, key = found
    if file is None:
        services.ask_public_standings(publication.pk)
        return _preparing(request, tournament.name)
    return _public_file(request, file, key)


@public
@require_safe
def season_ranking(request: HttpRequest, region: str, season: uuid.UUID) -> HttpResponseBase:
    """The ranking of a region's season as a PDF, with the names that everybody may see."""
    found = get_object_or_404(Season, region__slug=region, pk=season)
    file, key = services.season_ranking(found.pk)
    if file is None:
        services.ask_season(found.pk)
        return _preparing(request, found.name)
    return _public_file(request, file, key)


def _preparing(request: HttpRequest, over: str) -> HttpResponse:
    """Asked for a moment ago: a page that looks again by itself."""
    response = render(request, "documents/preparing.html", {"over": over}, status=202)
    response["Refresh"] = "2"
    response["Cache-Control"] = "no-store"
    return response


def _public_file(request: HttpRequest, file: StoredFile, key: str) -> HttpResponseBase:
    """A public PDF; a browser that has it already is told so."""
    etag = f'"{key}"'
    answer: HttpResponseBase | None = get_conditional_response(request, etag=etag, response=None)
    if answer is None:
        answer = _download(file)
    answer["ETag"] = etag
    answer["Cache-Control"] = "public, no-cache"
    return answer
