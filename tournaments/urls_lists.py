"""The addresses of the lists beside the standings."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from tournaments import guard, urlacts
from tournaments.listpage import ADDRESSES
from tournaments.views import categories, lists, provisional

S = "c/<slug:club>/t/<slug:slug>/standings/"
P = "p/<slug:club>/<slug:slug>/lists/"


def _pages(prefix: str, view: Callable[..., Any], name: str) -> list[URLPattern]:
    """A page a kind of lists."""
    return [
        path(f"{prefix}{kind}/<int:number>/" if numbered else f"{prefix}{kind}/", view, {"kind": kind}, f"{name}-{end}")
        for kind, (end, numbered) in ADDRESSES.items()
    ]


_addresses = [
    *_pages(S, lists.page, "standings"),
    path("c/<slug:club>/t/<slug:slug>/entries/categories/", categories.page, name="entry-categories"),
    path(f"{S}provisional/", provisional.page, name="standings-provisional"),
    path(f"{S}provisional/switch/", provisional.switch, name="provisional-switch"),
    path(f"{S}lists/publish/", lists.publish, name="standings-lists-publish"),
]

_public = [
    *_pages(P, lists.public_page, "public-list"),
    path(f"{P}provisional/", provisional.public_page, name="public-provisional"),
]

urlpatterns = guard.guarded(_addresses, urlacts.RULES) + _public
