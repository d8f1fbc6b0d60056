"""A table's addresses: the code's own, and those that its cookie opens."""

from django.urls import path

from tournaments.views import friends, table, tablelater

urlpatterns = [
    path("t/", table.type_code, name="table_type"),
    path("t/<str:token>/", table.open_link, name="table_link"),
    path("friends/", friends.new, name="friends"),
    path("table/<uuid:link>/again", friends.again, name="table_again"),
    path("table/<uuid:link>/share", friends.share, name="table_share"),
    path("table/<uuid:link>/erase", friends.erase, name="table_erase"),
    path("table/words", tablelater.words, name="table_words"),
    path("table/sw.js", tablelater.worker, name="table_worker"),
    path("table/<uuid:link>/", table.page, name="table"),
    path("table/<uuid:link>/state", table.state, name="table_state"),
    path("table/<uuid:link>/rules", tablelater.rules, name="table_rules"),
    path("table/<uuid:link>/preview", table.preview, name="table_preview"),
    path("table/<uuid:link>/deals", table.deals, name="table_deals"),
    path("table/<uuid:link>/deals/<int:position>", table.deal, name="table_deal"),
    path("table/<uuid:link>/undo", table.undo, name="table_undo"),
    path("table/<uuid:link>/dealer", table.dealer, name="table_dealer"),
    path("table/<uuid:link>/confirm", table.confirm, name="table_confirm"),
    path("table/<uuid:link>/reopen", table.ask_again, name="table_reopen"),
    path("table/<uuid:link>/dispute", table.dispute, name="table_dispute"),
    path("table/<uuid:link>/late", table.late, name="table_late"),
    path("table/<uuid:link>/versions", table.versions, name="table_versions"),
    path("table/<uuid:link>/settle", table.settle, name="table_settle"),
    path("table/<uuid:link>/photo", table.photo, name="table_photo"),
]
