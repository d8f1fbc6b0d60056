"""The addresses of corrections that concern more than one sheet."""

from django.urls import path

from tournaments import guard, urlacts
from tournaments.views import corrections, rescoring

T = "c/<slug:club>/t/<slug:slug>/"

_addresses = [
    path(f"{T}corrections/", corrections.page, name="corrections"),
    path(f"{T}sheets/<uuid:game>/history/", corrections.sheet_history, name="sheet-history"),
    path(f"{T}stages/<uuid:stage_id>/rescore/", rescoring.rescore, name="stage-rescore"),
]

urlpatterns = guard.guarded(_addresses, urlacts.RULES)
