"""The journal of a tournament, the copies made of it, and the way back to one."""

import uuid
from typing import Any

from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors, audit
from core.toasts import toast
from tournaments import archive, awaywords, guard, journal, journalwords, navigation, safetywords, words
from tournaments.models import SetAside, Snapshot, Tournament
from tournaments.safety import Act
from tournaments.services import snapshots, tournament_file
from tournaments.services.errors import TournamentError
from tournaments.services.risks import Risks

A_PAGE = 50


@in_club(Right.SEE_CLUB)
@require_safe
def page(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """What happened, newest first; ``?show=`` one group of it, ``?page=`` further back."""
    tournament = navigation.find(club, slug)
    show = request.GET.get("show", "")
    if show not in {journal.RISKY, journal.SHEETS, *journalwords.GROUPS}:
        show = journal.ALL
    paged: Any
    if show == journal.SHEETS:
        paged = Paginator(journal.sheet_events_of(tournament), A_PAGE).get_page(request.GET.get("page"))
        lines = journal.sheet_lines(tournament, paged)
    else:
        paged = Paginator(journal.events_of(tournament, show), A_PAGE).get_page(request.GET.get("page"))
        lines = journal.lines(tournament, paged)
    context = {
        **navigation.context(request, club, tournament, "journal"),
        "tabs": _tabs(request, show),
        "show": show,
        "lines": lines,
        "paged": paged,
    }
    return render(request, "tournaments/journal.html", context)


def _tabs(request: HttpRequest, show: str) -> list[dict[str, Any]]:
    groups = [
        (journal.ALL, _("Everything")),
        (journal.RISKY, _("Risky")),
        *((group, said()) for group, said in journalwords.GROUPS.items()),
        (journal.SHEETS, _("Sheets")),
    ]
    return [
        {"label": label, "url": f"{request.path}?show={group}" if group else request.path, "current": group == show}
        for group, label in groups
    ]


@in_club(Right.SEE_CLUB)
@require_safe
def copies(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """The copies that are kept, what each was made for, and what became of the sheets that a return set aside."""
    tournament = navigation.find(club, slug)
    rows = list(tournament.snapshots.select_related("by", "undone_by", "file").order_by("-at"))
    context = {
        **navigation.context(request, club, tournament, "journal"),
        "copies": [{"copy": row, "text": said(row)} for row in rows],
        "aside": SetAside.objects.filter(tournament=tournament).select_related("round").order_by("-at"),
        "kept_acts": snapshots.KEPT_ACTS,
        "kept_asked": snapshots.KEPT_ASKED,
        "away": awaywords.told(rows),
    }
    return render(request, "tournaments/copies.html", context)


def said(copy: Snapshot) -> str:
    """What a copy was made for, in words."""
    if copy.cause == Snapshot.Cause.ROUND and copy.round_number:
        return _("After round %(number)d") % {"number": copy.round_number}
    known = next((act for act in Act if act.value == copy.action), None)
    if copy.cause == Snapshot.Cause.ACT and known is not None:
        return _("Before: %(act)s") % {"act": safetywords.act(known)}
    return _("Asked for")


@in_club(Right.ORGANISE)
@require_POST
def make_copy(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """Keep a copy now."""
    tournament = navigation.find(club, slug)
    snapshots.ask_for(tournament, actors.of_user(request.user))
    toast(request, _("A copy is kept."))
    return redirect("snapshots", club.slug, tournament.slug)


@in_club(Right.ORGANISE)
@require_POST
def download(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """The whole tournament as one file: names and sealed seeds are in it, so that it is for the organiser alone."""
    tournament = navigation.find(club, slug)
    data = archive.compressed(tournament_file.export(tournament))
    with transaction.atomic():
        audit.record(actors.of_user(request.user), "tournament.exported", tournament, club_id=club.pk)
    answer = HttpResponse(data, content_type="application/gzip")
    answer["Content-Disposition"] = f'attachment; filename="{tournament.slug}.json.gz"'
    answer["Cache-Control"] = "private, no-store"
    return answer


@in_club(Right.ORGANISE)
@require_http_methods(["GET", "POST"])
def undo(request: HttpRequest, club: Club, slug: str, snapshot: uuid.UUID) -> HttpResponseBase:
    """Go back to a copy: at once where only its own act is undone, else after the number of the round was typed."""
    tournament = navigation.find(club, slug)
    copy = get_object_or_404(tournament.snapshots.select_related("tournament", "file"), pk=snapshot)
    lost = snapshots.what_is_lost(copy)
    act = Act.UNDO if lost.is_nothing else Act.RESTORE
    doing = guard.weigh(Risks(tournament), act)
    seen = request.POST.get("seen", request.GET.get("seen", ""))
    if request.method == "POST" and seen == lost.mark and (lost.is_nothing or guard.is_typed(request, doing)):
        return guard.perform(request, club, doing, lambda: _go_back(request, club, tournament, copy, seen))
    context = {
        **navigation.context(request, club, tournament, "journal"),
        "copy": copy,
        "text": said(copy),
        "lost": lost,
        "sentence": safetywords.sentence(doing.cell.say),
        "word": "" if lost.is_nothing else doing.word,
        "round": doing.round,
        "typed": request.POST.get(guard.TYPED),
        "is_stale": request.method == "POST" and seen != lost.mark,
    }
    refused = request.method == "POST" and guard.TYPED in request.POST
    return render(request, "tournaments/copy_undo.html", context, status=422 if refused else 200)


def _go_back(request: HttpRequest, club: Club, tournament: Tournament, copy: Snapshot, seen: str) -> HttpResponse:
    try:
        snapshots.undo(copy.pk, seen, actors.of_user(request.user))
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
        return redirect("snapshot-undo", club.slug, tournament.slug, copy.pk)
    toast(request, _("The tournament is as it was: %(copy)s.") % {"copy": said(copy)})
    return redirect("tournament", club.slug, tournament.slug)
