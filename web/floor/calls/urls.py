"""URLs of the Floor's calls and rulings."""

from django.urls import path

from web.floor import rulings
from web.floor.calls import calls

FLOOR = "e/<slug:slug>/floor"
urlpatterns = [
    path(f"{FLOOR}/calls/", calls.calls, name="calls"),
    path(f"{FLOOR}/calls/<number:number>/", calls.call, name="call"),
    path(f"{FLOOR}/rulings/", rulings.rulings, name="rulings"),
    path(f"{FLOOR}/rulings/<number:session>/<number:number>/", rulings.table_rulings, name="table-rulings"),
]
