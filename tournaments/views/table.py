"""The table's page and what its script asks. The code opens it once; from then on a cookie limited to that table does.

Bodies, refusals and their statuses are those of ``tournaments.table_requests``; 403 without the table's cookie.
"""

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubs.access import SAFE as READING
from clubs.access import public, table
from core import shortcodes
from tournaments import friendswords, hall_cookie, phonewords, table_cookie, table_requests, tables, tablewords
from tournaments import words as sentences
from tournaments.codeform import CodeForm
from tournaments.models import TableDevice
from tournaments.photograph import MOST_BYTES
from tournaments.services import devices, photos, play, screens
from tournaments.services.errors import TournamentError
from tournaments.table_requests import read_body

# What all answers share


def _private(response: HttpResponseBase) -> HttpResponseBase:
    """Keep an answer out of caches, referrers and search engines."""
    response["Cache-Control"] = "no-store"
    response.setdefault("Referrer-Policy", "no-referrer")
    response["X-Robots-Tag"] = "noindex"
    return response


def private(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return _private(view(request, *args, **kwargs))

    return wrapped


def _language() -> str:
    return (get_language() or "fr").split("-")[0]


def no_table(request: HttpRequest, status: int = 404, text: str = "") -> HttpResponse:
    context: dict[str, Any] = {"title": _("No table here"), "text": text or tablewords.no_table()}
    if status == 404:
        context |= {"url": reverse("table_type"), "label": _("Type the code")}
    context["words"] = phonewords.left_words()
    return render(request, "tournaments/no_table.html", context, status=status)


# The code, and the page


def _let_in(request: HttpRequest, access: play.TableAccess, mark: str, came: str) -> HttpResponse:
    """On to the table's page with its cookie; the desk is told of the device."""
    if not isinstance(access, play.FriendsAccess):
        devices.opened(access.match_id, mark, came=came, is_phone=table_cookie.is_phone(request))
    response = redirect("table", link=access.link_id)
    table_cookie.give(response, access, mark)
    return response


@table
@require_GET
@private
def open_link(request: HttpRequest, token: str) -> HttpResponseBase:
    """Exchange a printed code for the table's cookie and go on to its page, which has no secret in its address."""
    device = table_cookie.Device(request)
    if device.must_wait:
        return no_table(request, 429, tablewords.too_many_codes())
    access = play.by_token(token, friends_too=True)
    if access is None:
        response: HttpResponse = no_table(request)
        device.keep(response, wrong=True)
        return response
    response = _let_in(request, access, device.mark, TableDevice.Came.SQUARE)
    device.keep(response, wrong=False)
    return response


@public
@require_http_methods(["GET", "POST"])
@private
def type_code(request: HttpRequest) -> HttpResponseBase:
    """Type the short code of a sheet; a wrong one stays in its field, with what is wrong under it."""
    response = _typed(request)
    # Nothing secret stands in this address, and a form sent with no referrer at all has no origin to be checked.
    response["Referrer-Policy"] = "same-origin"
    return response


def _typed(request: HttpRequest) -> HttpResponse:
    form = CodeForm(request.POST if request.method == "POST" else None)
    if request.method != "POST":
        return render(request, "tournaments/type_code.html", {"form": form})
    device = table_cookie.Device(request)
    code = shortcodes.read(form.cleaned_data["code"]) if form.is_valid() else None
    access, status = None, 422
    if device.must_wait_to_type or (code is not None and not shortcodes.may_try(code)):
        status = 429
        form.add_error("code", tablewords.too_many_codes())
    elif code is None:
        form.add_error("code", tablewords.no_code(shortcodes.LENGTH))
    else:
        access = play.by_short_code(code, friends_too=True)
        screen = screens.by_short_code(code) if access is None else None
        if screen is not None:
            return hall_cookie.let_in(screen)
        if access is None:
            shortcodes.count_wrong(code)
            form.add_error("code", tablewords.no_table())
    if access is not None:
        response: HttpResponse = _let_in(request, access, device.mark, TableDevice.Came.TYPED)
    else:
        response = render(request, "tournaments/type_code.html", {"form": form}, status=status)
    device.keep(response, wrong=access is None and code is not None and status == 422)
    return response


@table
@require_GET
@private
@gzip_page
@ensure_csrf_cookie
def page(request: HttpRequest, link: uuid.UUID) -> HttpResponseBase:
    """The table's page, with the state of its sheet in it so that it is usable at once."""
    held = table_cookie.read(request, link)
    state = tables.table_state(held[0], _language()) if held is not None else None
    if held is None or state is None:
        return no_table(request)
    access, mark = held
    devices.looked(access.match_id, mark)
    state["device"] = mark[:4]
    language = _language()
    later = f"{reverse('table_words')}?{language}-{phonewords.later_mark(language)}"
    words, template = phonewords.first_words(), "tournaments/table.html"
    if isinstance(access, play.FriendsAccess):
        words, template = words | friendswords.page_words(len(state["players"])), "tournaments/table_friends.html"
    return render(request, template, {"state": state, "words": words, "later_words": later, "link": link})


# What the page's script asks


def answering(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Hand the table's access and device to a view, and turn what it raises into an answer."""

    @wraps(view)
    def wrapped(request: HttpRequest, link: uuid.UUID, **kwargs: Any) -> HttpResponseBase:
        held = table_cookie.read(request, link)
        if held is None:
            return JsonResponse({"code": "no-access", "message": tablewords.no_table()}, status=403)
        access, device = held
        try:
            if request.method not in READING and devices.is_shut_out(access.match_id, device):
                raise play.TableClosed("device-shut")
            return view(request, access, device, **kwargs)
        except table_requests.REFUSALS as error:
            status, document = table_requests.refusal(error, access, _language())
            return JsonResponse(document, status=status)

    return wrapped


def _state(access: play.TableAccess, device: str, status: int = 200) -> JsonResponse:
    found, tag = tables.state_and_tag(access, _language())
    return JsonResponse(found and {**found, "device": device[:4]}, status=status, safe=False, headers={"ETag": tag})


@table
@require_GET
@private
@gzip_page
@answering
def state(request: HttpRequest, access: play.TableAccess, device: str) -> HttpResponseBase:
    """The state of the sheet; 304 where it is as the page has it (If-None-Match)."""
    tag = tables.state_tag(access, _language())
    # A compressed answer's tag is a weak one.
    if request.headers.get("If-None-Match", "").removeprefix("W/") == tag:
        return HttpResponse(status=304, headers={"ETag": tag})
    found, tag = tables.state_and_tag(access, _language())
    if found is None:
        raise play.TableClosed("table-gone")
    return JsonResponse({**found, "device": device[:4]}, headers={"ETag": tag})


@table
@require_POST
@private
@answering
def preview(request: HttpRequest, access: play.TableAccess, device: str) -> HttpResponseBase:
    """What ``{"deal", "position"}`` would be worth, with the reason; nothing is written."""
    return JsonResponse(table_requests.preview(access, read_body(request), _language()))


@table
@require_POST
@private
@answering
def deals(request: HttpRequest, access: play.TableAccess, device: str) -> HttpResponseBase:
    """Record ``{"position", "client_key", "deal", "sheet"}``: when this answers 201, it is on disk."""
    table_requests.record(access, device, read_body(request))
    return _state(access, device, 201)


@table
@require_http_methods(["PUT"])
@private
@answering
def deal(request: HttpRequest, access: play.TableAccess, device: str, position: int) -> HttpResponseBase:
    """Replace the deal at ``position`` by ``{"deal", "seen", "sheet"}``; ``seen`` is the revision it was read in."""
    table_requests.amend(access, device, read_body(request), position)
    return _state(access, device)


@table
@require_POST
@private
@answering
def undo(request: HttpRequest, access: play.TableAccess, device: str) -> HttpResponseBase:
    """Take the last deal back: ``{"position", "seen", "sheet"}``."""
    table_requests.take_back(access, device, read_body(request))
    return _state(access, device)


@table
@require_POST
@private
@answering
def dealer(request: HttpRequest, access: play.TableAccess, device: str) -> HttpResponseBase:
    """Say who dealt first: ``{"seat", "sheet"}``."""
    table_requests.set_dealer(access, device, read_body(request))
    return _state(access, device)


@table
@require_POST
@private
@answering
def confirm(request: HttpRequest, access: play.TableAccess, device: str) -> HttpResponseBase:
    """A side agrees to the figures of ``{"side", "digest", "reason", "sheet"}``; with both the sheet is closed."""
    table_requests.confirm(access, device, read_body(request))
    return _state(access, device)


@table
@require_POST
@private
@answering
def ask_again(request: HttpRequest, access: play.TableAccess, device: str) -> HttpResponseBase:
    """A side opens a sheet again that both have agreed to: ``{"side", "sheet"}``; both have to agree again."""
    table_requests.ask_again(access, device, read_body(request))
    return _state(access, device)


@table
@require_POST
@private
@answering
def dispute(request: HttpRequest, access: play.TableAccess, device: str) -> HttpResponseBase:
    """Call the arbiter: ``{"kind", "position", "side", "text", "sheet"}``."""
    table_requests.dispute(access, device, read_body(request))
    return _state(access, device)


@table
@require_POST
@private
@answering
def late(request: HttpRequest, access: play.TableAccess, device: str) -> HttpResponseBase:
    """Deals that come when their sheet is closed, for the arbiter: ``{"sheet", "deals": [{"client_key", "position",
    "deal"}]}``; when this answers 201 they are on disk. 409 ``late-open``: they go the ordinary way; 410: there is no
    such sheet at this table any more, and the phone keeps them."""
    try:
        table_requests.hand_in_late(access, device, read_body(request))
    except play.TableClosed as error:
        status, document = table_requests.refusal(error, access, _language())
        return JsonResponse(document, status=410 if error.code == "table-gone" else status)
    return _state(access, device, 201)


@table
@require_POST
@private
@answering
def versions(request: HttpRequest, access: play.TableAccess, device: str) -> HttpResponseBase:
    """Keep ``{"sheet", "client_key", "position", "deal"}`` beside the deal that another phone wrote in its place: both
    phones show it from then on. 201 once it is on disk, also where it says what stands."""
    table_requests.keep_version(access, device, read_body(request))
    return _state(access, device, 201)


@table
@require_POST
@private
@answering
def settle(request: HttpRequest, access: play.TableAccess, device: str) -> HttpResponseBase:
    """Keep one of two versions: ``{"sheet", "dispute", "version", "seen"}``; ``version`` null is the sheet's. 409
    ``versions-settled`` where the other phone was first."""
    table_requests.settle(access, device, read_body(request))
    return _state(access, device)


@table
@require_POST
@private
@answering
def photo(request: HttpRequest, access: play.TableAccess, device: str) -> HttpResponseBase:
    """A photograph of the paper sheet, as a form's file ``photo`` with ``sheet``; 201 once it is kept, made anew. 422
    ``{"code", "error"}`` where it cannot be."""
    sent = request.FILES.get("photo")
    try:
        if sent is None:
            raise TournamentError("photo-missing")
        sheet = table_requests.sheet_of(request.POST)
        photos.add_at_table(access, sheet, sent.read(MOST_BYTES + 1), access.actor(device))
    except play.TableClosed:
        raise
    except TournamentError as error:
        return JsonResponse({"code": error.code, "error": sentences.of_error(error)}, status=422)
    return _state(access, device, 201)
