"""The addresses of Pocket."""

from django.urls import path

from places import clock, live
from places.pocket import (
    application,
    draws,
    events,
    hall,
    players,
    registering,
    result_files,
    rules,
    seat_files,
    seats,
    standings,
    tables,
    units,
)

app_name = "pocket"
urlpatterns = [
    path("", events.events, name="events"),
    path("e/<slug:slug>/", events.event, name="event"),
    path("e/<slug:slug>/register/", registering.register, name="register"),
    path("e/<slug:slug>/register/mine/", application.mine, name="my-application"),
    path("e/<slug:slug>/register/mine/confirm/", application.confirm, name="confirm-application"),
    path("e/<slug:slug>/register/mine/correct/", application.correct, name="correct-application"),
    path("e/<slug:slug>/register/mine/withdraw/", application.withdraw, name="withdraw-application"),
    path("e/<slug:slug>/register/<str:token>/", application.opened, name="application"),
    path("e/<slug:slug>/standings/", standings.individual, name="standings"),
    path("e/<slug:slug>/standings/teams/", standings.teams, name="standings-teams"),
    path("e/<slug:slug>/standings/groups/", standings.groups, name="standings-groups"),
    path("e/<slug:slug>/standings/all/", standings.cross_table, name="standings-all"),
    path("e/<slug:slug>/players/", players.players, name="players"),
    path("e/<slug:slug>/players/<int:number>/", players.player, name="player"),
    path("e/<slug:slug>/teams/<int:number>/", units.team, name="team"),
    path("e/<slug:slug>/groups/<int:number>/", units.group, name="group"),
    path("e/<slug:slug>/tables/", tables.tables, name="tables"),
    path("e/<slug:slug>/tables/<int:session>/", tables.tables, name="session"),
    path("e/<slug:slug>/tables/<int:session>/<int:number>/", tables.table, name="table"),
    path("e/<slug:slug>/draw/", draws.draw, name="draw"),
    path("e/<slug:slug>/draw/record.json", draws.record, name="draw-record"),
    path("e/<slug:slug>/draw/record.pdf", draws.paper, name="draw-paper"),
    path("e/<slug:slug>/draw/list.csv", draws.listing, name="draw-list"),
    path("e/<slug:slug>/seats/", seats.seats, name="seats"),
    path("e/<slug:slug>/seats/<int:session>/", seats.session, name="session-seats"),
    path("e/<slug:slug>/seats/<int:session>/tables/", seats.session, {"order": "tables"}, name="session-tables"),
    path("e/<slug:slug>/seats/<int:session>/teams/", seats.session, {"order": "teams"}, name="session-teams"),
    path("e/<slug:slug>/seats/players/<int:number>/", seats.way, name="seat-way"),
    path("e/<slug:slug>/seats/files/<str:name>", seat_files.seat_file, name="seat-file"),
    path("e/<slug:slug>/files/<str:name>", result_files.result_file, name="result-file"),
    path("e/<slug:slug>/hall/", hall.hall, name="hall"),
    path("e/<slug:slug>/rules/", rules.rules, name="rules"),
    path("e/<slug:slug>/clock/", clock.clock, name="clock"),
    path("now/", clock.now, name="now"),
    path("live/<slug:slug>/<slug:name>", live.poll, name="live"),
]
