"""The addresses of rankings."""

from django.urls import path

from web.pocket.rankings import compare, countries, player, ranking, what_if
from web.pocket.sharing import of_record

app_name = "rankings"
urlpatterns = [
    path("rankings/", ranking.overview, name="overview"),
    path("rankings/<slug:slug>/", ranking.ranking, name="ranking"),
    path("rankings/<slug:slug>/countries/", countries.countries, name="countries"),
    path("rankings/<slug:slug>/events/", ranking.events, name="events"),
    path("rankings/<slug:slug>/ranking.csv", ranking.as_csv, name="csv"),
    path("rankings/<slug:slug>/ranking.xlsx", ranking.as_workbook, name="workbook"),
    path("rankings/<slug:slug>/ranking.pdf", ranking.as_paper, name="paper"),
    path("rankings/<slug:slug>/picture.png", of_record.ranking, name="picture"),
    path("rankings/<slug:slug>/players/<number:pk>/picture.png", of_record.ranking_player, name="player-picture"),
    path("rankings/<slug:slug>/players/<number:pk>/", player.player, name="player"),
    path("rankings/<slug:slug>/players/<number:pk>/result/", what_if.what_if, name="what-if"),
    path("rankings/<slug:slug>/players/<number:pk>/with/", compare.choose, name="choose"),
    path("rankings/<slug:slug>/players/<number:pk>/with/<number:other>/", compare.compare, name="compare"),
    path(
        "rankings/<slug:slug>/players/<number:pk>/with/<number:other>/picture.png",
        of_record.ranking_pair,
        name="compare-picture",
    ),
]
