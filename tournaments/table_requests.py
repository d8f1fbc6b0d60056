"""What a table's phone may send, and the answer to what is refused: one reading for the page and for the API.

A body is a JSON object of at most 16 kB. Refusals are answered with a status and a document: 422
``{"field", "error"}`` for a deal that cannot be, 409 ``{"code", "message", "position", "state"}`` where the sheet does
not take it now, 400, 413 and 415 ``{"code", "message"}`` for what no page of ours sends.
"""

import json
import re
import uuid
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from scoring import late, rules, sheets
from scoring.models import ScoreSheet
from tournaments import rescoringwords, sheetlines, tables, tablewords
from tournaments.services import play

MOST_BYTES = 16 * 1024
#: Of lists and objects in one another; a late deal has seven.
DEEPEST = 20
#: Deals that come late, in one request.
MOST_LATE = 40
_KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")
#: Control characters, and halves of a character, which no database keeps.
_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")


class BadRequest(Exception):
    """A request that no page of ours makes."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(code)
        self.status = status
        self.code = code


REFUSALS = (BadRequest, rules.DealError, sheets.SheetError, play.TableClosed, ScoreSheet.DoesNotExist)


def refusal(error: Exception, access: play.TableAccess, language: str) -> tuple[int, dict[str, Any]]:
    """The status and the document that answer one of ``REFUSALS``, in words of ``language``."""
    if isinstance(error, BadRequest):
        message = _("This request was not understood. Load the page again.")
        return error.status, {"code": error.code, "message": message}
    if isinstance(error, rules.DealError):
        # Typed by other rules, perhaps: the phone has the new ones with the next state.
        text = rescoringwords.refused(access.current_sheet(), error.text(language))
        return 422, {"field": error.field, "error": text}
    if isinstance(error, ScoreSheet.DoesNotExist):  # erased since the request came in
        error = play.TableClosed("table-gone")
    assert isinstance(error, sheets.SheetError | play.TableClosed)
    return 409, {
        "code": error.code,
        "message": tablewords.refusal(error.code, error.params),
        "position": error.params.get("position"),
        "state": tables.table_state(access, language),
    }


# Reading a body


def read_body(request: HttpRequest) -> dict[str, Any]:
    """The JSON object in a request, without halves of characters, which no answer could repeat. Raises BadRequest."""
    if request.content_type != "application/json":
        raise BadRequest(415, "not-json")
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not length.isdecimal() or int(length) > MOST_BYTES:
        raise BadRequest(413, "too-large")
    try:
        found = json.loads(request.read(MOST_BYTES + 1), parse_constant=_no_constant)
        found = json.loads(json.dumps(found, ensure_ascii=False, allow_nan=False).encode("utf-8", "ignore"))
    except (ValueError, RecursionError):
        raise BadRequest(400, "not-json") from None
    if not isinstance(found, dict) or _is_deep(found):
        raise BadRequest(400, "not-an-object")
    return found


def _is_deep(value: Any, left: int = DEEPEST) -> bool:
    """Whether lists and objects lie in one another deeper than any page of ours sends them: what repeats them in an
    answer would come to the end of its stack."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return left == 0 or any(_is_deep(one, left - 1) for one in inside)


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


def sheet_of(body: Mapping[str, Any]) -> uuid.UUID | None:
    value = body.get("sheet")
    if value is None:
        return None
    try:
        return uuid.UUID(str(value))
    except ValueError:
        raise BadRequest(400, "no-sheet") from None


def _client_key(body: dict[str, Any]) -> str:
    key = _text(body, "client_key", 65)
    if not _KEY.fullmatch(key):
        raise BadRequest(400, "no-client_key")
    return key


# From a body to the verb. Each raises one of REFUSALS.


def preview(access: play.TableAccess, body: dict[str, Any], language: str) -> dict[str, Any]:
    """What ``{"deal", "position"}`` would be worth, with the reason; nothing is written."""
    sheet = access.current_sheet()
    if sheet is None:
        raise play.TableClosed("table-gone")
    return sheetlines.preview(sheet, _deal(body), _whole(body, "position"), language)


def record(access: play.TableAccess, device: str, body: dict[str, Any]) -> None:
    """Record ``{"position", "client_key", "deal", "sheet"}``: when this returns, it is on disk."""
    key = _client_key(body)
    play.record(
        access,
        _deal(body),
        position=_whole(body, "position"),
        client_key=key,
        actor=access.actor(device),
        sheet_id=sheet_of(body),
    )


def amend(access: play.TableAccess, device: str, body: dict[str, Any], position: int) -> None:
    """Replace the deal at ``position`` by ``{"deal", "seen", "sheet"}``; ``seen`` is the revision it was read in."""
    play.amend(
        access,
        position,
        _deal(body),
        seen=_whole(body, "seen"),
        actor=access.actor(device),
        sheet_id=sheet_of(body),
    )


def take_back(access: play.TableAccess, device: str, body: dict[str, Any]) -> None:
    """Take the last deal back: ``{"position", "seen", "sheet"}``."""
    play.take_back(
        access,
        _whole(body, "position"),
        seen=_whole(body, "seen"),
        actor=access.actor(device),
        sheet_id=sheet_of(body),
    )


def set_dealer(access: play.TableAccess, device: str, body: dict[str, Any]) -> None:
    """Say who dealt first: ``{"seat", "sheet"}``."""
    play.set_dealer(access, _text(body, "seat", 1), actor=access.actor(device), sheet_id=sheet_of(body))


def play_again(access: play.TableAccess, body: dict[str, Any]) -> None:
    """Begin the next game at a table of friends: ``{"sheet"}`` is the one that is over."""
    sheet = sheet_of(body)
    if sheet is None:
        raise BadRequest(400, "no-sheet")
    play.play_again(access, sheet)


def confirm(access: play.TableAccess, device: str, body: dict[str, Any]) -> None:
    """Let a side agree to the figures of ``{"side", "digest", "reason", "code", "sheet"}``; with both it is closed."""
    play.confirm(
        access,
        _text(body, "side", 2),
        digest=_text(body, "digest", 64),
        reason=_text(body, "reason"),
        code=_text(body, "code", 10),
        actor=access.actor(device),
        sheet_id=sheet_of(body),
    )


def ask_again(access: play.TableAccess, device: str, body: dict[str, Any]) -> None:
    """Let a side open a sheet again that both have agreed to: ``{"side", "sheet"}``."""
    play.ask_again(access, _text(body, "side", 2), actor=access.actor(device), sheet_id=sheet_of(body))


def dispute(access: play.TableAccess, device: str, body: dict[str, Any]) -> None:
    """Call the arbiter: ``{"kind", "position", "side", "text", "sheet"}``; ``position`` 0 is the sheet as a whole."""
    play.dispute(
        access,
        _text(body, "kind", 10),
        position=_whole({"position": 0, **body}, "position"),
        side=_text(body, "side", 2),
        text=_text(body, "text", 200),
        actor=access.actor(device),
        sheet_id=sheet_of(body),
    )


def hand_in_late(access: play.TableAccess, device: str, body: dict[str, Any]) -> None:
    """Put ``{"sheet", "deals": [{"client_key", "position", "deal"}, ...]}`` before the arbiter: deals that were typed
    without a network and come when their sheet is closed."""
    sheet, found = sheet_of(body), body.get("deals")
    if sheet is None:
        raise BadRequest(400, "no-sheet")
    if not isinstance(found, list) or not 1 <= len(found) <= MOST_LATE:
        raise BadRequest(400, "no-deals")
    play.hand_in_late(access, [_late(one) for one in found], actor=access.actor(device), sheet_id=sheet)


def keep_version(access: play.TableAccess, device: str, body: dict[str, Any]) -> None:
    """Keep ``{"sheet", "client_key", "position", "deal"}`` beside the deal that stands there, to be settled."""
    play.keep_version(access, _late(body), actor=access.actor(device), sheet_id=_named(body, "sheet"))


def settle(access: play.TableAccess, device: str, body: dict[str, Any]) -> None:
    """Keep one of two versions: ``{"sheet", "dispute", "version", "seen"}``; ``version`` null is the sheet's."""
    version = None if body.get("version") is None else _named(body, "version")
    play.settle(
        access,
        _named(body, "dispute"),
        version,
        seen=_whole(body, "seen"),
        actor=access.actor(device),
        sheet_id=_named(body, "sheet"),
    )


def _named(body: dict[str, Any], name: str) -> uuid.UUID:
    try:
        return uuid.UUID(str(body.get(name)))
    except ValueError:
        raise BadRequest(400, f"no-{name}") from None


def _late(one: Any) -> late.Typed:
    if not isinstance(one, dict):
        raise BadRequest(400, "no-deals")
    position = _whole(one, "position")
    if not 1 <= position <= sheets.MOST_ENTRIES:
        raise BadRequest(400, "no-position")
    return late.Typed(_client_key(one), position, _deal(one))
