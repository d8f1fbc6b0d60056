"""What the API answers where it cannot do what was asked: ``{"code", "message"}``, in the reader's language.

The codes are stable; a table's own refusals have more beside them (``tournaments.table_requests.refusal``).
"""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from tournaments import tablewords

#: The framework's code: ours, and what to tell.
_WORDS: dict[str, tuple[str, Callable[[], str]]] = {
    "not_found": ("not-found", lambda: _("There is nothing at this address.")),
    "not_authenticated": ("not-signed-in", lambda: _("Sign in first.")),
    "permission_denied": ("not-allowed", lambda: _("Your role in this club does not allow this.")),
    "no_table": ("no-access", tablewords.no_table),
    "method_not_allowed": ("method-not-allowed", lambda: _("This address does not take this kind of request.")),
    "not_acceptable": ("not-acceptable", lambda: _("Answers come as JSON only.")),
    "throttled": ("too-many-requests", lambda: _("Too many requests. Wait a moment, then try again.")),
}


class NoTable(exceptions.AuthenticationFailed):
    """No table's link came with the request, or one that opens nothing now."""

    default_code = "no_table"


def answer(error: Exception, context: dict[str, Any]) -> Response | None:
    """The API's ``EXCEPTION_HANDLER``: the framework's status and headers, our document; None for a bug."""
    response = exception_handler(error, context)
    if response is None:
        return None
    code, words = _WORDS.get(_code(error), ("bad-request", lambda: _("This request was not understood.")))
    response.data = {"code": code, "message": words()}
    return response


def _code(error: Exception) -> str:
    if isinstance(error, Http404):
        return "not_found"
    if isinstance(error, PermissionDenied):
        return "permission_denied"
    return error.default_code if isinstance(error, exceptions.APIException) else ""
