"""URLs of the Floor's fouls."""

from django.urls import path

from web.floor.fouls import catalogue, detail, fouls, measures, proposals, recording

FOULS = "e/<slug:slug>/floor/fouls"
urlpatterns = [
    path(f"{FOULS}/", fouls.fouls, name="fouls"),
    path(f"{FOULS}/new/", recording.of_player, name="foul-player-new"),
    path(f"{FOULS}/new/<number:session>/<number:number>/", recording.at_table, name="foul-table"),
    path(f"{FOULS}/catalogue/", catalogue.catalogue, name="foul-catalogue"),
    path(f"{FOULS}/catalogue/<slug:code>/remove/", catalogue.remove, name="foul-kind-remove"),
    path(f"{FOULS}/proposals/", proposals.proposals, name="foul-proposals"),
    path(f"{FOULS}/measures/", measures.measures, name="measures"),
    path(f"{FOULS}/measures/<number:number>/<slug:way>/", measures.decide, name="measure"),
    path(f"{FOULS}/player/<number:number>/", detail.player, name="foul-player"),
    path(f"{FOULS}/<number:number>/", detail.foul, name="foul"),
    path(f"{FOULS}/<number:number>/cancel/", detail.cancel, name="foul-cancel"),
    path(f"{FOULS}/<number:number>/notice/", detail.notice, name="foul-notice"),
]
