"""The addresses of prizes and money."""

from django.urls import path

from tournaments import guard, urlacts
from tournaments.views import money, prizes

T = "c/<slug:club>/t/<slug:slug>/"

_addresses = [
    path(f"{T}prizes/", prizes.page, name="prizes"),
    path(f"{T}prizes/act/", prizes.act, name="prizes-act"),
    path(f"{T}prizes/hand/", prizes.hand, name="prize-hand"),
    path(f"{T}money/", money.page, name="money"),
    path(f"{T}money/entries/<uuid:entry>/", money.entry_page, name="entry-money"),
    path(f"{T}money/till/", money.till_page, name="till"),
    path(f"{T}money/receipts/", money.receipts_page, name="receipts"),
    path(f"{T}money/payments/<uuid:payment>/receipt/", money.receipt, name="receipt"),
    path(f"{T}money/payments/<uuid:payment>/receipt/give/", money.receipt_give, name="receipt-give"),
    path("p/<slug:club>/<slug:slug>/prizes/", prizes.public_page, name="public-prizes"),
]

urlpatterns = guard.guarded(_addresses, urlacts.RULES)
