"""The addresses of the interface; its OpenAPI description has the details."""

from django.urls import path

from web.api.devices.hands import router as devices
from web.api.errors import answer_every_method
from web.api.fans import router
from web.api.hand_overs import router as hand_overs
from web.api.interface import api
from web.api.page import programmers
from web.api.public.event.brackets import router as brackets
from web.api.public.event.corrections import router as corrections
from web.api.public.event.cuts import router as cuts
from web.api.public.event.notices import router as notices
from web.api.public.event.now import router as now
from web.api.public.event.players import router as event_players
from web.api.public.event.report import router as report
from web.api.public.event.rules import router as rules
from web.api.public.event.seats import router as seats
from web.api.public.event.statistics import router as statistics
from web.api.public.event.units import router as units
from web.api.public.events import router as events
from web.api.public.lists import router as lists
from web.api.public.persons import router as persons
from web.api.public.ranked_countries import router as ranked_countries
from web.api.public.ranked_players import router as ranked_players
from web.api.public.rankings import router as rankings
from web.api.public.record import router as record
from web.api.public.register import router as register
from web.api.public.series import router as series
from web.api.public.sides import router as sides
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
api.add_router("/v1", devices)
for public in (
    *(events, statistics, report, notices, rules, cuts, brackets, event_players, units, corrections, seats, now),
    *(series, rankings, ranked_countries, ranked_players, record, persons, register, lists, teams, sides),
):
    api.add_router("/v1", public)
operations = api.urls
answer_every_method(operations[0])
urlpatterns = [path("", programmers, name="programmers"), path("", operations)]
