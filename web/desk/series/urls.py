"""URL patterns of the Desk's pages for series."""

from django.urls import include, path

from web.desk.series import audit, events, fill_final, final, home, keepers, new, night, open_final, rule, series

of_event = [
    path("final/", fill_final.fill, name="fill-final"),
    path("night/", night.night, name="night"),
]
urlpatterns = [
    path("desk/series/", home.home, name="series"),
    path("desk/series/-/new/", new.new, name="new-series"),
    path("desk/series/<slug:slug>/", series.series, name="series-one"),
    path("desk/series/<slug:slug>/rule/", rule.rule, name="series-rule"),
    path("desk/series/<slug:slug>/add/", events.add, name="series-add"),
    path("desk/series/<slug:slug>/events/<number:pk>/take-out/", events.take_out, name="series-take-out"),
    path("desk/series/<slug:slug>/final/", final.final, name="series-final"),
    path("desk/series/<slug:slug>/final/open/", open_final.open_as_event, name="series-open-final"),
    path("desk/series/<slug:slug>/keepers/", keepers.keepers, name="series-keepers"),
    path("desk/series/<slug:slug>/audit/", audit.chain, name="series-audit"),
    path("e/<slug:slug>/desk/", include(of_event)),
]
