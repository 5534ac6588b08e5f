"""The addresses of series."""

from django.urls import path

from web.pocket.embedding import embed, frames
from web.pocket.series import feed, files, overview, series
from web.pocket.sharing import of_record

app_name = "series"
urlpatterns = [
    path("series/", overview.overview, name="overview"),
    path("series/<slug:slug>/", series.series, name="series"),
    path("series/<slug:slug>/picture.png", of_record.series, name="picture"),
    path("series/<slug:slug>/feed.json", feed.feed, name="feed"),
    path("series/<slug:slug>/frame/", frames.ranking, name="frame"),
    path("series/<slug:slug>/embed/", embed.ranking, name="embed"),
    path("series/<slug:slug>/ranking.xlsx", files.workbook, name="workbook"),
    path("series/<slug:slug>/ranking.pdf", files.paper, name="paper"),
]
