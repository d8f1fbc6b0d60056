"""Beside a sheet at the desk: the devices that opened its table, the photographs of its paper."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors
from core.toasts import toast
from tournaments import navigation, words
from tournaments.models import Game
from tournaments.services import devices
from tournaments.services.errors import TournamentError


@in_club(Right.ENTER_SHEETS)
@require_POST
def device(request: HttpRequest, club: Club, slug: str, game: uuid.UUID) -> HttpResponse:
    """Let a ``device`` write no more at this table or, with ``again``, let it write again."""
    tournament = navigation.find(club, slug)
    found = get_object_or_404(Game.objects.filter(match__round__stage__tournament=tournament), pk=game)
    again = "again" in request.POST
    try:
        wanted = uuid.UUID(request.POST.get("device", ""))
        devices.shut_out(found.pk, wanted, actors.of_user(request.user), again=again)
    except ValueError:
        toast(request, _("This device is not known at this table."))
    except TournamentError as error:
        toast(request, words.of_error(error))
    else:
        toast(request, _("This device may write again.") if again else _("This device writes no more at this table."))
    return redirect(navigation.address("sheet", tournament, club, found.pk) + "#devices")
