"""Prizes: the list, who wins what now, settling it, giving it out; and what everybody sees of it."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import in_club, public
from clubs.models import Club
from clubs.roles import Right
from core import actors
from core.toasts import toast
from tournaments import navigation, people, prizeform, prizepage, prizewords, publicwords, words
from tournaments.models import PrizeList, Publication, Tournament
from tournaments.prizeform import RowForm, RulesForm, SuggestForm
from tournaments.services import prizegiving, prizes, publishing
from tournaments.services.errors import TournamentError
from tournaments.standings.prizes import Kind, Prize, Track, suggest

#: The buttons that move a line, and by how many places.
_WAYS: Mapping[str, int] = {"up": -1, "down": 1}


@in_club(Right.SEE_CLUB, write=Right.ORGANISE)
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """Who wins what, and the list in one form: saved, or (``more``) with more empty lines, or with a line one place
    ``up`` or ``down`` (its place from 0). ``purse`` in the address fills it with a suggestion. Neither saves
    anything."""
    tournament = navigation.find(club, slug)
    found = prizes.of(tournament)
    asked = SuggestForm(request.GET if "purse" in request.GET else None)
    rows, rules, status = prizeform.shown(_rows(tournament, found, asked)), _rules(found), 200
    moved: dict[str, Any] = {}
    if request.method == "POST":
        rows, rules = prizeform.sent(request.POST), RulesForm(request.POST)
        if "more" in request.POST:
            rows = [*rows, *prizeform.shown([], len(rows) + prizeform.EMPTY)[len(rows) :]]
        elif way := next((name for name in _WAYS if name in request.POST), ""):
            rows, now_at = prizeform.moved(request.POST, request.POST[way], _WAYS[way])
            moved = {"way": way, "at": now_at}
        elif _saved(request, tournament, rows, rules):
            return redirect("prizes", club.slug, tournament.slug)
        else:
            status = 422
    return _shown(request, tournament, found, rows, rules, asked, status=status, moved=moved)


def _shown(
    request: HttpRequest,
    tournament: Tournament,
    found: PrizeList | None,
    rows: list[RowForm],
    rules: RulesForm,
    asked: SuggestForm,
    *,
    status: int = 200,
    unsure: str = "",
    moved: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """The page. ``unsure``: why the prizes were not settled, beside the box that says that it is meant. ``moved``:
    which ``way`` a line went, and the place ``at`` which it is now."""
    club, now_public = tournament.club, publishing.latest_standings(tournament)
    early = prizes.early(tournament, now_public) if now_public is not None else None
    context = {
        **navigation.context(request, club, tournament, "standings"),
        **prizepage.club_context(tournament, found),
        "rows": rows,
        "rules": rules,
        "suggest_form": asked,
        "is_suggested": asked.is_bound and asked.is_valid(),
        "is_open": found is None or found.settled_at is None,
        "public": now_public,
        "early": prizewords.early(early.number, early.of, early.begun) if early is not None else "",
        "unsure": unsure,
        "moved_row": moved or {},
    }
    return render(request, "tournaments/prizes.html", context, status=status)


def _rules(found: PrizeList | None) -> RulesForm:
    settings = prizes.settings_of(found)
    return RulesForm(
        initial={
            "several": "1" if settings.several else "",
            "ties": settings.ties.value,
            "seen": found.revision if found is not None else 0,
        }
    )


def _rows(tournament: Tournament, found: PrizeList | None, asked: SuggestForm) -> list[Prize]:
    """The list, or what is suggested for a purse."""
    if not (asked.is_bound and asked.is_valid()):
        return prizes.rows_of(found)
    count = tournament.entries.filter(team__isnull=True, status="active").count()
    parted = suggest(asked.cleaned_data["purse"], count, places=asked.cleaned_data["places"])
    money = [Prize("", Track.RANK, first, last, cents=cents, kind=Kind.MONEY) for first, last, cents in parted]
    return [*money, *(one for one in prizes.rows_of(found) if one.kind != Kind.MONEY)]


def _saved(request: HttpRequest, tournament: Tournament, rows: list[RowForm], rules: RulesForm) -> bool:
    """Save the list; what is refused stands over the form."""
    checked = [row.is_valid() for row in rows]
    if not (rules.is_valid() and all(checked)):
        return False
    several, ties = rules.rules
    try:
        wanted = prizeform.prizes_of(rows)
        seen = rules.cleaned_data["seen"]
        prizes.change(tournament.pk, wanted, actors.of_user(request.user), several=several, ties=ties, seen=seen)
    except TournamentError as error:
        rules.add_error(None, words.of_error(error))
        return False
    toast(request, _("The list of prizes is saved."))
    return True


@in_club(Right.ORGANISE)
@require_POST
def act(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """``act``: ``settle`` the prizes by the publication that was seen (``sure``: also by standings that are not final),
    ``open`` the list again, or ``show`` it."""
    tournament = navigation.find(club, slug)
    actor, asked = actors.of_user(request.user), request.POST.get("act", "")
    try:
        if asked == "settle":
            is_sure = request.POST.get("sure") == "1"
            prizes.settle(tournament.pk, _uuid(request, "publication"), _seen(request), actor, sure=is_sure)
            toast(request, _("The prizes are settled."))
        elif asked == "open":
            prizegiving.open_again(tournament.pk, actor)
            toast(request, _("The list can be changed again."))
        elif asked == "show":
            is_shown, winners = (request.POST.get(name) == "1" for name in ("list", "winners"))
            prizes.show(tournament.pk, actor, is_shown=is_shown, winners=winners)
            toast(request, _("Saved."))
    except TournamentError as error:
        if error.field == "sure":
            found, nothing = prizes.of(tournament), SuggestForm(None)
            rows = prizeform.shown(prizes.rows_of(found))
            unsure = words.of_error(error)
            return _shown(request, tournament, found, rows, _rules(found), nothing, status=422, unsure=unsure)
        toast(request, words.of_error(error), refused=True)
    return redirect("prizes", club.slug, tournament.slug)


def _uuid(request: HttpRequest, name: str) -> uuid.UUID:
    try:
        return uuid.UUID(request.POST.get(name, ""))
    except ValueError:
        raise Http404 from None


def _seen(request: HttpRequest) -> int:
    text = request.POST.get("seen", "")
    return int(text) if text.isdecimal() and len(text) < 10 else -1


@in_club(Right.MONEY)
@require_POST
def hand(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """Hand out the prize ``award`` to ``entry``, signed for by the player ``signed`` or only ticked; or take it
    ``back``."""
    tournament = navigation.find(club, slug)
    actor, key = actors.of_user(request.user), request.POST.get("award", "")
    try:
        if "back" in request.POST:
            prizegiving.take_back(tournament.pk, key, actor)
            toast(request, _("The prize is there again."))
        else:
            signed = _uuid(request, "signed") if request.POST.get("signed") else None
            made = prizegiving.hand(tournament.pk, key, request.POST.get("entry", ""), actor, signed_by=signed)
            toast(request, _("Handed out to number %(number)d.") % {"number": made.entry.number})
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
    answer = redirect("prizes", club.slug, tournament.slug)
    answer["Location"] += f"#{prizepage.anchor(key)}"
    return answer


@public
@require_safe
def public_page(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The list of prizes and, once they are settled and if the organiser says so, who has won."""
    found = get_object_or_404(Club, slug=club)
    tournament = get_object_or_404(publishing.shown_tournaments(found), slug=slug)
    listed = prizes.of(tournament)
    if listed is None or not listed.is_shown or not listed.prizes:
        raise Http404
    context = {
        "club": found,
        "tournament": tournament,
        "brand_name": found.name,
        "brand_url": f"/p/{found.slug}/",
        "ways": publicwords.ways(
            tournament,
            found.slug,
            publicwords.PRIZES,
            with_results=bool(publishing.public(tournament, Publication.What.ROUND)),
        ),
        **prizepage.public_context(tournament, listed, people.in_public(tournament)),
    }
    return render(request, "tournaments/public_prizes.html", context)
