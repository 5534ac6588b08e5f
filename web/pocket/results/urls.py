"""URLs of standings, players, tables and result files."""

from django.urls import path

from web.pocket.results import (
    brackets,
    cuts,
    files,
    photos,
    players,
    pools,
    report,
    standings,
    statistics,
    tables,
    units,
)

urlpatterns = [
    path("e/<slug:slug>/standings/", standings.individual, name="standings"),
    path("e/<slug:slug>/standings/teams/", standings.teams, name="standings-teams"),
    path("e/<slug:slug>/standings/groups/", standings.groups, name="standings-groups"),
    path("e/<slug:slug>/standings/all/", standings.cross_table, name="standings-all"),
    path("e/<slug:slug>/standings/cut/", cuts.cut, name="cut"),
    path("e/<slug:slug>/standings/bracket/", brackets.bracket, name="bracket"),
    path("e/<slug:slug>/standings/pools/", pools.pools, name="pools"),
    path("e/<slug:slug>/players/", players.players, name="players"),
    path("e/<slug:slug>/players/<number:number>/", players.player, name="player"),
    path("e/<slug:slug>/teams/<number:number>/", units.team, name="team"),
    path("e/<slug:slug>/groups/<number:number>/", units.group, name="group"),
    path("e/<slug:slug>/tables/", tables.tables, name="tables"),
    path("e/<slug:slug>/tables/<number:session>/", tables.tables, name="session"),
    path("e/<slug:slug>/tables/<number:session>/<number:number>/", tables.table, name="table"),
    path("e/<slug:slug>/files/<str:name>", files.result_file, name="result-file"),
    path("e/<slug:slug>/statistics/", statistics.statistics, name="statistics"),
    path("e/<slug:slug>/report/", report.report, name="report"),
    path("e/<slug:slug>/report/photos/<number:photo_id>.jpg", photos.photo, name="report-photo"),
]
