"""The addresses of the hall's screens: the link's own, those that its cookie opens, and the desk's."""

from django.urls import path

from tournaments import guard, urlacts
from tournaments.views import hall, screens

T = "c/<slug:club>/t/<slug:slug>/"

_of_screens = [
    path("screen/<str:screen_token>/", hall.open_link, name="hall-link"),
    path("hall/<uuid:screen_link>/", hall.page, name="hall"),
    path("hall/<uuid:screen_link>/state", hall.state, name="hall-state"),
    path("hall/<uuid:screen_link>/view/<slug:view_name>", hall.view, name="hall-view"),
    path("hall/<uuid:screen_link>/slides/<uuid:slide>", hall.picture, name="hall-slide"),
]

_addresses = [
    path(f"{T}screens/", screens.page, name="screens"),
    path(f"{T}screens/ceremony/", screens.ceremony_act, name="ceremony"),
    path(f"{T}screens/slides/", screens.add_slide, name="slide-add"),
    path(f"{T}screens/slides/<uuid:slide>/", screens.slide, name="slide"),
    path(f"{T}screens/<uuid:screen>/", screens.act, name="screen-act"),
    path(f"{T}screens/<uuid:screen>/link/", screens.link, name="screen-link"),
]

urlpatterns = _of_screens + guard.guarded(_addresses, urlacts.RULES)
