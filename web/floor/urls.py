"""URLs of the Floor; fouls, calls and appeals include their own."""

from django.urls import URLPattern, URLResolver, include, path

from web.floor import code_waits, presence, table, tables
from web.floor.clock import announcements, clock, late, shift

app_name = "floor"
SESSION = "clock/<number:session>"
of_event: list[URLPattern | URLResolver] = [
    path("", include("web.floor.appeals.urls")),
    path("", include("web.floor.calls.urls")),
    path("", include("web.floor.fouls.urls")),
    path("", tables.tables, name="tables"),
    path("tables/<number:session>/<number:number>/", table.table, name="table"),
    path("tables/<number:session>/<number:number>/here/", presence.check_in, name="here"),
    path("tables/<number:session>/<number:number>/lift-code/", code_waits.lift, name="lift-code"),
    path("late/", late.late, name="late"),
    path("late/<number:session>/", late.late, name="late-session"),
    path("late/<number:session>/<number:number>/", late.book, name="late-book"),
    path("clock/", clock.clock, name="clock"),
    path(f"{SESSION}/back/", clock.take_back, name="clock-back"),
    path(f"{SESSION}/end/", clock.end, name="end"),
    path("clock/shift/", shift.shift, name="shift"),
    path("announcements/", announcements.announcements, name="announcements"),
    path("announcements/<number:number>/back/", announcements.take_back, name="announcement-back"),
]
urlpatterns = [path("e/<slug:slug>/floor/", include(of_event))]
