"""URL patterns of the Wall."""

from django.urls import path

from web.wall import calls, ceremony, home, logo, lots, opening, photos, screens, seats, testing

app_name = "wall"
urlpatterns = [
    path("e/<slug:slug>/wall/", home.home, name="home"),
    path("e/<slug:slug>/wall/calls/", calls.calls, name="calls"),
    path("e/<slug:slug>/wall/lots/", lots.lots, name="lots"),
    path("e/<slug:slug>/wall/seats/", seats.seats, name="seats"),
    path("e/<slug:slug>/wall/seats/<number:session>/", seats.seats, name="session-seats"),
    path("e/<slug:slug>/wall/ceremony/", ceremony.ceremony, name="ceremony"),
    path("e/<slug:slug>/wall/logo.jpg", logo.logo, name="logo"),
    path("e/<slug:slug>/wall/photos/<number:number>.jpg", photos.photo, name="photo"),
    path("e/<slug:slug>/wall/test/", testing.test_picture, name="test"),
    path("e/<slug:slug>/wall/<slug:name>/", screens.screen, name="screen"),
    path("e/<slug:slug>/wall/<slug:name>/part/", screens.part, name="part"),
    path("e/<slug:slug>/wall/<slug:name>/pictures/<number:picture_id>/", screens.picture, name="picture"),
    path("w/", opening.enter, name="enter"),
    path("w/<str:access>/", opening.open_by_url, name="opened"),
]
