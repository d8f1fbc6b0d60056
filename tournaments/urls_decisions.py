"""The addresses of what is decided at the desk beside the play."""

from django.urls import path

from tournaments import guard, urlacts
from tournaments.views import beside, decisions, disputes, faults, paircodes, rulings

T = "c/<slug:club>/t/<slug:slug>/"

_addresses = [
    path(f"{T}sheets/<uuid:game>/forfeit/", decisions.forfeit, name="game-forfeit"),
    path(f"{T}sheets/<uuid:game>/take-away/", decisions.take_away, name="catch-up-away"),
    path(f"{T}sheets/<uuid:game>/rulings/", rulings.page, name="table-rulings"),
    path(f"{T}sheets/<uuid:game>/rulings/<int:number>/void/", rulings.void, name="ruling-void"),
    path(f"{T}sheets/<uuid:game>/end/", rulings.end, name="game-end"),
    path(f"{T}rounds/<uuid:round_id>/cut/", decisions.cut, name="round-cut"),
    path(f"{T}rounds/<uuid:round_id>/catch-up/<uuid:entry>/", decisions.catch_up, name="catch-up"),
    path(f"{T}disputes/", disputes.page, name="disputes"),
    path(f"{T}sheets/<uuid:game>/decide/", disputes.decide, name="dispute-decide"),
    path(f"{T}sheets/<uuid:game>/late/", disputes.take_in, name="late-take-in"),
    path(f"{T}codes/", paircodes.page, name="pair-codes"),
    path(f"{T}sheets/<uuid:game>/photos/", beside.add_photo, name="photo-add"),
    path(f"{T}sheets/<uuid:game>/photos/<uuid:photo>/", beside.photo, name="photo"),
    path(f"{T}sheets/<uuid:game>/photos/<uuid:photo>/remove/", beside.remove_photo, name="photo-remove"),
    path(f"{T}sheets/<uuid:game>/device/", beside.device, name="sheet-device"),
    path(f"{T}penalties/", decisions.penalties, name="penalties"),
    path(f"{T}penalties/<uuid:adjustment>/void/", decisions.void_penalty, name="penalty-void"),
]

#: Of the club, not of a tournament: nothing of a round can be lost there.
_of_club = [
    path("c/<slug:club>/faults/", faults.page, name="faults"),
    path("c/<slug:club>/faults/<str:code>/", faults.change, name="fault-change"),
]

urlpatterns = _of_club + guard.guarded(_addresses, urlacts.RULES)
