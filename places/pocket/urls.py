"""The addresses of Pocket."""

from django.urls import path

from places import live
from places.pocket import standings

app_name = "pocket"
urlpatterns = [
    path("e/<slug:slug>/standings/", standings.individual, name="standings"),
    path("e/<slug:slug>/standings/teams/", standings.teams, name="standings-teams"),
    path("e/<slug:slug>/standings/groups/", standings.groups, name="standings-groups"),
    path("e/<slug:slug>/standings/all/", standings.cross_table, name="standings-all"),
    path("live/<slug:slug>/<slug:name>", live.poll, name="live"),
]
