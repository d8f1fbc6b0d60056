"""What a view asks of who calls it, declared on the view itself.

Every URL's view carries an ``Access``; a test walks the URL list and fails on one that does not. A view of a club is
handed the club, found among those in which the caller has the right: it never looks one up by itself, and somebody
else's club answers 404, as one that does not exist.
"""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase

from clubs.models import Club, Membership, Region, User
from clubs.roles import RIGHTS, Right, Role

View = Callable[..., HttpResponseBase]
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True, slots=True)
class Access:
    """Who may call a view. ``kind``: public, table (its link), screen (its link), start, signed_in, club, region or
    administrator.

    ``right`` is what it takes; ``write`` what more it takes to change something there (POST, PUT, ...), if anything.
    """

    kind: str
    right: Right | None = None
    write: Right | None = None

    def needs(self, method: str) -> Right | None:
        """The right that a request of this method needs."""
        return self.right if method in SAFE or self.write is None else self.write


def rights_in_club(user: Any, club: Club) -> frozenset[Right]:
    """The rights of an account in a club: the union over its roles there; all of them for an administrator."""
    if not user.is_authenticated or not user.is_active:
        return RIGHTS[Role.PUBLIC]
    if user.is_superuser:
        return RIGHTS[Role.ADMINISTRATOR]
    roles = Membership.objects.filter(user=user, club=club).values_list("role", flat=True)
    return RIGHTS[Role.PUBLIC].union(*(RIGHTS[Role(role)] for role in roles))


def rights_in_region(user: Any, region: Region) -> frozenset[Right]:
    """The rights of an account in a region."""
    if not user.is_authenticated or not user.is_active:
        return RIGHTS[Role.PUBLIC]
    if user.is_superuser:
        return RIGHTS[Role.ADMINISTRATOR]
    roles = Membership.objects.filter(user=user, region=region).values_list("role", flat=True)
    return RIGHTS[Role.PUBLIC].union(*(RIGHTS[Role(role)] for role in roles))


def clubs_of(user: User) -> Any:
    """The clubs that an account belongs to (all of them for an administrator), by name."""
    if user.is_superuser:
        return Club.objects.order_by("name")
    return Club.objects.filter(memberships__user=user).distinct().order_by("name")


def is_administrator(user: Any) -> bool:
    """Whether the account runs this installation."""
    return bool(user.is_authenticated and user.is_active and user.is_superuser)


def _declare(view: View, access: Access) -> View:
    view.access = access  # type: ignore[attr-defined]
    return view


def public(view: View) -> View:
    """Anyone may call it; it shows published things only."""
    return _declare(view, Access("public", Right.SEE_PUBLISHED))


def table(view: View) -> View:
    """The bearer of a table's link; the view itself reads the cookie limited to that table."""
    return _declare(view, Access("table", Right.PLAY_TABLE))


def screen(view: View) -> View:
    """The bearer of a hall screen's link; the view itself reads the cookie limited to that screen."""
    return _declare(view, Access("screen", Right.SEE_PUBLISHED))


def start(view: View) -> View:
    """The bearer of the one-time start link, or of no account yet from this machine."""
    return _declare(view, Access("start"))


def _to_sign_in(request: HttpRequest) -> HttpResponseBase:
    """The sign-in page, and back; a fragment that follows by itself takes its whole page there."""
    if request.headers.get("HX-Request"):
        page = urlsplit(request.headers.get("HX-Current-URL", ""))
        answer = HttpResponse(status=204)
        answer["HX-Redirect"] = redirect_to_login(page.path or "/").url
        return answer
    return redirect_to_login(request.get_full_path())


def signed_in(view: View) -> View:
    """Any account."""

    @functools.wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return _to_sign_in(request)
        return view(request, *args, **kwargs)

    return _declare(guarded, Access("signed_in"))


def administrator(view: View) -> View:
    """An administrator of this installation."""

    @functools.wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return _to_sign_in(request)
        if not is_administrator(request.user):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return _declare(guarded, Access("administrator", Right.ADMINISTER))


def in_club(right: Right, *, write: Right | None = None) -> Callable[[View], View]:
    """The caller has ``right`` in the club named by ``club`` in the URL; the view gets the Club as ``club``.

    ``write`` is the right that it takes to change something there, where that is another one.
    """
    access = Access("club", right, write)

    def decorate(view: View) -> View:
        @functools.wraps(view)
        def guarded(request: HttpRequest, *args: Any, club: str, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return _to_sign_in(request)
            found, rights = admitted(request.user, club, access.needs(request.method or "GET"))
            request.club = found  # type: ignore[attr-defined]
            request.rights = rights  # type: ignore[attr-defined]
            return view(request, *args, club=found, **kwargs)

        return _declare(guarded, access)

    return decorate


def club_for(user: Any, slug: str, right: Right | None) -> Club:
    """The club of this slug if the account belongs to it (else Http404) and has ``right`` there (else 403)."""
    return admitted(user, slug, right)[0]


def admitted(user: Any, slug: str, right: Right | None) -> tuple[Club, frozenset[Right]]:
    """The same, with all rights of the account there."""
    found = clubs_of(user).filter(slug=slug).select_related("region").first() if user.is_authenticated else None
    if found is None:
        raise Http404
    rights = rights_in_club(user, found)
    if right is not None and right not in rights:
        raise PermissionDenied
    return found, rights


def in_region(right: Right) -> Callable[[View], View]:
    """The caller has ``right`` in the region named by ``region`` in the URL; the view gets the Region."""

    def decorate(view: View) -> View:
        @functools.wraps(view)
        def guarded(request: HttpRequest, *args: Any, region: str, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return _to_sign_in(request)
            found = Region.objects.filter(slug=region).first()
            rights = rights_in_region(request.user, found) if found is not None else frozenset()
            if found is None or Right.SEE_REGION not in rights:
                raise Http404
            if right not in rights:
                raise PermissionDenied
            return view(request, *args, region=found, **kwargs)

        return _declare(guarded, Access("region", right))

    return decorate
