"""URL patterns of the Desk's formats."""

from django.urls import path

from web.desk.formats import bracket, compare, crossing, cut, session, stages

urlpatterns = [
    path("format/", stages.stages, name="format"),
    path("format/add/", stages.add, name="format-add"),
    path("format/compare/", compare.compare, name="format-compare"),
    path("format/compare/<number:job_id>/", compare.compared, name="format-compared"),
    path("format/remove/", stages.remove, name="format-remove"),
    path("format/stages/<number:number>/", stages.change, name="format-stage"),
    path("format/stages/<number:number>/bracket/", bracket.bracket, name="format-bracket"),
    path("format/stages/<number:number>/crossing/", crossing.crossing, name="format-crossing"),
    path("format/stages/<number:number>/cut/", cut.cut, name="format-cut"),
    path("format/sessions/<number:session>/", session.session, name="format-session"),
    path("format/sessions/<number:session>/retract/", session.retract, name="format-retract"),
]
