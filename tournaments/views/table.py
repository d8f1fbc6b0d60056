"""The table's page and what its script asks. The code opens it once; from then on a cookie limited to that table does.

Answers are JSON: 422 ``{"field", "error"}`` for a deal that cannot be, 409 ``{"code", "message", "state"}`` where the
sheet does not take it now, 403 without the table's cookie, 400, 413 and 415 for what no page of ours sends.
"""

import json
import re
import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubs.access import table
from scoring import rules, sheets
from tournaments import table_cookie, tables, tablewords
from tournaments.services import play

MOST_BYTES = 16 * 1024
_KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


class BadRequest(Exception):
    """A request that no page of ours makes."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(code)
        self.status = status
        self.code = code


# What all answers share


def _private(response: HttpResponseBase) -> HttpResponseBase:
    """Keep an answer out of caches, referrers and search engines."""
    response["Cache-Control"] = "no-store"
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response


def private(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return _private(view(request, *args, **kwargs))

    return wrapped


def _language() -> str:
    return (get_language() or "fr").split("-")[0]


def _no_table(request: HttpRequest, status: int = 404, text: str = "") -> HttpResponse:
    context = {"title": _("No table here"), "text": text or tablewords.no_table()}
    return render(request, "core/notice.html", context, status=status)


# The code, and the page


@table
@require_GET
@private
def open_link(request: HttpRequest, token: str) -> HttpResponseBase:
    """Exchange a printed code for the table's cookie and go on to its page, which has no secret in its address."""
    device = table_cookie.Device(request)
    if device.must_wait:
        text = _("Too many codes that lead nowhere. Wait a quarter of an hour, or ask the desk.")
        return _no_table(request, 429, text)
    access = play.by_token(token)
    if access is None:
        response: HttpResponse = _no_table(request)
        device.keep(response, wrong=True)
        return response
    response = redirect("table", link=access.link_id)
    table_cookie.give(response, access, device.mark)
    device.keep(response, wrong=False)
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
    if state is None:
        return _no_table(request)
    return render(request, "tournaments/table.html", {"state": state, "words": tablewords.page_words(), "link": link})


# What the page's script asks


def _answer(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Hand the table's access and device to a view, and turn what it raises into an answer."""

    @wraps(view)
    def wrapped(request: HttpRequest, link: uuid.UUID, **kwargs: Any) -> HttpResponseBase:
        held = table_cookie.read(request, link)
        if held is None:
            return JsonResponse({"code": "no-access", "message": tablewords.no_table()}, status=403)
        access, device = held
        try:
            return view(request, access, device, **kwargs)
        except BadRequest as error:
            message = _("This request was not understood. Load the page again.")
            return JsonResponse({"code": error.code, "message": message}, status=error.status)
        except rules.DealError as error:
            return JsonResponse({"field": error.field, "error": error.text(_language())}, status=422)
        except (sheets.SheetError, play.TableClosed) as error:
            return JsonResponse(
                {
                    "code": error.code,
                    "message": tablewords.refusal(error.code, error.params),
                    "position": error.params.get("position"),
                    "state": tables.table_state(access, _language()),
                },
                status=409,
            )

    return wrapped


def _body(request: HttpRequest) -> dict[str, Any]:
    """The JSON object in a request of at most 16 kB."""
    if request.content_type != "application/json":
        raise BadRequest(415, "not-json")
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not length.isdecimal() or int(length) > MOST_BYTES:
        raise BadRequest(413, "too-large")
    try:
        found = json.loads(request.read(MOST_BYTES + 1), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise BadRequest(400, "not-json") from None
    if not isinstance(found, dict):
        raise BadRequest(400, "not-an-object")
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def _whole(body: dict[str, Any], name: str) -> int:
    value = body.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 1_000_000:
        raise BadRequest(400, f"no-{name}")
    return value


def _text(body: dict[str, Any], name: str, most: int = 300) -> str:
    value = body.get(name, "")
    if not isinstance(value, str):
        raise BadRequest(400, f"no-{name}")
    return _CONTROL.sub(" ", value).strip()[:most]


def _deal(body: dict[str, Any]) -> dict[str, Any]:
    value = body.get("deal")
    if not isinstance(value, dict):
        raise BadRequest(400, "no-deal")
    return value


def _sheet(body: dict[str, Any]) -> uuid.UUID | None:
    value = body.get("sheet")
    if value is None:
        return None
    try:
        return uuid.UUID(str(value))
    except ValueError:
        raise BadRequest(400, "no-sheet") from None


def _state(access: play.TableAccess, status: int = 200) -> JsonResponse:
    tag = tables.state_tag(access, _language())
    return JsonResponse(tables.table_state(access, _language()), status=status, safe=False, headers={"ETag": tag})


@table
@require_GET
@private
@gzip_page
@_answer
def state(request: HttpRequest, access: play.TableAccess, device: str) -> HttpResponseBase:
    """The state of the sheet; 304 where it is as the page has it (If-None-Match)."""
    tag = tables.state_tag(access, _language())
    # A compressed answer's tag is a weak one.
    if request.headers.get("If-None-Match", "").removeprefix("W/") == tag:
        return HttpResponse(status=304, headers={"ETag": tag})
    found = tables.table_state(access, _language())
    if found is None:
        raise play.TableClosed("table-gone")
    return JsonResponse(found, headers={"ETag": tag})


@table
@require_POST
@private
@_answer
def preview(request: HttpRequest, access: play.TableAccess, device: str) -> HttpResponseBase:
    """What ``{"deal", "position"}`` would be worth, with the reason; nothing is written."""
    body = _body(request)
    game = play.current_game(access.match_id)
    if game is None:
        raise play.TableClosed("table-gone")
    return JsonResponse(tables.preview(game, _deal(body), _whole(body, "position"), _language()))


@table
@require_POST
@private
@_answer
def deals(request: HttpRequest, access: play.TableAccess, device: str) -> HttpResponseBase:
    """Record ``{"position", "client_key", "deal", "sheet"}``: when this answers 201, it is on disk."""
    body = _body(request)
    key = _text(body, "client_key", 65)
    if not _KEY.fullmatch(key):
        raise BadRequest(400, "no-client_key")
    play.record(
        access,
        _deal(body),
        position=_whole(body, "position"),
        client_key=key,
        actor=access.actor(device),
        sheet_id=_sheet(body),
    )
    return _state(access, 201)


@table
@require_http_methods(["PUT"])
@private
@_answer
def deal(request: HttpRequest, access: play.TableAccess, device: str, position: int) -> HttpResponseBase:
    """Replace the deal at ``position`` by ``{"deal", "seen", "sheet"}``; ``seen`` is the revision it was read in."""
    body = _body(request)
    play.amend(
        access,
        position,
        _deal(body),
        seen=_whole(body, "seen"),
        actor=access.actor(device),
        sheet_id=_sheet(body),
    )
    return _state(access)


@table
@require_POST
@private
@_answer
def undo(request: HttpRequest, access: play.TableAccess, device: str) -> HttpResponseBase:
    """Take the last deal back: ``{"position", "seen", "sheet"}``."""
    body = _body(request)
    play.take_back(
        access,
        _whole(body, "position"),
        seen=_whole(body, "seen"),
        actor=access.actor(device),
        sheet_id=_sheet(body),
    )
    return _state(access)


@table
@require_POST
@private
@_answer
def dealer(request: HttpRequest, access: play.TableAccess, device: str) -> HttpResponseBase:
    """Say who dealt first: ``{"seat", "sheet"}``."""
    body = _body(request)
    play.set_dealer(access, _text(body, "seat", 1), actor=access.actor(device), sheet_id=_sheet(body))
    return _state(access)


@table
@require_POST
@private
@_answer
def close(request: HttpRequest, access: play.TableAccess, device: str) -> HttpResponseBase:
    """Close the sheet with the figures of ``{"digest", "reason", "sheet"}``."""
    body = _body(request)
    play.close(
        access,
        digest=_text(body, "digest", 64),
        reason=_text(body, "reason"),
        actor=access.actor(device),
        sheet_id=_sheet(body),
    )
    return _state(access)
