"""Every address of the site. Each view declares who may call it (``clubs.access``); a test walks this list."""

from django.urls import URLPattern, URLResolver, include, path
from django.views.i18n import set_language

from clubs.access import public

urlpatterns: list[URLPattern | URLResolver] = [
    path("language/", public(set_language), name="set_language"),
    path("", include("clubs.urls")),
]
