"""The addresses of lists as files."""

from django.urls import path

from tournaments.views import tables

T = "c/<slug:club>/t/<slug:slug>/tables/"
P = "p/<slug:club>/<slug:slug>/tables/"

urlpatterns = [
    path(T, tables.page, name="tables"),
    path(f"{T}<slug:what>.<slug:suffix>", tables.table_file, name="table-file"),
    path(f"{T}<slug:what>/<int:number>.<slug:suffix>", tables.table_file, name="table-file-round"),
    path(f"{P}<slug:what>.<slug:suffix>", tables.public_table_file, name="public-table-file"),
    path(f"{P}<slug:what>/<int:number>.<slug:suffix>", tables.public_table_file, name="public-table-file-round"),
]
