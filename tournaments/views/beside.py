"""Beside a sheet at the desk: the devices that opened its table, the photographs of its paper."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core import actors, files
from core.toasts import toast
from tournaments import navigation, words
from tournaments.models import Game, SheetPhoto
from tournaments.photograph import MOST_BYTES
from tournaments.services import devices, photos
from tournaments.services.errors import TournamentError


def _game(club: Club, slug: str, game: uuid.UUID) -> Game:
    tournament = navigation.find(club, slug)
    rows = Game.objects.filter(match__round__stage__tournament=tournament)
    found: Game = get_object_or_404(rows, pk=game)
    return found


def _back(club: Club, slug: str, game: Game, to: str) -> HttpResponse:
    return redirect(navigation.address("sheet", navigation.find(club, slug), club, game.pk) + f"#{to}")


@in_club(Right.ENTER_SHEETS)
@require_POST
def device(request: HttpRequest, club: Club, slug: str, game: uuid.UUID) -> HttpResponse:
    """Let a ``device`` write no more at this table or, with ``again``, let it write again."""
    found, again = _game(club, slug, game), "again" in request.POST
    try:
        wanted = uuid.UUID(request.POST.get("device", ""))
        devices.shut_out(found.pk, wanted, actors.of_user(request.user), again=again)
    except ValueError:
        toast(request, _("This device is not known at this table."))
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
    else:
        toast(request, _("This device may write again.") if again else _("This device writes no more at this table."))
    return _back(club, slug, found, "devices")


@in_club(Right.ENTER_SHEETS)
@require_POST
def add_photo(request: HttpRequest, club: Club, slug: str, game: uuid.UUID) -> HttpResponse:
    """Keep the photograph in the form's file ``photo``, made anew."""
    found, sent = _game(club, slug, game), request.FILES.get("photo")
    try:
        if sent is None:
            raise TournamentError("photo-missing")
        photos.add(found.pk, sent.read(MOST_BYTES + 1), actors.of_user(request.user))
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
    else:
        toast(request, _("The photograph is kept, without place and time: desk and arbiter see it."))
    return _back(club, slug, found, "photos")


@in_club(Right.ENTER_SHEETS)
@never_cache
@require_GET
def photo(request: HttpRequest, club: Club, slug: str, game: uuid.UUID, photo: uuid.UUID) -> HttpResponse:
    """A photograph of this game's paper sheet."""
    rows = SheetPhoto.objects.filter(sheet=_game(club, slug, game).sheet_id).select_related("file")
    found = get_object_or_404(rows, pk=photo)
    try:
        content = files.read(found.file)
    except FileNotFoundError:
        raise Http404 from None
    answer = HttpResponse(content, content_type="image/jpeg")
    answer["Content-Disposition"] = f'inline; filename="{found.file.name}"'
    return answer


@in_club(Right.CORRECT)
@require_POST
def remove_photo(request: HttpRequest, club: Club, slug: str, game: uuid.UUID, photo: uuid.UUID) -> HttpResponse:
    """Erase a photograph before its time."""
    found = _game(club, slug, game)
    try:
        photos.remove(found.pk, photo, actors.of_user(request.user))
    except TournamentError as error:
        toast(request, words.of_error(error), refused=True)
    else:
        toast(request, _("The photograph is erased."))
    return _back(club, slug, found, "photos")
