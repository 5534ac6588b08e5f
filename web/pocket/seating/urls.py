"""URLs of seats, the draw and the hall."""

from django.urls import path

from web.pocket.seating import draw, files, hall, seats, session_draw

SESSION = "e/<slug:slug>/seats/<number:session>"
urlpatterns = [
    path("e/<slug:slug>/draw/", draw.draw, name="draw"),
    path("e/<slug:slug>/draw/record.json", draw.record, name="draw-record"),
    path("e/<slug:slug>/draw/record.pdf", draw.paper, name="draw-paper"),
    path("e/<slug:slug>/draw/list.csv", draw.frozen_list, name="draw-list"),
    path("e/<slug:slug>/seats/", seats.seats, name="seats"),
    path(f"{SESSION}/", seats.seats_of_session, name="session-seats"),
    path(f"{SESSION}/tables/", seats.seats_of_session, {"order": "tables"}, name="session-tables"),
    path(f"{SESSION}/teams/", seats.seats_of_session, {"order": "teams"}, name="session-teams"),
    path(f"{SESSION}/draw/", session_draw.session_draw, name="session-draw"),
    path(f"{SESSION}/draw.json", session_draw.session_record, name="session-draw-record"),
    path("e/<slug:slug>/seats/players/<number:number>/", seats.player_seats, name="seat-way"),
    path("e/<slug:slug>/seats/files/<str:name>", files.seat_file, name="seat-file"),
    path("e/<slug:slug>/hall/", hall.hall, name="hall"),
]
