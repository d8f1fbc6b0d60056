"""Columns or totals of a paper sheet, typed on the page of the sheet."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors
from core.toasts import toast
from scoring import sheets
from scoring.rules.errors import DealError
from tournaments import marksform, navigation, paperdesk, tables, words
from tournaments.marksform import COLUMNS, ColumnsForm, TotalsForm
from tournaments.models import Game
from tournaments.services import asking, typing
from tournaments.views import sheet as page


@in_club(Right.ENTER_SHEETS)
@require_POST
def save(request: HttpRequest, club: Club, slug: str, game: uuid.UUID) -> HttpResponse:
    """Take the columns or totals over that were typed, and show the sheet with what the controls say of them."""
    tournament = navigation.find(club, slug)
    found = page.game_of(tournament, game)
    language = get_language() or "fr"
    state = tables.game_state(found, language, writable=True)
    way = request.POST.get("by", "")
    form = paperdesk.form_of(way if way in marksform.FORMS else COLUMNS, found, state, request.POST)
    if not form.is_valid() or not _save(request, found, form):
        state = tables.game_state(page.game_of(tournament, game), language, writable=True)
        return page.show(request, club, found, state, form=page.empty_form(found, state), marks=form, status=422)
    # Where all agrees the cursor waits on the button that closes: an address with a place in it would not let it.
    place = "#controls" if paperdesk.is_off(page.game_of(tournament, game)) else ""
    return redirect(f"{navigation.address('sheet', tournament, club, found.pk)}{place}")


def _save(request: HttpRequest, game: Game, form: TotalsForm | ColumnsForm) -> bool:
    """Write what was typed; False with the refusal in the form."""
    seen, key = page.whole(request.POST.get("seen")), request.POST.get("client_key", "")[:32]
    actor = actors.of_user(request.user)
    try:
        typing.write_lines(game, form.marks(), form.paper(), way=form.way, seen=seen, key=key, actor=actor)
        for position in form.asked_again():
            asking.ask(game, position, "", actor)
    except DealError as error:
        form.add_error(error.field if error.field in form.fields else None, error.text(get_language() or "fr"))
        return False
    except sheets.SheetError as error:
        form.add_error(None, words.of_error(error))
        return False
    toast(request, _("What stands on the paper is saved."))
    return True
