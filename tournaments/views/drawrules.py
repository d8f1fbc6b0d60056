"""The rules of the draw: what must and what should be kept, in which order; for the draws to come."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_http_methods

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors
from core.toasts import toast
from tournaments import boardwords, navigation, people, words
from tournaments.draws.engine import MELEE, PLANNED
from tournaments.draws.model import DrawError
from tournaments.draws.options import drawn_by
from tournaments.models import Draw, Entry, Stage, Tournament
from tournaments.picking import Picker
from tournaments.ruleform import MUST, OFF, WISH, RulesPage
from tournaments.services import drawrules, stages
from tournaments.services.errors import Conflict, TournamentError

#: What the three lists are called, and what it means to be in one.
PARTS: dict[str, tuple[Any, Any]] = {
    MUST: (
        _lazy("Musts"),
        _lazy("Broken only where no complete draw keeps them. The first outweighs all the others."),
    ),
    WISH: (_lazy("Wishes"), _lazy("Kept as far as the musts allow. The first outweighs all the others.")),
    OFF: (_lazy("Not used"), ""),
}


@in_club(Right.ORGANISE)
@require_http_methods(["GET", "POST"])
def rules(request: HttpRequest, club: Club, slug: str, stage_id: uuid.UUID | None = None) -> HttpResponse:
    """See and change the rules of the part that is played, or of another one that is named. The buttons that move a row
    or add one keep nothing: that is for the one that saves."""
    tournament = navigation.find(club, slug)
    stage = stages.current_stage(tournament)
    if stage_id is not None:
        stage = get_object_or_404(tournament.stages.all(), pk=stage_id)
        stage.tournament = tournament
    picker = Picker(tournament)
    melee = _system(stage) == MELEE
    if request.method == "GET":
        page = RulesPage.of(drawrules.rules_of(stage), picker, melee=melee)
        return _page(request, club, tournament, stage, page, picker)
    if "usual" in request.POST:
        page = RulesPage.of(drawrules.usual(stage), picker, melee=melee)
        return _page(request, club, tournament, stage, page, picker, unsaved=True)
    page = RulesPage.sent(request.POST, melee=melee)
    if _rearranged(request, page, melee=melee):
        page.forgive()
        return _page(request, club, tournament, stage, page, picker, unsaved=True)
    asked = page.rules(picker)
    if asked is None:
        return _page(request, club, tournament, stage, page, picker, unsaved=True)
    return _save(request, club, tournament, stage, page, picker, asked)


def _save(
    request: HttpRequest,
    club: Club,
    tournament: Tournament,
    stage: Stage,
    page: RulesPage,
    picker: Picker,
    asked: drawrules.DrawRules,
) -> HttpResponse:
    try:
        changed = drawrules.change(stage.pk, asked, request.POST.get("seen", ""), actors.of_user(request.user))
    except Conflict as error:
        stage.refresh_from_db()
        return _page(request, club, tournament, stage, page, picker, warning=words.of_error(error), unsaved=True)
    except (TournamentError, DrawError) as error:
        return _page(request, club, tournament, stage, page, picker, warning=words.of_error(error), unsaved=True)
    toast(request, _("Saved: these rules count for the draws to come.") if changed else _("Nothing was changed."))
    return redirect(request.path)


def _rearranged(request: HttpRequest, page: RulesPage, *, melee: bool) -> bool:
    """Whether a button was pressed that only changes what stands on the page."""
    if "up" in request.POST:
        page.move(request.POST["up"], -1)
    elif "down" in request.POST:
        page.move(request.POST["down"], 1)
    elif "add" in request.POST:
        page.add_group(melee=melee)
    else:
        return "look" in request.POST
    return True


def _system(stage: Stage) -> str:
    return drawn_by(stage.draw_system, stage.settings.get("draw", {}))


def _page(
    request: HttpRequest,
    club: Club,
    tournament: Tournament,
    stage: Stage,
    page: RulesPage,
    picker: Picker,
    *,
    warning: str = "",
    unsaved: bool = False,
) -> HttpResponse:
    """``unsaved``: what stands on the page is not what counts."""
    drafts = Draw.objects.filter(round__stage=stage, state=Draw.State.DRAFT)
    draft = drafts.select_related("round").order_by("-round__number").first()
    parts = [
        {"state": state, "title": PARTS[state][0], "text": PARTS[state][1], "rows": rows} for state, rows in page.parts
    ]
    errors = page.errors
    first = _("Qualification") if stage.position == 1 else ""
    context = {
        **navigation.context(request, club, tournament, "draw"),
        "stage": boardwords.stage(stage.name or first, stage.position) if tournament.stages.count() > 1 else "",
        "parts": parts,
        "errors": errors,
        "warning": warning,
        "unsaved": unsaved,
        "moved": request.POST.get("up") or request.POST.get("down") or "",
        "seen": drawrules.digest(stage),
        "follows_plan": _system(stage) in PLANNED,
        "draft": draft,
        "needs": _needs(tournament),
    }
    status = 409 if warning else 422 if errors else 200
    return render(request, "tournaments/draw_rules.html", context, status=status)


def _needs(tournament: Tournament) -> list[dict[str, Any]]:
    """Who must not rest, fills an odd field or needs a certain table, with what."""
    named = people.in_hall(tournament)
    found = []
    for entry in tournament.entries.filter(team=None).order_by("number"):
        told = []
        if not entry.may_rest:
            told.append(_("must not rest"))
        if entry.stand_in:
            told.append(_("stands in: rests first, and is not ranked"))
        if entry.fixed_table is not None:
            told.append(_("always at table %(table)d") % {"table": entry.fixed_table})
        if told and entry.status in (Entry.Status.ACTIVE, Entry.Status.INCOMPLETE):
            found.append({"name": named[entry.pk], "text": ", ".join(told)})
    return found
