from django.urls import path

from rankings import views

urlpatterns = [
    path("regions/<slug:region>/", views.region_page, name="region"),
    path("regions/<slug:region>/seasons/new/", views.season, name="season-new"),
    path("regions/<slug:region>/seasons/<uuid:season>/", views.season, name="season"),
    path("regions/<slug:region>/seasons/<uuid:season>/table.<slug:suffix>", views.season_file, name="season-file"),
]
