"""What ranks: the criteria in their order, chosen by the organiser; for all rounds at once."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors
from core.toasts import toast
from tournaments import navigation, words
from tournaments.criteriaform import CriteriaPage
from tournaments.models import Tournament
from tournaments.services import contests, rankorder
from tournaments.services.errors import Conflict
from tournaments.standings.criteria import Chosen
from tournaments.standings.figures import RANKINGS
from tournaments.systemwords import RANKINGS as USUAL


@in_club(Right.ORGANISE)
@require_http_methods(["GET", "POST"])
def criteria(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """See and change what ranks. The buttons that move, add or leave out a row keep nothing: that is for the one that
    saves."""
    tournament = navigation.find(club, slug)
    if request.method == "GET":
        page = CriteriaPage.of(rankorder.order_of(contests.only_stage(tournament)))
        return _page(request, club, tournament, page)
    if request.POST.get("usual") in RANKINGS:
        page = CriteriaPage.of(rankorder.usual(request.POST["usual"]))
        return _page(request, club, tournament, page, unsaved=True)
    page = CriteriaPage.sent(request.POST)
    if _rearranged(request, page):
        page.forgive()
        return _page(request, club, tournament, page, unsaved=True)
    order = page.order()
    if order is None:
        return _page(request, club, tournament, page, unsaved=True)
    return _save(request, club, tournament, page, order)


def _save(
    request: HttpRequest, club: Club, tournament: Tournament, page: CriteriaPage, order: list[Chosen]
) -> HttpResponse:
    try:
        changed = rankorder.change(tournament.pk, order, request.POST.get("seen", ""), actors.of_user(request.user))
    except Conflict as error:
        return _page(request, club, tournament, page, warning=words.of_error(error), unsaved=True)
    toast(request, _("Saved: all rounds are ranked by it.") if changed else _("Nothing was changed."))
    return redirect(request.path)


def _rearranged(request: HttpRequest, page: CriteriaPage) -> bool:
    """Whether a button was pressed that only changes what stands on the page."""
    if "up" in request.POST:
        page.move(request.POST["up"], -1)
    elif "down" in request.POST:
        page.move(request.POST["down"], 1)
    elif "add" in request.POST:
        page.add(request.POST["add"])
    elif "drop" in request.POST:
        page.drop(request.POST["drop"])
    else:
        return False
    return True


def _focused(request: HttpRequest) -> dict[str, str]:
    """Which row has just been moved, and where who works with the keyboard goes on."""
    up, down, added, dropped = (request.POST.get(name, "") for name in ("up", "down", "add", "drop"))
    return {
        "moved": up or down or added,
        "focus_up": up or added,
        "focus_down": down,
        "focus_add": dropped,
    }


def _page(
    request: HttpRequest,
    club: Club,
    tournament: Tournament,
    page: CriteriaPage,
    *,
    warning: str = "",
    unsaved: bool = False,
) -> HttpResponse:
    """``unsaved``: what stands on the page is not what counts."""
    stage = contests.only_stage(tournament)
    errors = page.errors
    context = {
        **navigation.context(request, club, tournament, "standings"),
        "page": page,
        "errors": errors,
        "warning": warning,
        "unsaved": unsaved,
        **_focused(request),
        "seen": rankorder.digest(stage),
        "usual": [(name, USUAL[name]) for name in RANKINGS],
        "has_parts": tournament.stages.count() > 1,
    }
    status = 409 if warning else 422 if errors or page.is_empty else 200
    return render(request, "tournaments/criteria.html", context, status=status)
