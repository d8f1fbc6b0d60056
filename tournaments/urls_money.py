"""The addresses of prizes and money."""

from django.urls import path

from tournaments import guard, urlacts
from tournaments.views import prizes

T = "c/<slug:club>/t/<slug:slug>/"

_addresses = [
    path(f"{T}prizes/", prizes.page, name="prizes"),
    path(f"{T}prizes/act/", prizes.act, name="prizes-act"),
    path(f"{T}prizes/hand/", prizes.hand, name="prize-hand"),
    path("p/<slug:club>/<slug:slug>/prizes/", prizes.public_page, name="public-prizes"),
]

urlpatterns = guard.guarded(_addresses, urlacts.RULES)
