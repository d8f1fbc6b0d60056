from django.urls import path

from documents import views, views_fallback

urlpatterns = [
    path("c/<slug:club>/t/<slug:slug>/print/", views.papers, name="papers"),
    path("c/<slug:club>/t/<slug:slug>/print/list/", views.papers_list, name="papers-list"),
    path("c/<slug:club>/t/<slug:slug>/print/ask/", views.ask, name="papers-ask"),
    path("c/<slug:club>/t/<slug:slug>/print/ask/money/", views.ask_money, name="papers-ask-money"),
    path("c/<slug:club>/t/<slug:slug>/print/fallback/", views_fallback.fallback, name="fallback"),
    path("c/<slug:club>/t/<slug:slug>/print/fallback/list/", views_fallback.fallback_list, name="fallback-list"),
    path("c/<slug:club>/t/<slug:slug>/files/<uuid:file>/", views.paper_file, name="paper-file"),
    path("p/<slug:club>/<slug:slug>/standings.pdf", views.public_standings, name="public-standings-pdf"),
    path("regions/<slug:region>/seasons/<uuid:season>/ranking.pdf", views.season_ranking, name="season-pdf"),
]
