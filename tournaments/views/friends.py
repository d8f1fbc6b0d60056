"""Score sheets of friends: beginning one, sharing it, the next game, erasing it. The sheet itself is a table's page."""

import secrets
import uuid
from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import public, table
from clubs.views.address import code_svg
from core import hosts, links, shortcodes
from core.limits import address_of, allowed
from core.models import AccessLink
from scoring import friends
from scoring.rulesets_store import title_of
from tournaments import friends_table, friendswords, table_cookie, table_requests, tables
from tournaments.friendsform import FriendsForm
from tournaments.services import play
from tournaments.views.table import answering, no_table, private

HOUR = 3600
#: Sheets that one device, one address and everybody together may begin within an hour. A school or a town behind
#: one address has room; a script that fills the disk has not.
OF_A_DEVICE, OF_AN_ADDRESS, OF_ALL = 12, 240, 2000
_MARK, _SALT = "friends", "coinche-club.friends"


def _same_origin(response: HttpResponseBase) -> HttpResponseBase:
    """Forms are checked by where they come from; nothing secret stands in these addresses."""
    response["Referrer-Policy"] = "same-origin"
    return response


# Beginning


@public
@require_http_methods(["GET", "POST"])
@private
def new(request: HttpRequest) -> HttpResponseBase:
    """The form; who sends it comes to the new sheet."""
    if request.method != "POST":
        return _asked(request, FriendsForm())
    form = FriendsForm(request.POST)
    device = _device(request)
    if not form.is_valid():
        return _asked(request, form, 422)
    if not _may_begin(request, device):
        form.add_error(None, _("Many sheets were begun from here lately. Wait an hour, or go on with an open one."))
        return _asked(request, form, 429)
    link = friends.open_table(form.cleaned_data["players"], form.names, form.cleaned_data["rules"], form.game_length)
    response = redirect("table_link", token=links.token_of(link))
    response.set_cookie(
        _MARK,
        signing.dumps(device or secrets.token_hex(8), salt=_SALT),
        max_age=HOUR,
        path=reverse("friends"),
        httponly=True,
        secure=settings.HTTPS,
        samesite="Lax",
    )
    return response


def _asked(request: HttpRequest, form: FriendsForm, status: int = 200) -> HttpResponseBase:
    context = {"form": form, "rule_of_three": friendswords.rule_of(3), "days": friends.DAYS_KEPT}
    return _same_origin(render(request, "tournaments/friends.html", context, status=status))


def _device(request: HttpRequest) -> str | None:
    """The mark of a device that began a sheet within the hour."""
    try:
        return str(signing.loads(request.COOKIES.get(_MARK, ""), salt=_SALT, max_age=HOUR))
    except signing.BadSignature:
        return None


def _may_begin(request: HttpRequest, device: str | None) -> bool:
    """A device is counted by itself from its second sheet on, which is when its cookie comes back: who sends none would
    else leave a count more each time, and push those of the addresses out of the cache."""
    asked = [("address", address_of(request), OF_AN_ADDRESS), ("all", "", OF_ALL)]
    if device is not None:
        asked.insert(0, ("device", device, OF_A_DEVICE - 1))
    return all(allowed(f"friends-{scope}", who, most, seconds=HOUR) for scope, who, most in asked)


# At a sheet


def _at_sheet(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Hand the access in the cookie of a sheet of friends to a view. 404 without it; a tournament's table has no such
    page, and leads to its own."""

    @wraps(view)
    def wrapped(request: HttpRequest, link: uuid.UUID) -> HttpResponseBase:
        held = table_cookie.read(request, link)
        if held is None:
            return no_table(request)
        if not isinstance(held[0], play.FriendsAccess):
            return redirect("table", link=link)
        return view(request, held[0])

    return wrapped


@table
@require_safe
@private
@_at_sheet
def share(request: HttpRequest, access: play.FriendsAccess) -> HttpResponseBase:
    """The link of the sheet as a square to scan, as an address to send and as a code to type; and how to erase it."""
    return _shared(request, access)


def _shared(request: HttpRequest, access: play.FriendsAccess, error: str = "", status: int = 200) -> HttpResponseBase:
    games = friends.games_of(access.table_id)
    row = AccessLink.objects.filter(pk=access.link_id).first()
    if not games or row is None:
        return no_table(request)
    played = games[0].table
    base = hosts.current_base_url() or request.build_absolute_uri("/").rstrip("/")
    url = f"{base}{reverse('table_link', args=[links.token_of(row)])}"
    code = links.short_code_of(row)
    context = {
        "link": access.link_id,
        "url": url,
        "code": code_svg(url),
        "typed": shortcodes.shown(code) if code else "",
        "names": friends_table.named(played),
        "rules": title_of(played.ruleset_version, _language()),
        "rule": friendswords.rule_of(played.players),
        "days": friends.DAYS_KEPT,
        "error": error,
    }
    return _same_origin(render(request, "tournaments/friends_share.html", context, status=status))


@table
@require_POST
@private
@_at_sheet
def erase(request: HttpRequest, access: play.FriendsAccess) -> HttpResponseBase:
    """Erase the sheet with everything on it, at once; the form says that it is meant."""
    if not request.POST.get("sure"):
        return _shared(request, access, _("Tick the box: nothing of it can be brought back."), 422)
    friends.erase(access.table_id)
    base = reverse("table", args=[access.link_id])
    context = {
        "base": base,
        "title": _("The sheet is erased"),
        "text": _("Nothing of it is kept: neither names nor deals."),
        "url": reverse("friends"),
        "label": _("Begin a new sheet"),
    }
    response = render(request, "tournaments/friends_erased.html", context)
    response.delete_cookie(table_cookie.NAME, path=base)
    return _same_origin(response)


@table
@require_POST
@private
@answering
def again(request: HttpRequest, access: play.TableAccess, device: str) -> HttpResponseBase:
    """Begin the next game with the same players: ``{"sheet"}`` is the one that is over."""
    table_requests.play_again(access, table_requests.read_body(request))
    tag = tables.state_tag(access, _language())
    return JsonResponse(tables.table_state(access, _language()), safe=False, headers={"ETag": tag})


def _language() -> str:
    return (get_language() or "fr").split("-")[0]
