"""The addresses of rankings."""

from django.urls import path

from web.pocket.rankings import countries, player, ranking

app_name = "rankings"
urlpatterns = [
    path("rankings/", ranking.overview, name="overview"),
    path("rankings/<slug:slug>/", ranking.ranking, name="ranking"),
    path("rankings/<slug:slug>/countries/", countries.countries, name="countries"),
    path("rankings/<slug:slug>/events/", ranking.events, name="events"),
    path("rankings/<slug:slug>/ranking.csv", ranking.as_csv, name="csv"),
    path("rankings/<slug:slug>/players/<number:pk>/", player.player, name="player"),
]
