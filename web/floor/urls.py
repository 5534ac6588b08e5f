"""URLs of the Floor; fouls, calls and appeals include their own."""

from django.urls import include, path

from web.floor import code_waits, presence, table, tables
from web.floor.clock import announcements, clock, late, shift

app_name = "floor"
FLOOR = "e/<slug:slug>/floor"
SESSION = f"{FLOOR}/clock/<number:session>"
urlpatterns = [
    path("", include("web.floor.appeals.urls")),
    path("", include("web.floor.calls.urls")),
    path("", include("web.floor.fouls.urls")),
    path(f"{FLOOR}/", tables.tables, name="tables"),
    path(f"{FLOOR}/tables/<number:session>/<number:number>/", table.table, name="table"),
    path(f"{FLOOR}/tables/<number:session>/<number:number>/here/", presence.check_in, name="here"),
    path(f"{FLOOR}/tables/<number:session>/<number:number>/lift-code/", code_waits.lift, name="lift-code"),
    path(f"{FLOOR}/late/", late.late, name="late"),
    path(f"{FLOOR}/late/<number:session>/", late.late, name="late-session"),
    path(f"{FLOOR}/late/<number:session>/<number:number>/", late.book, name="late-book"),
    path(f"{FLOOR}/clock/", clock.clock, name="clock"),
    path(f"{SESSION}/back/", clock.take_back, name="clock-back"),
    path(f"{SESSION}/end/", clock.end, name="end"),
    path(f"{FLOOR}/clock/shift/", shift.shift, name="shift"),
    path(f"{FLOOR}/announcements/", announcements.announcements, name="announcements"),
    path(f"{FLOOR}/announcements/<number:number>/back/", announcements.take_back, name="announcement-back"),
]
