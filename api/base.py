"""The three kinds of views: what everybody may read, what members of a club see, what a table's link opens.

Each declares its ``access`` as the pages do (``clubs.access``) and enforces it before the view's own code runs.
"""

import functools
from collections.abc import Callable
from typing import Any, NoReturn

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language
from django.views.decorators.http import conditional_page
from rest_framework.authentication import SessionAuthentication
from rest_framework.pagination import PageNumberPagination
from rest_framework.permissions import AllowAny, BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.authentication import TableLinkAuthentication
from api.errors import NoTable
from api.limits import PublicReads
from api.serializers import Shape
from clubs.access import Access, club_for, rights_in_club
from clubs.models import Club
from clubs.roles import Right
from tournaments import table_requests, watched
from tournaments.models import Tournament
from tournaments.services import play


def language() -> str:
    """The language of the answer's words: "fr", "en"."""
    return (get_language() or "fr").split("-")[0]


class Pages(PageNumberPagination):
    """Long lists come in pages: ``?page=``."""

    page_size = 100


class DeclaredView(APIView):
    """A view that says who may call it; the declaration stands on the URL's callable, as on a page's."""

    access: Access
    pagination_class: type[Pages] | None = Pages

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        view = super().as_view(**initkwargs)
        view.access = cls.access  # type: ignore[attr-defined]
        return view

    def in_pages(self, rows: QuerySet[Any], shape: Callable[[Any], dict[str, Any]], shown: type[Shape]) -> Response:
        """The page of ``rows`` that was asked for."""
        pages = Pages()
        page = pages.paginate_queryset(rows, self.request, view=self)
        return pages.get_paginated_response(shown([shape(row) for row in page or []], many=True).data)


class PublicView(DeclaredView):
    """Published things, for anyone: the same answer for everybody, with an ETag; whoever asks is not looked at."""

    access = Access("public", Right.SEE_PUBLISHED)
    authentication_classes = []
    permission_classes = [AllowAny]
    throttle_classes = [PublicReads]
    #: Whether what it says changes by acts only, and is watched by many: who has it already is told so at once.
    is_watched = False

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        view = super().as_view(**initkwargs)
        answer = conditional_page(view)
        return functools.update_wrapper(watched.conditional(answer), view) if cls.is_watched else answer

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        # A cache asks again each time: what was taken back is gone at once.
        response["Cache-Control"] = "public, no-cache"
        return super().finalize_response(request, response, *args, **kwargs)


class _Private(DeclaredView):
    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response["Cache-Control"] = "no-store"
        return super().finalize_response(request, response, *args, **kwargs)


class SignedInView(_Private):
    """Any account, by its session."""

    access = Access("signed_in")
    authentication_classes = [SessionAuthentication]
    permission_classes = [IsAuthenticated]


class ClubView(SignedInView):
    """A member with the declared right: ``club`` is found among his own clubs, ``tournament`` among that club's."""

    access = Access("club", Right.SEE_CLUB)
    club: Club

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self.club = club_for(request.user, kwargs["club"], self.access.needs(request.method or "GET"))

    def rights(self) -> frozenset[Right]:
        """What the caller may do in this club."""
        return rights_in_club(self.request.user, self.club)

    def tournament(self) -> Tournament:
        """The tournament in the URL, of this club (or 404)."""
        found: Tournament = get_object_or_404(self.club.tournaments.real(), slug=self.kwargs["slug"])
        found.club = self.club
        return found


class HasTable(BasePermission):
    """A table's link came with the request."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return isinstance(request.auth, play.TableAccess)


class TableView(_Private):
    """The bearer of a table's link; bodies and refusals as on the table's page."""

    access = Access("table", Right.PLAY_TABLE)
    authentication_classes = [TableLinkAuthentication]
    permission_classes = [HasTable]

    def permission_denied(self, request: Request, message: str | None = None, code: str | None = None) -> NoReturn:
        raise NoTable

    @property
    def table(self) -> play.TableAccess:
        """What the link opens."""
        assert isinstance(self.request.auth, play.TableAccess)
        return self.request.auth

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, table_requests.REFUSALS):
            status, document = table_requests.refusal(exc, self.table, language())
            return Response(document, status=status)
        return super().handle_exception(exc)
