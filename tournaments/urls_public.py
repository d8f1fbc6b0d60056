"""The addresses of the public pages, and of what an organiser settles about them."""

from django.urls import path

from tournaments import guard, urlacts
from tournaments.views import feeds, publicpages, showing

T = "c/<slug:club>/t/<slug:slug>/"
P = "p/<slug:club>/<slug:slug>/"

_addresses = [
    path(f"{T}public/", showing.page, name="what-is-public"),
    path(f"{T}public/hold/", showing.hold, name="results-hold"),
    path(f"{T}public/let-go/", showing.let_go, name="results-let-go"),
]

_public = [
    path("p/<slug:club>/feed.xml", feeds.club, name="public-club-feed"),
    path("p/<slug:club>/calendar.ics", feeds.calendar, name="public-calendar"),
    path(f"{P}feed.xml", feeds.tournament, name="public-feed"),
    path(f"{P}code.svg", publicpages.code, name="public-code"),
    path(f"{P}programme/", publicpages.programme, name="public-programme"),
    path(f"{P}entries/", publicpages.entries, name="public-entries"),
    path(f"{P}entries/<int:number>/", publicpages.path, name="public-path"),
    path(f"{P}rounds/<int:number>/", publicpages.round_page, name="public-round"),
    path(f"{P}figures/", publicpages.statistics_page, name="public-statistics"),
]

urlpatterns = guard.guarded(_addresses, urlacts.RULES) + _public
