"""The addresses of the lists beside the standings."""

from django.urls import path

from tournaments import guard, urlacts
from tournaments.standings.lists import CATEGORIES, CLUBS, LINES, PLAYERS, ROUNDS
from tournaments.views import lists

S = "c/<slug:club>/t/<slug:slug>/standings/"

_addresses = [
    path(f"{S}players/", lists.page, {"kind": PLAYERS}, name="standings-players"),
    path(f"{S}categories/", lists.page, {"kind": CATEGORIES}, name="standings-categories"),
    path(f"{S}clubs/", lists.page, {"kind": CLUBS}, name="standings-clubs"),
    path(f"{S}lines/", lists.page, {"kind": LINES}, name="standings-lines"),
    path(f"{S}rounds/<int:number>/", lists.page, {"kind": ROUNDS}, name="standings-round"),
    path(f"{S}after/<int:number>/", lists.page, {"kind": lists.AFTER}, name="standings-after"),
    path(f"{S}stages/<int:number>/", lists.page, {"kind": lists.STAGES}, name="standings-stage"),
]

urlpatterns = guard.guarded(_addresses, urlacts.RULES)
