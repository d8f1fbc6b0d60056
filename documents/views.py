"""The page of the papers, and the doors through which a PDF leaves the house."""

import uuid
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
from core import files, hosts, system
from core.models import StoredFile
from documents import papers as listing
from documents import services
from rankings.models import Season
from tournaments import navigation
from tournaments.models import Tournament


def _tournament(club: Club, slug: str) -> Tournament:
    found = get_object_or_404(club.tournaments.all(), slug=slug)
    found.club = club
    return found


def _context(tournament: Tournament) -> dict[str, Any]:
    papers = listing.of_tournament(tournament)
    return {
        "tournament": tournament,
        "club": tournament.club,
        "papers": papers,
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
    context = _context(tournament)
    context |= navigation.context(request, club, tournament, "print")
    context |= {"missing": system.weasyprint_missing(), "no_address": hosts.current_base_url() is None}
    context["playing"] = [one for one in listing.rounds_with_tables(tournament) if one.state == one.State.PLAYING]
    return render(request, "documents/papers.html", context)


@in_club(Right.SEE_CLUB)
@require_safe
def papers_list(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """The list alone: what the page asks for every second while something is being made."""
    context = _context(_tournament(club, slug))
    context["rights"] = {right.name: right in request.rights for right in Right}  # type: ignore[attr-defined]
    return render(request, "documents/papers_list.html", context)


@in_club(Right.ENTER_SHEETS)
@require_POST
def ask(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """Ask for one paper: ``what`` (sheets, draw, cards, moves, wall, standings) and, but for the last two, ``key``: the
    id of a round, for cards and moves of a stage."""
    tournament = _tournament(club, slug)
    what = request.POST.get("what", "")
    if what == "standings":
        services.ask_standings(tournament.pk)
    elif what == "wall":
        services.ask_wall(tournament.pk)
    elif what in ("sheets", "draw"):
        rounds = {str(round_.pk): round_.pk for round_ in listing.rounds_with_tables(tournament)}
        round_id = rounds.get(request.POST.get("key", ""))
        if round_id is None:
            raise Http404
        (services.ask_sheets if what == "sheets" else services.ask_draw_posters)(round_id)
    elif what in ("cards", "moves"):
        stages = {str(one.pk): one.pk for one in listing.stages_with_moves(listing.rounds_with_tables(tournament))}
        stage_id = stages.get(request.POST.get("key", ""))
        if stage_id is None:
            raise Http404
        (services.ask_movement_cards if what == "cards" else services.ask_moves_poster)(stage_id)
    else:
        raise Http404
    return redirect("papers", club=club.slug, slug=tournament.slug)


@in_club(Right.SEE_CLUB)
@require_GET
def paper_file(request: HttpRequest, club: Club, slug: str, file: uuid.UUID) -> HttpResponseBase:
    """A paper of this tournament. Score sheets open their tables to whoever has them: for who may enter scores."""
    tournament = _tournament(club, slug)
    row = get_object_or_404(StoredFile, pk=file, owner=tournament.pk, kind__startswith="pdf.")
    rights: frozenset[Right] = request.rights  # type: ignore[attr-defined]
    if row.kind == services.SHEETS and Right.ENTER_SHEETS not in rights:
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
