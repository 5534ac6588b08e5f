"""URLs of the Floor's calls and rulings."""

from django.urls import path

from web.floor import rulings
from web.floor.calls import calls

urlpatterns = [
    path("calls/", calls.calls, name="calls"),
    path("calls/<number:number>/", calls.call, name="call"),
    path("rulings/", rulings.rulings, name="rulings"),
    path("rulings/<number:session>/<number:number>/", rulings.table_rulings, name="table-rulings"),
]
