"""The addresses of seats, the draw and the hall."""

from django.urls import path

from web.pocket.seating import draw, files, hall, seats

urlpatterns = [
    path("e/<slug:slug>/draw/", draw.draw, name="draw"),
    path("e/<slug:slug>/draw/record.json", draw.record, name="draw-record"),
    path("e/<slug:slug>/draw/record.pdf", draw.paper, name="draw-paper"),
    path("e/<slug:slug>/draw/list.csv", draw.listing, name="draw-list"),
    path("e/<slug:slug>/seats/", seats.seats, name="seats"),
    path("e/<slug:slug>/seats/<number:session>/", seats.session, name="session-seats"),
    path("e/<slug:slug>/seats/<number:session>/tables/", seats.session, {"order": "tables"}, name="session-tables"),
    path("e/<slug:slug>/seats/<number:session>/teams/", seats.session, {"order": "teams"}, name="session-teams"),
    path("e/<slug:slug>/seats/players/<number:number>/", seats.way, name="seat-way"),
    path("e/<slug:slug>/seats/files/<str:name>", files.seat_file, name="seat-file"),
    path("e/<slug:slug>/hall/", hall.hall, name="hall"),
]
