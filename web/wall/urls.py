"""URL patterns of the Wall."""

from django.urls import include, path

from web.wall import calls, ceremony, home, logo, lots, opening, photos, screens, seats, testing

app_name = "wall"
of_event = [
    path("", home.home, name="home"),
    path("calls/", calls.calls, name="calls"),
    path("lots/", lots.lots, name="lots"),
    path("seats/", seats.seats, name="seats"),
    path("seats/<number:session>/", seats.seats, name="session-seats"),
    path("ceremony/", ceremony.ceremony, name="ceremony"),
    path("logo.jpg", logo.logo, name="logo"),
    path("photos/<number:number>.jpg", photos.photo, name="photo"),
    path("test/", testing.test_picture, name="test"),
    path("<slug:name>/", screens.screen, name="screen"),
    path("<slug:name>/part/", screens.part, name="part"),
    path("<slug:name>/pictures/<number:picture_id>/", screens.picture, name="picture"),
]
urlpatterns = [
    path("w/", opening.enter, name="enter"),
    path("w/<str:access>/", opening.open_by_url, name="opened"),
    path("e/<slug:slug>/wall/", include(of_event)),
]
