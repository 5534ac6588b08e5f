"""The addresses of teams and countries over the record."""

from django.urls import path

from web.pocket.teams import results

app_name = "teams"
urlpatterns = [
    path("record/countries/<slug:code>/", results.country, name="country"),
    path("record/teams/<path:name>/", results.team, name="team"),
]
