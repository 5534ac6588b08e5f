"""URL patterns of the Desk."""

from django.urls import URLPattern, URLResolver, include, path

from web.desk import home, overview

app_name = "desk"
#: The addresses of an event. They lie below one prefix, so that other addresses are compared with that alone.
of_event: list[URLPattern | URLResolver] = [
    path("", overview.event, name="event"),
    path("", include("web.desk.checkin.urls")),
    path("", include("web.desk.results.urls")),
    path("", include("web.desk.sheets.urls")),
    path("", include("web.desk.draw.urls")),
    path("", include("web.desk.formats.urls")),
    path("", include("web.desk.papers.urls")),
    path("", include("web.desk.publishing.urls")),
    path("", include("web.desk.display.urls")),
    path("", include("web.desk.registration.urls")),
]
urlpatterns = [
    path("", include("web.desk.setup.urls")),
    path("", include("web.desk.administration.urls")),
    path("", include("web.desk.invitations.urls")),
    path("", include("web.desk.series.urls")),
    path("", include("web.desk.handing.urls")),
    path("desk/", home.home, name="home"),
    path("e/<slug:slug>/desk/", include(of_event)),
]
