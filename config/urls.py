"""The root URL configuration."""

from django.urls import include, path

from web.shared.forms.choices import set_language, set_theme
from web.shared.requests.health import healthz, readyz

handler403 = "web.shared.requests.refusals.permission_denied"
handler404 = "web.api.errors.page_not_found"
urlpatterns = [
    path("healthz", healthz),
    path("readyz", readyz),
    path("", include("web.account.urls")),
    path("i18n/setlang/", set_language, name="set_language"),
    path("i18n/theme/", set_theme, name="set_theme"),
    path("", include("web.pocket.urls")),
    path("", include("web.desk.urls")),
    path("", include("web.floor.urls")),
    path("", include("web.wall.urls")),
    path("", include("web.table.urls")),
    path("", include("web.pocket.fans.urls")),
    path("", include("web.pocket.record.urls")),
    path("", include("web.pocket.lists.urls")),
    path("", include("web.pocket.teams.urls")),
    path("", include("web.pocket.series.urls")),
    path("", include("web.pocket.rankings.urls")),
    path("", include("web.committee.urls")),
    path("jobs/", include("web.shared.jobs.urls")),
    path("api/", include("web.api.urls")),
    path("components/", include("web.shared.gallery.urls")),
]

handler500 = "web.shared.requests.faults.server_error"
