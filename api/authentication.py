"""Who asks: a session (with CSRF), or the bearer of a table's link. Nothing else yet."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.request import Request

from api.errors import NoTable
from api.limits import WrongLinks
from tournaments.services import play

SCHEME = "TableLink"


class TableLinkAuthentication(BaseAuthentication):
    """``Authorization: TableLink <the code's last part>``. The table's access is the request's ``auth``."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, play.TableAccess] | None:
        scheme, _, token = get_authorization_header(request).decode("latin-1").strip().partition(" ")
        if scheme.lower() != SCHEME.lower():
            return None
        access = play.by_token(token.strip())
        if access is None:
            limit = WrongLinks()
            if not limit.allow_request(request, None):
                raise exceptions.Throttled(limit.wait())
            raise NoTable
        return AnonymousUser(), access

    def authenticate_header(self, request: Request) -> str:
        return SCHEME


class TableLinkScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the OpenAPI document describes it."""

    target_class = TableLinkAuthentication
    name = SCHEME

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`TableLink <token>`: the token is the last part of the address inside a table's QR code.",
        }
