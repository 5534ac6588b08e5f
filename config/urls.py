"""Every address of the program."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from places.choices import set_language, set_theme
from places.methods import get_only


@get_only
def healthz(request: HttpRequest) -> HttpResponse:
    """Say that the server answers."""
    return HttpResponse("ok", content_type="text/plain")


urlpatterns = [
    path("healthz", healthz),
    path("account/", include("places.account.urls")),
    path("i18n/setlang/", set_language, name="set_language"),
    path("i18n/theme/", set_theme, name="set_theme"),
    path("", include("places.pocket.urls")),
    path("", include("places.desk.urls")),
    path("", include("places.floor.urls")),
    path("", include("places.wall.urls")),
    path("", include("places.table.urls")),
    path("", include("places.fans.urls")),
    path("", include("places.record.urls")),
    path("", include("places.committee.urls")),
    path("jobs/", include("places.jobs.urls")),
    path("api/", include("places.api.urls")),
    path("components/", include("places.gallery.urls")),
]
