"""The addresses of teams and countries over the record."""

from django.urls import path

from web.pocket.sharing import of_record
from web.pocket.teams import results

app_name = "teams"
urlpatterns = [
    path("record/countries/<slug:code>/", results.country, name="country"),
    path("record/countries/<slug:code>/picture.png", of_record.country, name="country-picture"),
    path("record/teams/<path:name>/picture.png", of_record.team, name="team-picture"),
    path("record/teams/<path:name>/", results.team, name="team"),
]
