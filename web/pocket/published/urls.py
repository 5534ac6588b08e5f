"""URLs of what a hall published."""

from django.urls import path

from web.pocket.published import check, player, standings, tables

urlpatterns = [
    path("e/<slug:slug>/published/standings/", standings.individual, name="published-standings"),
    path("e/<slug:slug>/published/standings/teams/", standings.teams, name="published-teams"),
    path("e/<slug:slug>/published/standings/groups/", standings.groups, name="published-groups"),
    path("e/<slug:slug>/published/tables/", tables.tables, name="published-tables"),
    path("e/<slug:slug>/published/tables/<number:session>/", tables.tables, name="published-session"),
    path("e/<slug:slug>/published/players/<number:number>/", player.player, name="published-player"),
    path("e/<slug:slug>/published/check/", check.check, name="check-published"),
    path("e/<slug:slug>/published/packages.json", check.packages, name="published-packages"),
]
