"""URLs of the Floor's fouls."""

from django.urls import path

from web.floor.fouls import (
    catalogue as foul_catalogue,
)
from web.floor.fouls import (
    detail as foul_page,
)
from web.floor.fouls import (
    measures as foul_measures,
)
from web.floor.fouls import (
    proposals as foul_proposals,
)
from web.floor.fouls import (
    recording as fouls,
)

FOULS = "e/<slug:slug>/floor/fouls"
urlpatterns = [
    path(f"{FOULS}/", fouls.fouls, name="fouls"),
    path(f"{FOULS}/new/", fouls.of_player, name="foul-player-new"),
    path(f"{FOULS}/new/<number:session>/<number:number>/", fouls.at_table, name="foul-table"),
    path(f"{FOULS}/catalogue/", foul_catalogue.catalogue, name="foul-catalogue"),
    path(f"{FOULS}/catalogue/<slug:code>/remove/", foul_catalogue.remove, name="foul-kind-remove"),
    path(f"{FOULS}/proposals/", foul_proposals.proposals, name="foul-proposals"),
    path(f"{FOULS}/measures/", foul_measures.measures, name="measures"),
    path(f"{FOULS}/measures/<number:number>/<slug:way>/", foul_measures.decide, name="measure"),
    path(f"{FOULS}/player/<number:number>/", foul_page.player, name="foul-player"),
    path(f"{FOULS}/<number:number>/", foul_page.foul, name="foul"),
    path(f"{FOULS}/<number:number>/cancel/", foul_page.cancel, name="foul-cancel"),
    path(f"{FOULS}/<number:number>/notice/", foul_page.notice, name="foul-notice"),
]
