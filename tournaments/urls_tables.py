"""The addresses of what is taken away and brought in as files."""

from django.urls import path

from tournaments.views import tables, takeover

T = "c/<slug:club>/t/<slug:slug>/tables/"
P = "p/<slug:club>/<slug:slug>/tables/"

urlpatterns = [
    #: Of the club, not of a tournament: nothing of a round can be lost there.
    path("c/<slug:club>/take-over/", takeover.take_over, name="tournament-take-over"),
    path(T, tables.page, name="tables"),
    path(f"{T}<slug:what>.<slug:suffix>", tables.table_file, name="table-file"),
    path(f"{T}<slug:what>/<int:number>.<slug:suffix>", tables.table_file, name="table-file-round"),
    path(f"{P}<slug:what>.<slug:suffix>", tables.public_table_file, name="public-table-file"),
    path(f"{P}<slug:what>/<int:number>.<slug:suffix>", tables.public_table_file, name="public-table-file-round"),
]
