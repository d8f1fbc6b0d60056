"""Lines of a paper that are to be asked for again: marked on the page of the sheet, cleared there."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors
from core.toasts import toast
from scoring.sheets import SheetError
from tournaments import navigation, words
from tournaments.services import asking
from tournaments.views import sheet as page


@in_club(Right.ENTER_SHEETS)
@require_POST
def ask(request: HttpRequest, club: Club, slug: str, game: uuid.UUID) -> HttpResponse:
    """Mark the line at ``position`` (0: the whole paper) to be asked again, or say with ``clear`` that one is clear."""
    tournament = navigation.find(club, slug)
    found = page.game_of(tournament, game)
    actor = actors.of_user(request.user)
    try:
        if "clear" in request.POST:
            answer = request.POST.get("answer", "").strip() or _("Asked, and clear.")
            asking.clear(found, _uuid(request.POST["clear"]), answer, actor)
            toast(request, _("It is clear now."))
        else:
            asking.ask(found, page.whole(request.POST.get("position")), request.POST.get("text", ""), actor)
            toast(request, _("It is marked: ask the table again."))
    except SheetError as error:
        toast(request, words.of_error(error), refused=True)
    return redirect("sheet", club.slug, tournament.slug, found.pk)


def _uuid(text: Any) -> uuid.UUID:
    try:
        return uuid.UUID(str(text))
    except ValueError:
        raise SheetError("dispute-gone") from None
