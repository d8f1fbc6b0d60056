"""As long as an account types a sheet a second time, it sees nothing but what it types itself.

Figures of a sheet stand on many pages, and more will come; so none of them is made blind, but all are shut to this
account until it is done, or has given the sheet back: pages lead to the one where it types, the API refuses.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect, JsonResponse
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _

from tournaments import navigation
from tournaments.services import rereading

GetResponse = Callable[[HttpRequest], HttpResponseBase]

#: What stays open beside the page itself: the way out of the account, the language and the look.
OPEN = frozenset({"logout", "login", "set_language", "look"})


class BlindMiddleware:
    """Stands behind the one that knows the account."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        # Who has no session is nobody: what everybody may see is answered without looking for an account.
        if settings.SESSION_COOKIE_NAME not in request.COOKIES or not request.user.is_authenticated:
            return self.get_response(request)
        reading = rereading.blind_of(request.user.pk)
        if reading is None or _name(request) in OPEN:
            return self.get_response(request)
        tournament = reading.game.match.round.stage.tournament
        page = navigation.address("reading", tournament, tournament.club, reading.pk)
        if request.path == page:
            return self.get_response(request)
        if request.path.startswith("/api/"):
            return JsonResponse({"code": "reading-blind", "message": shut()}, status=403)
        if request.headers.get("HX-Request"):
            answer = HttpResponse(status=204)
            answer["HX-Redirect"] = page
            return answer
        return HttpResponseRedirect(page)


def shut() -> str:
    """Why nothing else is shown."""
    return _("You are typing a sheet a second time: until you are done, nothing else is shown to you.")


def _name(request: HttpRequest) -> str:
    try:
        return resolve(request.path_info).url_name or ""
    except Resolver404:
        return ""
