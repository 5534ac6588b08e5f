"""Every address of the program."""

from django.urls import include, path

from places.choices import set_language, set_theme
from places.health import healthz, readyz

handler403 = "places.refusals.permission_denied"
urlpatterns = [
    path("healthz", healthz),
    path("readyz", readyz),
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

handler500 = "places.faults.server_error"
