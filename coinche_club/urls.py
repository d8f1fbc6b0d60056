"""Every address of the site. Each view declares who may call it (``clubs.access``); a test walks this list."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, URLResolver, include, path

from clubs.access import administrator, public
from core.language import set_language
from core.reference import reference_context


@administrator
def look(request: HttpRequest) -> HttpResponse:
    """Every component of the pages on one, for who builds them."""
    return render(request, "look/reference.html", reference_context())


urlpatterns: list[URLPattern | URLResolver] = [
    path("language/", public(set_language), name="set_language"),
    path("look/", look, name="look"),
    path("", include("clubs.urls")),
    path("", include("scoring.urls")),
    path("", include("tournaments.urls")),
    path("", include("tournaments.urls_table")),
    path("", include("tournaments.urls_decisions")),
    path("", include("tournaments.urls_corrections")),
    path("", include("tournaments.urls_public")),
    path("", include("tournaments.urls_lists")),
    path("", include("tournaments.urls_tables")),
    path("", include("tournaments.urls_money")),
    path("", include("tournaments.urls_hall")),
    path("", include("rankings.urls")),
    path("", include("documents.urls")),
    path("", include("api.urls")),
]
