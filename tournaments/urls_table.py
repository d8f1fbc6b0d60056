"""A table's addresses: the code's own, and those that its cookie opens."""

from django.urls import path

from tournaments.views import table, tablelater

urlpatterns = [
    path("t/", table.type_code, name="table_type"),
    path("t/<str:token>/", table.open_link, name="table_link"),
    path("table/words", tablelater.words, name="table_words"),
    path("table/<uuid:link>/", table.page, name="table"),
    path("table/<uuid:link>/state", table.state, name="table_state"),
    path("table/<uuid:link>/preview", table.preview, name="table_preview"),
    path("table/<uuid:link>/deals", table.deals, name="table_deals"),
    path("table/<uuid:link>/deals/<int:position>", table.deal, name="table_deal"),
    path("table/<uuid:link>/undo", table.undo, name="table_undo"),
    path("table/<uuid:link>/dealer", table.dealer, name="table_dealer"),
    path("table/<uuid:link>/confirm", table.confirm, name="table_confirm"),
    path("table/<uuid:link>/dispute", table.dispute, name="table_dispute"),
    path("table/<uuid:link>/late", table.late, name="table_late"),
]
