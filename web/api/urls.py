"""The addresses of the interface; its OpenAPI description has the details."""

from django.urls import path

from web.api.fans import router
from web.api.hand_overs import router as hand_overs
from web.api.interface import api
from web.api.page import programmers
from web.api.public.events import router as events
from web.api.public.lists import router as lists
from web.api.public.notices import router as notices
from web.api.public.rankings import router as rankings
from web.api.public.record import router as record
from web.api.public.register import router as register
from web.api.public.report import router as report
from web.api.public.series import router as series
from web.api.public.statistics import router as statistics
from web.api.public.teams import router as teams
from web.api.published import router as published
from web.api.registries import router as registries
from web.api.tokens import router as tokens
from web.api.web_results import router as web_results

api.add_router("/v1", web_results)
api.add_router("/v1", router)
api.add_router("/v1", tokens)
api.add_router("/v1", registries)
api.add_router("/v1", hand_overs)
api.add_router("/v1", published)
for public in (events, statistics, report, notices, series, rankings, record, register, lists, teams):
    api.add_router("/v1", public)
urlpatterns = [path("", programmers, name="programmers"), path("", api.urls)]
