"""The API: ``clubs`` and ``regions`` for everybody, ``desk`` for a club's members, ``table`` by a table's link."""

from django.urls import include, path, re_path

from api.views import desk, public, schema, table

T = "clubs/<slug:club>/tournaments/"

v1 = [
    path("schema/", schema.Schema.as_view(), name="api-schema"),
    path("clubs/", public.Clubs.as_view(), name="api-clubs"),
    path("clubs/<slug:club>/", public.ClubDetail.as_view(), name="api-club"),
    path(T, public.Tournaments.as_view(), name="api-tournaments"),
    path(f"{T}<slug:slug>/", public.TournamentDetail.as_view(), name="api-tournament"),
    path(f"{T}<slug:slug>/rounds/", public.Rounds.as_view(), name="api-rounds"),
    path(f"{T}<slug:slug>/rounds/<int:number>/", public.RoundDetail.as_view(), name="api-round"),
    path(f"{T}<slug:slug>/standings/", public.Standings.as_view(), name="api-standings"),
    path("regions/", public.Regions.as_view(), name="api-regions"),
    path("regions/<slug:region>/", public.RegionDetail.as_view(), name="api-region"),
    path("regions/<slug:region>/ranking/", public.Ranking.as_view(), name="api-ranking"),
    path("desk/clubs/", desk.MyClubs.as_view(), name="api-desk-clubs"),
    path(f"desk/{T}", desk.Tournaments.as_view(), name="api-desk-tournaments"),
    path(f"desk/{T}<slug:slug>/", desk.TournamentDetail.as_view(), name="api-desk-tournament"),
    path(f"desk/{T}<slug:slug>/rounds/", desk.Rounds.as_view(), name="api-desk-rounds"),
    path(f"desk/{T}<slug:slug>/rounds/<int:number>/", desk.RoundDetail.as_view(), name="api-desk-round"),
    path(f"desk/{T}<slug:slug>/sheets/<uuid:game>/", desk.Sheet.as_view(), name="api-desk-sheet"),
    path(f"desk/{T}<slug:slug>/standings/", desk.Standings.as_view(), name="api-desk-standings"),
    path("table/", table.State.as_view(), name="api-table"),
    path("table/preview/", table.Preview.as_view(), name="api-table-preview"),
    path("table/deals/", table.Deals.as_view(), name="api-table-deals"),
    path("table/deals/<int:position>/", table.Deal.as_view(), name="api-table-deal"),
    path("table/take-back/", table.TakeBack.as_view(), name="api-table-take-back"),
    path("table/dealer/", table.Dealer.as_view(), name="api-table-dealer"),
    path("table/confirm/", table.Confirm.as_view(), name="api-table-confirm"),
    path("table/reopen/", table.Reopen.as_view(), name="api-table-reopen"),
    path("table/dispute/", table.Dispute.as_view(), name="api-table-dispute"),
    path("table/versions/", table.Versions.as_view(), name="api-table-versions"),
    path("table/settle/", table.Settle.as_view(), name="api-table-settle"),
    path("table/late/", table.Late.as_view(), name="api-table-late"),
    # With a slash at its end, so that an address that only lacks its slash still finds its way.
    re_path(r"^(?P<rest>.*/)$", schema.Nothing.as_view(), name="api-nothing"),
]

urlpatterns = [path("api/v1/", include(v1))]
