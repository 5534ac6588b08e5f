"""URLs of the Floor's fouls."""

from django.urls import path

from web.floor.fouls import catalogue, detail, fouls, measures, proposals, recording

urlpatterns = [
    path("fouls/", fouls.fouls, name="fouls"),
    path("fouls/new/", recording.of_player, name="foul-player-new"),
    path("fouls/new/<number:session>/<number:number>/", recording.at_table, name="foul-table"),
    path("fouls/catalogue/", catalogue.catalogue, name="foul-catalogue"),
    path("fouls/catalogue/<slug:code>/remove/", catalogue.remove, name="foul-kind-remove"),
    path("fouls/proposals/", proposals.proposals, name="foul-proposals"),
    path("fouls/measures/", measures.measures, name="measures"),
    path("fouls/measures/<number:number>/<slug:way>/", measures.decide, name="measure"),
    path("fouls/player/<number:number>/", detail.player, name="foul-player"),
    path("fouls/<number:number>/", detail.foul, name="foul"),
    path("fouls/<number:number>/cancel/", detail.cancel, name="foul-cancel"),
    path("fouls/<number:number>/notice/", detail.notice, name="foul-notice"),
]
