"""The addresses of the Wall."""

from django.urls import path

from places.wall import calls, home, lots, seats

app_name = "wall"
urlpatterns = [
    path("e/<slug:slug>/wall/", home.home, name="home"),
    path("e/<slug:slug>/wall/calls/", calls.calls, name="calls"),
    path("e/<slug:slug>/wall/lots/", lots.lots, name="lots"),
    path("e/<slug:slug>/wall/seats/", seats.seats, name="seats"),
    path("e/<slug:slug>/wall/seats/<int:session>/", seats.seats, name="session-seats"),
]
