"""URL patterns of the Desk's formats."""

from django.urls import path

from web.desk.formats import bracket, compare, crossing, cut, session, stages

urlpatterns = [
    path("e/<slug:slug>/desk/format/", stages.stages, name="format"),
    path("e/<slug:slug>/desk/format/add/", stages.add, name="format-add"),
    path("e/<slug:slug>/desk/format/compare/", compare.compare, name="format-compare"),
    path("e/<slug:slug>/desk/format/compare/<number:job_id>/", compare.compared, name="format-compared"),
    path("e/<slug:slug>/desk/format/remove/", stages.remove, name="format-remove"),
    path("e/<slug:slug>/desk/format/stages/<number:number>/", stages.change, name="format-stage"),
    path("e/<slug:slug>/desk/format/stages/<number:number>/bracket/", bracket.bracket, name="format-bracket"),
    path("e/<slug:slug>/desk/format/stages/<number:number>/crossing/", crossing.crossing, name="format-crossing"),
    path("e/<slug:slug>/desk/format/stages/<number:number>/cut/", cut.cut, name="format-cut"),
    path("e/<slug:slug>/desk/format/sessions/<number:session>/", session.session, name="format-session"),
    path("e/<slug:slug>/desk/format/sessions/<number:session>/retract/", session.retract, name="format-retract"),
]
